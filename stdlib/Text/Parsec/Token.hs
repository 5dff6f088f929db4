-- | Lexical parsers for languages of the usual kind, from a description of the language.
module Text.Parsec.Token
  ( LanguageDef, GenLanguageDef(..), TokenParser, GenTokenParser(..), makeTokenParser
  ) where

import Data.Char (digitToInt, isAlpha, isSpace, toLower, toUpper)
import Data.Functor.Identity (Identity)
import Data.List (nub, sort)
import Text.Parsec.Char
import Text.Parsec.Combinator
import Text.Parsec.Prim

type LanguageDef st = GenLanguageDef String st Identity

data GenLanguageDef s u m = LanguageDef
  { commentStart :: String, commentEnd :: String, commentLine :: String, nestedComments :: Bool
  , identStart :: ParsecT s u m Char, identLetter :: ParsecT s u m Char
  , opStart :: ParsecT s u m Char, opLetter :: ParsecT s u m Char
  , reservedNames :: [String], reservedOpNames :: [String], caseSensitive :: Bool }

type TokenParser st = GenTokenParser String st Identity

data GenTokenParser s u m = TokenParser
  { identifier :: ParsecT s u m String, reserved :: String -> ParsecT s u m ()
  , operator :: ParsecT s u m String, reservedOp :: String -> ParsecT s u m ()
  , charLiteral :: ParsecT s u m Char, stringLiteral :: ParsecT s u m String
  , natural :: ParsecT s u m Integer, integer :: ParsecT s u m Integer, float :: ParsecT s u m Double
  , naturalOrFloat :: ParsecT s u m (Either Integer Double)
  , decimal :: ParsecT s u m Integer, hexadecimal :: ParsecT s u m Integer, octal :: ParsecT s u m Integer
  , symbol :: String -> ParsecT s u m String, lexeme :: forall a. ParsecT s u m a -> ParsecT s u m a, whiteSpace :: ParsecT s u m ()
  , parens :: forall a. ParsecT s u m a -> ParsecT s u m a, braces :: forall a. ParsecT s u m a -> ParsecT s u m a
  , angles :: forall a. ParsecT s u m a -> ParsecT s u m a, brackets :: forall a. ParsecT s u m a -> ParsecT s u m a
  , squares :: forall a. ParsecT s u m a -> ParsecT s u m a
  , semi :: ParsecT s u m String, comma :: ParsecT s u m String, colon :: ParsecT s u m String, dot :: ParsecT s u m String
  , semiSep :: forall a. ParsecT s u m a -> ParsecT s u m [a], semiSep1 :: forall a. ParsecT s u m a -> ParsecT s u m [a]
  , commaSep :: forall a. ParsecT s u m a -> ParsecT s u m [a], commaSep1 :: forall a. ParsecT s u m a -> ParsecT s u m [a] }

makeTokenParser :: forall s u m. Stream s m Char => GenLanguageDef s u m -> GenTokenParser s u m
makeTokenParser languageDef = TokenParser
  { identifier = identifier', reserved = reserved', operator = operator', reservedOp = reservedOp'
  , charLiteral = charLiteral', stringLiteral = stringLiteral'
  , natural = natural', integer = integer', float = float', naturalOrFloat = naturalOrFloat'
  , decimal = decimal', hexadecimal = hexadecimal', octal = octal'
  , symbol = symbol', lexeme = lexeme', whiteSpace = whiteSpace'
  , parens = parens', braces = braces', angles = angles', brackets = brackets', squares = brackets'
  , semi = semi', comma = comma', colon = symbol' ":", dot = symbol' "."
  , semiSep = \p -> sepBy p semi', semiSep1 = \p -> sepBy1 p semi', commaSep = \p -> sepBy p comma', commaSep1 = \p -> sepBy1 p comma' }
  where
    -- Brackets and separators
    parens', braces', angles', brackets' :: forall a. ParsecT s u m a -> ParsecT s u m a
    parens' p = between (symbol' "(") (symbol' ")") p
    braces' p = between (symbol' "{") (symbol' "}") p
    angles' p = between (symbol' "<") (symbol' ">") p
    brackets' p = between (symbol' "[") (symbol' "]") p
    semi', comma' :: ParsecT s u m String
    semi' = symbol' ";"
    comma' = symbol' ","

    -- Characters and strings
    charLiteral' :: ParsecT s u m Char
    charLiteral' = lexeme' (between (char '\'') (char '\'' <?> "end of character") characterChar) <?> "character"
    characterChar, charLetter, escapeCode, charNum, charControl, charEsc, charAscii, stringLetter, escapeGap :: ParsecT s u m Char
    characterChar = charLetter <|> (char '\\' >> escapeCode) <?> "literal character"
    charLetter = satisfy (\c -> (c /= '\'') && (c /= '\\') && (c > '\026'))

    stringLiteral' :: ParsecT s u m String
    stringLiteral' = lexeme' (do
      str <- between (char '"') (char '"' <?> "end of string") (many stringChar)
      return (foldr (maybe id (:)) "" str)
      <?> "literal string")
    stringChar, stringEscape :: ParsecT s u m (Maybe Char)
    stringChar = fmap Just stringLetter <|> stringEscape <?> "string character"
    stringLetter = satisfy (\c -> (c /= '"') && (c /= '\\') && (c > '\026'))
    stringEscape = char '\\' >> ((escapeGap >> return Nothing) <|> (escapeEmpty >> return Nothing) <|> fmap Just escapeCode)
    escapeEmpty :: ParsecT s u m Char
    escapeEmpty = char '&'
    escapeGap = many1 space >> (char '\\' <?> "end of string gap")

    escapeCode = charEsc <|> charNum <|> charAscii <|> charControl <?> "escape code"
    charControl = do
      _ <- char '^'
      code <- upper
      return (toEnum (fromEnum code - fromEnum 'A' + 1))
    charNum = do
      code <- decimal' <|> (char 'o' >> number 8 octDigit) <|> (char 'x' >> number 16 hexDigit)
      if code > 0x10FFFF then fail "invalid escape sequence" else return (toEnum (fromInteger code))
    charEsc = choice [char c >> return code | (c, code) <- zip "abfnrtv\\\"\'" "\a\b\f\n\r\t\v\\\"\'"]
    charAscii = choice [try (string asc >> return code) | (asc, code) <- asciiMap]
    -- Three letters before two: SOH is not SO and an H.
    asciiMap = zip
      ( ["NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "SUB", "ESC", "DEL"]
        ++ ["BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "EM", "FS", "GS", "RS", "US", "SP"])
      ( "\NUL\SOH\STX\ETX\EOT\ENQ\ACK\BEL\DLE\DC1\DC2\DC3\DC4\NAK\SYN\ETB\CAN\SUB\ESC\DEL" ++ "\BS\HT\LF\VT\FF\CR\SO\SI\EM\FS\GS\RS\US\SP")

    -- Numbers
    naturalOrFloat' :: ParsecT s u m (Either Integer Double)
    naturalOrFloat' = lexeme' natFloat <?> "number"
    float' :: ParsecT s u m Double
    float' = lexeme' (decimal' >>= fractExponent) <?> "float"
    integer', natural', int, nat, zeroNumber, decimal', hexadecimal', octal' :: ParsecT s u m Integer
    integer' = lexeme' int <?> "integer"
    natural' = lexeme' nat <?> "natural"
    natFloat, zeroNumFloat, decimalFloat :: ParsecT s u m (Either Integer Double)
    natFloat = (char '0' >> zeroNumFloat) <|> decimalFloat
    zeroNumFloat = fmap Left (hexadecimal' <|> octal') <|> decimalFloat <|> fractFloat (0 :: Integer) <|> return (Left 0)
    decimalFloat = do
      n <- decimal'
      option (Left n) (fractFloat n)
    fractFloat :: Integer -> ParsecT s u m (Either Integer Double)
    fractFloat n = fmap Right (fractExponent n)
    fractExponent :: Integer -> ParsecT s u m Double
    fractExponent n = withFraction <|> withExponentOnly
      where
        withFraction = do
          fract <- fraction
          expo <- option "" exponent'
          readDouble (show n ++ fract ++ expo)
        withExponentOnly = do
          expo <- exponent'
          readDouble (show n ++ expo)
        readDouble s = case reads s of
          [(x, "")] -> return x
          _ -> parserZero
    fraction, exponent' :: ParsecT s u m String
    fraction = (do
      _ <- char '.'
      digits <- many1 digit <?> "fraction"
      return ('.' : digits)) <?> "fraction"
    exponent' = (do
      _ <- oneOf "eE"
      sign' <- fmap (: []) (oneOf "+-") <|> return ""
      e <- decimal' <?> "exponent"
      return ('e' : (if sign' == "+" then "" else sign') ++ show e)) <?> "exponent"

    int = do
      f <- lexeme' sign
      n <- nat
      return (f n)
    sign :: ParsecT s u m (Integer -> Integer)
    sign = (char '-' >> return negate) <|> (char '+' >> return id) <|> return id
    nat = zeroNumber <|> decimal'
    zeroNumber = (char '0' >> (hexadecimal' <|> octal' <|> decimal' <|> return 0)) <?> ""
    decimal' = number 10 digit
    hexadecimal' = oneOf "xX" >> number 16 hexDigit
    octal' = oneOf "oO" >> number 8 octDigit
    number :: Integer -> ParsecT s u m Char -> ParsecT s u m Integer
    number base baseDigit = do
      digits <- many1 baseDigit
      let n = foldl (\x d -> base * x + toInteger (digitToInt d)) 0 digits
      n `seq` return n

    -- Operators and identifiers
    reservedOp' :: String -> ParsecT s u m ()
    reservedOp' name = lexeme' (try (do
      _ <- string name
      notFollowedBy (opLetter languageDef) <?> ("end of " ++ show name)))
    operator' :: ParsecT s u m String
    operator' = lexeme' (try (do
      name <- oper
      if name `elem` sort (reservedOpNames languageDef)
        then unexpected ("reserved operator " ++ show name)
        else return name))
    oper :: ParsecT s u m String
    oper = (do { c <- opStart languageDef; cs <- many (opLetter languageDef); return (c : cs) }) <?> "operator"

    reserved' :: String -> ParsecT s u m ()
    reserved' name = lexeme' (try (do
      _ <- caseString name
      notFollowedBy (identLetter languageDef) <?> ("end of " ++ show name)))
    caseString :: String -> ParsecT s u m String
    caseString name
      | caseSensitive languageDef = string name
      | otherwise = walk name >> return name
      where
        walk [] = return ()
        walk (c : cs) = do { _ <- caseChar c <?> show name; walk cs }
        caseChar c | isAlpha c = char (toLower c) <|> char (toUpper c)
                   | otherwise = char c
    identifier' :: ParsecT s u m String
    identifier' = lexeme' (try (do
      name <- ident
      if isReservedName name
        then unexpected ("reserved word " ++ show name)
        else return name))
    ident :: ParsecT s u m String
    ident = (do { c <- identStart languageDef; cs <- many (identLetter languageDef); return (c : cs) }) <?> "identifier"
    isReservedName name = fold name `elem` theReserved
      where fold | caseSensitive languageDef = id
                 | otherwise = map toLower
    theReserved
      | caseSensitive languageDef = sort (reservedNames languageDef)
      | otherwise = sort (map (map toLower) (reservedNames languageDef))

    -- White space
    symbol' :: String -> ParsecT s u m String
    symbol' name = lexeme' (string name)
    lexeme' :: forall a. ParsecT s u m a -> ParsecT s u m a
    lexeme' p = do { x <- p; whiteSpace'; return x }
    whiteSpace', simpleSpace, oneLineComment, multiLineComment, inComment, inCommentMulti, inCommentSingle :: ParsecT s u m ()
    whiteSpace'
      | noLine && noMulti = skipMany (simpleSpace <?> "")
      | noLine = skipMany (simpleSpace <|> multiLineComment <?> "")
      | noMulti = skipMany (simpleSpace <|> oneLineComment <?> "")
      | otherwise = skipMany (simpleSpace <|> oneLineComment <|> multiLineComment <?> "")
      where noLine = null (commentLine languageDef)
            noMulti = null (commentStart languageDef)
    simpleSpace = skipMany1 (satisfy isSpace)
    oneLineComment = do
      _ <- try (string (commentLine languageDef))
      skipMany (satisfy (/= '\n'))
    multiLineComment = do
      _ <- try (string (commentStart languageDef))
      inComment
    inComment
      | nestedComments languageDef = inCommentMulti
      | otherwise = inCommentSingle
    inCommentMulti
      = (try (string (commentEnd languageDef)) >> return ())
      <|> (multiLineComment >> inCommentMulti)
      <|> (skipMany1 (noneOf startEnd) >> inCommentMulti)
      <|> (oneOf startEnd >> inCommentMulti)
      <?> "end of comment"
    inCommentSingle
      = (try (string (commentEnd languageDef)) >> return ())
      <|> (skipMany1 (noneOf startEnd) >> inCommentSingle)
      <|> (oneOf startEnd >> inCommentSingle)
      <?> "end of comment"
    startEnd = nub (commentEnd languageDef ++ commentStart languageDef)
