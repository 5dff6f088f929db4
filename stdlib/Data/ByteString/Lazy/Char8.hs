{-# LANGUAGE BangPatterns #-}
-- | Lazy strings of bytes seen as characters below 256. Costs and laziness are those of Data.ByteString.Lazy, from which everything comes that does
-- not look at elements; lines and words are lazy lists.
module Data.ByteString.Lazy.Char8
  ( ByteString, LazyByteString, empty, null, length, append, fromStrict, toStrict, fromChunks, toChunks, foldrChunks, foldlChunks, pack, unpack, singleton, cons, cons', snoc, uncons, unsnoc, head, last, tail, init, map, reverse, intersperse, intercalate, transpose
  , foldl, foldl', foldl1, foldl1', foldr, foldr1, concat, concatMap, any, all, maximum, minimum, scanl, mapAccumL, mapAccumR, repeat, cycle, iterate
  , unfoldr, take, takeEnd, drop, dropEnd, splitAt, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, span, break, group, groupBy, inits, tails
  , isPrefixOf, isSuffixOf, stripPrefix, stripSuffix, filter, partition, find, elem, index, zip
  , foldr', replicate, count, notElem, elemIndex, elemIndices, findIndex, findIndices, zipWith, split, splitWith, copy, lines, words, unlines, unwords, putStrLn, hPutStrLn, readInt, readInteger
  , hGetContents, hGet, hPut, hPutStr, getContents, putStr, interact, readFile, writeFile, appendFile
  , hGetNonBlocking, hPutNonBlocking
  ) where

import qualified Data.ByteString.Char8 as S
import Data.ByteString.Lazy
  ( LazyByteString, appendFile, concat, copy, cycle, drop, dropEnd, empty, getContents, group, hGet, hGetContents, hGetNonBlocking, hPut, hPutNonBlocking, hPutStr, init
  , inits, interact, intercalate, isPrefixOf, isSuffixOf, putStr, readFile, reverse, splitAt, stripPrefix, stripSuffix, tail, tails, take, takeEnd, transpose, writeFile )
import Data.ByteString.Lazy.Internal
import Data.Char (isDigit, isSpace)
import qualified Data.List as List
import Data.Int (Int64)
import System.IO (Handle, stdout)
import GPH.Exception (errorAt)
import qualified GPH.Exception as GPH (Library(ByteString))
import Prelude (Bool(..), Char, Eq(..), Int, Maybe(..), Num(..), Ord(..), Integer, fmap, fromIntegral, fst, not, otherwise, snd, (.), (||))
import qualified Prelude as P

-- | Lazy in the list, but for chunks of 32 bytes at first, twice as many each time, 4 KiB at most.
pack :: [Char] -> ByteString
pack = packChars

-- | Lazy in the list.
unpack :: ByteString -> [Char]
unpack = foldr (:) []

singleton :: Char -> ByteString
singleton c = Chunk (S.singleton c) Empty

cons, cons' :: Char -> ByteString -> ByteString
cons c t = Chunk (S.singleton c) t
-- Into the first chunk while that is short, which it evaluates.
cons' c (Chunk d t) | S.length d < 16 = Chunk (S.cons c d) t
cons' c !t = Chunk (S.singleton c) t
infixr 5 `cons`, `cons'`

snoc :: ByteString -> Char -> ByteString
snoc t c = append t (singleton c)

uncons :: ByteString -> Maybe (Char, ByteString)
uncons Empty = Nothing
uncons (Chunk c t) = Just (S.head c, chunk (S.tail c) t)

unsnoc :: ByteString -> Maybe (ByteString, Char)
unsnoc Empty = Nothing
unsnoc t = Just (init t, last t)

head, last :: ByteString -> Char
head (Chunk c _) = S.head c
head Empty = emptyError "head"
last (Chunk c Empty) = S.last c
last (Chunk _ t) = last t
last Empty = emptyError "last"

map :: (Char -> Char) -> ByteString -> ByteString
map f = mapChunks (S.map f)

intersperse :: Char -> ByteString -> ByteString
intersperse x t = pack (List.intersperse x (unpack t))

foldl, foldl' :: (a -> Char -> a) -> a -> ByteString -> a
foldl f z t = List.foldl (S.foldl f) z (toChunks t)
foldl' f = go
  where go !z Empty = z
        go !z (Chunk c t) = go (S.foldl' f z c) t

foldl1, foldl1' :: (Char -> Char -> Char) -> ByteString -> Char
foldl1 f t = foldl f (head t) (tail t)
foldl1' f t = foldl' f (head t) (tail t)

foldr :: (Char -> a -> a) -> a -> ByteString -> a
foldr f z = go
  where go Empty = z
        go (Chunk c t) = S.foldr f (go t) c

foldr1 :: (Char -> Char -> Char) -> ByteString -> Char
foldr1 f t = if null t then emptyError "foldr1" else P.foldr1 f (unpack t)

concatMap :: (Char -> ByteString) -> ByteString -> ByteString
concatMap f t = concat (P.map f (unpack t))

any, all :: (Char -> Bool) -> ByteString -> Bool
any p t = P.any (S.any p) (toChunks t)
all p t = P.all (S.all p) (toChunks t)

maximum, minimum :: ByteString -> Char
maximum t = if null t then emptyError "maximum" else P.maximum (unpack t)
minimum t = if null t then emptyError "minimum" else P.minimum (unpack t)

scanl :: (Char -> Char -> Char) -> Char -> ByteString -> ByteString
scanl f z t = pack (P.scanl f z (unpack t))

mapAccumL, mapAccumR :: (a -> Char -> (a, Char)) -> a -> ByteString -> (a, ByteString)
mapAccumL f z t = case List.mapAccumL f z (unpack t) of (a, s) -> (a, pack s)
mapAccumR f z t = case List.mapAccumR f z (unpack t) of (a, s) -> (a, pack s)

repeat :: Char -> ByteString
repeat c = t where t = Chunk (S.replicate 4080 c) t  -- as large as pack's chunks become

iterate :: (Char -> Char) -> Char -> ByteString
iterate f c = pack (P.iterate f c)

unfoldr :: (a -> Maybe (Char, a)) -> a -> ByteString
unfoldr f z = pack (List.unfoldr f z)

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd :: (Char -> Bool) -> ByteString -> ByteString
takeWhile p t = fst (span p t)
dropWhile p t = snd (span p t)
takeWhileEnd p t = reverse (takeWhile p (reverse t))
dropWhileEnd p t = reverse (dropWhile p (reverse t))

-- | The longest prefix whose elements fit, and the rest; lazy in both.
span, break :: (Char -> Bool) -> ByteString -> (ByteString, ByteString)
span _ Empty = (Empty, Empty)
span p (Chunk c t) = case S.span p c of
  (a, b) | S.null b -> let (x, y) = span p t in (Chunk c x, y)
         | otherwise -> (chunk a Empty, Chunk b t)
break p = span (not . p)

groupBy :: (Char -> Char -> Bool) -> ByteString -> [ByteString]
groupBy eq t = case uncons t of
  Nothing -> []
  Just (c, r) -> let (a, b) = span (eq c) r in cons c a : groupBy eq b

filter :: (Char -> Bool) -> ByteString -> ByteString
filter p = mapChunks (S.filter p)

partition :: (Char -> Bool) -> ByteString -> (ByteString, ByteString)
partition p t = (filter p t, filter (not . p) t)

find :: (Char -> Bool) -> ByteString -> Maybe Char
find p t = List.find p (unpack t)

elem :: Char -> ByteString -> Bool
elem c = any (== c)

index :: ByteString -> Int64 -> Char
index t n
  | n < 0 = errorAt GPH.ByteString "Data.ByteString.Lazy" 1359 23 ("Data.ByteString.Lazy.index: negative index: " P.++ P.show n)
  | otherwise = go n t
  where
    go k (Chunk c r) | k < len = S.index c (fromIntegral k)
                     | otherwise = go (k - len) r
      where len = fromIntegral (S.length c)
    go k Empty = errorAt GPH.ByteString "Data.ByteString.Lazy" 1359 23 ("Data.ByteString.Lazy.index: index too large: " P.++ P.show k)

zip :: ByteString -> ByteString -> [(Char, Char)]
zip a b = P.zip (unpack a) (unpack b)

-- | The lists of lines and words are lazy.
lines :: ByteString -> [ByteString]
lines Empty = []
lines t = let (a, b) = break (== '\n') t in a : (if null b then [] else lines (drop 1 b))

foldr' :: (Char -> a -> a) -> a -> ByteString -> a
foldr' f z t = List.foldl' (P.flip f) z (unpack (reverse t))

replicate :: Int64 -> Char -> ByteString
replicate n c = take n (repeat c)

count :: Char -> ByteString -> Int64
count c t = P.sum (P.map (fromIntegral . S.count c) (toChunks t))

notElem :: Char -> ByteString -> Bool
notElem c t = not (elem c t)

elemIndex :: Char -> ByteString -> Maybe Int64
elemIndex c = findIndex (== c)

elemIndices :: Char -> ByteString -> [Int64]
elemIndices c t = [i | (i, x) <- P.zip [0 ..] (unpack t), x == c]

findIndices :: (Char -> Bool) -> ByteString -> [Int64]
findIndices p t = [i | (i, x) <- P.zip [0 ..] (unpack t), p x]

findIndex :: (Char -> Bool) -> ByteString -> Maybe Int64
findIndex p t = case break p t of (a, b) -> if null b then Nothing else Just (length a)

zipWith :: (Char -> Char -> a) -> ByteString -> ByteString -> [a]
zipWith f a b = P.zipWith f (unpack a) (unpack b)

-- | The parts between the separators; lazy.
split :: Char -> ByteString -> [ByteString]
split c = splitWith (== c)

splitWith :: (Char -> Bool) -> ByteString -> [ByteString]
splitWith _ Empty = []
splitWith p t = go t
  where go s = case break p s of (a, b) -> a : (if null b then [] else go (drop 1 b))

words :: ByteString -> [ByteString]
words t = case dropWhile isSpace t of
  Empty -> []
  s -> case break isSpace s of (a, b) -> a : words b

unlines, unwords :: [ByteString] -> ByteString
unlines ts = concat (P.map (`snoc` '\n') ts)
unwords = intercalate (singleton ' ')

putStrLn :: ByteString -> P.IO ()
putStrLn t = hPutStrLn stdout t

hPutStrLn :: Handle -> ByteString -> P.IO ()
hPutStrLn h t = hPut h (snoc t '\n')

-- | A decimal number at the beginning, with a sign or without, and what follows it.
readInt :: ByteString -> Maybe (Int, ByteString)
readInt t = case S.readInt (toStrict num) of
  Just (n, rest) -> Just (n, append (fromStrict rest) after)
  Nothing -> Nothing
  where (num, after) = span (\c -> isDigit c || c == '-' || c == '+') t

readInteger :: ByteString -> Maybe (Integer, ByteString)
readInteger t = case S.readInteger (toStrict num) of
  Just (n, rest) -> Just (n, append (fromStrict rest) after)
  Nothing -> Nothing
  where (num, after) = span (\c -> isDigit c || c == '-' || c == '+') t
