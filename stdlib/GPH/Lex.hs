{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The lexer behind Read: Haskell's tokens, as Text.Read.Lex has them.
module GPH.Lex where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base hiding (many)
import GPH.Integer
import GPH.Num
import GPH.List
import GPH.Enum
import GPH.Real
import GPH.Char
import GPH.Show
import GPH.ReadP

data Lexeme
  = Char Char          -- ^ character literal
  | String [Char]      -- ^ string literal, escapes interpreted
  | Punc [Char]        -- ^ punctuation or reserved symbol, e.g. @(@, @::@
  | Ident [Char]       -- ^ identifier or keyword
  | Symbol [Char]      -- ^ operator
  | Number Number
  | EOF

-- | Unevaluated digits: base and digits, or decimal with fraction and exponent.
data Number = MkNumber Int [Int] | MkDecimal [Int] (Maybe [Int]) (Maybe Integer)

instance Eq Number where
  MkNumber b ds == MkNumber b' ds' = b == b' && ds == ds'
  MkDecimal a b c == MkDecimal a' b' c' = a == a' && b == b' && c == c'
  _ == _ = False

instance Show Number where
  showsPrec d (MkNumber b ds) = showParen (d > 10) (showString "MkNumber " . showsPrec 11 b . showSpace . showsPrec 11 ds)
  showsPrec d (MkDecimal a b c) =
    showParen (d > 10) (showString "MkDecimal " . showsPrec 11 a . showSpace . showsPrec 11 b . showSpace . showsPrec 11 c)

instance Eq Lexeme where
  Char a == Char b = a == b
  String a == String b = eqString a b
  Punc a == Punc b = eqString a b
  Ident a == Ident b = eqString a b
  Symbol a == Symbol b = eqString a b
  Number a == Number b = a == b
  EOF == EOF = True
  _ == _ = False

instance Show Lexeme where
  showsPrec d l = case l of
    Char c -> con "Char " (showsPrec 11 c)
    String s -> con "String " (showsPrec 11 s)
    Punc s -> con "Punc " (showsPrec 11 s)
    Ident s -> con "Ident " (showsPrec 11 s)
    Symbol s -> con "Symbol " (showsPrec 11 s)
    Number n -> con "Number " (showsPrec 11 n)
    EOF -> showString "EOF"
    where con name arg = showParen (d > 10) (showString name . arg)

-- ---- Values of numbers --------------------------------------------------------------------------------------------------
numberToInteger :: Number -> Maybe Integer
numberToInteger (MkNumber base ds) = Just (val (integerFromInt base) ds)
numberToInteger (MkDecimal ds Nothing Nothing) = Just (val 10 ds)
numberToInteger _ = Nothing

-- | Integer and fraction to n places.
numberToFixed :: Integer -> Number -> Maybe (Integer, Integer)
numberToFixed _ (MkNumber base ds) = Just (val (integerFromInt base) ds, 0)
numberToFixed _ (MkDecimal ds Nothing Nothing) = Just (val 10 ds, 0)
numberToFixed a (MkDecimal ds (Just fs) Nothing) =
  let k = fromInteger a in if length fs >= k then Just (val 10 ds, val 10 (take k fs))
                           else Just (val 10 ds, val 10 fs * 10 ^ (k - length fs))
numberToFixed _ _ = Nothing

numberToRational :: Number -> Rational
numberToRational (MkNumber base ds) = val (integerFromInt base) ds % 1
numberToRational (MkDecimal ds mFrac mExp) =
  let i = val 10 ds
  in case (mFrac, mExp) of
       (Nothing, Nothing) -> i % 1
       (Nothing, Just e) | e >= 0 -> (i * 10 ^ e) % 1
                         | otherwise -> i % (10 ^ negate e)
       (Just fs, Nothing) -> fracExp 0 i fs
       (Just fs, Just e) -> fracExp e i fs

-- | Within the range of a floating type with the given exponents: Nothing is beyond any of its values (infinite).
numberToRangedRational :: (Int, Int) -> Number -> Maybe Rational
numberToRangedRational (neg, pos) n@(MkDecimal iPart mFPart (Just e))
  | e > integerFromInt (maxBound :: Int) || e < integerFromInt (minBound :: Int) = Nothing
  | otherwise =
      let mFirst = case dropWhile (0 ==) iPart of
            iPart'@(_ : _) -> Just (length iPart')
            [] -> case mFPart of
              Nothing -> Nothing
              Just fs -> case span (0 ==) fs of
                (_, []) -> Nothing
                (zeroes, _) -> Just (negate (length zeroes))
      in case mFirst of
           Nothing -> Just 0
           Just firstDigit ->
             let firstDigit' = firstDigit + integerToInt e
             in if firstDigit' > (pos + 3) then Nothing
                else if firstDigit' < (neg - 3) then Just 0
                else Just (numberToRational n)
numberToRangedRational _ n = Just (numberToRational n)

fracExp :: Integer -> Integer -> [Int] -> Rational
fracExp ex mant fs =
  let k = integerFromInt (length fs)
      m = mant * 10 ^ k + val 10 fs
      e = ex - k
  in if e < 0 then m % (10 ^ negate e) else (m * 10 ^ e) % 1

-- Digits to a number: by halves when there are many.
val :: Integer -> [Int] -> Integer
val base ds = case base of
  IS 10# -> integerFromDigits (map unsafeDigit ds)
  _ | n <= 40 -> simple 0 ds
    | otherwise -> halves base n (map integerFromInt ds)
  where
    n = length ds
    simple !acc [] = acc
    simple !acc (d : rest) = simple (acc * base + integerFromInt d) rest
    unsafeDigit (I# d) = unsafeIntToDigit# d

halves :: Integer -> Int -> [Integer] -> Integer
halves _ _ [] = 0
halves _ _ [d] = d
halves b n ds = halves (b * b) ((n + 1) `quot` 2) (combine (if even n then ds else 0 : ds))
  where combine (d1 : d2 : rest) = let !d = d1 * b + d2 in d : combine rest
        combine rest = rest

-- ---- Tokens ---------------------------------------------------------------------------------------------------------------
-- | One token, white space in front of it skipped.
lex :: ReadP Lexeme
lex = skipSpaces >> lexToken

expect :: Lexeme -> ReadP ()
expect lexeme = skipSpaces >> lexToken >>= \thing -> if thing == lexeme then return () else pfail

-- | The characters of one token; "" at the end.
hsLex :: ReadP [Char]
hsLex = skipSpaces >> gather lexToken >>= \(s, _) -> return s

-- The first character says which kind of token it is: no choice is tried in vain.
lexToken :: ReadP Lexeme
lexToken = look >>= \s -> case s of
  [] -> return EOF
  c : _
    | isDigit c -> lexNumber
    | isIdsChar c -> lexId
    | isPuncChar c -> get >> return (Punc [c])
    | isSymbolChar c -> lexSymbol
    | c == '"' -> lexString
    | c == '\'' -> lexLitChar
    | otherwise -> pfail

-- What is a token by itself.
isPuncChar :: Char -> Bool
isPuncChar c = c `elem` ",;()[]{}`"

lexSymbol :: ReadP Lexeme
lexSymbol = munch1 isSymbolChar >>= \s -> return (if s `elem` reservedOps then Punc s else Symbol s)
  where reservedOps = ["..", "::", "=", "\\", "|", "<-", "->", "@", "~", "=>"]

isSymbolChar :: Char -> Bool
isSymbolChar c = case c < '\x80' of
  True -> c `elem` "!@#$%&*+./<=>?\\^|:-~"
  False -> case generalCategory# c of
    18# -> True
    19# -> True
    20# -> True
    21# -> True
    k -> isTrue# (k ==# 11#) || isTrue# (k ==# 12#) || isTrue# (k ==# 17#)

lexId :: ReadP Lexeme
lexId = satisfy isIdsChar >>= \c -> munch isIdfChar >>= \s -> return (Ident (c : s))
  where isIdfChar c = isAlphaNum c || c == '_' || c == '\''

isIdsChar :: Char -> Bool
isIdsChar c = isAlpha c || c == '_'

lexLitChar :: ReadP Lexeme
lexLitChar = char '\'' >> lexCharE >>= \(c, esc) ->
  if esc || c /= '\'' then char '\'' >> return (Char c) else pfail

lexString :: ReadP Lexeme
lexString = char '"' >> body id
  where
    body f = lexStrItem >>= \(c, esc) ->
      if c /= '"' || esc then body (\s -> f (c : s)) else return (String (f []))
    lexStrItem = (lexEmpty >> lexStrItem) +++ lexCharE
    lexEmpty = char '\\' >> get >>= \c -> case c of
      '&' -> return ()
      _ | isSpace c -> skipSpaces >> char '\\' >> return ()
        | otherwise -> pfail

-- | A character, possibly escaped (True).
lexCharE :: ReadP (Char, Bool)
lexCharE = get >>= \c1 -> if c1 == '\\' then lexEsc >>= \c2 -> return (c2, True) else return (c1, False)

-- | A character of a string literal, with the empty escapes that follow it.
lexChar :: ReadP Char
lexChar = lexCharE >>= \(c, _) -> skipEmpty >> return c
  where
    skipEmpty = look >>= \s -> case s of
      '\\' : '&' : _ -> get >> get >> skipEmpty
      _ -> return ()

-- | The character after a backslash.
lexEsc :: ReadP Char
lexEsc = escChar +++ numeric +++ control +++ asciiCode
  where
    escChar = get >>= \c -> case c of
      'a' -> return '\a'
      'b' -> return '\b'
      'f' -> return '\f'
      'n' -> return '\n'
      'r' -> return '\r'
      't' -> return '\t'
      'v' -> return '\v'
      '\\' -> return '\\'
      '\"' -> return '\"'
      '\'' -> return '\''
      _ -> pfail
    numeric = baseEsc >>= \base -> lexDigits base >>= \ds ->
      let n = val (integerFromInt base) ds
      in if n <= 0x10FFFF then return (chr (integerToInt n)) else pfail
    baseEsc = (get >>= \c -> case c of
                 'o' -> return 8
                 'O' -> return 8
                 'x' -> return 16
                 'X' -> return 16
                 _ -> pfail) <++ return 10
    control = char '^' >> get >>= \c ->
      if c >= '@' && c <= '_' then return (unsafeChr (ord c - 64)) else pfail
    asciiCode = choice [string "SOH" >> return '\SOH'] <++ choice
      [ string name >> return c
      | (name, c) <-
          [ ("NUL", '\NUL'), ("STX", '\STX'), ("ETX", '\ETX'), ("EOT", '\EOT'), ("ENQ", '\ENQ'), ("ACK", '\ACK'), ("BEL", '\BEL')
          , ("BS", '\BS'), ("HT", '\HT'), ("LF", '\LF'), ("VT", '\VT'), ("FF", '\FF'), ("CR", '\CR'), ("SO", '\SO'), ("SI", '\SI')
          , ("DLE", '\DLE'), ("DC1", '\DC1'), ("DC2", '\DC2'), ("DC3", '\DC3'), ("DC4", '\DC4'), ("NAK", '\NAK'), ("SYN", '\SYN')
          , ("ETB", '\ETB'), ("CAN", '\CAN'), ("EM", '\EM'), ("SUB", '\SUB'), ("ESC", '\ESC'), ("FS", '\FS'), ("GS", '\GS')
          , ("RS", '\RS'), ("US", '\US'), ("SP", '\SP'), ("DEL", '\DEL') ] ]

lexNumber :: ReadP Lexeme
lexNumber = look >>= \s -> case s of
  '0' : c : _ | c `elem` "xXoO" -> lexHexOct <++ lexDecNumber
  _ -> lexDecNumber

lexHexOct :: ReadP Lexeme
lexHexOct = char '0' >> get >>= \c -> (case c of
    'o' -> return 8
    'O' -> return 8
    'x' -> return 16
    'X' -> return 16
    _ -> pfail) >>= \base -> lexDigits base >>= \ds -> return (Number (MkNumber base ds))

lexDecNumber :: ReadP Lexeme
lexDecNumber = lexDigits 10 >>= \xs -> after (== '.') lexFrac >>= \mFrac -> after (\c -> c == 'e' || c == 'E') lexExp >>= \mExp ->
  return (Number (MkDecimal xs mFrac mExp))
  where
    -- p, or Nothing if it fails, as it does unless it begins so
    after begins p = look >>= \s -> case s of
      c : _ | begins c -> p <++ return Nothing
      _ -> return Nothing
    lexFrac = char '.' >> lexDigits 10 >>= \fs -> return (Just fs)
    lexExp = (char 'e' +++ char 'E') >> (signedExp +++ lexInteger 10) >>= \e -> return (Just e)
    signedExp = (char '-' +++ char '+') >>= \c -> lexInteger 10 >>= \n -> return (if c == '-' then negate n else n)

lexDigits :: Int -> ReadP [Int]
lexDigits base = look >>= \s -> scan s id >>= \xs -> if null xs then pfail else return xs
  where
    scan (c : cs) f = case valDig base c of
      Just n -> get >> scan cs (\r -> f (n : r))
      Nothing -> return (f [])
    scan [] f = return (f [])

lexInteger :: Int -> ReadP Integer
lexInteger base = lexDigits base >>= \ds -> return (val (integerFromInt base) ds)

valDig :: Int -> Char -> Maybe Int
valDig base c
  | isDigit c = let d = ord c - 48 in if d < base then Just d else Nothing
  | base <= 10 = Nothing
  | c >= 'a' && c <= 'f' = Just (ord c - 87)
  | c >= 'A' && c <= 'F' = Just (ord c - 55)
  | otherwise = Nothing

-- | Numbers in a base, with the caller's notion of digits.
readIntP :: Num a => a -> (Char -> Bool) -> (Char -> Int) -> ReadP a
readIntP base isDig valDigit = munch1 isDig >>= \s ->
  return (valN base (map (\c -> integerFromInt (valDigit c)) s))
  where valN b ds = foldl' (\acc d -> acc * b + fromInteger d) 0 ds

readBinP, readOctP, readDecP, readHexP :: (Eq a, Num a) => ReadP a
readBinP = readIntP 2 (`elem` "01") (\c -> ord c - 48)
readOctP = readIntP 8 isOctDigit digitToInt
readDecP = readIntP 10 isDigit digitToInt
readHexP = readIntP 16 isHexDigit digitToInt
