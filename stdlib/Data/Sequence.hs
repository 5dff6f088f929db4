{-# LANGUAGE PatternSynonyms, BangPatterns #-}
-- | Finite sequences as 2-3 finger trees (Hinze and Paterson 2006): both ends in O(1) amortised, indexing, splitting and concatenation in
-- O(log n). Strict in the spine, lazy in the elements.
module Data.Sequence
  ( Seq(Empty, (:<|), (:|>)), ViewL(..), ViewR(..), empty, singleton, (<|), (|>), (><), fromList, fromFunction, replicate, replicateA, replicateM, cycleTaking
  , iterateN, unfoldr, null, length, viewl, viewr, lookup, (!?), index, adjust, adjust', update, take, drop, splitAt, insertAt, deleteAt
  , takeWhileL, takeWhileR, dropWhileL, dropWhileR, spanl, spanr, breakl, breakr, partition, filter, reverse, intersperse
  , sort, sortBy, sortOn, unstableSort, unstableSortBy, unstableSortOn, elemIndexL, elemIndicesL, findIndexL, findIndicesL, elemIndexR, elemIndicesR, findIndexR, findIndicesR
  , foldlWithIndex, foldrWithIndex, foldMapWithIndex, mapWithIndex, traverseWithIndex, scanl, scanl1, scanr, scanr1, tails, inits, chunksOf
  , zip, zipWith, zip3, zipWith3, zip4, zipWith4, unzip, unzipWith, fromArray, unfoldl
  ) where

import qualified GPH.IsList as Lists
import GPH.Exception (Library(Containers), errorAt)
import qualified Control.Applicative as A
import Control.DeepSeq (NFData(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..), fix)
import Control.Monad.Zip (MonadZip(..))
import Data.Array (Array, Ix)
import qualified Data.Array as Array
import qualified Data.Foldable as F
import Data.Functor.Classes (Eq1(..), Ord1(..), Read1(..), Show1(..), readsData, readsUnaryWith, showsUnaryWith)
import qualified Data.List as L
import Data.Sequence.At
import Data.Sequence.Fold
import Data.Sequence.Lazily
import Data.Sequence.Split
import Data.Sequence.Tree
import qualified Data.Sequence.Tree as Tree
import Data.String (IsString(..))
import GPH.Data (Data(..), DataType, Fixity(..), constrIndex, constrNumber, mkConstr, mkDataType)
import GPH.Typeable (gcast1)
import Prelude hiding (drop, filter, length, lookup, null, replicate, reverse, scanl, scanl1, scanr, scanr1, splitAt, take, unzip, zip, zip3, zipWith, zipWith3)
import Text.Read (Read(..), Lexeme(..), parens, prec, lexP, readListPrec, readListPrecDefault)

infixr 5 :<, :<|
infixl 5 :>, :|>

data ViewL a = EmptyL | a :< Seq a deriving (Eq, Ord, Show, Read, Data)
data ViewR a = EmptyR | Seq a :> a deriving (Eq, Ord, Show, Read, Data)

-- | The empty sequence, as a pattern. O(1).
pattern Empty :: Seq a
pattern Empty <- (null -> True) where Empty = empty

-- | The first element and the others, as a pattern and an expression. O(1) amortised; forces the spine, not the element.
pattern (:<|) :: a -> Seq a -> Seq a
pattern x :<| xs <- (viewl -> x :< xs) where x :<| xs = x <| xs

-- | The others and the last element. O(1) amortised; forces the spine, not the element.
pattern (:|>) :: Seq a -> a -> Seq a
pattern xs :|> x <- (viewr -> xs :> x) where xs :|> x = xs |> x

{-# COMPLETE (:<|), Empty #-}
{-# COMPLETE (:|>), Empty #-}

instance Eq1 Seq where liftEq eq xs ys = length xs == length ys && liftEq eq (F.toList xs) (F.toList ys)
instance Ord1 Seq where liftCompare comp xs ys = liftCompare comp (F.toList xs) (F.toList ys)
instance Show1 Seq where liftShowsPrec sp sl d xs = showsUnaryWith (liftShowsPrec sp sl) "fromList" d (F.toList xs)
instance MonadZip Seq where mzipWith = zipWith

instance Functor ViewL where
  fmap _ EmptyL = EmptyL
  fmap f (x :< xs) = f x :< fmap f xs
instance Functor ViewR where
  fmap _ EmptyR = EmptyR
  fmap f (xs :> x) = fmap f xs :> f x

instance Functor Seq where
  fmap f (Seq t) = Seq (mapTree (\(Elem a) -> Elem (f a)) t)
instance F.Foldable Seq where
  foldr = foldrSeq
  foldl = foldlSeq
  foldr' = foldrSeq'
  foldl' = foldlSeq'
  foldMap f s = F.foldr (\a r -> f a <> r) mempty s
  foldr1 f s = if null s then errorWithoutStackTrace "foldr1: empty sequence" else L.foldr1 f (F.toList s)
  foldl1 f s = if null s then errorWithoutStackTrace "foldl1: empty sequence" else L.foldl1 f (F.toList s)
  length = length
  null = null
  sum = foldlSeq' (+) 0
  product = foldlSeq' (*) 1
instance Traversable Seq where
  traverse f (Seq t) = Seq <$> traverseTree (\(Elem a) -> Elem <$> f a) t
instance Eq a => Eq (Seq a) where
  xs == ys = length xs == length ys && F.toList xs == F.toList ys
instance Ord a => Ord (Seq a) where
  compare xs ys = compare (F.toList xs) (F.toList ys)
instance Show a => Show (Seq a) where
  showsPrec p xs = showParen (p > 10) (showString "fromList " . shows (F.toList xs))
instance Read a => Read (Seq a) where
  readPrec = parens (prec 10 (do { Ident "fromList" <- lexP; xs <- readPrec; return (fromList xs) }))
  readListPrec = readListPrecDefault
instance Semigroup (Seq a) where
  (<>) = (><)
  stimes n xs = times (fromIntegral n) xs
instance Monoid (Seq a) where mempty = empty
instance IsString [a] => IsString (Seq a) where fromString s = fromList (fromString s)
instance Applicative Seq where
  pure = singleton
  fs <*> xs = A.liftA2 id fs xs
  -- The q-th function has the elements from q * k on.
  liftA2 f xs ys
    | null xs || k == 0 = empty
    | otherwise = lazily (length xs * k) from
    where
      k = length ys
      from i = case listFrom (i `quot` k) xs of
        x : rest -> foldrSeqFrom (i `rem` k) (\y l -> f x y : l) (L.foldr (\x' l -> F.foldr (\y l' -> f x' y : l') l ys) [] rest) ys
        [] -> []
  xs *> ys = times (length xs) ys
instance Monad Seq where
  xs >>= f = F.foldl' (\acc x -> acc >< f x) empty xs
instance MonadFail Seq where
  fail _ = empty
instance A.Alternative Seq where
  empty = Tree.empty
  (<|>) = (><)
instance MonadPlus Seq

seqType :: DataType
seqType = mkDataType "Data.Sequence.Seq" [mkConstr seqType "empty" [] Prefix, mkConstr seqType "<|" [] Infix]

instance Data a => Data (Seq a) where
  gfoldl k z s = case viewl s of
    EmptyL -> z empty
    x :< rest -> (z (<|) `k` x) `k` rest
  toConstr s = constrNumber seqType (if null s then 1 else 2)
  gunfold k z c = case constrIndex c of
    1 -> z empty
    2 -> k (k (z (<|)))
    _ -> errorAt Containers "Data.Sequence.Internal" 976 14 "gunfold"
  dataTypeOf _ = seqType
  dataCast1 f = gcast1 f

instance NFData a => NFData (Seq a) where
  rnf = F.foldr (\a r -> rnf a `seq` r) ()

viewl :: Seq a -> ViewL a
viewl (Seq t) = case viewLTree t of
  NoL -> EmptyL
  ConsL (Elem x) t' -> x :< Seq t'

viewr :: Seq a -> ViewR a
viewr (Seq t) = case viewRTree t of
  NoR -> EmptyR
  SnocR t' (Elem x) -> Seq t' :> x

iterateN :: Int -> (a -> a) -> a -> Seq a
iterateN n f x
  | n < 0 = errorAt Containers "Data.Sequence.Internal" 2150 19 "iterateN takes a nonnegative integer argument"
  | otherwise = fromList (L.take n (iterate f x))

-- | The last element first.
unfoldl :: (b -> Maybe (b, a)) -> b -> Seq a
unfoldl f b0 = go b0 empty
  where go b acc = case f b of
          Nothing -> acc
          Just (b', a) -> go b' (a <| acc)

-- | The elements in the order of the indices. O(n).
fromArray :: Ix i => Array i a -> Seq a
fromArray a = fromList (Array.elems a)

unfoldr :: (b -> Maybe (a, b)) -> b -> Seq a
unfoldr f = fromList . L.unfoldr f

takeWhileL, takeWhileR, dropWhileL, dropWhileR, filter :: (a -> Bool) -> Seq a -> Seq a
takeWhileL p = fst . spanl p
takeWhileR p = fst . spanr p
dropWhileL p = snd . spanl p
dropWhileR p = snd . spanr p
filter p = F.foldl' (\xs x -> if p x then xs |> x else xs) empty

spanl, spanr, breakl, breakr, partition :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
spanl p xs = case findIndexL (not . p) xs of
  Nothing -> (xs, empty)
  Just i -> splitAt i xs
spanr p xs = case findIndexR (not . p) xs of
  Nothing -> (xs, empty)
  Just i -> case splitAt (i + 1) xs of (a, b) -> (b, a)
breakl p = spanl (not . p)
breakr p = spanr (not . p)
partition p xs = let { !a = filter p xs; !b = filter (not . p) xs } in (a, b)

-- | The elements in the reverse order. O(1) to the ends, what is between waits.
reverse :: Seq a -> Seq a
reverse (Seq t) = Seq (reverseTree (\x -> x) t)

reverseTree :: (a -> b) -> FingerTree a -> FingerTree b
reverseTree _ EmptyT = EmptyT
reverseTree f (Single a) = Single (f a)
reverseTree f (Deep n pr m sf) = Deep n (reverseDigit f sf) (reverseTree (reverseNode f) m) (reverseDigit f pr)

reverseDigit :: (a -> b) -> Digit a -> Digit b
reverseDigit f (One a) = One (f a)
reverseDigit f (Two a b) = Two (f b) (f a)
reverseDigit f (Three a b c) = Three (f c) (f b) (f a)
reverseDigit f (Four a b c d) = Four (f d) (f c) (f b) (f a)

reverseNode :: (a -> b) -> Node a -> Node b
reverseNode f (Node2 n a b) = Node2 n (f b) (f a)
reverseNode f (Node3 n a b c) = Node3 n (f c) (f b) (f a)

intersperse :: a -> Seq a -> Seq a
intersperse y xs
  | length xs < 2 = xs
  | otherwise = lazily (2 * length xs - 1) from
  where from i = foldrSeqFrom (i `quot` 2) (\x l -> x : y : l) [] xs `without` (i `rem` 2)
        without l 0 = l
        without l _ = L.tail l

sort, unstableSort :: Ord a => Seq a -> Seq a
sort = sortBy compare
unstableSort = sort

sortBy, unstableSortBy :: (a -> a -> Ordering) -> Seq a -> Seq a
sortBy cmp = fromList . L.sortBy cmp . F.toList
unstableSortBy = sortBy

unstableSortOn :: Ord b => (a -> b) -> Seq a -> Seq a
unstableSortOn = sortOn

sortOn :: Ord b => (a -> b) -> Seq a -> Seq a
sortOn f = fromList . L.sortOn f . F.toList

findIndexL, findIndexR :: (a -> Bool) -> Seq a -> Maybe Int
findIndexL p = L.findIndex p . F.toList
findIndexR p xs = fmap (\i -> length xs - 1 - i) (L.findIndex p (F.foldl (flip (:)) [] xs))

-- | From the right: indices descend.
findIndicesR :: (a -> Bool) -> Seq a -> [Int]
findIndicesR p xs = foldlWithIndex (\g i x is -> if p x then i : g is else g is) id xs []

elemIndicesR :: Eq a => a -> Seq a -> [Int]
elemIndicesR x = findIndicesR (x ==)

findIndicesL :: (a -> Bool) -> Seq a -> [Int]
findIndicesL p = L.findIndices p . F.toList

elemIndexL, elemIndexR :: Eq a => a -> Seq a -> Maybe Int
elemIndexL x = findIndexL (x ==)
elemIndexR x = findIndexR (x ==)

elemIndicesL :: Eq a => a -> Seq a -> [Int]
elemIndicesL x = findIndicesL (x ==)

traverseWithIndex :: Applicative f => (Int -> a -> f b) -> Seq a -> f (Seq b)
traverseWithIndex f xs = sequenceA (mapWithIndex f xs)

scanl :: (b -> a -> b) -> b -> Seq a -> Seq b
scanl f z xs = ofLength (length xs + 1) (L.scanl f z (F.toList xs))

-- The first n of a list, of which every 27th place is kept, so that no more of it is evaluated than up to what is asked for.
ofLength :: Int -> [a] -> Seq a
ofLength n l
  | n < 40 = exactly n l
  | otherwise = lazily n (\i -> L.drop (i `rem` 27) (places Array.! (i `quot` 27)))
  where places = Array.listArray (0, (n - 1) `quot` 27) (L.iterate (L.drop 27) l)

scanl1, scanr1 :: (a -> a -> a) -> Seq a -> Seq a
scanl1 f xs = if null xs then errorAt Containers "Data.Sequence.Internal" 2326 24 "scanl1 takes a nonempty sequence as an argument" else fromList (L.scanl1 f (F.toList xs))
scanr1 f xs = if null xs then errorAt Containers "Data.Sequence.Internal" 2336 24 "scanr1 takes a nonempty sequence as an argument" else fromList (L.scanr1 f (F.toList xs))

scanr :: (a -> b -> b) -> b -> Seq a -> Seq b
scanr f z xs = ofLength (length xs + 1) (L.scanr f z (F.toList xs))

-- | Each is found when it is asked for.
tails, inits :: Seq a -> Seq (Seq a)
tails xs = lazily (length xs + 1) (\i -> L.iterate rest (drop i xs))
  where rest s = case viewl s of { _ :< s' -> s'; EmptyL -> empty }
inits xs = lazily (length xs + 1) (\i -> L.scanl (|>) (take i xs) (listFrom i xs))

chunksOf :: Int -> Seq a -> Seq (Seq a)
chunksOf n xs
  | null xs = empty
  | n <= 0 = errorAt Containers "Data.Sequence.Internal" 3902 10 "chunksOf: A non-empty sequence can only be broken up into positively-sized chunks."
  | otherwise = lazily ((length xs - 1) `quot` n + 1) (\i -> chunks (drop (i * n) xs))
  where chunks s = let (a, b) = splitAt n s in a : chunks b

zip :: Seq a -> Seq b -> Seq (a, b)
zip = zipWith (,)

zipWith :: (a -> b -> c) -> Seq a -> Seq b -> Seq c
zipWith f xs ys = lazily (length xs `min` length ys) (\i -> L.zipWith f (listFrom i xs) (listFrom i ys))

zip3 :: Seq a -> Seq b -> Seq c -> Seq (a, b, c)
zip3 = zipWith3 (,,)

zipWith3 :: (a -> b -> c -> d) -> Seq a -> Seq b -> Seq c -> Seq d
zipWith3 f xs ys zs =
  lazily (length xs `min` length ys `min` length zs) (\i -> L.zipWith3 f (listFrom i xs) (listFrom i ys) (listFrom i zs))

zip4 :: Seq a -> Seq b -> Seq c -> Seq d -> Seq (a, b, c, d)
zip4 = zipWith4 (,,,)

zipWith4 :: (a -> b -> c -> d -> e) -> Seq a -> Seq b -> Seq c -> Seq d -> Seq e
zipWith4 f ws xs ys zs = lazily (length ws `min` length xs `min` length ys `min` length zs)
  (\i -> L.zipWith4 f (listFrom i ws) (listFrom i xs) (listFrom i ys) (listFrom i zs))

unzip :: Seq (a, b) -> (Seq a, Seq b)
unzip = unzipWith id

unzipWith :: (a -> (b, c)) -> Seq a -> (Seq b, Seq c)
unzipWith f !xs = let ps = fmap f xs in (fmap fst ps, fmap snd ps)

instance F.Foldable ViewL where
  foldr _ z EmptyL = z
  foldr f z (x :< xs) = f x (F.foldr f z xs)
instance Traversable ViewL where
  traverse _ EmptyL = pure EmptyL
  traverse f (x :< xs) = A.liftA2 (:<) (f x) (traverse f xs)
instance F.Foldable ViewR where
  foldr _ z EmptyR = z
  foldr f z (xs :> x) = F.foldr f (f x z) xs
instance Traversable ViewR where
  traverse _ EmptyR = pure EmptyR
  traverse f (xs :> x) = A.liftA2 (:>) (traverse f xs) (f x)

-- | The length is that of the function's result for no element.
instance MonadFix Seq where
  mfix f = fromFunction (length (f (errorWithoutStackTrace "mfix for Data.Sequence.Seq applied to strict function"))) (\k -> fix (\x -> index (f x) k))
instance Read1 Seq where
  liftReadsPrec rp rl = readsData (readsUnaryWith (liftReadsPrec rp rl) "fromList" fromList)

instance Lists.IsList (Seq a) a where
  fromList = fromList
  toList = F.toList
