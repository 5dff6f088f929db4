-- | Parsers of characters, under the names of Parsec 2.
module Text.ParserCombinators.Parsec.Char
  ( CharParser, spaces, space, newline, tab, upper, lower, alphaNum, letter, digit, hexDigit, octDigit, char, string, anyChar, oneOf, noneOf, satisfy
  ) where

import Text.Parsec.Char
import Text.Parsec.String

type CharParser st = GenParser Char st
