-- | Reading values.
module GHC.Read (Read(readsPrec, readList, readPrec, readListPrec), ReadS, lex, lexLitChar, readLitChar, lexP, expectP, paren, parens, list, choose, readListDefault
  , readListPrecDefault, readNumber, readParen) where

import GPH.Read
