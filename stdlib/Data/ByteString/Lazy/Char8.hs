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
import qualified Data.ByteString.Lazy as L
import Data.ByteString.Lazy
  ( LazyByteString, appendFile, concat, copy, cycle, drop, dropEnd, empty, getContents, group, hGet, hGetContents, hGetNonBlocking, hPut, hPutNonBlocking, hPutStr, init
  , inits, interact, intercalate, isPrefixOf, isSuffixOf, putStr, readFile, reverse, splitAt, stripPrefix, stripSuffix, tail, tails, take, takeEnd, transpose, writeFile )
import Data.ByteString.Lazy.Internal
import Data.Char (isDigit, isSpace)
import qualified Data.List as List
import Data.Int (Int64)
import System.IO (Handle, stdout)
import Data.Word (Word8)
import GPH.ByteString (c2w, w2c)
import Prelude (Bool(..), Char, Eq(..), Int, Maybe(..), Num(..), Ord(..), Integer, fmap, fromIntegral, fst, not, otherwise, snd, (.), (||))
import qualified Prelude as P

-- | Lazy in the list, but for chunks of 32 bytes at first, twice as many each time, 4 KiB at most.
pack :: [Char] -> ByteString
pack = packChars

-- | Lazy in the list.
unpack :: ByteString -> [Char]
unpack = unpackChars

singleton :: Char -> ByteString
singleton c = L.singleton (c2w c)

cons, cons' :: Char -> ByteString -> ByteString
cons c t = L.cons (c2w c) t
cons' c t = L.cons' (c2w c) t
infixr 5 `cons`, `cons'`

snoc :: ByteString -> Char -> ByteString
snoc t c = append t (singleton c)

uncons :: ByteString -> Maybe (Char, ByteString)
uncons t = case L.uncons t of { Nothing -> Nothing; Just (w, r) -> Just (w2c w, r) }
{-# INLINE uncons #-}

unsnoc :: ByteString -> Maybe (ByteString, Char)
unsnoc t = case L.unsnoc t of { Nothing -> Nothing; Just (r, w) -> Just (r, w2c w) }

head, last :: ByteString -> Char
head t = w2c (L.head t)
last t = w2c (L.last t)

map :: (Char -> Char) -> ByteString -> ByteString
map f = L.map (\w -> c2w (f (w2c w)))
{-# INLINE map #-}

intersperse :: Char -> ByteString -> ByteString
intersperse c = L.intersperse (c2w c)

foldl, foldl' :: (a -> Char -> a) -> a -> ByteString -> a
foldl f = L.foldl (\a w -> f a (w2c w))
foldl' f = L.foldl' (\a w -> f a (w2c w))
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldl1, foldl1', foldr1 :: (Char -> Char -> Char) -> ByteString -> Char
foldl1 f t = w2c (L.foldl1 (on8 f) t)
foldl1' f t = w2c (L.foldl1' (on8 f) t)
foldr1 f t = w2c (L.foldr1 (on8 f) t)

on8 :: (Char -> Char -> Char) -> Word8 -> Word8 -> Word8
on8 f a b = c2w (f (w2c a) (w2c b))
{-# INLINE on8 #-}

foldr, foldr' :: (Char -> a -> a) -> a -> ByteString -> a
foldr f = L.foldr (\w a -> f (w2c w) a)
foldr' f = L.foldr' (\w a -> f (w2c w) a)
{-# INLINE foldr #-}

concatMap :: (Char -> ByteString) -> ByteString -> ByteString
concatMap f = L.concatMap (\w -> f (w2c w))

any, all :: (Char -> Bool) -> ByteString -> Bool
any p = L.any (\w -> p (w2c w))
all p = L.all (\w -> p (w2c w))
{-# INLINE any #-}
{-# INLINE all #-}

maximum, minimum :: ByteString -> Char
maximum t = w2c (L.maximum t)
minimum t = w2c (L.minimum t)

scanl :: (Char -> Char -> Char) -> Char -> ByteString -> ByteString
scanl f c = L.scanl (on8 f) (c2w c)

mapAccumL, mapAccumR :: (a -> Char -> (a, Char)) -> a -> ByteString -> (a, ByteString)
mapAccumL f = L.mapAccumL (\a w -> case f a (w2c w) of (a', c) -> (a', c2w c))
mapAccumR f = L.mapAccumR (\a w -> case f a (w2c w) of (a', c) -> (a', c2w c))
{-# INLINE mapAccumL #-}
{-# INLINE mapAccumR #-}

repeat :: Char -> ByteString
repeat c = L.repeat (c2w c)

replicate :: Int64 -> Char -> ByteString
replicate n c = L.replicate n (c2w c)

iterate :: (Char -> Char) -> Char -> ByteString
iterate f c = L.iterate (\w -> c2w (f (w2c w))) (c2w c)

unfoldr :: (a -> Maybe (Char, a)) -> a -> ByteString
unfoldr f = L.unfoldr (\x -> case f x of { Nothing -> Nothing; Just (c, y) -> Just (c2w c, y) })
{-# INLINE unfoldr #-}

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd, filter :: (Char -> Bool) -> ByteString -> ByteString
takeWhile p = L.takeWhile (\w -> p (w2c w))
dropWhile p = L.dropWhile (\w -> p (w2c w))
takeWhileEnd p = L.takeWhileEnd (\w -> p (w2c w))
dropWhileEnd p = L.dropWhileEnd (\w -> p (w2c w))
filter p = L.filter (\w -> p (w2c w))
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}
{-# INLINE filter #-}

span, break, partition :: (Char -> Bool) -> ByteString -> (ByteString, ByteString)
span p = L.span (\w -> p (w2c w))
break p = L.break (\w -> p (w2c w))
partition p = L.partition (\w -> p (w2c w))
{-# INLINE span #-}
{-# INLINE break #-}

groupBy :: (Char -> Char -> Bool) -> ByteString -> [ByteString]
groupBy eq = L.groupBy (\a b -> eq (w2c a) (w2c b))

find :: (Char -> Bool) -> ByteString -> Maybe Char
find p t = fmap w2c (L.find (\w -> p (w2c w)) t)
{-# INLINE find #-}

elem, notElem :: Char -> ByteString -> Bool
elem c = L.elem (c2w c)
notElem c = L.notElem (c2w c)

index :: ByteString -> Int64 -> Char
index t n = w2c (L.index t n)

zip :: ByteString -> ByteString -> [(Char, Char)]
zip = zipWith (,)

zipWith :: (Char -> Char -> a) -> ByteString -> ByteString -> [a]
zipWith f = L.zipWith (\a b -> f (w2c a) (w2c b))
{-# INLINE zipWith #-}

count :: Char -> ByteString -> Int64
count c = L.count (c2w c)

elemIndex :: Char -> ByteString -> Maybe Int64
elemIndex c = L.elemIndex (c2w c)

elemIndices :: Char -> ByteString -> [Int64]
elemIndices c = L.elemIndices (c2w c)

findIndices :: (Char -> Bool) -> ByteString -> [Int64]
findIndices p = L.findIndices (\w -> p (w2c w))
{-# INLINE findIndices #-}

findIndex :: (Char -> Bool) -> ByteString -> Maybe Int64
findIndex p = L.findIndex (\w -> p (w2c w))
{-# INLINE findIndex #-}

-- | The parts between the separators; lazy.
split :: Char -> ByteString -> [ByteString]
split c = L.split (c2w c)

splitWith :: (Char -> Bool) -> ByteString -> [ByteString]
splitWith p = L.splitWith (\w -> p (w2c w))
{-# INLINE splitWith #-}

-- | The lists of lines and words are lazy.
lines :: ByteString -> [ByteString]
lines Empty = []
lines t = let (a, b) = break (== '\n') t in a : (if null b then [] else lines (tail b))

words :: ByteString -> [ByteString]
words t = List.filter (not . null) (splitWith isSpace t)

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
