-- | See Text.Parsec.Perm.
module Text.ParserCombinators.Parsec.Perm (module Text.Parsec.Perm) where

import Text.Parsec.Perm
