-- | The primitive combinators, under the names of Parsec 2.
module Text.ParserCombinators.Parsec.Prim
  ( (<?>), (<|>), many, skipMany, try, Parser, GenParser, runParser, parse, parseFromFile, parseTest, token, tokens, tokenPrim, tokenPrimEx
  , getPosition, setPosition, getInput, setInput, getState, setState, updateState, State(..), getParserState, setParserState
  , unexpected, label, labels, pzero
  ) where

import Text.Parsec.Prim hiding (runParser, try)
import qualified Text.Parsec.Prim as N
import Text.Parsec.Error (ParseError)
import Text.Parsec.Pos (SourceName)
import Text.Parsec.String

-- These are for lists only: under OverloadedStrings they are what says that the input is a String.
try :: GenParser tok st a -> GenParser tok st a
try = N.try

runParser :: GenParser tok st a -> st -> SourceName -> [tok] -> Either ParseError a
runParser = N.runParser

pzero :: GenParser tok st a
pzero = parserZero
