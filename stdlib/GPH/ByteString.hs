{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Strict strings of bytes: the type and everything that Data.ByteString and Data.ByteString.Char8 show.
--
-- A ByteString is a slice of an immutable byte array: taking a part costs O(1) and keeps the whole array alive ('copy' lets go
-- of it). Functions that make a new string cost O(n) in what they make, evaluate their argument completely, and write bytes, never
-- boxes: the loops are INLINE and have the unboxed byte in a register once the function they are given is known. 'foldr',
-- 'unpack', 'lines', 'split' and the like are lazy in the rest of their result. Searches for a byte or a string are libc's
-- (runtime/prim/ffi_bytes.c).
module GPH.ByteString where

import qualified GPH.IsList as Lists
import Control.DeepSeq (NFData(..))
import Control.Exception (bracket, onException)
import Data.Bits (shiftR, (.&.))
import Data.Char (isSpace)
import qualified Data.List as List
import Data.String (IsString(..))
import Data.Word (Word8)
import Foreign.C.String (CString, CStringLen)
import Foreign.C.Types (CChar)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Marshal.Array (lengthArray0)
import Foreign.Storable (pokeByteOff)
import GPH.Base (build)
import GPH.Data (Data(..), mkNoRepType)
import GPH.Handle (reading, fillHandle, fillLazily, eofError, putting, wantReadable, wantWritable, c_size, c_tell, c_available)
import GPH.Exception (Handle(..), errorAt)
import qualified GPH.Exception as GPH (Library(ByteString))
import GPH.Prim
import GPH.Ptr (Ptr(..))
import GPH.ST (ST(..), runST)
import GPH.Types (Char(..), IO(..), Int(..))
import GPH.Word (Word8(..))
import Prelude hiding (all, any, appendFile, break, concatMap, drop, dropWhile, elem, filter, foldl1, foldr1, getContents, getLine, head, init, interact, last, length, lines, map, maximum, minimum, notElem, null, putStr, putStrLn, readFile, replicate, reverse, scanl, scanl1, scanr, scanr1, span, splitAt, tail, take, takeWhile, unlines, unwords, unzip, words, writeFile, zip, zipWith)
import System.IO (IOMode(..), withBinaryFile, hClose, stdin, stdout)
import System.IO.Error (mkIOError, illegalOperationErrorType)

foreign import ccall unsafe "gph_bytes_index" c_index :: ByteArray# -> Int# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_bytes_last_index" c_last_index :: ByteArray# -> Int# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_bytes_count" c_count :: ByteArray# -> Int# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_bytes_find" c_find :: ByteArray# -> Int# -> Int# -> ByteArray# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_handle_write_at" c_write_at :: Addr# -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_take_raw_line" c_take_raw_line :: Addr# -> MutableByteArray# RealWorld -> Int# -> IO Int
foreign import ccall unsafe "gph_handle_take_raw" c_take_raw :: Addr# -> MutableByteArray# RealWorld -> Int# -> Int# -> Int# -> IO Int

-- | The array, the offset of the first byte, the number of bytes.
data ByteString = BS ByteArray# Int# Int#

type StrictByteString = ByteString

instance Eq ByteString where
  BS a i n == BS b j m = case n ==# m of
    1# -> isZero (compareByteArrays# a i b j n)
    _ -> False
instance Ord ByteString where
  compare (BS a i n) (BS b j m) = case compareByteArrays# a i b j (minInt# n m) of
    0# -> compare (I# n) (I# m)
    c -> compare (I# c) 0
instance Semigroup ByteString where
  (<>) = append
instance Monoid ByteString where
  mempty = empty
  mconcat = concatBytes

instance Data ByteString where
  gfoldl k z b = z packBytes `k` unpackBytes b
  toConstr _ = errorAt GPH.ByteString "Data.ByteString.Internal" 217 20 "Data.ByteString.ByteString.toConstr"
  gunfold _ _ = errorAt GPH.ByteString "Data.ByteString.Internal" 218 20 "Data.ByteString.ByteString.gunfold"
  dataTypeOf _ = mkNoRepType "Data.ByteString.ByteString"

instance NFData ByteString where
  rnf b = b `seq` ()
-- | Characters are cut to their low eight bits.
instance IsString ByteString where
  fromString = packChars
instance Show ByteString where
  showsPrec p b = showsPrec p (unpackChars b)
instance Read ByteString where
  readsPrec p s = [(packChars x, rest) | (x, rest) <- readsPrec p s]

isZero :: Int# -> Bool
isZero 0# = True
isZero _ = False
{-# INLINE isZero #-}

minInt# :: Int# -> Int# -> Int#
minInt# a b = case a <=# b of { 1# -> a; _ -> b }
{-# INLINE minInt# #-}

w2c :: Word8 -> Char
w2c (W8# w) = C# (chr# (word2Int# w))
{-# INLINE w2c #-}

c2w :: Char -> Word8
c2w (C# c) = W8# (narrow8Word# (int2Word# (ord# c)))
{-# INLINE c2w #-}

isSpaceWord8 :: Word8 -> Bool
isSpaceWord8 w = w == 0x20 || (w >= 9 && w <= 13) || w == 0xA0
{-# INLINE isSpaceWord8 #-}

isSpaceChar8 :: Char -> Bool
isSpaceChar8 c = isSpaceWord8 (c2w c)
{-# INLINE isSpaceChar8 #-}

-- ---- Making ---------------------------------------------------------------------------------------------------------
-- | Bytes under construction.
data MBytes s = MBytes (MutableByteArray# s)

newBytes :: Int -> ST s (MBytes s)
newBytes (I# n) = ST (\s -> case newByteArray# n s of (# s1, m #) -> (# s1, MBytes m #))
{-# INLINE newBytes #-}

pokeByte :: MBytes s -> Int -> Word8 -> ST s ()
pokeByte (MBytes m) (I# i) (W8# w) = ST (\s -> case writeWord8Array# m i w s of s1 -> (# s1, () #))
{-# INLINE pokeByte #-}

peekByte :: MBytes s -> Int -> ST s Word8
peekByte (MBytes m) (I# i) = ST (\s -> case readWord8Array# m i s of (# s1, w #) -> (# s1, W8# w #))
{-# INLINE peekByte #-}

-- | The whole string into the array at an index.
copyInto :: MBytes s -> Int -> ByteString -> ST s ()
copyInto (MBytes m) (I# i) (BS a o n) = ST (\s -> case copyByteArray# a o m i n s of s1 -> (# s1, () #))
{-# INLINE copyInto #-}

-- | The first bytes of a finished array; nothing may be written to it later.
freezeBytes :: MBytes s -> Int -> ST s ByteString
freezeBytes (MBytes m) (I# n) = ST (\s -> case unsafeFreezeByteArray# m s of (# s1, a #) -> (# s1, BS a 0# n #))
{-# INLINE freezeBytes #-}

-- The same, without keeping an array that is much too large.
freezeShort :: MBytes s -> Int -> Int -> ST s ByteString
freezeShort m size n
  | n == size = freezeBytes m n
  | otherwise = freezeBytes m n >>= \b -> return $! copy b

-- | A string of n bytes that the action writes, every one of them.
create :: Int -> (forall s. MBytes s -> ST s ()) -> ByteString
create n fill = runST (newBytes n >>= \m -> fill m >> freezeBytes m n)
{-# INLINE create #-}

-- | A string of at most n bytes; the action says how many it wrote.
createUpTo :: Int -> (forall s. MBytes s -> ST s Int) -> ByteString
createUpTo n fill = runST (newBytes n >>= \m -> fill m >>= \k -> freezeShort m n k)
{-# INLINE createUpTo #-}

generateBytes :: Int -> (Int -> Word8) -> ByteString
generateBytes n f = create n (\m -> let go i | i >= n = return ()
                                             | otherwise = pokeByte m i (f i) >> go (i + 1) in go 0)
{-# INLINE generateBytes #-}

-- Twice the room, with the first n bytes.
growBytes :: MBytes s -> Int -> ST s (MBytes s)
growBytes (MBytes m) n@(I# n#) = newBytes (2 * n) >>= \new@(MBytes m') ->
  ST (\s -> case copyMutableByteArray# m 0# m' 0# n# s of s1 -> (# s1, new #))
{-# NOINLINE growBytes #-}

-- | One pass over the list, which is not held.
packWith :: (a -> Word8) -> [a] -> ByteString
packWith f list = runST (newBytes 32 >>= \m -> go m 32 0 list)
  where
    go m size i [] = freezeShort m size i
    go m size i (x : xs)
      | i < size = pokeByte m i (f x) >> go m size (i + 1) xs
      | otherwise = growBytes m size >>= \m' -> go m' (2 * size) i (x : xs)
{-# INLINE packWith #-}

-- | At most so many elements, and what is left of the list.
packUpto :: (a -> Word8) -> Int -> [a] -> (ByteString, [a])
packUpto f n list = runST (newBytes n >>= \m ->
  let go i [] = end i []
      go i xs@(x : rest) | i >= n = end i xs
                         | otherwise = pokeByte m i (f x) >> go (i + 1) rest
      end i xs = freezeShort m n i >>= \b -> return (b, xs)
  in go 0 list)
{-# INLINE packUpto #-}

packChars :: String -> ByteString
packChars = packWith c2w

packBytes :: [Word8] -> ByteString
packBytes = packWith id

-- | A fusing producer: no byte is boxed for a consumer that does not keep it.
unpackWith :: (Word8 -> a) -> ByteString -> [a]
unpackWith f b = build (\c n -> foldrBytes (\w r -> c (f w) r) n b)
{-# INLINE unpackWith #-}

unpackChars :: ByteString -> String
unpackChars b = unpackWith w2c b
{-# INLINE unpackChars #-}

unpackBytes :: ByteString -> [Word8]
unpackBytes b = unpackWith id b
{-# INLINE unpackBytes #-}

-- | The elements before a list, a hundred at a time: a cell with its element takes less than a thunk for it would.
unpackBefore :: (Word8 -> a) -> ByteString -> [a] -> [a]
unpackBefore f b rest = from 0
  where
    from i | length b - i <= 100 = cells i (length b - 1) rest
           | otherwise = cells i (i + 99) (from (i + 100))
    cells i k r | k < i = r
                | otherwise = let !x = f (unsafeIndex b k) in cells i (k - 1) (x : r)
{-# INLINE unpackBefore #-}

empty :: ByteString
empty = runST (newBytes 0 >>= \m -> freezeBytes m 0)
{-# NOINLINE empty #-}

singleton :: Word8 -> ByteString
singleton w = create 1 (\m -> pokeByte m 0 w)

replicate :: Int -> Word8 -> ByteString
replicate n c
  | n <= 0 = empty
  | W8# w <- c, I# n# <- n = create n (\(MBytes m) -> ST (\s -> case setByteArray# m 0# n# (word2Int# w) s of s1 -> (# s1, () #)))

unfoldr :: (a -> Maybe (Word8, a)) -> a -> ByteString
unfoldr f x0 = runST (newBytes 32 >>= \m -> go m 32 0 x0)
  where
    go m size i !x = case f x of
      Nothing -> freezeShort m size i
      Just (w, x')
        | i < size -> pokeByte m i w >> go m size (i + 1) x'
        | otherwise -> growBytes m size >>= \m' -> pokeByte m' i w >> go m' (2 * size) (i + 1) x'
{-# INLINE unfoldr #-}

unfoldrN :: Int -> (a -> Maybe (Word8, a)) -> a -> (ByteString, Maybe a)
unfoldrN n f x0
  | n < 0 = (empty, Just x0)
  | otherwise = runST (newBytes n >>= \m ->
      let go i !x
                 | i == n = freezeShort m n i >>= \b -> return (b, Just x)
                 | otherwise = case f x of
                     Nothing -> freezeShort m n i >>= \b -> return (b, Nothing)
                     Just (w, x') -> pokeByte m i w >> go (i + 1) x'
      in go 0 x0)
{-# INLINE unfoldrN #-}

-- | A string that shares no array with others.
copy :: ByteString -> ByteString
copy b = create (length b) (\m -> copyInto m 0 b)

-- ---- Basics ------------------------------------------------------------------------------------------------------------
moduleError :: String -> String -> a
moduleError fun msg = errorAt GPH.ByteString "Data.ByteString" 1914 23 ("Data.ByteString." ++ fun ++ ": " ++ msg)
{-# NOINLINE moduleError #-}

errorEmpty :: String -> a
errorEmpty fun = moduleError fun "empty ByteString"
{-# NOINLINE errorEmpty #-}

length :: ByteString -> Int
length (BS _ _ n) = I# n
{-# INLINE length #-}

null :: ByteString -> Bool
null (BS _ _ n) = isZero n
{-# INLINE null #-}

unsafeIndex :: ByteString -> Int -> Word8
unsafeIndex (BS a o _) (I# i) = W8# (indexWord8Array# a (o +# i))
{-# INLINE unsafeIndex #-}

-- | From an index, so many bytes; nothing is checked.
unsafeSlice :: Int -> Int -> ByteString -> ByteString
unsafeSlice (I# i) (I# n) (BS a o _) = BS a (o +# i) n
{-# INLINE unsafeSlice #-}

unsafeTake, unsafeDrop :: Int -> ByteString -> ByteString
unsafeTake (I# n) (BS a o _) = BS a o n
unsafeDrop (I# k) (BS a o n) = BS a (o +# k) (n -# k)
{-# INLINE unsafeTake #-}
{-# INLINE unsafeDrop #-}

append :: ByteString -> ByteString -> ByteString
append x y
  | null x = y
  | null y = x
  | otherwise = create (length x + length y) (\m -> copyInto m 0 x >> copyInto m (length x) y)

cons :: Word8 -> ByteString -> ByteString
cons w b = create (length b + 1) (\m -> pokeByte m 0 w >> copyInto m 1 b)

snoc :: ByteString -> Word8 -> ByteString
snoc b w = create (length b + 1) (\m -> copyInto m 0 b >> pokeByte m (length b) w)

head, last :: ByteString -> Word8
head b | null b = errorEmpty "head"
       | otherwise = unsafeIndex b 0
last b | null b = errorEmpty "last"
       | otherwise = unsafeIndex b (length b - 1)
{-# INLINE head #-}
{-# INLINE last #-}

tail, init :: ByteString -> ByteString
tail b | null b = errorEmpty "tail"
       | otherwise = unsafeDrop 1 b
init b | null b = errorEmpty "init"
       | otherwise = unsafeTake (length b - 1) b
{-# INLINE tail #-}
{-# INLINE init #-}

uncons :: ByteString -> Maybe (Word8, ByteString)
uncons b | null b = Nothing
         | otherwise = Just (unsafeIndex b 0, unsafeDrop 1 b)
{-# INLINE uncons #-}

unsnoc :: ByteString -> Maybe (ByteString, Word8)
unsnoc b | null b = Nothing
         | otherwise = Just (unsafeTake (length b - 1) b, unsafeIndex b (length b - 1))
{-# INLINE unsnoc #-}

index :: ByteString -> Int -> Word8
index b i
  | i < 0 = moduleError "index" ("negative index: " ++ show i)
  | i >= length b = moduleError "index" ("index too large: " ++ show i ++ ", length = " ++ show (length b))
  | otherwise = unsafeIndex b i
{-# INLINE index #-}

indexMaybe, (!?) :: ByteString -> Int -> Maybe Word8
indexMaybe b i | i < 0 || i >= length b = Nothing
               | otherwise = Just $! unsafeIndex b i
(!?) = indexMaybe
{-# INLINE indexMaybe #-}

infixl 9 !?

take, drop, takeEnd, dropEnd :: Int -> ByteString -> ByteString
take k b | k <= 0 = empty
         | k >= length b = b
         | otherwise = unsafeTake k b
drop k b | k <= 0 = b
         | k >= length b = empty
         | otherwise = unsafeDrop k b
takeEnd k b | k <= 0 = empty
            | k >= length b = b
            | otherwise = unsafeDrop (length b - k) b
dropEnd k b | k <= 0 = b
            | k >= length b = empty
            | otherwise = unsafeTake (length b - k) b
{-# INLINE take #-}
{-# INLINE drop #-}

splitAt :: Int -> ByteString -> (ByteString, ByteString)
splitAt k b | k <= 0 = (empty, b)
            | k >= length b = (b, empty)
            | otherwise = (unsafeTake k b, unsafeDrop k b)
{-# INLINE splitAt #-}

-- ---- Folds ---------------------------------------------------------------------------------------------------------------
foldlBytes, foldlBytes' :: (b -> Word8 -> b) -> b -> ByteString -> b
foldlBytes f z b = go (length b - 1)
  where go i | i < 0 = z
             | otherwise = f (go (i - 1)) (unsafeIndex b i)
foldlBytes' f z b = go z 0
  where n = length b
        go !acc i | i >= n = acc
                  | otherwise = go (f acc (unsafeIndex b i)) (i + 1)
{-# INLINE foldlBytes #-}
{-# INLINE foldlBytes' #-}

foldrBytes, foldrBytes' :: (Word8 -> b -> b) -> b -> ByteString -> b
foldrBytes f z b = go 0
  where n = length b
        go i | i >= n = z
             | otherwise = f (unsafeIndex b i) (go (i + 1))
foldrBytes' f z b = go z (length b - 1)
  where go !acc i | i < 0 = acc
                  | otherwise = go (f (unsafeIndex b i) acc) (i - 1)
{-# INLINE foldrBytes #-}
{-# INLINE foldrBytes' #-}

foldl1, foldl1', foldr1, foldr1' :: (Word8 -> Word8 -> Word8) -> ByteString -> Word8
foldl1 f b | null b = errorEmpty "foldl1"
           | otherwise = foldlBytes f (unsafeIndex b 0) (unsafeDrop 1 b)
foldl1' f b | null b = errorEmpty "foldl1'"
            | otherwise = foldlBytes' f (unsafeIndex b 0) (unsafeDrop 1 b)
foldr1 f b | null b = errorEmpty "foldr1"
           | otherwise = foldrBytes f (unsafeIndex b (length b - 1)) (unsafeTake (length b - 1) b)
foldr1' f b | null b = errorEmpty "foldr1'"
            | otherwise = foldrBytes' f (unsafeIndex b (length b - 1)) (unsafeTake (length b - 1) b)
{-# INLINE foldl1 #-}
{-# INLINE foldl1' #-}
{-# INLINE foldr1 #-}
{-# INLINE foldr1' #-}

concatBytes :: [ByteString] -> ByteString
concatBytes [] = empty
concatBytes [b] = b
concatBytes bs = create (total 0 bs) (\m -> let go !_ [] = return ()
                                                go i (x : xs) = copyInto m i x >> go (i + length x) xs in go 0 bs)
  where total !n [] = n
        total n (x : xs) = total (n + length x) xs

concatMap :: (Word8 -> ByteString) -> ByteString -> ByteString
concatMap f b = concatBytes (foldrBytes (\w r -> f w : r) [] b)
{-# INLINE concatMap #-}

any, all :: (Word8 -> Bool) -> ByteString -> Bool
any p b = foldrBytes (\w r -> p w || r) False b
all p b = foldrBytes (\w r -> p w && r) True b
{-# INLINE any #-}
{-# INLINE all #-}

maximum, minimum :: ByteString -> Word8
maximum b | null b = errorEmpty "maximum"
          | otherwise = foldlBytes' max 0 b
minimum b | null b = errorEmpty "minimum"
          | otherwise = foldlBytes' min 255 b

-- ---- Transformations --------------------------------------------------------------------------------------------------------
map :: (Word8 -> Word8) -> ByteString -> ByteString
map f b = generateBytes (length b) (\i -> f (unsafeIndex b i))
{-# INLINE map #-}

reverse :: ByteString -> ByteString
reverse b = generateBytes n (\i -> unsafeIndex b (n - 1 - i))
  where n = length b

intersperse :: Word8 -> ByteString -> ByteString
intersperse w b
  | length b < 2 = b
  | otherwise = generateBytes (2 * length b - 1) (\i -> if even i then unsafeIndex b (i `shiftR` 1) else w)

intercalate :: ByteString -> [ByteString] -> ByteString
intercalate _ [] = empty
intercalate _ [b] = b
intercalate sep (b : bs) = create (total (length b) bs) (\m ->
    let go !_ [] = return ()
        go i (x : xs) = copyInto m i sep >> copyInto m (i + length sep) x >> go (i + length sep + length x) xs
    in copyInto m 0 b >> go (length b) bs)
  where total !n [] = n
        total n (x : xs) = total (n + length sep + length x) xs

transpose :: [ByteString] -> [ByteString]
transpose bs = List.map packBytes (List.transpose (List.map (\b -> unpackBytes b) bs))

scanl :: (Word8 -> Word8 -> Word8) -> Word8 -> ByteString -> ByteString
scanl f z b = create (n + 1) (\m -> let go i acc | i >= n = pokeByte m i acc
                                                 | otherwise = pokeByte m i acc >> go (i + 1) (f acc (unsafeIndex b i)) in go 0 z)
  where n = length b
{-# INLINE scanl #-}

scanr :: (Word8 -> Word8 -> Word8) -> Word8 -> ByteString -> ByteString
scanr f z b = create (n + 1) (\m -> let go i acc | i <= 0 = pokeByte m 0 acc
                                                 | otherwise = pokeByte m i acc >> go (i - 1) (f (unsafeIndex b (i - 1)) acc) in go n z)
  where n = length b
{-# INLINE scanr #-}

scanl1, scanr1 :: (Word8 -> Word8 -> Word8) -> ByteString -> ByteString
scanl1 f b | null b = empty
           | otherwise = scanl f (unsafeIndex b 0) (unsafeDrop 1 b)
scanr1 f b | null b = empty
           | otherwise = scanr f (unsafeIndex b (length b - 1)) (unsafeTake (length b - 1) b)
{-# INLINE scanl1 #-}
{-# INLINE scanr1 #-}

mapAccumL, mapAccumR :: (acc -> Word8 -> (acc, Word8)) -> acc -> ByteString -> (acc, ByteString)
mapAccumL f z b = runST (newBytes n >>= \m ->
    let go i !acc | i >= n = freezeBytes m n >>= \r -> return (acc, r)
                  | otherwise = case f acc (unsafeIndex b i) of (acc', w) -> pokeByte m i w >> go (i + 1) acc'
    in go 0 z)
  where n = length b
mapAccumR f z b = runST (newBytes n >>= \m ->
    let go i !acc | i < 0 = freezeBytes m n >>= \r -> return (acc, r)
                  | otherwise = case f acc (unsafeIndex b i) of (acc', w) -> pokeByte m i w >> go (i - 1) acc'
    in go (n - 1) z)
  where n = length b
{-# INLINE mapAccumL #-}
{-# INLINE mapAccumR #-}

filter :: (Word8 -> Bool) -> ByteString -> ByteString
filter p b = createUpTo n (\m -> let go i k | i >= n = return k
                                            | p w = pokeByte m k w >> go (i + 1) (k + 1)
                                            | otherwise = go (i + 1) k
                                      where w = unsafeIndex b i
                                 in go 0 0)
  where n = length b
{-# INLINE filter #-}

partition :: (Word8 -> Bool) -> ByteString -> (ByteString, ByteString)
partition p b = case filter p b of { !yes -> case filter (not . p) b of !no -> (yes, no) }
{-# INLINE partition #-}

-- | By counting.
sort :: ByteString -> ByteString
sort b@(BS _ _ len) = create (length b) (\(MBytes m) -> ST (\s0 -> case newByteArray# 2048# s0 of
    (# s1, counts #) ->
      let fill i w s = case w of
            256# -> (# s, () #)
            _ -> case readIntArray# counts w s of
              (# s2, k #) -> case setByteArray# m i k w s2 of s3 -> fill (i +# k) (w +# 1#) s3
      in case setByteArray# counts 0# 2048# 0# s1 of s2 -> case counted counts 0# s2 of s3 -> fill 0# 0# s3))
  where
    counted counts i s = case i >=# len of
      1# -> s
      _ -> case unsafeIndex b (I# i) of
        W8# w -> case word2Int# w of
          k -> case readIntArray# counts k s of (# s1, n #) -> case writeIntArray# counts k (n +# 1#) s1 of s2 -> counted counts (i +# 1#) s2

zip :: ByteString -> ByteString -> [(Word8, Word8)]
zip a b = zipWith (,) a b

zipWith :: (Word8 -> Word8 -> c) -> ByteString -> ByteString -> [c]
zipWith f a b = go 0
  where n = min (length a) (length b)
        go i | i >= n = []
             | otherwise = f (unsafeIndex a i) (unsafeIndex b i) : go (i + 1)
{-# INLINE zipWith #-}

packZipWith :: (Word8 -> Word8 -> Word8) -> ByteString -> ByteString -> ByteString
packZipWith f a b = generateBytes (min (length a) (length b)) (\i -> f (unsafeIndex a i) (unsafeIndex b i))
{-# INLINE packZipWith #-}

unzip :: [(Word8, Word8)] -> (ByteString, ByteString)
unzip ps = (packWith fst ps, packWith snd ps)

-- ---- Searching ------------------------------------------------------------------------------------------------------------------
-- The first index where the predicate holds, or the length; from the end: one more than the last index, or 0.
findFrom, findEnd :: (Word8 -> Bool) -> ByteString -> Int
findFrom p b = go 0
  where n = length b
        go i | i >= n = n
             | p (unsafeIndex b i) = i
             | otherwise = go (i + 1)
findEnd p b = go (length b)
  where go i | i <= 0 = 0
             | p (unsafeIndex b (i - 1)) = i
             | otherwise = go (i - 1)
{-# INLINE findFrom #-}
{-# INLINE findEnd #-}

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd :: (Word8 -> Bool) -> ByteString -> ByteString
takeWhile p b = unsafeTake (findFrom (not . p) b) b
dropWhile p b = unsafeDrop (findFrom (not . p) b) b
takeWhileEnd p b = unsafeDrop (findEnd (not . p) b) b
dropWhileEnd p b = unsafeTake (findEnd (not . p) b) b
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}
{-# INLINE takeWhileEnd #-}
{-# INLINE dropWhileEnd #-}

span, break, spanEnd, breakEnd :: (Word8 -> Bool) -> ByteString -> (ByteString, ByteString)
span p b = break (not . p) b
break p b = case findFrom p b of k -> (unsafeTake k b, unsafeDrop k b)
spanEnd p b = breakEnd (not . p) b
breakEnd p b = case findEnd p b of !k -> (unsafeTake k b, unsafeDrop k b)
{-# INLINE span #-}
{-# INLINE break #-}
{-# INLINE spanEnd #-}
{-# INLINE breakEnd #-}

-- | -1 when it is not there.
indexOf, lastIndexOf :: Word8 -> ByteString -> Int
indexOf (W8# w) (BS a o n) = I# (c_index a o n (word2Int# w))
lastIndexOf (W8# w) (BS a o n) = I# (c_last_index a o n (word2Int# w))
{-# INLINE indexOf #-}

elemIndex, elemIndexEnd :: Word8 -> ByteString -> Maybe Int
elemIndex w b = case indexOf w b of i | i < 0 -> Nothing
                                      | otherwise -> Just i
elemIndexEnd w b = case lastIndexOf w b of i | i < 0 -> Nothing
                                             | otherwise -> Just i
{-# INLINE elemIndex #-}

elem, notElem :: Word8 -> ByteString -> Bool
elem w b = indexOf w b >= 0
notElem w b = indexOf w b < 0

elemIndices :: Word8 -> ByteString -> [Int]
elemIndices w = findIndices (== w)

findIndex, findIndexEnd :: (Word8 -> Bool) -> ByteString -> Maybe Int
findIndex p b = case findFrom p b of i | i >= length b -> Nothing
                                       | otherwise -> Just i
findIndexEnd p b = case findEnd p b of 0 -> Nothing
                                       i -> Just (i - 1)
{-# INLINE findIndex #-}
{-# INLINE findIndexEnd #-}

findIndices :: (Word8 -> Bool) -> ByteString -> [Int]
findIndices p b = go 0
  where n = length b
        go i | i >= n = []
             | p (unsafeIndex b i) = i : go (i + 1)
             | otherwise = go (i + 1)
{-# INLINE findIndices #-}

find :: (Word8 -> Bool) -> ByteString -> Maybe Word8
find p b = case findFrom p b of i | i >= length b -> Nothing
                                  | otherwise -> Just (unsafeIndex b i)
{-# INLINE find #-}

count :: Word8 -> ByteString -> Int
count (W8# w) (BS a o n) = I# (c_count a o n (word2Int# w))

isPrefixOf, isSuffixOf, isInfixOf :: ByteString -> ByteString -> Bool
isPrefixOf (BS a i n) (BS b j m) = case n <=# m of
  1# -> isZero (compareByteArrays# a i b j n)
  _ -> False
isSuffixOf (BS a i n) (BS b j m) = case n <=# m of
  1# -> isZero (compareByteArrays# a i b (j +# m -# n) n)
  _ -> False
isInfixOf x b = indexOfString x b >= 0

stripPrefix, stripSuffix :: ByteString -> ByteString -> Maybe ByteString
stripPrefix x b | isPrefixOf x b = Just (unsafeDrop (length x) b)
                | otherwise = Nothing
stripSuffix x b | isSuffixOf x b = Just (unsafeTake (length b - length x) b)
                | otherwise = Nothing

-- | Where the first string begins in the second, or -1.
indexOfString :: ByteString -> ByteString -> Int
indexOfString (BS x i m) (BS a o n) = I# (c_find a o n x i m)

-- | @breakSubstring pat s@: before the first place where pat begins, and from there on.
breakSubstring :: ByteString -> ByteString -> (ByteString, ByteString)
breakSubstring x b = case indexOfString x b of k | k < 0 -> (b, empty)
                                                 | otherwise -> (unsafeTake k b, unsafeDrop k b)

findSubstring :: ByteString -> ByteString -> Maybe Int
findSubstring x b = case indexOfString x b of k | k < 0 -> Nothing
                                                | otherwise -> Just k

-- | All places, also those that overlap.
findSubstrings :: ByteString -> ByteString -> [Int]
findSubstrings x b = go 0
  where go i | i > length b = []
             | otherwise = case indexOfString x (unsafeDrop i b) of
                 k | k < 0 -> []
                   | otherwise -> (i + k) : go (i + k + 1)

-- ---- Pieces ------------------------------------------------------------------------------------------------------------------------
split :: Word8 -> ByteString -> [ByteString]
split w b | null b = []
          | otherwise = pieces b
  where pieces r = case indexOf w r of k | k < 0 -> [r]
                                         | otherwise -> unsafeTake k r : pieces (unsafeDrop (k + 1) r)

splitWith :: (Word8 -> Bool) -> ByteString -> [ByteString]
splitWith p b | null b = []
              | otherwise = pieces b
  where pieces r = case findFrom p r of k | k >= length r -> [r]
                                          | otherwise -> unsafeTake k r : pieces (unsafeDrop (k + 1) r)
{-# INLINE splitWith #-}

lines :: ByteString -> [ByteString]
lines b | null b = []
        | otherwise = case indexOf 10 b of k | k < 0 -> [b]
                                             | otherwise -> unsafeTake k b : lines (unsafeDrop (k + 1) b)

words :: ByteString -> [ByteString]
words b = case findFrom (not . isSpaceWord8) b of
  i | i >= length b -> []
    | otherwise -> case unsafeDrop i b of
        r -> case findFrom isSpaceWord8 r of k -> unsafeTake k r : words (unsafeDrop k r)

unlines, unwords :: [ByteString] -> ByteString
unlines bs = create (total 0 bs) (\m ->
    let go !_ [] = return ()
        go i (x : xs) = copyInto m i x >> pokeByte m (i + length x) 10 >> go (i + length x + 1) xs
    in go 0 bs)
  where total !n [] = n
        total n (x : xs) = total (n + length x + 1) xs
unwords bs = intercalate (singleton 0x20) bs

newline :: ByteString
newline = singleton 10
{-# NOINLINE newline #-}

group :: ByteString -> [ByteString]
group = groupBy (==)

groupBy :: (Word8 -> Word8 -> Bool) -> ByteString -> [ByteString]
groupBy eq b
  | null b = []
  | otherwise = let k = 1 + findFrom (not . eq (unsafeIndex b 0)) (unsafeDrop 1 b) in unsafeTake k b : groupBy eq (unsafeDrop k b)

inits, tails :: ByteString -> [ByteString]
inits b = [unsafeTake k b | k <- [0 .. length b]]
tails b = [unsafeDrop k b | k <- [0 .. length b]]

-- ---- Numbers ---------------------------------------------------------------------------------------------------------------------
-- | A decimal number, with a sign or without, and what follows; overflow wraps.
readInt :: ByteString -> Maybe (Int, ByteString)
readInt b
  | null b = Nothing
  | otherwise = case unsafeIndex b 0 of
      0x2D -> digits True 1
      0x2B -> digits False 1
      _ -> digits False 0
  where
    n = length b
    digits neg i0 = go i0 0
      where go i acc | i < n, w <- unsafeIndex b i, w >= 0x30 && w <= 0x39 = go (i + 1) (acc * 10 + (fromIntegral w - 0x30))
                     | i == i0 = Nothing
                     | otherwise = Just (if neg then negate acc else acc, unsafeDrop i b)

-- | The same without a limit; by halves, so that long numbers cost what their multiplications cost.
readInteger :: ByteString -> Maybe (Integer, ByteString)
readInteger b
  | null b = Nothing
  | otherwise = case unsafeIndex b 0 of
      0x2D -> fmap (\(i, r) -> (negate i, r)) (digits (unsafeDrop 1 b))
      0x2B -> digits (unsafeDrop 1 b)
      _ -> digits b
  where
    digits r = case span (\w -> w >= 0x30 && w <= 0x39) r of
      (ds, rest) | null ds -> Nothing
                 | otherwise -> Just (value ds, rest)
    value ds
      | length ds <= 18 = toInteger (foldlBytes' (\a w -> a * 10 + (fromIntegral w - 0x30)) (0 :: Int) ds)
      | otherwise = let k = length ds `quot` 2 in value (unsafeTake (length ds - k) ds) * 10 ^ k + value (unsafeDrop (length ds - k) ds)

-- ---- C ----------------------------------------------------------------------------------------------------------------------------
packCString :: CString -> IO ByteString
packCString p = lengthArray0 0 p >>= \n -> packCStringLen (p, n)

packCStringLen :: CStringLen -> IO ByteString
packCStringLen (Ptr p, n@(I# n#))
  | n < 0 = moduleError "packCStringLen" ("negative length: " ++ show n)
  | otherwise = IO (\s -> case newByteArray# n# s of
      (# s1, m #) -> case copyAddrToByteArray# p m 0# n# s1 of
        s2 -> case unsafeFreezeByteArray# m s2 of (# s3, a #) -> (# s3, BS a 0# n# #))

-- | A copy that ends in NUL, until the action ends.
useAsCString :: ByteString -> (CString -> IO a) -> IO a
useAsCString b act = allocaBytes (length b + 1) (\p -> copyToPtr b p >> pokeByteOff p (length b) (0 :: Word8) >> act p)

useAsCStringLen :: ByteString -> (CStringLen -> IO a) -> IO a
useAsCStringLen b act = useAsCString b (\p -> act (p, length b))

copyToPtr :: ByteString -> Ptr CChar -> IO ()
copyToPtr (BS a o n) (Ptr p) = IO (\s -> case copyByteArrayToAddr# a o p n s of s1 -> (# s1, () #))

-- ---- Input and output ------------------------------------------------------------------------------------------------------------
-- Bytes pass as they are, whatever the handle's encoding and newline mode.
hPut, hPutStr, hPutStrLn :: Handle -> ByteString -> IO ()
hPut h@(Handle f) (BS a o n) = case n of
  0# -> return ()
  _ -> putting "hPutBuf" h (c_write_at f a o n)
hPutStr = hPut
hPutStrLn h b
  | length b < 1024 = hPut h (snoc b 10)
  | otherwise = hPut h b >> hPut h newline

hPutNonBlocking :: Handle -> ByteString -> IO ByteString
hPutNonBlocking h b = hPut h b >> return empty

putStr, putStrLn :: ByteString -> IO ()
putStr b = hPut stdout b
putStrLn b = hPutStrLn stdout b

-- What is read, the room for it, and how much of that is used.
data Input = Input (MutableByteArray# RealWorld) Int Int

newInput :: Int -> IO Input
newInput n@(I# n#) = IO (\s -> case newByteArray# n# s of (# s1, m #) -> (# s1, Input m n 0 #))

roomFor :: Input -> IO Input
roomFor inp@(Input m size used@(I# k))
  | used < size = return inp
  | otherwise = newInput (if size < 64 then 128 else 2 * size) >>= \(Input m' size' _) ->
      IO (\s -> case copyMutableByteArray# m 0# m' 0# k s of s1 -> (# s1, Input m' size' used #))

finishInput :: Input -> IO ByteString
finishInput (Input m size used@(I# k)) = IO (\s -> case unsafeFreezeByteArray# m s of
  (# s1, a #) -> case BS a 0# k of b | used == size -> (# s1, b #)
                                     | otherwise -> case copy b of b'@(BS _ _ _) -> (# s1, b' #))

-- Bytes that are there, blocking when there are none; False at the end.
takeSome :: String -> Int -> Handle -> Input -> IO (Bool, Input)
takeSome = takeFilling fillHandle

takeFilling :: (String -> Handle -> IO Bool) -> String -> Int -> Handle -> Input -> IO (Bool, Input)
takeFilling fill loc (I# line) h@(Handle f) (Input m size used@(I# k)) = case size - used of
  I# room -> let loop = c_take_raw f m k room line >>= \got ->
                   if got > 0 then return (True, Input m size (used + got))
                   else fill loc h >>= \more -> if more then loop else return (False, Input m size used)
             in loop

illegalSize :: Handle -> String -> Int -> IO a
illegalSize h fun n = ioError (mkIOError illegalOperationErrorType (fun ++ ": illegal ByteString size " ++ showsPrec 9 n "") (Just h) Nothing)

-- | So many bytes, or fewer at the end of the input.
hGet :: Handle -> Int -> IO ByteString
hGet h n
  | n < 0 = illegalSize h "hGet" n
  | n == 0 = return empty
  | otherwise = newInput n >>= \i -> reading h (wantReadable "hGetBuf" h >> loop i)
  where loop inp@(Input _ _ used)
          | used == n = finishInput inp
          | otherwise = takeSome "hGetBuf" 0 h inp >>= \(more, inp') -> if more then loop inp' else finishInput inp'

-- | What there is, at most so many bytes; blocks only when there is nothing. Empty at the end.
hGetSome :: Handle -> Int -> IO ByteString
hGetSome h = someWith (reading h) fillHandle h

-- | For lazy reading, without the turn to read: Note [Turns of readers] in runtime/prim/ffi_io.c.
hGetLazily :: Handle -> Int -> IO ByteString
hGetLazily h n = someWith id fillLazily h n >>= \b -> if null b then wantReadable "hGetBufSome" h >> return b else return b   -- closed meanwhile: no end

someWith :: (IO (Bool, Input) -> IO (Bool, Input)) -> (String -> Handle -> IO Bool) -> Handle -> Int -> IO ByteString
someWith turn fill h n
  | n < 0 = illegalSize h "hGetSome" n
  | n == 0 = return empty
  | otherwise = newInput n >>= \i -> turn (wantReadable "hGetBufSome" h >> takeFilling fill "hGetBufSome" 0 h i) >>= \(_, inp) -> finishInput inp

-- | What has been read already; never blocks.
hGetNonBlocking :: Handle -> Int -> IO ByteString
hGetNonBlocking h@(Handle f) n
  | n < 0 = illegalSize h "hGetNonBlocking" n
  | otherwise = wantReadable "hGetBufNonBlocking" h >> c_available f >>= \k ->
      if k == 0 then return empty else hGet h (min k n)

-- | Up to the next newline, which is dropped; an error at the end of the input.
hGetLine :: Handle -> IO ByteString
hGetLine = hGetLineAs "Data.ByteString.hGetLine" (\_ b -> b)

-- The result is made of the line and of whether it had a newline.
{-# INLINE hGetLineAs #-}
hGetLineAs :: String -> (Bool -> ByteString -> r) -> Handle -> IO r
hGetLineAs loc result h@(Handle f) = atOnce 128
  where
    line newline i = finishInput i >>= \b -> return (result newline b)
    -- a line that is there
    atOnce n = newInput n >>= \i@(Input m (I# room) _) -> c_take_raw_line f m room >>= \k ->
      if k > 0 then line True (Input m n (k - 1))
      else if k < 0 then atOnce (negate k)
      else reading h (wantReadable loc h >> loop i)
    loop inp = roomFor inp >>= takeSome loc 1 h >>= \(more, inp'@(Input m size used@(I# k))) ->
      if not more then (if used == 0 then eofError loc h else line False inp')
      else IO (\s -> case readWord8Array# m (k -# 1#) s of (# s1, w #) -> (# s1, I# (word2Int# w) #)) >>= \c ->
        if c == 10 then line True (Input m size (used - 1)) else loop inp'

getLine, getContents :: IO ByteString
getLine = hGetLine stdin
getContents = hGetContents stdin

-- | Everything, strictly; then the handle is closed.
hGetContents :: Handle -> IO ByteString
hGetContents h = hGetContentsAs "hGetBuf" h `onException` hClose h

hGetContentsAs :: String -> Handle -> IO ByteString
hGetContentsAs loc h@(Handle f) = wantReadable loc h >> sizeHint >>= newInput >>= loop >>= \b -> hClose h >> return b
  where
    -- one byte more than a file has, to meet its end without growing
    sizeHint = c_size f >>= \n -> if n <= 0 then return 4096 else
      c_tell f >>= \k -> return (if k < 0 || k >= n then 4096 else n - k + 1)
    -- each part with a turn of its own, as in GHC: who reads without end can be interrupted
    loop inp0 = roomFor inp0 >>= \inp -> reading h (wantReadable loc h >> takeSome loc 0 h inp) >>= \(more, inp') -> if more then loop inp' else finishInput' inp'
    -- a byte of waste is not worth a copy
    finishInput' inp@(Input m size used@(I# k))
      | used + 1 == size = finishInput (Input m used used)
      | otherwise = finishInput inp

readFile :: FilePath -> IO ByteString
readFile name = withBinaryFile name ReadMode hGetContents

writeFile, appendFile :: FilePath -> ByteString -> IO ()
writeFile name b = withBinaryFile name WriteMode (\h -> hPut h b)
appendFile name b = withBinaryFile name AppendMode (\h -> hPut h b)

interact :: (ByteString -> ByteString) -> IO ()
interact f = getContents >>= \b -> putStr (f b)

instance Lists.IsList ByteString Word8 where
  fromList = packBytes
  toList = unpackBytes
