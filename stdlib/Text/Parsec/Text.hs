-- | Parsers of Text as input. uncons costs O(1).
module Text.Parsec.Text (Parser, GenParser, parseFromFile) where

import qualified Data.Text as Input
import qualified Data.Text.IO as IO
import Text.Parsec.Error (ParseError)
import Text.Parsec.Prim (Parsec, runParser)

type Parser = Parsec Input.Text ()
type GenParser st = Parsec Input.Text st

-- | The file's text parsed; its name is the source's.
parseFromFile :: Parser a -> FilePath -> IO (Either ParseError a)
parseFromFile p name = fmap (runParser p () name) (IO.readFile name)
