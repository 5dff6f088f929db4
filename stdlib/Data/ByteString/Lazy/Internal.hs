{-# LANGUAGE BangPatterns #-}
-- | The representation of lazy strings of bytes: strict chunks, none of them empty. Each function costs what its chunks cost.
module Data.ByteString.Lazy.Internal where

import Control.DeepSeq (NFData(..))
import qualified Data.ByteString as S
import Data.Int (Int64)
import Data.String (IsString(..))
import Data.Word (Word8)
import GPH.ByteString (c2w, packUpto, unpackBefore, w2c)
import GPH.Data (Data(..), mkNoRepType)
import GPH.Exception (errorAt)
import qualified GPH.Exception as GPH (Library(ByteString))
import Prelude (Bool(..), Char, Eq(..), FilePath, Int, Maybe(..), Num(..), Ord(..), String, Integer, fmap, fromIntegral, fst, not, otherwise, snd, (.), (&&), (||), ($))
import qualified Prelude as P

data ByteString = Empty | Chunk !S.ByteString ByteString

-- | The sizes of chunks that GHC's library makes.
defaultChunkSize, smallChunkSize, chunkOverhead :: Int
defaultChunkSize = 32 * 1024 - chunkOverhead
smallChunkSize = 4 * 1024 - chunkOverhead
chunkOverhead = 16

-- Chunk, but nothing for an empty one: no chunk of a value is empty.
chunk :: S.ByteString -> ByteString -> ByteString
chunk c t = if S.null c then t else Chunk c t

-- | Chunks of 32 elements, then of twice as many as before, up to smallChunkSize: as much of the list is evaluated.
packBytes :: [Word8] -> ByteString
packBytes = packChunks P.id
packChars :: String -> ByteString
packChars = packChunks c2w

packChunks :: (a -> Word8) -> [a] -> ByteString
packChunks f = go 32
  where
    go n s = case packUpto f n s of
      (b, []) -> chunk b Empty
      (b, rest) -> Chunk b (go (P.min (2 * n) smallChunkSize) rest)
{-# INLINE packChunks #-}

-- | Lazy in the list.
unpackBytes :: ByteString -> [Word8]
unpackBytes = foldrChunks (unpackBefore P.id) []
unpackChars :: ByteString -> String
unpackChars = foldrChunks (unpackBefore w2c) []

mapChunks :: (S.ByteString -> S.ByteString) -> ByteString -> ByteString
mapChunks f = go
  where go Empty = Empty
        go (Chunk c t) = chunk (f c) (go t)
{-# INLINE mapChunks #-}

append :: ByteString -> ByteString -> ByteString
append Empty b = b
append (Chunk c t) b = Chunk c (append t b)

null :: ByteString -> Bool
null Empty = True
null _ = False

-- | O(n).
length :: ByteString -> Int64
length = go 0
  where go !n Empty = n
        go !n (Chunk c t) = go (n + fromIntegral (S.length c)) t

toChunks :: ByteString -> [S.ByteString]
toChunks Empty = []
toChunks (Chunk c t) = c : toChunks t

-- | Lazy in the chunks.
foldrChunks :: (S.ByteString -> a -> a) -> a -> ByteString -> a
foldrChunks f z t = P.foldr f z (toChunks t)

foldlChunks :: (a -> S.ByteString -> a) -> a -> ByteString -> a
foldlChunks f z t = P.foldl f z (toChunks t)

-- | Lazy in the list.
fromChunks :: [S.ByteString] -> ByteString
fromChunks = P.foldr chunk Empty

fromStrict :: S.ByteString -> ByteString
fromStrict c = chunk c Empty

-- | O(n): copies unless there is one chunk.
toStrict :: ByteString -> S.ByteString
toStrict Empty = S.empty
toStrict (Chunk c Empty) = c
toStrict t = S.concat (toChunks t)

compareChunks :: ByteString -> ByteString -> P.Ordering
compareChunks Empty Empty = P.EQ
compareChunks Empty _ = P.LT
compareChunks _ Empty = P.GT
compareChunks (Chunk a as) (Chunk b bs) = case compare (S.take n a) (S.take n b) of
  P.EQ -> compareChunks (chunk (S.drop n a) as) (chunk (S.drop n b) bs)
  other -> other
  where n = min (S.length a) (S.length b)

instance Eq ByteString where a == b = compareChunks a b == P.EQ
instance Ord ByteString where compare = compareChunks
instance P.Semigroup ByteString where (<>) = append
instance P.Monoid ByteString where mempty = Empty

instance Data ByteString where
  gfoldl k z b = z fromBytes `k` P.concatMap S.unpack (toChunks b)
    where
      fromBytes [] = Empty
      fromBytes bytes = case P.splitAt 4080 bytes of (now, later) -> Chunk (S.pack now) (fromBytes later)
  toConstr _ = errorAt GPH.ByteString "Data.ByteString.Lazy.Internal" 133 20 "Data.ByteString.Lazy.ByteString.toConstr"
  gunfold _ _ = errorAt GPH.ByteString "Data.ByteString.Lazy.Internal" 134 20 "Data.ByteString.Lazy.ByteString.gunfold"
  dataTypeOf _ = mkNoRepType "Data.ByteString.Lazy.ByteString"

instance NFData ByteString where
  rnf Empty = ()
  rnf (Chunk _ t) = rnf t
instance P.Show ByteString where showsPrec d t = P.showsPrec d (unpackChars t)
instance P.Read ByteString where readsPrec d s = [(packChars x, r) | (x, r) <- P.readsPrec d s]
instance IsString ByteString where fromString = packChars

emptyError :: String -> a
emptyError f = errorAt GPH.ByteString "Data.ByteString.Lazy" 1359 23 ("Data.ByteString.Lazy." P.++ f P.++ ": empty ByteString")
