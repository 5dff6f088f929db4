-- | Numbers at the beginning of a lazy text. O(digits); each reader gives the rest, or a message.
module Data.Text.Lazy.Read (Reader, decimal, signed, hexadecimal, rational, double) where

import Data.Char (digitToInt, isDigit, isHexDigit)
import qualified Data.Text.Lazy as T
import Data.Text.Lazy (Text)

type Reader a = Text -> Either String (a, Text)

decimal, hexadecimal :: Integral a => Reader a
decimal t
  | T.null ds = Left "input does not start with a digit"
  | otherwise = Right (T.foldl' (\n c -> n * 10 + fromIntegral (digitToInt c)) 0 ds, rest)
  where (ds, rest) = T.span isDigit t
hexadecimal t
  | T.null ds = Left "input does not start with a hexadecimal digit"
  | otherwise = Right (T.foldl' (\n c -> n * 16 + fromIntegral (digitToInt c)) 0 ds, rest)
  where (ds, rest) = T.span isHexDigit (if prefix == T.pack "0x" || prefix == T.pack "0X" then T.drop 2 t else t)
        prefix = T.take 2 t

signed :: Num a => Reader a -> Reader a
signed f t = case T.uncons t of
  Just ('-', r) -> fmap (\(n, rest) -> (negate n, rest)) (f r)
  Just ('+', r) -> f r
  _ -> f t

-- | A number as Haskell writes it, with a sign, fraction and exponent or without.
rational :: Fractional a => Reader a
rational = signed go
  where
    go t = do
      (whole, r1) <- decimal t
      let (frac, r2) = case T.uncons r1 of
            Just ('.', r) | (ds, r') <- T.span isDigit r, not (T.null ds) -> (T.unpack ds, r')
            _ -> ("", r1)
          (e, r3) = case T.uncons r2 of
            Just (c, r) | c == 'e' || c == 'E', Right (n, r') <- signed decimal r -> (n, r')
            _ -> (0, r2)
          digits = foldl (\n c -> n * 10 + toInteger (digitToInt c)) whole frac
          scale = e - length frac
      Right (fromRational (if scale >= 0 then fromInteger (digits * 10 ^ scale) else fromInteger digits / 10 ^ negate scale), r3)

double :: Reader Double
double = rational
