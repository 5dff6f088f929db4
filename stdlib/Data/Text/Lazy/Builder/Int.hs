{-# LANGUAGE MagicHash #-}
-- | Numbers for text builders. O(digits).
module Data.Text.Lazy.Builder.Int (decimal, hexadecimal) where

import qualified Data.ByteString.Builder.Internal as B
import Data.Text.Internal.Builder (Builder(..), fromString)
import GPH.Prim
import GPH.Types (Int(..), Integer(..), Word(..))
import Numeric (showHex)

decimal :: Integral a => a -> Builder
decimal n = case toInteger n of
  IS k -> Builder (B.intDigits (I# k))
  k -> fromString (show k)
{-# INLINE decimal #-}

-- | Of a number that is not negative.
hexadecimal :: Integral a => a -> Builder
hexadecimal n = case toInteger n of
  IS k | I# k >= 0 -> Builder (B.hexDigits (W# (int2Word# k)))
  k | k < 0 -> errorWithoutStackTrace "Data.Text.Lazy.Builder.Int.hexadecimal: applied to negative number"
    | otherwise -> fromString (showHex k "")
{-# INLINE hexadecimal #-}
