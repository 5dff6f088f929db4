-- | See Text.Parsec.Pos.
module Text.ParserCombinators.Parsec.Pos
  ( SourceName, Line, Column, SourcePos, sourceLine, sourceColumn, sourceName, incSourceLine, incSourceColumn, setSourceLine, setSourceColumn
  , setSourceName, newPos, initialPos, updatePosChar, updatePosString
  ) where

import Text.Parsec.Pos
