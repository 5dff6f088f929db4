-- | Parsers of lazy Text as input. uncons costs O(1).
module Text.Parsec.Text.Lazy (Parser, GenParser, parseFromFile) where

import qualified Data.Text.Lazy as Input
import qualified Data.Text.Lazy.IO as IO
import Text.Parsec.Error (ParseError)
import Text.Parsec.Prim (Parsec, runParser)

type Parser = Parsec Input.Text ()
type GenParser st = Parsec Input.Text st

-- | The file's text parsed; its name is the source's.
parseFromFile :: Parser a -> FilePath -> IO (Either ParseError a)
parseFromFile p name = fmap (runParser p () name) (IO.readFile name)
