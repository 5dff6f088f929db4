{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Data.Text.Lazy.Builder, with the representation: the engine is that of the builders of bytes (Data.ByteString.Builder.Internal); a character
-- is never divided between chunks, so each chunk is text.
module Data.Text.Internal.Builder (Builder(..), toLazyText, toLazyTextWith, fromText, fromLazyText, fromString, singleton, flush) where

import qualified Data.ByteString.Builder.Internal as B
import GPH.ByteString (ByteString(..))
import qualified Data.String as String
import qualified Data.Text as S
import qualified Data.Text.Internal as S (Text(..))
import qualified Data.Text.Lazy as L
import GPH.Handle (isSurrogate#)
import GPH.Prim
import GPH.Types (Char(..))

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
fromText (S.Text b) = Builder (B.Builder (\(B.Step k) -> B.Step (\m i s -> case b of
  BS a o n ->
    let copy m' i' s' = case copyByteArray# a o m' i' n s' of s1 -> k m' (i' +# n) s1
    in case n <=# 128# of
      1# -> case i +# n <=# sizeofMutableByteArray# m of
        1# -> copy m i s
        _ -> (# s, B.Full i n (B.Step copy) #)
      _ -> (# s, B.Insert i b (B.Step k) #))))
{-# INLINE fromText #-}

fromLazyText :: L.Text -> Builder
fromLazyText = L.foldrChunks (\c b -> fromText c <> b) mempty

-- | Lazy in the string.
fromString :: String -> Builder
fromString s = Builder (B.characters 4# writeChar s)

singleton :: Char -> Builder
singleton ch = Builder (B.bounded 4# (\m i s -> case ch of C# c -> writeChar m i c s))
{-# INLINE singleton #-}

-- Surrogates are no text: U+FFFD stands for them.
writeChar :: MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeChar m i c s = case isSurrogate# c of
  1# -> B.writeUtf8 m i '\xFFFD'# s
  _ -> B.writeUtf8 m i c s

-- | Ends the chunk.
flush :: Builder
flush = Builder B.flush
