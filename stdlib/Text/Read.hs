-- | Reading values, with precedence-aware parsers.
module Text.Read
  ( Read(readsPrec, readList, readPrec, readListPrec), ReadS, reads, read, readParen, lex, module Text.ParserCombinators.ReadPrec, Lexeme(..), lexP, expectP, parens
  , readListDefault, readListPrecDefault, readMaybe, readEither
  ) where

import GPH.Lex (Lexeme(..))
import GPH.Read
import Text.ParserCombinators.ReadPrec
