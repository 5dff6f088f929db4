-- | Strict strings of bytes seen as characters below 256: every character is cut to its low eight bits. The same type, costs and
-- strictness as Data.ByteString; in addition lines and words (lazy lists of O(1) slices), unlines, unwords, strip, dropSpace (white
-- space at both ends or in front), readInt (wraps) and readInteger (a decimal number at the beginning, with a sign or without,
-- and what follows it).
module Data.ByteString.Char8
  ( ByteString, StrictByteString, empty, singleton, pack, unpack, cons, snoc, append, head, uncons, unsnoc, last, tail, init, null, length
  , map, reverse, intersperse, intercalate, transpose, foldl, foldl', foldl1, foldl1', foldr, foldr', foldr1, foldr1'
  , concat, concatMap, any, all, maximum, minimum, scanl, scanl1, scanr, scanr1, mapAccumL, mapAccumR, replicate, unfoldr, unfoldrN
  , take, takeEnd, drop, dropEnd, splitAt, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, dropSpace, strip, span, spanEnd, break, breakEnd
  , group, groupBy, inits, tails, stripPrefix, stripSuffix, split, splitWith, lines, words, unlines, unwords
  , isPrefixOf, isSuffixOf, isInfixOf, breakSubstring, findSubstring, findSubstrings
  , elem, notElem, find, filter, partition, index, indexMaybe, (!?), elemIndex, elemIndices, elemIndexEnd, findIndex, findIndices, findIndexEnd, count
  , zip, zipWith, packZipWith, unzip, sort, copy, readInt, readInteger, packCString, packCStringLen, useAsCString, useAsCStringLen
  , getLine, getContents, putStr, putStrLn, interact, readFile, writeFile, appendFile
  , hGetLine, hGetContents, hGet, hGetSome, hGetNonBlocking, hPut, hPutNonBlocking, hPutStr, hPutStrLn
  ) where

import GPH.ByteString
  ( ByteString, StrictByteString, empty, append, tail, init, null, length, reverse, intercalate, transpose, take, takeEnd, drop, dropEnd, splitAt
  , group, inits, tails, stripPrefix, stripSuffix, lines, words, unlines, unwords, isPrefixOf, isSuffixOf, isInfixOf, breakSubstring, findSubstring
  , findSubstrings, sort, copy, readInt, readInteger, packCString, packCStringLen, useAsCString, useAsCStringLen, getLine, getContents, putStr
  , putStrLn, interact, readFile, writeFile, appendFile, hGetLine, hGetContents, hGet, hGetSome, hGetNonBlocking, hPut, hPutNonBlocking, hPutStr
  , hPutStrLn, c2w, w2c, isSpaceWord8 )
import qualified GPH.ByteString as B
import qualified Data.List as List
import Data.Word (Word8)
import Prelude (Bool, Char, Int, Maybe(..), String, fmap, fst, snd)

infixl 9 !?

pack :: String -> ByteString
pack = B.packChars

-- | Fuses with what consumes the list.
unpack :: ByteString -> String
unpack b = B.unpackChars b
{-# INLINE unpack #-}

singleton :: Char -> ByteString
singleton c = B.singleton (c2w c)

cons :: Char -> ByteString -> ByteString
cons c b = B.cons (c2w c) b

snoc :: ByteString -> Char -> ByteString
snoc b c = B.snoc b (c2w c)

head, last, maximum, minimum :: ByteString -> Char
head b = w2c (B.head b)
last b = w2c (B.last b)
maximum b = w2c (B.maximum b)
minimum b = w2c (B.minimum b)
{-# INLINE head #-}
{-# INLINE last #-}

uncons :: ByteString -> Maybe (Char, ByteString)
uncons b = case B.uncons b of { Nothing -> Nothing; Just (w, r) -> Just (w2c w, r) }
{-# INLINE uncons #-}

unsnoc :: ByteString -> Maybe (ByteString, Char)
unsnoc b = case B.unsnoc b of { Nothing -> Nothing; Just (r, w) -> Just (r, w2c w) }
{-# INLINE unsnoc #-}

index :: ByteString -> Int -> Char
index b i = w2c (B.index b i)
{-# INLINE index #-}

indexMaybe, (!?) :: ByteString -> Int -> Maybe Char
indexMaybe b i = fmap w2c (B.indexMaybe b i)
(!?) = indexMaybe

map :: (Char -> Char) -> ByteString -> ByteString
map f = B.map (\w -> c2w (f (w2c w)))
{-# INLINE map #-}

intersperse :: Char -> ByteString -> ByteString
intersperse c = B.intersperse (c2w c)

foldl, foldl' :: (a -> Char -> a) -> a -> ByteString -> a
foldl f = B.foldlBytes (\a w -> f a (w2c w))
foldl' f = B.foldlBytes' (\a w -> f a (w2c w))
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldr, foldr' :: (Char -> a -> a) -> a -> ByteString -> a
foldr f = B.foldrBytes (\w a -> f (w2c w) a)
foldr' f = B.foldrBytes' (\w a -> f (w2c w) a)
{-# INLINE foldr #-}
{-# INLINE foldr' #-}

foldl1, foldl1', foldr1, foldr1' :: (Char -> Char -> Char) -> ByteString -> Char
foldl1 f b = w2c (B.foldl1 (on8 f) b)
foldl1' f b = w2c (B.foldl1' (on8 f) b)
foldr1 f b = w2c (B.foldr1 (on8 f) b)
foldr1' f b = w2c (B.foldr1' (on8 f) b)
{-# INLINE foldl1 #-}
{-# INLINE foldl1' #-}
{-# INLINE foldr1 #-}
{-# INLINE foldr1' #-}

on8 :: (Char -> Char -> Char) -> Word8 -> Word8 -> Word8
on8 f a b = c2w (f (w2c a) (w2c b))
{-# INLINE on8 #-}

concat :: [ByteString] -> ByteString
concat = B.concatBytes

concatMap :: (Char -> ByteString) -> ByteString -> ByteString
concatMap f = B.concatMap (\w -> f (w2c w))
{-# INLINE concatMap #-}

any, all :: (Char -> Bool) -> ByteString -> Bool
any p = B.any (\w -> p (w2c w))
all p = B.all (\w -> p (w2c w))
{-# INLINE any #-}
{-# INLINE all #-}

scanl, scanr :: (Char -> Char -> Char) -> Char -> ByteString -> ByteString
scanl f c = B.scanl (on8 f) (c2w c)
scanr f c = B.scanr (on8 f) (c2w c)
{-# INLINE scanl #-}
{-# INLINE scanr #-}

scanl1, scanr1 :: (Char -> Char -> Char) -> ByteString -> ByteString
scanl1 f = B.scanl1 (on8 f)
scanr1 f = B.scanr1 (on8 f)
{-# INLINE scanl1 #-}
{-# INLINE scanr1 #-}

mapAccumL, mapAccumR :: (acc -> Char -> (acc, Char)) -> acc -> ByteString -> (acc, ByteString)
mapAccumL f = B.mapAccumL (\a w -> case f a (w2c w) of (a', c) -> (a', c2w c))
mapAccumR f = B.mapAccumR (\a w -> case f a (w2c w) of (a', c) -> (a', c2w c))
{-# INLINE mapAccumL #-}
{-# INLINE mapAccumR #-}

replicate :: Int -> Char -> ByteString
replicate n c = B.replicate n (c2w c)

unfoldr :: (a -> Maybe (Char, a)) -> a -> ByteString
unfoldr f = B.unfoldr (\x -> case f x of { Nothing -> Nothing; Just (c, y) -> Just (c2w c, y) })
{-# INLINE unfoldr #-}

unfoldrN :: Int -> (a -> Maybe (Char, a)) -> a -> (ByteString, Maybe a)
unfoldrN n f = B.unfoldrN n (\x -> case f x of { Nothing -> Nothing; Just (c, y) -> Just (c2w c, y) })
{-# INLINE unfoldrN #-}

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd, filter :: (Char -> Bool) -> ByteString -> ByteString
takeWhile p = B.takeWhile (\w -> p (w2c w))
dropWhile p = B.dropWhile (\w -> p (w2c w))
takeWhileEnd p = B.takeWhileEnd (\w -> p (w2c w))
dropWhileEnd p = B.dropWhileEnd (\w -> p (w2c w))
filter p = B.filter (\w -> p (w2c w))
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}
{-# INLINE takeWhileEnd #-}
{-# INLINE dropWhileEnd #-}
{-# INLINE filter #-}

dropSpace, strip :: ByteString -> ByteString
dropSpace = B.dropWhile isSpaceWord8
strip b = B.dropWhileEnd isSpaceWord8 (dropSpace b)

span, break, spanEnd, breakEnd, partition :: (Char -> Bool) -> ByteString -> (ByteString, ByteString)
span p = B.span (\w -> p (w2c w))
break p = B.break (\w -> p (w2c w))
spanEnd p = B.spanEnd (\w -> p (w2c w))
breakEnd p = B.breakEnd (\w -> p (w2c w))
partition p = B.partition (\w -> p (w2c w))
{-# INLINE span #-}
{-# INLINE break #-}
{-# INLINE spanEnd #-}
{-# INLINE breakEnd #-}
{-# INLINE partition #-}

groupBy :: (Char -> Char -> Bool) -> ByteString -> [ByteString]
groupBy eq = B.groupBy (\a b -> eq (w2c a) (w2c b))

split :: Char -> ByteString -> [ByteString]
split c = B.split (c2w c)

splitWith :: (Char -> Bool) -> ByteString -> [ByteString]
splitWith p = B.splitWith (\w -> p (w2c w))
{-# INLINE splitWith #-}

elem, notElem :: Char -> ByteString -> Bool
elem c = B.elem (c2w c)
notElem c = B.notElem (c2w c)

find :: (Char -> Bool) -> ByteString -> Maybe Char
find p b = fmap w2c (B.find (\w -> p (w2c w)) b)
{-# INLINE find #-}

elemIndex, elemIndexEnd :: Char -> ByteString -> Maybe Int
elemIndex c = B.elemIndex (c2w c)
elemIndexEnd c = B.elemIndexEnd (c2w c)
{-# INLINE elemIndex #-}

elemIndices :: Char -> ByteString -> [Int]
elemIndices c = B.elemIndices (c2w c)

findIndex, findIndexEnd :: (Char -> Bool) -> ByteString -> Maybe Int
findIndex p = B.findIndex (\w -> p (w2c w))
findIndexEnd p = B.findIndexEnd (\w -> p (w2c w))
{-# INLINE findIndex #-}
{-# INLINE findIndexEnd #-}

findIndices :: (Char -> Bool) -> ByteString -> [Int]
findIndices p = B.findIndices (\w -> p (w2c w))
{-# INLINE findIndices #-}

count :: Char -> ByteString -> Int
count c = B.count (c2w c)

zip :: ByteString -> ByteString -> [(Char, Char)]
zip = zipWith (,)

zipWith :: (Char -> Char -> c) -> ByteString -> ByteString -> [c]
zipWith f = B.zipWith (\a b -> f (w2c a) (w2c b))
{-# INLINE zipWith #-}

packZipWith :: (Char -> Char -> Char) -> ByteString -> ByteString -> ByteString
packZipWith f = B.packZipWith (on8 f)
{-# INLINE packZipWith #-}

unzip :: [(Char, Char)] -> (ByteString, ByteString)
unzip ps = (pack (List.map fst ps), pack (List.map snd ps))
