{-# LANGUAGE BangPatterns #-}
-- | The representation of lazy text: strict chunks, none of them empty.
module Data.Text.Lazy.Internal where

import Control.DeepSeq (NFData(..))
import qualified Data.Text as S
import Data.Text.Internal (Iter(..), Part(..), Step(..), dropBytes, iter, size, takeBytes, unfoldPart)
import Data.Int (Int64)
import Data.String (IsString(..))
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.Exception (errorAt)
import qualified GPH.Exception as GPH (Library(Text))
import Text.Printf (PrintfArg(..), formatString)
import Prelude (Bool(..), Char, Eq(..), FilePath, Int, Maybe(..), Num(..), Ord(..), String, Integer, fmap, fromIntegral, fst, not, otherwise, snd, (.), (&&), (||), ($))
import qualified Prelude as P

data Text = Empty | Chunk !S.Text Text

-- | The sizes of chunks that GHC's library makes.
defaultChunkSize, smallChunkSize, chunkOverhead :: Int
defaultChunkSize = 16 * 1024 - chunkOverhead
smallChunkSize = 128 - chunkOverhead
chunkOverhead = 16

pack :: [Char] -> Text
pack = unfoldChunks (\s -> case s of { [] -> Done; c : cs -> Yield c cs })

-- | The text that a step function yields, 2048 characters at a time.
unfoldChunks :: (s -> Step s) -> s -> Text
unfoldChunks step = go
  where go x = case unfoldPart 2048 step x of Part c x' -> if S.null c then Empty else Chunk c (go x')
{-# INLINE unfoldChunks #-}

-- | A place in a text: the chunk and what follows it, and the bytes before the next character in the chunk.
data Place = Place !Int Text

-- | What a step function makes of a character and the place after it.
stepFrom :: (Char -> Place -> Step s) -> (Place -> Step s) -> Place -> Step s
stepFrom yield skip (Place i t) = case t of
  Empty -> Done
  Chunk c rest | i >= size c -> skip (Place 0 rest)
               | otherwise -> case iter c i of Iter x j -> yield x (Place j t)
{-# INLINE stepFrom #-}

-- Chunk, but nothing for an empty one: no chunk of a value is empty.
chunk :: S.Text -> Text -> Text
chunk c t = if S.null c then t else Chunk c t

mapChunks :: (S.Text -> S.Text) -> Text -> Text
mapChunks f = go
  where go Empty = Empty
        go (Chunk c t) = chunk (f c) (go t)

append :: Text -> Text -> Text
append Empty b = b
append (Chunk c t) b = Chunk c (append t b)

null :: Text -> Bool
null Empty = True
null _ = False

-- | O(n).
length :: Text -> Int64
length = go 0
  where go !n Empty = n
        go !n (Chunk c t) = go (n + fromIntegral (S.length c)) t

toChunks :: Text -> [S.Text]
toChunks Empty = []
toChunks (Chunk c t) = c : toChunks t

-- | Lazy in the chunks.
foldrChunks :: (S.Text -> a -> a) -> a -> Text -> a
foldrChunks f z t = P.foldr f z (toChunks t)

foldlChunks :: (a -> S.Text -> a) -> a -> Text -> a
foldlChunks f z t = P.foldl f z (toChunks t)

-- | Lazy in the list.
fromChunks :: [S.Text] -> Text
fromChunks = P.foldr chunk Empty

fromStrict :: S.Text -> Text
fromStrict c = chunk c Empty

-- | O(n): copies unless there is one chunk.
toStrict :: Text -> S.Text
toStrict Empty = S.empty
toStrict (Chunk c Empty) = c
toStrict t = S.concat (toChunks t)

compareChunks :: Text -> Text -> P.Ordering
compareChunks Empty Empty = P.EQ
compareChunks Empty _ = P.LT
compareChunks _ Empty = P.GT
compareChunks (Chunk a as) (Chunk b bs) = case compare (takeBytes n a) (takeBytes n b) of
  P.EQ -> compareChunks (chunk (dropBytes n a) as) (chunk (dropBytes n b) bs)
  other -> other
  where n = min (size a) (size b)

instance Eq Text where a == b = compareChunks a b == P.EQ
instance Ord Text where compare = compareChunks
instance P.Semigroup Text where (<>) = append
instance P.Monoid Text where mempty = Empty

textType :: DataType
textType = listLike "Data.Text.Lazy.Text" "pack"

instance Data Text where
  gfoldl k z t = z pack `k` P.concatMap S.unpack (toChunks t)
  toConstr _ = onlyConstr textType
  gunfold k z c = if constrIndex c == 1 then k (z pack) else errorAt GPH.Text "Data.Text.Lazy" 383 10 "Data.Text.Lazy.Text.gunfold"
  dataTypeOf _ = textType

instance NFData Text where
  rnf Empty = ()
  rnf (Chunk _ t) = rnf t
instance P.Show Text where showsPrec d t = P.showsPrec d (P.concatMap S.unpack (toChunks t))
instance P.Read Text where readsPrec d s = [(fromStrict (S.pack x), r) | (x, r) <- P.readsPrec d s]
instance IsString Text where fromString s = fromStrict (S.pack s)
instance PrintfArg Text where formatArg t = formatString (P.concatMap S.unpack (toChunks t))

emptyError :: String -> a
emptyError f = errorAt GPH.Text "Data.Text.Lazy" 1757 18 ("Data.Text.Lazy." P.++ f P.++ ": empty input")
{-# NOINLINE emptyError #-}
