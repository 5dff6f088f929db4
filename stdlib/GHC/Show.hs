-- | Showing values.
module GHC.Show (Show(..), ShowS, shows, showChar, showString, showParen, showSpace, showCommaSpace, showListWith, showList__, showLitChar, showLitString, showMultiLineString
  , intToDigit, showSignedInt, appPrec, appPrec1) where

import GPH.Char (intToDigit)
import GPH.Show

showList__ :: (a -> ShowS) -> [a] -> ShowS
showList__ = showListWith
