-- | The lexer behind Read.
module Text.Read.Lex
  ( Lexeme(..), Number, numberToInteger, numberToFixed, numberToRational, numberToRangedRational, lex, expect, hsLex, lexChar, readBinP, readIntP, readOctP
  , readDecP, readHexP, isSymbolChar
  ) where

import Prelude ()
import GPH.Lex
