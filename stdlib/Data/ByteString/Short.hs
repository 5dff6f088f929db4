{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Strings of bytes that are an array each, with no slice of another one kept alive: for many small strings, as keys.
-- fromShort costs O(1); toShort O(n) for a part of a longer string, O(1) for a whole one. What makes a new string costs O(n).
module Data.ByteString.Short
  ( ShortByteString(..), toShort, fromShort, pack, unpack, empty, singleton, null, length, index, indexMaybe, (!?)
  , append, cons, snoc, head, last, tail, init, uncons, unsnoc, map, reverse, intercalate, foldl, foldl', foldl1, foldl1', foldr, foldr', foldr1, foldr1'
  , all, any, concat, replicate, unfoldr, unfoldrN, take, takeEnd, takeWhile, takeWhileEnd, drop, dropEnd, dropWhile, dropWhileEnd, break, breakEnd, span, spanEnd
  , splitAt, split, splitWith, stripPrefix, stripSuffix, isInfixOf, isPrefixOf, isSuffixOf, breakSubstring, elem, find, filter, partition
  , elemIndex, elemIndices, count, findIndex, findIndices, packCString, packCStringLen, useAsCString, useAsCStringLen
  ) where

import Control.DeepSeq (NFData(..))
import qualified Data.ByteString as S
import GPH.ByteString (ByteString(..))
import Data.String (IsString(..))
import Data.Word (Word8)
import Foreign.C.String (CString, CStringLen)
import GPH.Data (Data(..), mkNoRepType)
import GPH.Exception (errorAt)
import qualified GPH.Exception as GPH (Library(ByteString))
import GPH.Prim
import GPH.Types (Int(..))
import Prelude (Bool(..), Eq(..), IO, Maybe(..), Monoid(..), Num(..), Ord(..), Read(..), Semigroup(..), Show(..), errorWithoutStackTrace, fmap, not, otherwise, (.), (||))
import qualified Prelude as P

data ShortByteString = SBS ByteArray#

instance Eq ShortByteString where a == b = fromShort a == fromShort b
instance Ord ShortByteString where compare a b = compare (fromShort a) (fromShort b)
instance Semigroup ShortByteString where (<>) = append
instance Monoid ShortByteString where
  mempty = empty
  mconcat = concat

instance Data ShortByteString where
  gfoldl k z b = z pack `k` unpack b
  toConstr _ = errorAt GPH.ByteString "Data.ByteString.Short.Internal" 189 20 "Data.ByteString.Short.ShortByteString.toConstr"
  gunfold _ _ = errorAt GPH.ByteString "Data.ByteString.Short.Internal" 190 20 "Data.ByteString.Short.ShortByteString.gunfold"
  dataTypeOf _ = mkNoRepType "Data.ByteString.Short.ShortByteString"

instance NFData ShortByteString where rnf b = b `P.seq` ()
instance Show ShortByteString where showsPrec p = showsPrec p . fromShort
instance Read ShortByteString where readsPrec p s = [(toShort x, r) | (x, r) <- readsPrec p s]
instance IsString ShortByteString where fromString = toShort . fromString

toShort :: ByteString -> ShortByteString
toShort b@(BS a 0# n) | isWhole a n = SBS a
                      | otherwise = case S.copy b of BS a' _ _ -> SBS a'
toShort b = case S.copy b of BS a _ _ -> SBS a

isWhole :: ByteArray# -> Int# -> Bool
isWhole a n = I# (sizeofByteArray# a) == I# n

fromShort :: ShortByteString -> ByteString
fromShort (SBS a) = BS a 0# (sizeofByteArray# a)
{-# INLINE fromShort #-}

pack :: [Word8] -> ShortByteString
pack = toShort . S.pack

-- | Lazy.
unpack :: ShortByteString -> [Word8]
unpack = S.unpack . fromShort

empty :: ShortByteString
empty = toShort S.empty

singleton :: Word8 -> ShortByteString
singleton = toShort . S.singleton

null :: ShortByteString -> Bool
null b = length b == 0

length :: ShortByteString -> P.Int
length (SBS a) = I# (sizeofByteArray# a)

index :: ShortByteString -> P.Int -> Word8
index b i
  | i < 0 || i >= length b = errorWithoutStackTrace ("Data.ByteString.Short.index: error in array index; " P.++ show i P.++ " not in range [0.." P.++ show (length b) P.++ ")")
  | otherwise = S.index (fromShort b) i

indexMaybe, (!?) :: ShortByteString -> P.Int -> Maybe Word8
indexMaybe b i | i < 0 || i >= length b = Nothing
               | otherwise = Just (S.index (fromShort b) i)
(!?) = indexMaybe

emptyError :: [P.Char] -> a
emptyError f = errorWithoutStackTrace ("Data.ByteString.Short." P.++ f P.++ ": empty ShortByteString")

append :: ShortByteString -> ShortByteString -> ShortByteString
append a b = toShort (fromShort a <> fromShort b)
concat :: [ShortByteString] -> ShortByteString
concat = toShort . S.concat . P.map fromShort
intercalate :: ShortByteString -> [ShortByteString] -> ShortByteString
intercalate b = toShort . S.intercalate (fromShort b) . P.map fromShort
cons :: Word8 -> ShortByteString -> ShortByteString
cons w = toShort . S.cons w . fromShort
snoc :: ShortByteString -> Word8 -> ShortByteString
snoc b w = toShort (S.snoc (fromShort b) w)
infixr 5 `cons`
infixl 5 `snoc`

head, last :: ShortByteString -> Word8
head b = if null b then emptyError "head" else S.head (fromShort b)
last b = if null b then emptyError "last" else S.last (fromShort b)
tail, init :: ShortByteString -> ShortByteString
tail b = if null b then emptyError "tail" else toShort (S.tail (fromShort b))
init b = if null b then emptyError "init" else toShort (S.init (fromShort b))
uncons :: ShortByteString -> Maybe (Word8, ShortByteString)
uncons = fmap (fmap toShort) . S.uncons . fromShort
unsnoc :: ShortByteString -> Maybe (ShortByteString, Word8)
unsnoc = fmap (\(b, w) -> (toShort b, w)) . S.unsnoc . fromShort

map :: (Word8 -> Word8) -> ShortByteString -> ShortByteString
map f = toShort . S.map f . fromShort
reverse :: ShortByteString -> ShortByteString
reverse = toShort . S.reverse . fromShort

foldl, foldl' :: (a -> Word8 -> a) -> a -> ShortByteString -> a
foldl f z = S.foldl f z . fromShort
foldl' f z = S.foldl' f z . fromShort
foldr, foldr' :: (Word8 -> a -> a) -> a -> ShortByteString -> a
foldr f z = S.foldr f z . fromShort
foldr' f z = S.foldr' f z . fromShort
foldl1, foldl1', foldr1, foldr1' :: (Word8 -> Word8 -> Word8) -> ShortByteString -> Word8
foldl1 f b = if null b then emptyError "foldl1" else S.foldl1 f (fromShort b)
foldl1' f b = if null b then emptyError "foldl1'" else S.foldl1' f (fromShort b)
foldr1 f b = if null b then emptyError "foldr1" else S.foldr1 f (fromShort b)
foldr1' f b = if null b then emptyError "foldr1'" else S.foldr1' f (fromShort b)
all, any :: (Word8 -> Bool) -> ShortByteString -> Bool
all p = S.all p . fromShort
any p = S.any p . fromShort

replicate :: P.Int -> Word8 -> ShortByteString
replicate n = toShort . S.replicate n
unfoldr :: (a -> Maybe (Word8, a)) -> a -> ShortByteString
unfoldr f = toShort . S.unfoldr f
unfoldrN :: P.Int -> (a -> Maybe (Word8, a)) -> a -> (ShortByteString, Maybe a)
unfoldrN n f z = case S.unfoldrN n f z of (b, r) -> (toShort b, r)

take, takeEnd, drop, dropEnd :: P.Int -> ShortByteString -> ShortByteString
take n = toShort . S.take n . fromShort
takeEnd n = toShort . S.takeEnd n . fromShort
drop n = toShort . S.drop n . fromShort
dropEnd n = toShort . S.dropEnd n . fromShort
takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, filter :: (Word8 -> Bool) -> ShortByteString -> ShortByteString
takeWhile p = toShort . S.takeWhile p . fromShort
takeWhileEnd p = toShort . S.takeWhileEnd p . fromShort
dropWhile p = toShort . S.dropWhile p . fromShort
dropWhileEnd p = toShort . S.dropWhileEnd p . fromShort
filter p = toShort . S.filter p . fromShort

both :: (ByteString, ByteString) -> (ShortByteString, ShortByteString)
both (a, b) = (toShort a, toShort b)

break, breakEnd, span, spanEnd, partition :: (Word8 -> Bool) -> ShortByteString -> (ShortByteString, ShortByteString)
break p = both . S.break p . fromShort
breakEnd p = both . S.breakEnd p . fromShort
span p = both . S.span p . fromShort
spanEnd p = both . S.spanEnd p . fromShort
partition p = both . S.partition p . fromShort
splitAt :: P.Int -> ShortByteString -> (ShortByteString, ShortByteString)
splitAt n = both . S.splitAt n . fromShort
breakSubstring :: ShortByteString -> ShortByteString -> (ShortByteString, ShortByteString)
breakSubstring a = both . S.breakSubstring (fromShort a) . fromShort
split :: Word8 -> ShortByteString -> [ShortByteString]
split w = P.map toShort . S.split w . fromShort
splitWith :: (Word8 -> Bool) -> ShortByteString -> [ShortByteString]
splitWith p = P.map toShort . S.splitWith p . fromShort
stripPrefix, stripSuffix :: ShortByteString -> ShortByteString -> Maybe ShortByteString
stripPrefix a = fmap toShort . S.stripPrefix (fromShort a) . fromShort
stripSuffix a = fmap toShort . S.stripSuffix (fromShort a) . fromShort
isInfixOf, isPrefixOf, isSuffixOf :: ShortByteString -> ShortByteString -> Bool
isInfixOf a b = S.isInfixOf (fromShort a) (fromShort b)
isPrefixOf a b = S.isPrefixOf (fromShort a) (fromShort b)
isSuffixOf a b = S.isSuffixOf (fromShort a) (fromShort b)

elem :: Word8 -> ShortByteString -> Bool
elem w = S.elem w . fromShort
find :: (Word8 -> Bool) -> ShortByteString -> Maybe Word8
find p = S.find p . fromShort
elemIndex :: Word8 -> ShortByteString -> Maybe P.Int
elemIndex w = S.elemIndex w . fromShort
elemIndices :: Word8 -> ShortByteString -> [P.Int]
elemIndices w = S.elemIndices w . fromShort
count :: Word8 -> ShortByteString -> P.Int
count w = S.count w . fromShort
findIndex :: (Word8 -> Bool) -> ShortByteString -> Maybe P.Int
findIndex p = S.findIndex p . fromShort
findIndices :: (Word8 -> Bool) -> ShortByteString -> [P.Int]
findIndices p = S.findIndices p . fromShort

packCString :: CString -> IO ShortByteString
packCString p = fmap toShort (S.packCString p)
packCStringLen :: CStringLen -> IO ShortByteString
packCStringLen p = fmap toShort (S.packCStringLen p)
-- | A copy that ends in NUL, until the action ends.
useAsCString :: ShortByteString -> (CString -> IO a) -> IO a
useAsCString b = S.useAsCString (fromShort b)
useAsCStringLen :: ShortByteString -> (CStringLen -> IO a) -> IO a
useAsCStringLen b = S.useAsCStringLen (fromShort b)
