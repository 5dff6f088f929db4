{-# LANGUAGE BangPatterns #-}
-- | Lazy strings of bytes: lists of strict chunks. O(1) in the chunks before what is looked at: cons, uncons, head, tail, null. O(chunks):
-- take, drop, splitAt, append (in its first argument), toChunks, length. The rest O(n), lazy where lists are; reading is lazy, too.
module Data.ByteString.Lazy
  ( ByteString, LazyByteString, empty, null, length, append, fromStrict, toStrict, fromChunks, toChunks, foldrChunks, foldlChunks, pack, unpack, singleton, cons, cons', snoc, uncons, unsnoc, head, last, tail, init, map, reverse, intersperse, intercalate, transpose
  , foldl, foldl', foldl1, foldl1', foldr, foldr1, concat, concatMap, any, all, maximum, minimum, scanl, mapAccumL, mapAccumR, repeat, cycle, iterate
  , unfoldr, take, takeEnd, drop, dropEnd, splitAt, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, span, break, group, groupBy, inits, tails
  , isPrefixOf, isSuffixOf, stripPrefix, stripSuffix, filter, partition, find, elem, index, zip
  , foldr', replicate, count, notElem, elemIndex, elemIndices, findIndex, findIndices, zipWith, split, splitWith, copy
  , hGetContents, hGet, hPut, hPutStr, getContents, putStr, interact, readFile, writeFile, appendFile
  , hGetNonBlocking, hPutNonBlocking, elemIndexEnd, findIndexEnd, unzip, putStrLn
  ) where

import qualified Data.ByteString as S
import Data.ByteString.Lazy.Internal
import Data.Word (Word8)
import qualified Data.List as List
import Data.Int (Int64)
import Data.Maybe (isJust)
import System.IO (Handle, IOMode(..), openBinaryFile, stdin, stdout, withBinaryFile)
import System.IO.Unsafe (unsafeInterleaveIO)
import GPH.ByteString (hGetLazily)
import GPH.Exception (errorAt)
import GPH.Handle (closeNow)
import qualified GPH.Exception as GPH (Library(ByteString))
import Prelude (Bool(..), Char, Eq(..), FilePath, Int, Maybe(..), Num(..), Ord(..), String, Integer, fmap, fromIntegral, fst, not, otherwise, snd, (.), (&&), (||), ($))
import qualified Prelude as P

type LazyByteString = ByteString

empty :: ByteString
empty = Empty

-- | Lazy in the list, but for chunks of 32 bytes at first, twice as many each time, 4 KiB at most.
pack :: [Word8] -> ByteString
pack = packBytes

-- | Lazy in the list.
unpack :: ByteString -> [Word8]
unpack = unpackBytes

singleton :: Word8 -> ByteString
singleton c = Chunk (S.singleton c) Empty

cons, cons' :: Word8 -> ByteString -> ByteString
cons c t = Chunk (S.singleton c) t
-- Into the first chunk while that is short, which it evaluates.
cons' c (Chunk d t) | S.length d < 16 = Chunk (S.cons c d) t
cons' c !t = Chunk (S.singleton c) t
infixr 5 `cons`, `cons'`

snoc :: ByteString -> Word8 -> ByteString
snoc t c = append t (singleton c)

uncons :: ByteString -> Maybe (Word8, ByteString)
uncons Empty = Nothing
uncons (Chunk c t) = Just (S.head c, chunk (S.tail c) t)

unsnoc :: ByteString -> Maybe (ByteString, Word8)
unsnoc Empty = Nothing
unsnoc t = Just (init t, last t)

head, last :: ByteString -> Word8
head (Chunk c _) = S.head c
head Empty = emptyError "head"
last (Chunk c Empty) = S.last c
last (Chunk _ t) = last t
last Empty = emptyError "last"

tail, init :: ByteString -> ByteString
tail (Chunk c t) = chunk (S.tail c) t
tail Empty = emptyError "tail"
init (Chunk c Empty) = chunk (S.init c) Empty
init (Chunk c t) = Chunk c (init t)
init Empty = emptyError "init"

map :: (Word8 -> Word8) -> ByteString -> ByteString
map f = mapChunks (S.map f)
{-# INLINE map #-}

reverse :: ByteString -> ByteString
reverse = go Empty
  where go acc Empty = acc
        go acc (Chunk c t) = go (Chunk (S.reverse c) acc) t

intersperse :: Word8 -> ByteString -> ByteString
intersperse _ Empty = Empty
intersperse x (Chunk c t) = Chunk (S.intersperse x c) (mapChunks (\d -> S.cons x (S.intersperse x d)) t)

intercalate :: ByteString -> [ByteString] -> ByteString
intercalate sep ts = concat (List.intersperse sep ts)

transpose :: [ByteString] -> [ByteString]
transpose ts = P.map pack (List.transpose (P.map unpack ts))

foldl, foldl' :: (a -> Word8 -> a) -> a -> ByteString -> a
foldl f = go
  where go z Empty = z
        go z (Chunk c t) = go (S.foldl f z c) t
foldl' f = go
  where go !z Empty = z
        go !z (Chunk c t) = go (S.foldl' f z c) t
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldl1, foldl1' :: (Word8 -> Word8 -> Word8) -> ByteString -> Word8
foldl1 f t = if null t then emptyError "foldl1" else foldl f (head t) (tail t)
foldl1' f t = if null t then emptyError "foldl1'" else foldl' f (head t) (tail t)

foldr :: (Word8 -> a -> a) -> a -> ByteString -> a
foldr f z = go
  where go Empty = z
        go (Chunk c t) = S.foldr f (go t) c
{-# INLINE foldr #-}

foldr1 :: (Word8 -> Word8 -> Word8) -> ByteString -> Word8
foldr1 f t = if null t then emptyError "foldr1" else P.foldr1 f (unpack t)

concat :: [ByteString] -> ByteString
concat = P.foldr append Empty

concatMap :: (Word8 -> ByteString) -> ByteString -> ByteString
concatMap f t = concat (P.map f (unpack t))

any, all :: (Word8 -> Bool) -> ByteString -> Bool
any p t = P.any (S.any p) (toChunks t)
all p t = P.all (S.all p) (toChunks t)
{-# INLINE any #-}
{-# INLINE all #-}

maximum, minimum :: ByteString -> Word8
maximum t = if null t then emptyError "maximum" else foldl' max 0 t
minimum t = if null t then emptyError "minimum" else foldl' min 255 t

scanl :: (Word8 -> Word8 -> Word8) -> Word8 -> ByteString -> ByteString
scanl f z t = pack (P.scanl f z (unpack t))

mapAccumL, mapAccumR :: (a -> Word8 -> (a, Word8)) -> a -> ByteString -> (a, ByteString)
mapAccumL f = go
  where go z Empty = (z, Empty)
        go z (Chunk c t) = let { (z', c') = S.mapAccumL f z c; (z'', t') = go z' t } in (z'', Chunk c' t')
mapAccumR f = go
  where go z Empty = (z, Empty)
        go z (Chunk c t) = let { (z', t') = go z t; (z'', c') = S.mapAccumR f z' c } in (z'', Chunk c' t')
{-# INLINE mapAccumL #-}
{-# INLINE mapAccumR #-}

repeat :: Word8 -> ByteString
repeat c = t where t = Chunk (S.replicate 4080 c) t  -- as large as pack's chunks become

cycle :: ByteString -> ByteString
cycle Empty = emptyError "cycle"
cycle t = t' where t' = append t t'

iterate :: (Word8 -> Word8) -> Word8 -> ByteString
-- Begins with the function of the first, whatever bytestring's page says: its versions up to 0.10 do.
iterate f = unfoldr (\x -> case f x of !y -> Just (y, y))

unfoldr :: (a -> Maybe (Word8, a)) -> a -> ByteString
unfoldr f = go 32
  where
    go n x = case S.unfoldrN n f x of
      (c, Nothing) -> chunk c Empty
      (c, Just y) -> Chunk c (go (min (2 * n) smallChunkSize) y)
{-# INLINE unfoldr #-}

take, drop :: Int64 -> ByteString -> ByteString
take n t | n <= 0 = Empty
take _ Empty = Empty
take n (Chunk c t) | n < len = Chunk (S.take (fromIntegral n) c) Empty
                   | otherwise = Chunk c (take (n - len) t)
  where len = fromIntegral (S.length c)
drop n t | n <= 0 = t
drop _ Empty = Empty
drop n (Chunk c t) | n < len = Chunk (S.drop (fromIntegral n) c) t
                   | otherwise = drop (n - len) t
  where len = fromIntegral (S.length c)

splitAt :: Int64 -> ByteString -> (ByteString, ByteString)
splitAt n t | n <= 0 = (Empty, t)
splitAt _ Empty = (Empty, Empty)
splitAt n (Chunk c t) | n < len = (Chunk (S.take (fromIntegral n) c) Empty, Chunk (S.drop (fromIntegral n) c) t)
                      | otherwise = let (x, y) = splitAt (n - len) t in (Chunk c x, y)
  where len = fromIntegral (S.length c)

takeEnd, dropEnd :: Int64 -> ByteString -> ByteString
takeEnd n t = drop (length t - max 0 n) t
dropEnd n t = take (length t - max 0 n) t

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd :: (Word8 -> Bool) -> ByteString -> ByteString
takeWhile p = go
  where go Empty = Empty
        go (Chunk c t) = case S.span p c of
          (a, b) | S.null b -> Chunk c (go t)
                 | otherwise -> chunk a Empty
dropWhile p = go
  where go Empty = Empty
        go (Chunk c t) = case S.dropWhile p c of
          r | S.null r -> go t
            | otherwise -> Chunk r t
takeWhileEnd p t = reverse (takeWhile p (reverse t))
dropWhileEnd p t = reverse (dropWhile p (reverse t))
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}

-- | The longest prefix whose elements fit, and the rest; lazy in both.
span, break :: (Word8 -> Bool) -> ByteString -> (ByteString, ByteString)
span p = go
  where go Empty = (Empty, Empty)
        go (Chunk c t) = case S.span p c of
          (a, b) | S.null b -> let (x, y) = go t in (Chunk c x, y)
                 | otherwise -> (chunk a Empty, Chunk b t)
break p = span (not . p)
{-# INLINE span #-}
{-# INLINE break #-}

group :: ByteString -> [ByteString]
group = groupBy (==)

groupBy :: (Word8 -> Word8 -> Bool) -> ByteString -> [ByteString]
groupBy eq t = case uncons t of
  Nothing -> []
  Just (c, r) -> let (a, b) = span (eq c) r in cons c a : groupBy eq b

inits, tails :: ByteString -> [ByteString]
inits t = [take n t | n <- [0 .. length t]]
tails t = case uncons t of
  Nothing -> [Empty]
  Just (_, r) -> t : tails r

isPrefixOf, isSuffixOf :: ByteString -> ByteString -> Bool
isPrefixOf a b = isJust (stripPrefix a b)
isSuffixOf a b = reverse a `isPrefixOf` reverse b

stripPrefix, stripSuffix :: ByteString -> ByteString -> Maybe ByteString
stripPrefix Empty b = Just b
stripPrefix (Chunk _ _) Empty = Nothing
stripPrefix (Chunk a as) (Chunk b bs)
  | m == n = if a == b then stripPrefix as bs else Nothing
  | m < n = if a == S.take m b then stripPrefix as (Chunk (S.drop m b) bs) else Nothing
  | otherwise = if S.take n a == b then stripPrefix (Chunk (S.drop n a) as) bs else Nothing
  where m = S.length a
        n = S.length b
stripSuffix a b = fmap reverse (stripPrefix (reverse a) (reverse b))

filter :: (Word8 -> Bool) -> ByteString -> ByteString
filter p = mapChunks (S.filter p)
{-# INLINE filter #-}

partition :: (Word8 -> Bool) -> ByteString -> (ByteString, ByteString)
partition p !t = (filter p t, filter (not . p) t)

find :: (Word8 -> Bool) -> ByteString -> Maybe Word8
find p = foldr (\w r -> if p w then Just w else r) Nothing
{-# INLINE find #-}

elem :: Word8 -> ByteString -> Bool
elem c = any (== c)

index :: ByteString -> Int64 -> Word8
index t n
  | n < 0 = errorAt GPH.ByteString "Data.ByteString.Lazy" 1359 23 ("Data.ByteString.Lazy.index: negative index: " P.++ P.show n)
  | otherwise = go n t
  where
    go k (Chunk c r) | k < len = S.index c (fromIntegral k)
                     | otherwise = go (k - len) r
      where len = fromIntegral (S.length c)
    go k Empty = errorAt GPH.ByteString "Data.ByteString.Lazy" 1359 23 ("Data.ByteString.Lazy.index: index too large: " P.++ P.show k)

zip :: ByteString -> ByteString -> [(Word8, Word8)]
zip a b = P.zip (unpack a) (unpack b)


foldr' :: (Word8 -> a -> a) -> a -> ByteString -> a
foldr' f z t = List.foldl' (P.flip f) z (unpack (reverse t))

replicate :: Int64 -> Word8 -> ByteString
replicate n c = take n (repeat c)

count :: Word8 -> ByteString -> Int64
count c t = P.sum (P.map (fromIntegral . S.count c) (toChunks t))

notElem :: Word8 -> ByteString -> Bool
notElem c t = not (elem c t)

elemIndex :: Word8 -> ByteString -> Maybe Int64
elemIndex c = firstIndex (S.elemIndex c)

elemIndices :: Word8 -> ByteString -> [Int64]
elemIndices c = indices (S.elemIndices c)

findIndices :: (Word8 -> Bool) -> ByteString -> [Int64]
findIndices p = indices (S.findIndices p)

findIndex :: (Word8 -> Bool) -> ByteString -> Maybe Int64
findIndex p = firstIndex (S.findIndex p)
{-# INLINE findIndices #-}
{-# INLINE findIndex #-}

-- From those in a chunk.
firstIndex :: (S.ByteString -> Maybe Int) -> ByteString -> Maybe Int64
firstIndex inChunk = go 0
  where go !_ Empty = Nothing
        go n (Chunk c t) = case inChunk c of
          Nothing -> go (n + fromIntegral (S.length c)) t
          Just i -> Just (n + fromIntegral i)
{-# INLINE firstIndex #-}

indices :: (S.ByteString -> [Int]) -> ByteString -> [Int64]
indices inChunk = go 0
  where go !_ Empty = []
        go n (Chunk c t) = P.foldr (\i r -> n + fromIntegral i : r) (go (n + fromIntegral (S.length c)) t) (inChunk c)
{-# INLINE indices #-}

zipWith :: (Word8 -> Word8 -> a) -> ByteString -> ByteString -> [a]
zipWith f a b = P.zipWith f (unpack a) (unpack b)

-- | The parts between the separators; lazy.
split :: Word8 -> ByteString -> [ByteString]
split c = splitChunks (S.split c)

splitWith :: (Word8 -> Bool) -> ByteString -> [ByteString]
splitWith p = splitChunks (S.splitWith p)
{-# INLINE splitWith #-}

-- The pieces, from those of a chunk: what a piece has in the next chunk is needed for it.
splitChunks :: (S.ByteString -> [S.ByteString]) -> ByteString -> [ByteString]
splitChunks _ Empty = []
splitChunks pieces (Chunk c0 t0) = go [] (pieces c0) t0
  where
    go before [s] Empty = [piece (s : before)]
    go before [s] (Chunk c t) = go (s : before) (pieces c) t
    go [] (s : ss) t = let !p = chunk s Empty in p : go [] ss t
    go before (s : ss) t = piece (s : before) : go [] ss t
    go _ [] _ = []
    piece = List.foldl' (\t c -> chunk c t) Empty

copy :: ByteString -> ByteString
copy = mapChunks S.copy

-- | Lazy: the handle is read on demand, 32 KiB at a time, and closed at its end.
hGetContents :: Handle -> P.IO ByteString
hGetContents h = unsafeInterleaveIO (hGetLazily h 32768 P.>>= \c -> if S.null c then closeNow h P.>> P.return Empty else fmap (Chunk c) (hGetContents h))

hGet :: Handle -> Int -> P.IO ByteString
hGet h n = fmap fromStrict (S.hGet h n)

hPut, hPutStr :: Handle -> ByteString -> P.IO ()
hPut h t = P.mapM_ (S.hPut h) (toChunks t)
hPutStr = hPut

getContents :: P.IO ByteString
getContents = hGetContents stdin

putStr :: ByteString -> P.IO ()
putStr = hPut stdout

interact :: (ByteString -> ByteString) -> P.IO ()
interact f = getContents P.>>= \t -> putStr (f t)

readFile :: FilePath -> P.IO ByteString
readFile f = openBinaryFile f ReadMode P.>>= hGetContents

writeFile, appendFile :: FilePath -> ByteString -> P.IO ()
writeFile f t = withBinaryFile f WriteMode (\h -> hPut h t)
appendFile f t = withBinaryFile f AppendMode (\h -> hPut h t)

-- | What is there now, without waiting; and what could be written without waiting is all, so that nothing is left.
hGetNonBlocking :: Handle -> Int -> P.IO ByteString
hGetNonBlocking h n = fmap fromStrict (S.hGetNonBlocking h n)

hPutNonBlocking :: Handle -> ByteString -> P.IO ByteString
hPutNonBlocking h t = hPut h t P.>> P.return empty

-- | Places counted from the start, looked for from the end.
elemIndexEnd :: Word8 -> ByteString -> Maybe Int64
elemIndexEnd w = findIndexEnd (== w)

findIndexEnd :: (Word8 -> Bool) -> ByteString -> Maybe Int64
findIndexEnd p t = go 0 Nothing (toChunks t)
  where go !_ r [] = r
        go n r (c : cs) = go (n + fromIntegral (S.length c)) (case S.findIndexEnd p c of { Nothing -> r; Just i -> Just (n + fromIntegral i) }) cs

unzip :: [(Word8, Word8)] -> (ByteString, ByteString)
unzip ps = (pack (P.map fst ps), pack (P.map snd ps))

putStrLn :: ByteString -> P.IO ()
putStrLn t = putStr t P.>> putStr (singleton 10)
