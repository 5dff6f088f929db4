{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Builders of lazy text: (<>) costs O(1), toLazyText O(n), lazily and in chunks of some 100 characters. The engine is that of the builders of
-- bytes (Data.ByteString.Builder.Internal); a character is never divided between chunks, so each chunk is text.
module Data.Text.Lazy.Builder (Builder, toLazyText, toLazyTextWith, fromText, fromLazyText, fromString, singleton, flush) where

import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder.Internal as B
import GPH.ByteString (ByteString(..))
import qualified Data.String as String
import qualified Data.Text as S
import qualified Data.Text.Internal as S (Text(..))
import qualified Data.Text.Lazy as L
import GPH.Handle (isSurrogate#)
import GPH.Prim
import GPH.Types (Char(..), Int(..))

newtype Builder = Builder B.Builder

instance Semigroup Builder where
  Builder f <> Builder g = Builder (f <> g)
instance Monoid Builder where
  mempty = Builder mempty
instance String.IsString Builder where
  fromString = fromString
instance Show Builder where
  showsPrec d = showsPrec d . toLazyText
instance Eq Builder where
  a == b = toLazyText a == toLazyText b
instance Ord Builder where
  compare a b = compare (toLazyText a) (toLazyText b)

toLazyText :: Builder -> L.Text
toLazyText = toLazyTextWith 112

-- | With about so many characters in a chunk.
toLazyTextWith :: Int -> Builder -> L.Text
toLazyTextWith n (Builder b) = L.fromChunks (map S.Text (B.buildChunks (B.untrimmedStrategy n n) b))

-- | Copied where it is short, else a chunk of its own.
fromText :: S.Text -> Builder
fromText (S.Text b)
  | Bytes.length b <= 128 = Builder (copied b)
  | otherwise = Builder (B.inserted b)

-- A string of at most 128 bytes, as a whole.
copied :: Bytes.ByteString -> B.Builder
copied b = case Bytes.length b of I# n -> B.bounded n (\m i s -> case b of BS a o _ -> case copyByteArray# a o m i n s of s1 -> (# s1, i +# n #))

fromLazyText :: L.Text -> Builder
fromLazyText = L.foldrChunks (\c b -> fromText c <> b) mempty

-- | Lazy in the string.
fromString :: String -> Builder
fromString s = Builder (B.characters 4# writeChar s)

singleton :: Char -> Builder
singleton (C# c) = Builder (B.bounded 4# (\m i s -> writeChar m i c s))

-- Surrogates are no text: U+FFFD stands for them.
writeChar :: MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeChar m i c s = case isSurrogate# c of
  1# -> B.writeUtf8 m i '\xFFFD'# s
  _ -> B.writeUtf8 m i c s

-- | Ends the chunk.
flush :: Builder
flush = Builder B.flush
