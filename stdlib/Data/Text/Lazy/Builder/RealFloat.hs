-- | Floating-point numbers for text builders.
module Data.Text.Lazy.Builder.RealFloat (FPFormat(..), realFloat, formatRealFloat) where

import Data.Text.Lazy.Builder (Builder, fromString)
import Numeric (showEFloat, showFFloat, showGFloat)

data FPFormat = Exponent | Fixed | Generic deriving (Enum, Read, Show)

realFloat :: RealFloat a => a -> Builder
realFloat = formatRealFloat Generic Nothing

formatRealFloat :: RealFloat a => FPFormat -> Maybe Int -> a -> Builder
formatRealFloat f digits x = fromString (case f of
  Exponent -> scientific
  Fixed -> showFFloat digits x ""
  Generic | a /= 0 && (a < 0.1 || a >= 10 ^ (7 :: Int)) -> scientific
          | otherwise -> showFFloat digits x "")
  where
    a = abs x
    scientific = showEFloat (fmap (max 1) digits) x ""   -- always a digit after the point, unlike Numeric's
