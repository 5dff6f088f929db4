{-# LANGUAGE FunctionalDependencies #-}
-- | Formatted output in the manner of C's printf. A format that does not fit its arguments is a run-time error.
module Text.Printf
  ( printf, hPrintf, PrintfType, HPrintfType, PrintfArg(..), FieldFormatter, FieldFormat(..), FormatAdjustment(..), FormatSign(..), vFmt
  , ModifierParser, FormatParse(..), formatString, formatChar, formatInt, formatInteger, formatRealFloat, errorBadFormat, errorShortFormat
  , errorMissingArgument, errorBadArgument, perror, IsChar(..)
  ) where

import Data.Char
import Data.Int
import Data.Word
import GPH.Natural (Natural)
import Numeric (showEFloat, showFFloat, showFFloatAlt, showGFloat, showGFloatAlt, showIntAtBase)
import System.IO

-- | The formatting string, then the arguments; the result is a string or an IO action.
printf :: PrintfType r => String -> r
printf fmts = spr fmts []

hPrintf :: HPrintfType r => Handle -> String -> r
hPrintf hdl fmts = hspr hdl fmts []

class PrintfType t where
  spr :: String -> [UPrintf] -> t

class HPrintfType t where
  hspr :: Handle -> String -> [UPrintf] -> t

instance IsChar c => PrintfType [c] where
  spr fmts args = map fromChar (uprintf fmts (reverse args))

-- GHC has `a ~ ()`: a class of one instance, whose dependency determines a result that nothing else does.
class IsUnit a | -> a where
  unit :: a

instance IsUnit () where
  unit = ()

instance IsUnit a => PrintfType (IO a) where
  spr fmts args = putStr (uprintf fmts (reverse args)) >> return unit

instance IsUnit a => HPrintfType (IO a) where
  hspr hdl fmts args = hPutStr hdl (uprintf fmts (reverse args)) >> return unit

instance (PrintfArg a, PrintfType r) => PrintfType (a -> r) where
  spr fmts args = \a -> spr fmts ((parseFormat a, formatArg a) : args)

instance (PrintfArg a, HPrintfType r) => HPrintfType (a -> r) where
  hspr hdl fmts args = \a -> hspr hdl fmts ((parseFormat a, formatArg a) : args)

-- ---- Arguments ------------------------------------------------------------------------------------------------------
class PrintfArg a where
  formatArg :: a -> FieldFormatter
  parseFormat :: a -> ModifierParser
  parseFormat _ (c : cs) = FormatParse "" c cs
  parseFormat _ "" = errorShortFormat

instance PrintfArg Char where
  formatArg = formatChar
  parseFormat _ cf = parseIntFormat (undefined :: Int) cf
instance IsChar c => PrintfArg [c] where formatArg = formatString
instance PrintfArg Int where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Int8 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Int16 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Int32 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Int64 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Word where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Word8 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Word16 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Word32 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Word64 where
  formatArg = formatInt
  parseFormat = parseIntFormat
instance PrintfArg Integer where
  formatArg = formatInteger
  parseFormat = parseIntFormat
instance PrintfArg Natural where
  formatArg = formatInteger . toInteger
  parseFormat = parseIntFormat
instance PrintfArg Float where formatArg = formatRealFloat
instance PrintfArg Double where formatArg = formatRealFloat

class IsChar c where
  toChar :: c -> Char
  fromChar :: Char -> c

instance IsChar Char where
  toChar c = c
  fromChar c = c

-- ---- Formats ----------------------------------------------------------------------------------------------------------
data FormatAdjustment = LeftAdjust | ZeroPad
data FormatSign = SignPlus | SignSpace

data FieldFormat = FieldFormat
  { fmtWidth :: Maybe Int
  , fmtPrecision :: Maybe Int
  , fmtAdjust :: Maybe FormatAdjustment
  , fmtSign :: Maybe FormatSign
  , fmtAlternate :: Bool
  , fmtModifiers :: String
  , fmtChar :: Char }

data FormatParse = FormatParse { fpModifiers :: String, fpChar :: Char, fpRest :: String }

type FieldFormatter = FieldFormat -> ShowS
type ModifierParser = String -> FormatParse
type UPrintf = (ModifierParser, FieldFormatter)

-- | Substitutes the default character for 'v'.
vFmt :: Char -> FieldFormat -> FieldFormat
vFmt c ufmt = case fmtChar ufmt of
  'v' -> ufmt { fmtChar = c }
  _ -> ufmt

-- C's length modifiers say of which width the unsigned form of a negative number is (leastOf).
parseIntFormat :: a -> String -> FormatParse
parseIntFormat _ s = case s of
  'h' : 'h' : cs -> after "hh" cs
  'h' : cs -> after "h" cs
  'l' : 'l' : cs -> after "ll" cs
  'l' : cs -> after "l" cs
  'L' : cs -> after "L" cs
  c : cs -> FormatParse "" c cs
  "" -> errorShortFormat
  where after m (c : cs) = FormatParse m c cs
        after _ "" = errorShortFormat

formatChar :: Char -> FieldFormatter
formatChar x ufmt = formatIntegral (Just 0) (toInteger (ord x)) (vFmt 'c' ufmt)

formatString :: IsChar c => [c] -> FieldFormatter
formatString x ufmt = case fmtChar (vFmt 's' ufmt) of
  's' -> (adjust ufmt ("", ts) ++)
  c -> errorBadFormat c
  where ts = map toChar (case fmtPrecision ufmt of
          Nothing -> x
          Just n -> take n x)

formatInt :: (Integral a, Bounded a) => a -> FieldFormatter
formatInt x ufmt = formatIntegral (leastOf ufmt (Just least)) (toInteger x) (if least == 0 then vFmt 'u' ufmt else ufmt)
  where least = toInteger (minBound `asTypeOf` x)

formatInteger :: Integer -> FieldFormatter
formatInteger x ufmt = formatIntegral (leastOf ufmt Nothing) x ufmt

-- The least value of the C type that a length modifier names, on a machine whose long has 32 bits; else that of the argument's type.
leastOf :: FieldFormat -> Maybe Integer -> Maybe Integer
leastOf ufmt m = case fmtModifiers ufmt of
  "hh" -> Just (-0x80)
  "h" -> Just (-0x8000)
  "l" -> Just (-0x80000000)
  "ll" -> Just (-0x8000000000000000)
  "L" -> Just (-0x8000000000000000)
  _ -> m

-- The first argument: the least value of a bounded type, so that negative numbers have an unsigned form.
formatIntegral :: Maybe Integer -> Integer -> FieldFormatter
formatIntegral m x ufmt0 = case fmtChar ufmt of
  'd' -> (adjustSigned ufmt (fmti prec x) ++)
  'i' -> (adjustSigned ufmt (fmti prec x) ++)
  'x' -> (adjust ufmt (fmtu 16 (if alt then Just "0x" else Nothing) prec m x) ++)
  'X' -> (adjust ufmt (upcase (fmtu 16 (if alt then Just "0X" else Nothing) prec m x)) ++)
  'b' -> (adjust ufmt (fmtu 2 (if alt then Just "0b" else Nothing) prec m x) ++)
  'o' -> (adjust ufmt (fmtu 8 (if alt then Just "0" else Nothing) prec m x) ++)
  'u' -> (adjust ufmt (fmtu 10 Nothing prec m x) ++)
  'c' | x >= 0 && x <= 0x10ffff, Nothing <- fmtPrecision ufmt, null (fmtModifiers ufmt) -> (adjust ufmt ("", [chr (fromInteger x)]) ++)
      | otherwise -> perror "illegal char conversion"
  c -> errorBadFormat c
  where ufmt = vFmt 'd' (case ufmt0 of
          FieldFormat { fmtPrecision = Just _, fmtAdjust = Just ZeroPad } -> ufmt0 { fmtAdjust = Nothing }
          _ -> ufmt0)
        prec = fmtPrecision ufmt0
        alt = fmtAlternate ufmt0
        upcase (s1, s2) = (s1, map toUpper s2)

fmti :: Maybe Int -> Integer -> (String, String)
fmti prec i
  | i < 0 = ("-", integralPrec prec (show (negate i)))
  | otherwise = ("", integralPrec prec (show i))

fmtu :: Integer -> Maybe String -> Maybe Int -> Maybe Integer -> Integer -> (String, String)
fmtu b (Just pre) prec m i = case fmtu b Nothing prec m i of
  (_, s) -> case (pre, s) of
    _ | i == 0 -> ("", s)
    ("0", '0' : _) -> ("", s)
    _ -> (pre, s)
fmtu b Nothing prec0 m0 i0 = case fmtu' prec0 m0 i0 of
  Just s -> ("", s)
  Nothing -> errorBadArgument
  where
    fmtu' prec (Just m) i | i < 0 = fmtu' prec Nothing (negate 2 * m + i)
    fmtu' (Just prec) _ i | i >= 0 = fmap (integralPrec (Just prec)) (fmtu' Nothing Nothing i)
    fmtu' Nothing _ i | i >= 0 = Just (showIntAtBase b intToDigit i "")
    fmtu' _ _ _ = Nothing

integralPrec :: Maybe Int -> String -> String
integralPrec Nothing integral = integral
integralPrec (Just 0) "0" = ""
integralPrec (Just prec) integral = replicate (prec - length integral) '0' ++ integral

formatRealFloat :: RealFloat a => a -> FieldFormatter
formatRealFloat x ufmt = case c of
  _ | c `elem` "eEfFgG" -> (adjustSigned ufmt (dfmt c (fmtPrecision ufmt) (fmtAlternate ufmt) x) ++)
    | otherwise -> errorBadFormat c
  where c = fmtChar (vFmt 'g' ufmt)

dfmt :: RealFloat a => Char -> Maybe Int -> Bool -> a -> (String, String)
dfmt c p a d = case caseConvert (showFunction p d "") of
  '-' : cs -> ("-", cs)
  cs -> ("", cs)
  where
    caseConvert = if isUpper c then map toUpper else id
    showFunction = case toLower c of
      'e' -> showEFloat
      'f' -> if a then showFFloatAlt else showFFloat
      _ -> if a then showGFloatAlt else showGFloat

adjust :: FieldFormat -> (String, String) -> String
adjust ufmt (pre, str) = case fmtAdjust ufmt of
  Just LeftAdjust -> pre ++ str ++ fill ' '
  Just ZeroPad -> pre ++ fill '0' ++ str
  Nothing -> fill ' ' ++ pre ++ str
  where
    naturalWidth = length pre + length str
    fill c = case fmtWidth ufmt of
      Just width | naturalWidth < width -> replicate (width - naturalWidth) c
      _ -> ""

adjustSigned :: FieldFormat -> (String, String) -> String
adjustSigned ufmt@(FieldFormat { fmtSign = Just SignPlus }) ("", str) = adjust ufmt ("+", str)
adjustSigned ufmt@(FieldFormat { fmtSign = Just SignSpace }) ("", str) = adjust ufmt (" ", str)
adjustSigned ufmt ps = adjust ufmt ps

-- ---- The interpreter ------------------------------------------------------------------------------------------------------
uprintf :: String -> [UPrintf] -> String
uprintf s us = uprintfs s us ""

uprintfs :: String -> [UPrintf] -> ShowS
uprintfs "" [] = id
uprintfs "" (_ : _) = errorShortFormat
uprintfs ('%' : '%' : cs) us = showChar '%' . uprintfs cs us
uprintfs ('%' : _) [] = errorMissingArgument
uprintfs ('%' : cs) us@(_ : _) = fmt cs us
uprintfs (c : cs) us = showChar c . uprintfs cs us

fmt :: String -> [UPrintf] -> ShowS
fmt cs0 us0 = case getSpecs False False Nothing False cs0 us0 of
  (_, _, []) -> errorMissingArgument
  (ufmt, cs, (_, u) : us) -> u ufmt . uprintfs cs us

adjustment :: Maybe Int -> Maybe a -> Bool -> Bool -> Maybe FormatAdjustment
adjustment w p l z = case w of
  Just n | n < 0 -> adjl p True z
  _ -> adjl p l z
  where
    adjl _ True _ = Just LeftAdjust
    adjl _ False True = Just ZeroPad
    adjl _ False False = Nothing

getSpecs :: Bool -> Bool -> Maybe FormatSign -> Bool -> String -> [UPrintf] -> (FieldFormat, String, [UPrintf])
getSpecs _ z s a ('-' : cs0) us = getSpecs True z s a cs0 us
getSpecs l z _ a ('+' : cs0) us = getSpecs l z (Just SignPlus) a cs0 us
getSpecs l z s a (' ' : cs0) us = getSpecs l z ss a cs0 us
  where ss = case s of
          Just SignPlus -> Just SignPlus
          _ -> Just SignSpace
getSpecs l _ s a ('0' : cs0) us = getSpecs l True s a cs0 us
getSpecs l z s _ ('#' : cs0) us = getSpecs l z s True cs0 us
getSpecs l z s a ('*' : cs0) us =
  let (us', n) = getStar us
      ((p, cs''), us'') = case cs0 of
        '.' : '*' : r -> let (us''', p') = getStar us' in ((Just p', r), us''')
        '.' : r -> let (p', r') = stoi r in ((Just p', r'), us')
        _ -> ((Nothing, cs0), us')
  in finish l z s a (Just n) p cs'' us''
getSpecs l z s a ('.' : cs0) us =
  let ((p, cs'), us') = case cs0 of
        '*' : cs'' -> let (us'', p') = getStar us in ((p', cs''), us'')
        _ -> (stoi cs0, us)
  in finish l z s a Nothing (Just p) cs' us'
getSpecs l z s a cs0@(c0 : _) us | isDigit c0 =
  let (n, cs') = stoi cs0
      ((p, cs''), us') = case cs' of
        '.' : '*' : r -> let (us'', p') = getStar us in ((Just p', r), us'')
        '.' : r -> let (p', r') = stoi r in ((Just p', r'), us)
        _ -> ((Nothing, cs'), us)
  in finish l z s a (Just n) p cs'' us'
getSpecs l z s a cs0@(_ : _) us = finish l z s a Nothing Nothing cs0 us
getSpecs _ _ _ _ "" _ = errorShortFormat

finish :: Bool -> Bool -> Maybe FormatSign -> Bool -> Maybe Int -> Maybe Int -> String -> [UPrintf] -> (FieldFormat, String, [UPrintf])
finish l z s a w p cs us =
  let FormatParse ms c cs' = case us of
        (ufmt, _) : _ -> ufmt cs
        [] -> errorMissingArgument
  in (FieldFormat
        { fmtWidth = fmap abs w, fmtPrecision = p, fmtAdjust = adjustment w p l z, fmtSign = s, fmtAlternate = a, fmtModifiers = ms, fmtChar = c }
     , cs', us)

-- A width or precision from the arguments.
getStar :: [UPrintf] -> ([UPrintf], Int)
getStar us = case us of
  [] -> errorMissingArgument
  (_, nu) : us' -> (us', read (nu (FieldFormat Nothing Nothing Nothing Nothing False "" 'd') ""))

stoi :: String -> (Int, String)
stoi cs = case span isDigit cs of
  ("", cs') -> (0, cs')
  (as, cs') -> (read as, cs')

-- ---- Errors -------------------------------------------------------------------------------------------------------------------
perror :: String -> a
perror s = errorWithoutStackTrace ("printf: " ++ s)

errorBadFormat :: Char -> a
errorBadFormat c = perror ("bad formatting char " ++ show c)

errorShortFormat, errorMissingArgument, errorBadArgument :: a
errorShortFormat = perror "formatting string ended prematurely"
errorMissingArgument = perror "argument list ended prematurely"
errorBadArgument = perror "bad argument"
