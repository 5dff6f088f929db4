-- | Characters.
module GHC.Char (chr, eqChar, neChar) where

import GPH.Enum (chr)

eqChar, neChar :: Char -> Char -> Bool
eqChar = (==)
neChar = (/=)
