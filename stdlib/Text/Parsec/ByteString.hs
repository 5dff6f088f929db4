-- | Parsers of ByteString as input. uncons costs O(1).
module Text.Parsec.ByteString (Parser, GenParser, parseFromFile) where

import qualified Data.ByteString.Char8 as Input

import Text.Parsec.Error (ParseError)
import Text.Parsec.Prim (Parsec, runParser)

type Parser = Parsec Input.ByteString ()
type GenParser st = Parsec Input.ByteString st

-- | The file's text parsed; its name is the source's.
parseFromFile :: Parser a -> FilePath -> IO (Either ParseError a)
parseFromFile p name = fmap (runParser p () name) (Input.readFile name)
