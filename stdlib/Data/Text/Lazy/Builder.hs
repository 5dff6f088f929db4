-- | Builders of lazy text: (<>) costs O(1), toLazyText O(n), lazily and in chunks.
module Data.Text.Lazy.Builder (Builder, toLazyText, toLazyTextWith, fromText, fromLazyText, fromString, singleton, flush) where

import qualified Data.String as String
import qualified Data.Text as S
import qualified Data.Text.Lazy as L

newtype Builder = Builder ([S.Text] -> [S.Text])

instance Semigroup Builder where
  Builder f <> Builder g = Builder (f . g)
instance Monoid Builder where
  mempty = Builder id
instance String.IsString Builder where
  fromString = fromString
instance Show Builder where
  showsPrec d = showsPrec d . toLazyText
instance Eq Builder where
  a == b = toLazyText a == toLazyText b
instance Ord Builder where
  compare a b = compare (toLazyText a) (toLazyText b)

toLazyText :: Builder -> L.Text
toLazyText = toLazyTextWith 128

-- | With about so many pieces in a chunk.
toLazyTextWith :: Int -> Builder -> L.Text
toLazyTextWith n (Builder f) = L.fromChunks (join (f []))
  where join [] = []
        join ps = case splitAt (max 1 n) ps of (a, b) -> S.concat a : join b

fromText :: S.Text -> Builder
fromText t = Builder (t :)

fromLazyText :: L.Text -> Builder
fromLazyText t = Builder (L.toChunks t ++)

fromString :: String -> Builder
fromString s = fromText (S.pack s)

singleton :: Char -> Builder
singleton c = fromText (S.singleton c)

flush :: Builder
flush = mempty
