-- | Numbers for text builders. O(digits).
module Data.Text.Lazy.Builder.Int (decimal, hexadecimal) where

import Data.Text.Lazy.Builder (Builder, fromString)
import Numeric (showHex)

decimal :: Integral a => a -> Builder
decimal n = fromString (show (toInteger n))

-- | Of a number that is not negative.
hexadecimal :: Integral a => a -> Builder
hexadecimal n
  | n < 0 = errorWithoutStackTrace "Data.Text.Lazy.Builder.Int.hexadecimal: applied to negative number"
  | otherwise = fromString (showHex (toInteger n) "")
