-- | Parsec under the names of version 2.
module Text.ParserCombinators.Parsec
  ( module Text.ParserCombinators.Parsec.Prim, module Text.ParserCombinators.Parsec.Combinator, module Text.ParserCombinators.Parsec.Char
  , ParseError, errorPos, SourcePos, SourceName, Line, Column, sourceName, sourceLine, sourceColumn, incSourceLine, incSourceColumn
  , setSourceLine, setSourceColumn, setSourceName
  ) where

import Text.Parsec.Error
import Text.Parsec.Pos
import Text.ParserCombinators.Parsec.Char
import Text.ParserCombinators.Parsec.Combinator
import Text.ParserCombinators.Parsec.Prim
