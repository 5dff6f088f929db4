-- | Descriptions of some languages.
module Text.Parsec.Language (haskellDef, haskell, mondrianDef, mondrian, emptyDef, haskellStyle, javaStyle, LanguageDef, GenLanguageDef(..)) where

import Text.Parsec.Char
import Text.Parsec.Prim
import Text.Parsec.Token

-- | No comments, no reserved names; identifiers as in Haskell. Write descriptions as changes of it.
emptyDef :: LanguageDef st
emptyDef = LanguageDef
  { commentStart = "", commentEnd = "", commentLine = "", nestedComments = True
  , identStart = letter <|> char '_', identLetter = alphaNum <|> oneOf "_'"
  , opStart = oneOf ":!#$%&*+./<=>?@\\^|-~", opLetter = oneOf ":!#$%&*+./<=>?@\\^|-~"
  , reservedOpNames = [], reservedNames = [], caseSensitive = True }

haskellStyle, javaStyle :: LanguageDef st
haskellStyle = emptyDef
  { commentStart = "{-", commentEnd = "-}", commentLine = "--", nestedComments = True
  , identStart = letter, identLetter = alphaNum <|> oneOf "_'" }
javaStyle = emptyDef
  { commentStart = "/*", commentEnd = "*/", commentLine = "//", nestedComments = True
  , identStart = letter, identLetter = alphaNum <|> oneOf "_'"
  , reservedNames = [], reservedOpNames = [], caseSensitive = False }

haskell :: TokenParser st
haskell = makeTokenParser haskellDef

-- | With the usual extensions.
haskellDef :: LanguageDef st
haskellDef = haskell98Def
  { identLetter = identLetter haskell98Def <|> char '#'
  , reservedNames = reservedNames haskell98Def
      ++ ["foreign", "import", "export", "primitive", "_ccall_", "_casm_", "forall"] }

haskell98Def :: LanguageDef st
haskell98Def = haskellStyle
  { reservedOpNames = ["::", "..", "=", "\\", "|", "<-", "->", "@", "~", "=>"]
  , reservedNames =
      [ "let", "in", "case", "of", "if", "then", "else", "data", "type", "class", "default", "deriving", "do", "import", "infix", "infixl", "infixr"
      , "instance", "module", "newtype", "where", "primitive" ] }

mondrian :: TokenParser st
mondrian = makeTokenParser mondrianDef

mondrianDef :: LanguageDef st
mondrianDef = javaStyle
  { reservedNames = ["case", "class", "default", "extends", "import", "in", "infix", "instance", "let", "new", "of", "package"]
  , caseSensitive = True }
