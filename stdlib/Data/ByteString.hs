-- | Strict strings of bytes. See GPH.ByteString for the representation.
-- O(1): length, null, head, last, tail, init, uncons, unsnoc, index, (!?), take, drop, splitAt, empty, singleton.
-- Everything else visits the bytes it needs once: O(n), with libc's speed for elem, elemIndex, count, split, isInfixOf,
-- breakSubstring. Strict in the string; folds are strict or lazy in the accumulator as their names say; lists that are
-- made (unpack, split, group, inits, zip) are lazy. concat and intercalate cost the length of the result. A head, last,
-- tail, init, maximum, fold1 of an empty string, and an index out of range, are errors that name the function.
module Data.ByteString
  ( ByteString, StrictByteString, empty, singleton, pack, unpack, cons, snoc, append, head, uncons, unsnoc, last, tail, init, null, length
  , map, reverse, intersperse, intercalate, transpose, foldl, foldl', foldl1, foldl1', foldr, foldr', foldr1, foldr1'
  , concat, concatMap, any, all, maximum, minimum, scanl, scanl1, scanr, scanr1, mapAccumL, mapAccumR, replicate, unfoldr, unfoldrN
  , take, takeEnd, drop, dropEnd, splitAt, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, span, spanEnd, break, breakEnd, breakByte, group, groupBy, inits, tails
  , stripPrefix, stripSuffix, split, splitWith, isPrefixOf, isSuffixOf, isInfixOf, breakSubstring, findSubstring, findSubstrings
  , elem, notElem, find, filter, partition, index, indexMaybe, (!?), elemIndex, elemIndices, elemIndexEnd, findIndex, findIndices, findIndexEnd, count
  , zip, zipWith, packZipWith, unzip, sort, copy, packCString, packCStringLen, useAsCString, useAsCStringLen
  , getLine, getContents, putStr, putStrLn, interact, readFile, writeFile, appendFile
  , hGetLine, hGetContents, hGet, hGetSome, hGetNonBlocking, hPut, hPutNonBlocking, hPutStr, hPutStrLn
  ) where

import GPH.ByteString
import Data.Word (Word8)
import Prelude (Eq(..))

breakByte :: Word8 -> ByteString -> (ByteString, ByteString)
breakByte x = break (== x)
{-# DEPRECATED breakByte "Use 'break (== x)'." #-}

pack :: [Word8] -> ByteString
pack = packBytes

-- | Fuses with what consumes the list.
unpack :: ByteString -> [Word8]
unpack b = unpackBytes b
{-# INLINE unpack #-}

concat :: [ByteString] -> ByteString
concat = concatBytes

foldl, foldl' :: (a -> Word8 -> a) -> a -> ByteString -> a
foldl = foldlBytes
foldl' = foldlBytes'
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldr, foldr' :: (Word8 -> a -> a) -> a -> ByteString -> a
foldr = foldrBytes
foldr' = foldrBytes'
{-# INLINE foldr #-}
{-# INLINE foldr' #-}
