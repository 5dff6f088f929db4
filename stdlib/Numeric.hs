{-# LANGUAGE MagicHash #-}
-- | Reading and showing numbers.
module Numeric
  ( showSigned, showIntAtBase, showInt, showHex, showOct, showEFloat, showFFloat, showGFloat, showFFloatAlt, showGFloatAlt, showFloat
  , showHFloat, floatToDigits, readSigned, readInt, readDec, readOct, readHex, readFloat, lexDigits, fromRat
  , Floating(..)
  ) where

import GPH.Char (intToDigit, isDigit)
import GPH.Float
import qualified GPH.Lex as L
import GPH.Read (readParen, lex)
import GPH.ReadP (ReadP, ReadS, readP_to_S, pfail)
import GPH.Real (showSigned)

readInt :: Num a => a -> (Char -> Bool) -> (Char -> Int) -> ReadS a
readInt base isDig valDigit = readP_to_S (L.readIntP base isDig valDigit)

readOct, readDec, readHex :: (Eq a, Num a) => ReadS a
readOct = readP_to_S L.readOctP
readDec = readP_to_S L.readDecP
readHex = readP_to_S L.readHexP

readFloat :: RealFrac a => ReadS a
readFloat = readP_to_S readFloatP

readFloatP :: RealFrac a => ReadP a
readFloatP = do
  tok <- L.lex
  case tok of
    L.Number n -> return (fromRational (L.numberToRational n))
    _ -> pfail

readSigned :: Real a => ReadS a -> ReadS a
readSigned readPos = readParen False read'
  where
    read' r = read'' r ++ [(negate x, t) | ("-", s) <- lex r, (x, t) <- read'' s]
    read'' r = [(n, s) | (str, s) <- lex r, (n, "") <- readPos str]

lexDigits :: ReadS String
lexDigits s = case span isDigit s of
  ([], _) -> []
  (cs, t) -> [(cs, t)]

fromRat :: RealFloat a => Rational -> a
fromRat = fromRational

showInt :: Integral a => a -> ShowS
showInt n r
  | n < 0 = errorWithoutStackTrace "Numeric.showInt: can't show negative numbers"
  | otherwise = shows (toInteger n) r

showIntAtBase :: (Integral a, Show a) => a -> (Int -> Char) -> a -> ShowS
showIntAtBase base toChr n0 r0
  | base <= 1 = errorWithoutStackTrace ("Numeric.showIntAtBase: applied to unsupported base " ++ show base)
  | n0 < 0 = errorWithoutStackTrace ("Numeric.showIntAtBase: applied to negative number " ++ show n0)
  | otherwise = showIt (quotRem n0 base) r0
  where
    showIt (n, d) r = seq c (case n of
      0 -> r'
      _ -> showIt (quotRem n base) r')
      where c = toChr (fromIntegral d)
            r' = c : r

showHex, showOct :: (Integral a, Show a) => a -> ShowS
showHex = showIntAtBase 16 intToDigit
showOct = showIntAtBase 8 intToDigit

showEFloat, showFFloat, showGFloat, showFFloatAlt, showGFloatAlt :: RealFloat a => Maybe Int -> a -> ShowS
showEFloat d x = showString (formatRealFloat FFExponent d x)
showFFloat d x = showString (formatRealFloat FFFixed d x)
showGFloat d x = showString (formatRealFloat (generic x) d x)
showFFloatAlt d x = showString (formatRealFloatAlt FFFixed d True x)
showGFloatAlt d x = showString (formatRealFloatAlt (generic x) d True x)

generic :: RealFloat a => a -> FFFormat
generic x | x /= 0 && (abs x < 0.1 || abs x >= 10000000) = FFExponent
          | otherwise = FFFixed

-- | Hexadecimal, as C's %a.
showHFloat :: RealFloat a => a -> ShowS
showHFloat = showString . fmt
  where
    fmt x
      | isNaN x = "NaN"
      | isInfinite x = (if x < 0 then "-" else "") ++ "Infinity"
      | x < 0 || isNegativeZero x = '-' : cvt (negate x)
      | otherwise = cvt x
    cvt x
      | x == 0 = "0x0p+0"
      | otherwise = case floatToDigits 2 x of
          r@([], _) -> errorWithoutStackTrace ("Impossible happened: showHFloat: " ++ show r)
          (d : ds, e) -> "0x" ++ show d ++ frac ds ++ "p" ++ show (e - 1)
    frac digits
      | all (== 0) digits = ""
      | otherwise = "." ++ hex digits
      where
        hex ds = case ds of
          [] -> ""
          [a] -> hexDigit a 0 0 0 ""
          [a, b] -> hexDigit a b 0 0 ""
          [a, b, c] -> hexDigit a b c 0 ""
          a : b : c : d : r -> hexDigit a b c d (hex r)
    hexDigit a b c d = showHex (8 * a + 4 * b + 2 * c + d)
