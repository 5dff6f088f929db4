{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | The class Read, its instances for the basic types, and what derived instances use.
module GPH.Read where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.List
import GPH.Enum
import GPH.Real
import GPH.Float
import GPH.Char
import GPH.Show
import GPH.Exception
import GPH.ReadP (ReadP, ReadS, readP_to_S)
import qualified GPH.ReadP as P
import GPH.ReadPrec
import qualified GPH.Lex as L
import GPH.Lex (Lexeme)

foreign import ccall unsafe "gph_strtod" c_strtod :: ByteArray# -> Int# -> Double#

-- | 'readQuick' is not for users: a shortcut that 'read' tries on the whole string first. It may give up on anything.
class Read a where
  readsPrec :: Int -> ReadS a
  readList :: ReadS [a]
  readPrec :: ReadPrec a
  readListPrec :: ReadPrec [a]
  readQuick :: [Char] -> Maybe a
  readsPrec = readPrec_to_S readPrec
  readList = readPrec_to_S (list readPrec) 0
  readPrec = readS_to_Prec readsPrec
  readListPrec = readS_to_Prec (\_ -> readList)
  readQuick _ = Nothing
  {-# MINIMAL readsPrec | readPrec #-}

readListDefault :: Read a => ReadS [a]
readListDefault = readPrec_to_S readListPrec 0

readListPrecDefault :: Read a => ReadPrec [a]
readListPrecDefault = list readPrec

reads :: Read a => ReadS a
reads = readsPrec minPrec

-- Specialised, never inlined: a program's use of it at a usual type is code that other programs have too, and that was compiled before.
{-# NOINLINE readEither #-}
readEither :: Read a => [Char] -> Either [Char] a
readEither s = case readQuick s of
  Just x -> Right x
  Nothing -> case [x | (x, "") <- readPrec_to_S read' minPrec s] of
    [x] -> Right x
    [] -> Left "Prelude.read: no parse"
    _ -> Left "Prelude.read: ambiguous parse"
  where read' = readPrec >>= \x -> lift P.skipSpaces >> return x

readMaybe :: Read a => [Char] -> Maybe a
readMaybe s = case readEither s of
  Left _ -> Nothing
  Right a -> Just a

read :: Read a => [Char] -> a
read s = either errorWithoutStackTrace id (readEither s)

-- | One Haskell token, as a string.
lex :: ReadS [Char]
lex s = readP_to_S L.hsLex s

lexP :: ReadPrec Lexeme
lexP = lift L.lex

expectP :: Lexeme -> ReadPrec ()
expectP lexeme = lift (L.expect lexeme)

lexLitChar :: ReadS [Char]
lexLitChar = readP_to_S (P.gather L.lexCharE >>= \(s, _) ->
  let s' = removeNulls s in return s')
  where -- the "\&" of a string has no meaning here
    removeNulls [] = []
    removeNulls ('\\' : '&' : xs) = removeNulls xs
    removeNulls (c : xs) = c : removeNulls xs

readLitChar :: ReadS Char
readLitChar = readP_to_S (L.lexCharE >>= \(c, _) -> return c)

readParen :: Bool -> ReadS a -> ReadS a
readParen b g = if b then mandatory else optional
  where
    optional r = g r ++ mandatory r
    mandatory r = [(x, u) | ("(", s) <- lex r, (x, t) <- optional s, (")", u) <- lex t]

-- | In parentheses, once.
paren :: ReadPrec a -> ReadPrec a
paren p = expectPunc "(" >> reset p >>= \x -> expectPunc ")" >> return x

-- | In any number of parentheses, none included; spaces before it are skipped, for parsers that do not.
parens :: ReadPrec a -> ReadPrec a
parens p = optional
  where optional = lift P.skipSpaces >> (p +++ mandatory)
        mandatory = paren optional

-- | A bracketed list of what the parser reads.
list :: ReadPrec a -> ReadPrec [a]
list readx = parens (expectPunc "[" >> listRest False +++ listNext)
  where
    listRest started = lexP >>= \l -> case l of
      L.Punc "]" -> return []
      L.Punc "," | started -> listNext
      _ -> pfail
    listNext = reset readx >>= \x -> listRest True >>= \xs -> return (x : xs)

-- | The first of the given constructor names' parsers that applies.
choose :: [([Char], ReadPrec a)] -> ReadPrec a
choose sps = foldr (\x r -> tryOne x +++ r) pfail sps
  where tryOne (s, p) = lexP >>= \token -> case token of
          L.Ident s' | s == s' -> p
          L.Symbol s' | s == s' -> p
          _ -> pfail

-- ---- For derived instances ----------------------------------------------------------------------------------------------
precAt :: Int -> ReadPrec a -> ReadPrec a
precAt = prec

stepPrec, resetPrec :: ReadPrec a -> ReadPrec a
stepPrec = step
resetPrec = reset

choicePrec :: ReadPrec a -> ReadPrec a -> ReadPrec a
choicePrec = (+++)

pfailPrec :: ReadPrec a
pfailPrec = pfail

expectIdent, expectSym, expectPunc :: [Char] -> ReadPrec ()
expectIdent s = lexP >>= \l -> case l of { L.Ident s' | eqString s s' -> return (); _ -> pfail }
expectSym s = lexP >>= \l -> case l of { L.Symbol s' | eqString s s' -> return (); _ -> pfail }
expectPunc [c] | L.isPuncChar c = lift (P.skipSpaces >> P.char c >> return ())
expectPunc s = lexP >>= \l -> case l of { L.Punc s' | eqString s s' -> return (); _ -> pfail }

-- | One of the n names of a table (see 'showName'); the number of the name goes to the function.
expectName :: Addr# -> Int# -> Int# -> (Int# -> a) -> ReadPrec a
expectName table w n f = lexP >>= \l -> case l of
  L.Ident s ->
    let look i = case i <# n of
          0# -> pfail
          _ -> if eqString s (unpackCString# (plusAddr# table (i *# w))) then return (f i) else look (i +# 1#)
    in look 0#
  _ -> pfail

-- ---- Instances ------------------------------------------------------------------------------------------------------------
instance Read Char where
  readPrec = parens (lexP >>= \l -> case l of { L.Char c -> return c; _ -> pfail })
  readListPrec = parens (lexP >>= \l -> case l of { L.String s -> return s; _ -> pfail }) +++ readListPrecDefault
  readList = readListDefault

instance Read Bool where
  readPrec = parens (lexP >>= \l -> case l of
    L.Ident "True" -> return True
    L.Ident "False" -> return False
    _ -> pfail)
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Ordering where
  readPrec = parens (lexP >>= \l -> case l of
    L.Ident "LT" -> return LT
    L.Ident "EQ" -> return EQ
    L.Ident "GT" -> return GT
    _ -> pfail)
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read a => Read (Maybe a) where
  readPrec = parens ((expectIdent "Nothing" >> return Nothing) +++
    prec 10 (expectIdent "Just" >> step readPrec >>= \x -> return (Just x)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b) => Read (Either a b) where
  readPrec = parens (prec 10 (expectIdent "Left" >> step readPrec >>= \x -> return (Left x)) +++
    prec 10 (expectIdent "Right" >> step readPrec >>= \x -> return (Right x)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read a => Read (NonEmpty a) where
  readPrec = parens (prec 5 (step readPrec >>= \x -> expectSym ":|" >> step readPrec >>= \xs -> return (x :| xs)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read a => Read [a] where
  readPrec = readListPrec
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read (Proxy t) where
  readPrec = parens (expectIdent "Proxy" >> return Proxy)
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Read Lexeme where
  readPrec = lexP
  readListPrec = readListPrecDefault
  readList = readListDefault

-- | A number, possibly negative.
readNumber :: Num a => (Lexeme -> ReadPrec a) -> ReadPrec a
readNumber convert = parens (lexP >>= \x -> case x of
  L.Symbol "-" -> lexP >>= \y -> convert y >>= \n -> return (negate n)
  _ -> convert x)

convertInt :: Num a => Lexeme -> ReadPrec a
convertInt (L.Number n) | Just i <- L.numberToInteger n = return (fromInteger i)
convertInt _ = pfail

convertFrac :: RealFloat a => Lexeme -> ReadPrec a
convertFrac (L.Ident "NaN") = return (0 / 0)
convertFrac (L.Ident "Infinity") = return (1 / 0)
convertFrac (L.Number n) =
  let resRange = floatRange (undefinedAs (convertFrac (L.Number n)))
  in case L.numberToRangedRational resRange n of
       Nothing -> return (1 / 0)
       Just rat -> return (fromRational rat)
convertFrac _ = pfail

-- Only for its type.
undefinedAs :: ReadPrec a -> a
undefinedAs _ = undefined

instance Read Int where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault
  readQuick s = quickDecimal s

instance Read Integer where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault
  readQuick s = quickDecimal s

instance Read Word where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault
  readQuick s = quickDecimal s

instance Read Double where
  readPrec = readNumber convertFrac
  readListPrec = readListPrecDefault
  readList = readListDefault
  readQuick s = quickDouble s

instance Read Float where
  readPrec = readNumber convertFrac
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Integral a, Read a) => Read (Ratio a) where
  readPrec = parens (prec ratioPrec (step readPrec >>= \x -> expectSym "%" >> step readPrec >>= \y -> return (x % y)))
  readListPrec = readListPrecDefault
  readList = readListDefault

-- Spaces, '-', digits, spaces.
quickDecimal :: Num a => [Char] -> Maybe a
quickDecimal s0 = sign (dropWhile isSpace s0)
  where
    sign ('-' : s) = digits True s
    sign s = digits False s
    digits neg s = case s of
      c : _ | isDigit c -> case span isDigit s of
        (ds, rest) | allSpace rest -> let n = integerFromDigits ds in Just (fromInteger (if neg then integerNegate n else n))
        _ -> Nothing
      _ -> Nothing
    allSpace [] = True
    allSpace (c : cs) = isSpace c && allSpace cs

-- Spaces, '-', digits [. digits] [e [+-] digits], spaces: C's strtod rounds correctly as well.
quickDouble :: [Char] -> Maybe Double
quickDouble s0 = case dropWhile isSpace s0 of
  '-' : s -> number ('-' :) s
  s -> number id s
  where
    number front s = case span isDigit s of
      ([], _) -> Nothing
      (ds, '.' : rest) -> case span isDigit rest of
        ([], _) -> Nothing
        (fs, rest') -> expo (\r -> front (ds ++ ('.' : fs ++ r))) rest'
      (ds, rest) -> expo (\r -> front (ds ++ r)) rest
    expo front (c : rest) | c == 'e' || c == 'E' = case rest of
      '-' : r -> expDigits (\x -> front ('e' : '-' : x)) r
      '+' : r -> expDigits (\x -> front ('e' : x)) r
      r -> expDigits (\x -> front ('e' : x)) r
    expo front rest = done front rest
    expDigits front r = case span isDigit r of
      ([], _) -> Nothing
      (es, rest) | length es < 10 -> done (\x -> front (es ++ x)) rest
      _ -> Nothing
    done front rest = if allSpace rest then Just (toDouble (front [])) else Nothing
    allSpace [] = True
    allSpace (c : cs) = isSpace c && allSpace cs

-- Of plain ASCII text that strtod takes whole.
toDouble :: [Char] -> Double
toDouble str = case length str of
  I# n -> runRW# (\s -> case newByteArray# (n +# 1#) s of
    (# s1, mba #) -> case fill mba 0# str s1 of
      s2 -> case unsafeFreezeByteArray# mba s2 of
        (# s3, ba #) -> (# s3, D# (c_strtod ba n) #))
  where
    fill :: MutableByteArray# RealWorld -> Int# -> [Char] -> State# RealWorld -> State# RealWorld
    fill mba i [] s = writeWord8Array# mba i 0## s
    fill mba i (C# c : cs) s = fill mba (i +# 1#) cs (writeWord8Array# mba i (int2Word# (ord# c)) s)

instance Read () where
  readPrec = parens (paren (return ()))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b) => Read (a, b) where
  readPrec = parens (paren (readPrec >>= \a -> expectPunc "," >> readPrec >>= \b -> return (a, b)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c) => Read (a, b, c) where
  readPrec = parens (paren (readPrec >>= \a -> expectPunc "," >> readPrec >>= \b -> expectPunc "," >> readPrec >>= \c -> return (a, b, c)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d) => Read (a, b, c, d) where
  readPrec = parens (paren (readPrec >>= \a -> expectPunc "," >> readPrec >>= \b -> expectPunc "," >> readPrec >>= \c -> expectPunc "," >> readPrec >>= \d -> return (a, b, c, d)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e) => Read (a, b, c, d, e) where
  readPrec = parens (paren (readPrec >>= \a -> expectPunc "," >> readPrec >>= \b -> expectPunc "," >> readPrec >>= \c -> expectPunc "," >> readPrec >>= \d -> expectPunc "," >> readPrec >>= \e -> return (a, b, c, d, e)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f) => Read (a, b, c, d, e, f) where
  readPrec = parens (paren (readPrec >>= \a -> expectPunc "," >> readPrec >>= \b -> expectPunc "," >> readPrec >>= \c -> expectPunc "," >> readPrec >>= \d -> expectPunc "," >> readPrec >>= \e -> expectPunc "," >> readPrec >>= \f -> return (a, b, c, d, e, f)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g) => Read (a, b, c, d, e, f, g) where
  readPrec = parens (paren (readPrec >>= \a -> expectPunc "," >> readPrec >>= \b -> expectPunc "," >> readPrec >>= \c -> expectPunc "," >> readPrec >>= \d -> expectPunc "," >> readPrec >>= \e -> expectPunc "," >> readPrec >>= \f -> expectPunc "," >> readPrec >>= \g -> return (a, b, c, d, e, f, g)))
  readListPrec = readListPrecDefault
  readList = readListDefault

-- | A component of a tuple after the first.
afterComma :: Read a => ReadPrec a
afterComma = expectPunc "," >> readPrec

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h) => Read (a, b, c, d, e, f, g, h) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h ->
    return (a, b, c, d, e, f, g, h)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i) => Read (a, b, c, d, e, f, g, h, i) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i ->
    return (a, b, c, d, e, f, g, h, i)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i, Read j) => Read (a, b, c, d, e, f, g, h, i, j) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i -> afterComma >>= \j ->
    return (a, b, c, d, e, f, g, h, i, j)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i, Read j, Read k) => Read (a, b, c, d, e, f, g, h, i, j, k) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i -> afterComma >>= \j -> afterComma >>= \k ->
    return (a, b, c, d, e, f, g, h, i, j, k)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i, Read j, Read k, Read l) => Read (a, b, c, d, e, f, g, h, i, j, k, l) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i -> afterComma >>= \j -> afterComma >>= \k -> afterComma >>= \l ->
    return (a, b, c, d, e, f, g, h, i, j, k, l)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i, Read j, Read k, Read l, Read m) => Read (a, b, c, d, e, f, g, h, i, j, k, l, m) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i -> afterComma >>= \j -> afterComma >>= \k -> afterComma >>= \l -> afterComma >>= \m ->
    return (a, b, c, d, e, f, g, h, i, j, k, l, m)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i, Read j, Read k, Read l, Read m, Read n) => Read (a, b, c, d, e, f, g, h, i, j, k, l, m, n) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i -> afterComma >>= \j -> afterComma >>= \k -> afterComma >>= \l -> afterComma >>= \m -> afterComma >>= \n ->
    return (a, b, c, d, e, f, g, h, i, j, k, l, m, n)))
  readListPrec = readListPrecDefault
  readList = readListDefault

instance (Read a, Read b, Read c, Read d, Read e, Read f, Read g, Read h, Read i, Read j, Read k, Read l, Read m, Read n, Read o) => Read (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) where
  readPrec = parens (paren (readPrec >>= \a -> afterComma >>= \b -> afterComma >>= \c -> afterComma >>= \d -> afterComma >>= \e -> afterComma >>= \f -> afterComma >>= \g -> afterComma >>= \h -> afterComma >>= \i -> afterComma >>= \j -> afterComma >>= \k -> afterComma >>= \l -> afterComma >>= \m -> afterComma >>= \n -> afterComma >>= \o ->
    return (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)))
  readListPrec = readListPrecDefault
  readList = readListDefault
