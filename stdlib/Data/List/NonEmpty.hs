-- | Lists with at least one element.
module Data.List.NonEmpty
  ( NonEmpty(..), map, head, tail, last, init, singleton, (<|), cons, uncons, toList, fromList, nonEmpty, length, xor, unfoldr
  , sort, sortBy, sortOn, sortWith, reverse, inits, tails, append, appendList, prependList, iterate, repeat, cycle, insert, some1
  , take, drop, splitAt, takeWhile, dropWhile, span, break, filter, partition, group, groupBy, groupWith, groupAllWith, groupAllWith1, groupWith1, unfold
  , group1, groupBy1, isPrefixOf, nub, nubBy, (!!), zip, zipWith, unzip, transpose, scanl, scanr, scanl1, scanr1, intersperse
  ) where

import qualified GPH.IsList as Lists
import Prelude hiding (map, head, tail, last, init, length, reverse, iterate, repeat, cycle, take, drop, splitAt, takeWhile, dropWhile, span, break
  , filter, (!!), zip, zipWith, unzip, scanl, scanr, scanl1, scanr1)
import qualified Prelude
import qualified Data.List as List
import qualified Data.Foldable as Foldable
import Data.Ord (comparing)
import GPH.Types (NonEmpty(..))
import GPH.Base (Alternative(..), liftA2)

infixr 5 <|

length :: NonEmpty a -> Int
length (_ :| xs) = 1 + Prelude.length xs

nonEmpty :: [a] -> Maybe (NonEmpty a)
nonEmpty [] = Nothing
nonEmpty (a : as) = Just (a :| as)

fromList :: [a] -> NonEmpty a
fromList (a : as) = a :| as
fromList [] = errorWithoutStackTrace "NonEmpty.fromList: empty list"

toList :: NonEmpty a -> [a]
toList ~(a :| as) = a : as

lift :: Foldable f => ([a] -> [b]) -> f a -> NonEmpty b
lift f = fromList . f . Foldable.toList

map :: (a -> b) -> NonEmpty a -> NonEmpty b
map f ~(a :| as) = f a :| fmap f as

head :: NonEmpty a -> a
head (a :| _) = a

tail :: NonEmpty a -> [a]
tail (_ :| as) = as

last :: NonEmpty a -> a
last ~(a :| as) = List.last (a : as)

init :: NonEmpty a -> [a]
init ~(a :| as) = List.init (a : as)

singleton :: a -> NonEmpty a
singleton a = a :| []

(<|), cons :: a -> NonEmpty a -> NonEmpty a
a <| ~(b :| bs) = a :| b : bs
cons = (<|)

uncons :: NonEmpty a -> (a, Maybe (NonEmpty a))
uncons ~(a :| as) = (a, nonEmpty as)

xor :: NonEmpty Bool -> Bool
xor (x :| xs) = foldr (/=) x xs

unfoldr :: (a -> (b, Maybe a)) -> a -> NonEmpty b
unfoldr f a = case f a of
  (b, mc) -> b :| maybe [] go mc
  where go c = case f c of (d, me) -> d : maybe [] go me

sort :: Ord a => NonEmpty a -> NonEmpty a
sort = lift List.sort

sortBy :: (a -> a -> Ordering) -> NonEmpty a -> NonEmpty a
sortBy f = lift (List.sortBy f)

sortOn, sortWith :: Ord b => (a -> b) -> NonEmpty a -> NonEmpty a
sortOn f = lift (List.sortOn f)
sortWith = sortBy . comparing

reverse :: NonEmpty a -> NonEmpty a
reverse = lift List.reverse

inits, tails :: Foldable f => f a -> NonEmpty [a]
inits = fromList . List.inits . Foldable.toList
tails = fromList . List.tails . Foldable.toList

append :: NonEmpty a -> NonEmpty a -> NonEmpty a
append = (<>)

appendList :: NonEmpty a -> [a] -> NonEmpty a
appendList (x :| xs) ys = x :| xs ++ ys

prependList :: [a] -> NonEmpty a -> NonEmpty a
prependList ls ne = case ls of
  [] -> ne
  (x : xs) -> x :| xs ++ toList ne

iterate :: (a -> a) -> a -> NonEmpty a
iterate f a = a :| List.iterate f (f a)

repeat :: a -> NonEmpty a
repeat a = a :| List.repeat a

cycle :: NonEmpty a -> NonEmpty a
cycle = fromList . List.cycle . toList

insert :: (Foldable f, Ord a) => a -> f a -> NonEmpty a
insert a = fromList . List.insert a . Foldable.toList

some1 :: Alternative f => f a -> f (NonEmpty a)
some1 x = liftA2 (:|) x (many x)

take, drop :: Int -> NonEmpty a -> [a]
take n = List.take n . toList
drop n = List.drop n . toList

splitAt :: Int -> NonEmpty a -> ([a], [a])
splitAt n = List.splitAt n . toList

takeWhile, dropWhile, filter :: (a -> Bool) -> NonEmpty a -> [a]
takeWhile p = List.takeWhile p . toList
dropWhile p = List.dropWhile p . toList
filter p = List.filter p . toList

span, break, partition :: (a -> Bool) -> NonEmpty a -> ([a], [a])
span p = List.span p . toList
break p = span (not . p)
partition p = List.partition p . toList

group :: (Foldable f, Eq a) => f a -> [NonEmpty a]
group = groupBy (==)

groupBy :: Foldable f => (a -> a -> Bool) -> f a -> [NonEmpty a]
groupBy eq0 = go eq0 . Foldable.toList
  where go _ [] = []
        go eq (x : xs) = (x :| ys) : groupBy eq zs
          where (ys, zs) = List.span (eq x) xs

groupWith :: (Foldable f, Eq b) => (a -> b) -> f a -> [NonEmpty a]
groupWith f = groupBy (\x y -> f x == f y)

groupAllWith :: Ord b => (a -> b) -> [a] -> [NonEmpty a]
groupAllWith f = groupWith f . List.sortBy (comparing f)

group1 :: Eq a => NonEmpty a -> NonEmpty (NonEmpty a)
group1 = groupBy1 (==)

groupBy1 :: (a -> a -> Bool) -> NonEmpty a -> NonEmpty (NonEmpty a)
groupBy1 eq (x :| xs) = (x :| ys) :| groupBy eq zs
  where (ys, zs) = List.span (eq x) xs

isPrefixOf :: Eq a => [a] -> NonEmpty a -> Bool
isPrefixOf [] _ = True
isPrefixOf (y : ys) (x :| xs) = (y == x) && List.isPrefixOf ys xs

nub :: Eq a => NonEmpty a -> NonEmpty a
nub = nubBy (==)

nubBy :: (a -> a -> Bool) -> NonEmpty a -> NonEmpty a
nubBy eq (a :| as) = a :| List.nubBy eq (List.filter (\b -> not (eq a b)) as)

(!!) :: NonEmpty a -> Int -> a
(!!) ~(x :| xs) n
  | n == 0 = x
  | n > 0 = xs List.!! (n - 1)
  | otherwise = errorWithoutStackTrace "NonEmpty.!! negative argument"
infixl 9 !!

zip :: NonEmpty a -> NonEmpty b -> NonEmpty (a, b)
zip ~(x :| xs) ~(y :| ys) = (x, y) :| List.zip xs ys

zipWith :: (a -> b -> c) -> NonEmpty a -> NonEmpty b -> NonEmpty c
zipWith f ~(x :| xs) ~(y :| ys) = f x y :| List.zipWith f xs ys

unzip :: Functor f => f (a, b) -> (f a, f b)
unzip xs = (fst <$> xs, snd <$> xs)

transpose :: NonEmpty (NonEmpty a) -> NonEmpty (NonEmpty a)
transpose = fmap fromList . fromList . List.transpose . toList . fmap toList

scanl :: Foldable f => (b -> a -> b) -> b -> f a -> NonEmpty b
scanl f z = fromList . List.scanl f z . Foldable.toList

scanr :: Foldable f => (a -> b -> b) -> b -> f a -> NonEmpty b
scanr f z = fromList . List.scanr f z . Foldable.toList

scanl1, scanr1 :: (a -> a -> a) -> NonEmpty a -> NonEmpty a
scanl1 f ~(a :| as) = fromList (List.scanl f a as)
scanr1 f ~(a :| as) = fromList (List.scanr1 f (a : as))

intersperse :: a -> NonEmpty a -> NonEmpty a
intersperse a ~(b :| bs) = b :| case bs of
  [] -> []
  _ -> a : List.intersperse a bs

groupWith1 :: Eq b => (a -> b) -> NonEmpty a -> NonEmpty (NonEmpty a)
groupWith1 f = groupBy1 (\x y -> f x == f y)

groupAllWith1 :: Ord b => (a -> b) -> NonEmpty a -> NonEmpty (NonEmpty a)
groupAllWith1 f = groupWith1 f . sortWith f

-- | Old form of 'unfoldr'.
unfold :: (a -> (b, Maybe a)) -> a -> NonEmpty b
unfold f a = case f a of
  (b, Nothing) -> b :| []
  (b, Just a') -> b <| unfold f a'

instance Lists.IsList (NonEmpty a) a where
  fromList = fromList
  toList = toList
