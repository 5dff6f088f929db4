-- | The primitive combinators, under the names of Parsec 2.
module Text.ParserCombinators.Parsec.Prim
  ( (<?>), (<|>), many, skipMany, try, Parser, GenParser, runParser, parse, parseFromFile, parseTest, token, tokens, tokenPrim, tokenPrimEx
  , getPosition, setPosition, getInput, setInput, getState, setState, updateState, State(..), getParserState, setParserState
  , unexpected, label, labels, pzero
  ) where

import Text.Parsec.Prim
import Text.Parsec.String

pzero :: GenParser tok st a
pzero = parserZero
