{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The rest of Data.List: sorting, searching, sets, zips of many lists.
module GPH.OldList where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Real
import GPH.List
import GPH.Exception

infix 5 \\

dropWhileEnd :: (a -> Bool) -> [a] -> [a]
dropWhileEnd p = foldr (\x xs -> if p x && null xs then [] else x : xs) []

stripPrefix :: Eq a => [a] -> [a] -> Maybe [a]
stripPrefix [] ys = Just ys
stripPrefix (x : xs) (y : ys) | x == y = stripPrefix xs ys
stripPrefix _ _ = Nothing

elemIndex :: Eq a => a -> [a] -> Maybe Int
elemIndex x = findIndex (x ==)

elemIndices :: Eq a => a -> [a] -> [Int]
elemIndices x = findIndices (x ==)

findIndex :: (a -> Bool) -> [a] -> Maybe Int
findIndex p xs0 = go xs0 0
  where go [] !_ = Nothing
        go (x : xs) n = if p x then Just n else go xs (n + 1)

findIndices :: (a -> Bool) -> [a] -> [Int]
findIndices p xs0 = go xs0 0
  where go [] !_ = []
        go (x : xs) n = if p x then n : go xs (n + 1) else go xs (n + 1)

isPrefixOf, isSuffixOf, isInfixOf, isSubsequenceOf :: Eq a => [a] -> [a] -> Bool
isPrefixOf [] _ = True
isPrefixOf _ [] = False
isPrefixOf (x : xs) (y : ys) = x == y && isPrefixOf xs ys
ns `isSuffixOf` hs = case dropLengthMaybe ns hs of
  Nothing -> False
  Just delta -> ns == dropLength delta hs
isInfixOf needle haystack = any (isPrefixOf needle) (tails haystack)
isSubsequenceOf [] _ = True
isSubsequenceOf _ [] = False
isSubsequenceOf a@(x : a') (y : b) | x == y = isSubsequenceOf a' b
                                   | otherwise = isSubsequenceOf a b

dropLength :: [a] -> [b] -> [b]
dropLength (_ : x') (_ : y') = dropLength x' y'
dropLength [] y = y
dropLength _ [] = []

dropLengthMaybe :: [a] -> [b] -> Maybe [b]
dropLengthMaybe [] y = Just y
dropLengthMaybe _ [] = Nothing
dropLengthMaybe (_ : x') (_ : y') = dropLengthMaybe x' y'

-- ---- Sets of elements ---------------------------------------------------------------------------------------------
nub :: Eq a => [a] -> [a]
nub = nubBy (==)

nubBy :: (a -> a -> Bool) -> [a] -> [a]
nubBy eq l = go l []
  where go [] _ = []
        go (y : ys) xs | elemBy y xs = go ys xs
                       | otherwise = y : go ys (y : xs)
        elemBy _ [] = False
        elemBy y (x : xs) = x `eq` y || elemBy y xs

delete :: Eq a => a -> [a] -> [a]
delete = deleteBy (==)

deleteBy :: (a -> a -> Bool) -> a -> [a] -> [a]
deleteBy _ _ [] = []
deleteBy eq x (y : ys) = if x `eq` y then ys else y : deleteBy eq x ys

(\\) :: Eq a => [a] -> [a] -> [a]
(\\) = foldl (flip delete)

union :: Eq a => [a] -> [a] -> [a]
union = unionBy (==)

unionBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
unionBy eq xs ys = xs ++ foldl (flip (deleteBy eq)) (nubBy eq ys) xs

intersect :: Eq a => [a] -> [a] -> [a]
intersect = intersectBy (==)

intersectBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
intersectBy _ [] _ = []
intersectBy _ _ [] = []
intersectBy eq xs ys = filter (\x -> any (eq x) ys) xs

insert :: Ord a => a -> [a] -> [a]
insert e ls = insertBy compare e ls

insertBy :: (a -> a -> Ordering) -> a -> [a] -> [a]
insertBy _ x [] = [x]
insertBy cmp x ys@(y : ys') = case cmp x y of
  GT -> y : insertBy cmp x ys'
  _ -> x : ys

-- ---- Reshaping ------------------------------------------------------------------------------------------------------
intersperse :: a -> [a] -> [a]
intersperse _ [] = []
intersperse sep (x : xs) = x : go xs
  where go [] = []
        go (y : ys) = sep : y : go ys

intercalate :: [a] -> [[a]] -> [a]
intercalate xs xss = concat (intersperse xs xss)

transpose :: [[a]] -> [[a]]
transpose [] = []
transpose ([] : xss) = transpose xss
transpose ((x : xs) : xss) = (x : [h | (h : _) <- xss]) : transpose (xs : [t | (_ : t) <- xss])

partition :: (a -> Bool) -> [a] -> ([a], [a])
partition p xs = foldr select ([], []) xs
  where select x ~(ts, fs) | p x = (x : ts, fs)
                           | otherwise = (ts, x : fs)

group :: Eq a => [a] -> [[a]]
group = groupBy (==)

groupBy :: (a -> a -> Bool) -> [a] -> [[a]]
groupBy _ [] = []
groupBy eq (x : xs) = (x : ys) : groupBy eq zs
  where (ys, zs) = span (eq x) xs

inits, tails :: [a] -> [[a]]
-- The k-th prefix costs what is demanded of it, over a banker's queue.
inits xs0 = map toListQ (scanl snoc emptyQ xs0)
  where
    emptyQ = Q 0 [] 0 []
    snoc (Q fl f rl r) x = balance fl f (rl + 1) (x : r)
    balance :: Int -> [a] -> Int -> [a] -> Queue a
    balance fl f rl r | rl > fl = Q (fl + rl) (f ++ reverse r) 0 []
                      | otherwise = Q fl f rl r
    toListQ (Q _ f _ r) = f ++ reverse r
tails xs = build (\c n -> let go ys = ys `c` (case ys of { [] -> n; _ : ys' -> go ys' }) in go xs)
{-# INLINE tails #-}

data Queue a = Q !Int [a] !Int [a]

subsequences :: [a] -> [[a]]
subsequences xs = [] : nonEmptySubsequences xs

nonEmptySubsequences :: [a] -> [[a]]
nonEmptySubsequences [] = []
nonEmptySubsequences (x : xs) = [x] : foldr f [] (nonEmptySubsequences xs)
  where f ys r = ys : (x : ys) : r

permutations :: [a] -> [[a]]
permutations xs0 = xs0 : perms xs0 []
  where
    perms [] _ = []
    perms (t : ts) is = foldr interleave (perms ts (t : is)) (permutations is)
      where
        interleave xs r = let (_, zs) = interleave' id xs r in zs
        interleave' _ [] r = (ts, r)
        interleave' f (y : ys) r =
          let (us, zs) = interleave' (\v -> f (y : v)) ys r
          in (y : us, f (t : y : us) : zs)

-- ---- Sorting: a merge sort that keeps ascending and descending runs; stable -------------------------------------------
sort :: Ord a => [a] -> [a]
sort = sortBy compare

sortOn :: Ord b => (a -> b) -> [a] -> [a]
sortOn f = \xs -> map snd (sortBy (\a b -> compare (fst a) (fst b)) (map (\x -> let y = f x in y `seq` (y, x)) xs))

sortBy :: (a -> a -> Ordering) -> [a] -> [a]
sortBy cmp = \xs -> mergeAll (sequences xs)
  where
    gt a b = case cmp a b of { GT -> True; _ -> False }
    sequences (a : b : xs)
      | a `gt` b = descending b [a] xs
      | otherwise = ascending b (\ys -> a : ys) xs
    sequences xs = [xs]
    descending a as (b : bs) | a `gt` b = descending b (a : as) bs
    descending a as bs = (a : as) : sequences bs
    ascending a as (b : bs) | not (a `gt` b) = ascending b (\ys -> as (a : ys)) bs
    ascending a as bs = let !x = as [a] in x : sequences bs
    mergeAll [x] = x
    mergeAll xs = mergeAll (mergePairs xs)
    mergePairs (a : b : xs) = let !x = merge a b in x : mergePairs xs
    mergePairs xs = xs
    merge as@(a : as') bs@(b : bs')
      | a `gt` b = b : merge as bs'
      | otherwise = a : merge as' bs
    merge [] bs = bs
    merge as [] = as
{-# INLINABLE sortBy #-}

-- ---- Building ---------------------------------------------------------------------------------------------------------
unfoldr :: (b -> Maybe (a, b)) -> b -> [a]
unfoldr f b0 = build (\c n ->
  let go b = case f b of
        Just (a, b') -> a `c` go b'
        Nothing -> n
  in go b0)
{-# INLINE unfoldr #-}

mapAccumLList, mapAccumRList :: (acc -> x -> (acc, y)) -> acc -> [x] -> (acc, [y])
mapAccumLList _ s [] = (s, [])
mapAccumLList f s (x : xs) = (s'', y : ys)
  where (s', y) = f s x
        (s'', ys) = mapAccumLList f s' xs
mapAccumRList _ s [] = (s, [])
mapAccumRList f s (x : xs) = (s'', y : ys)
  where (s'', y) = f s' x
        (s', ys) = mapAccumRList f s xs

singleton :: a -> [a]
singleton x = [x]

-- ---- With any integral type for positions --------------------------------------------------------------------------------
genericLength :: Num i => [a] -> i
genericLength [] = 0
genericLength (_ : l) = 1 + genericLength l
{-# NOINLINE [1] genericLength #-}

{-# RULES
"genericLengthInt"     genericLength = (strictGenericLength :: [a] -> Int)
"genericLengthInteger" genericLength = (strictGenericLength :: [a] -> Integer)
  #-}

strictGenericLength :: Num i => [b] -> i
strictGenericLength l = go l 0
  where go [] !a = a
        go (_ : xs) !a = go xs (a + 1)

genericTake, genericDrop :: Integral i => i -> [a] -> [a]
genericTake n _ | n <= 0 = []
genericTake _ [] = []
genericTake n (x : xs) = x : genericTake (n - 1) xs
genericDrop n xs | n <= 0 = xs
genericDrop _ [] = []
genericDrop n (_ : xs) = genericDrop (n - 1) xs

genericSplitAt :: Integral i => i -> [a] -> ([a], [a])
genericSplitAt n xs | n <= 0 = ([], xs)
genericSplitAt _ [] = ([], [])
genericSplitAt n (x : xs) = (x : xs', xs'')
  where (xs', xs'') = genericSplitAt (n - 1) xs

genericIndex :: Integral i => [a] -> i -> a
genericIndex (x : _) 0 = x
genericIndex (_ : xs) n
  | n > 0 = genericIndex xs (n - 1)
  | otherwise = errorWithoutStackTrace "List.genericIndex: negative argument."
genericIndex _ _ = errorWithoutStackTrace "List.genericIndex: index too large."

genericReplicate :: Integral i => i -> a -> [a]
genericReplicate n x = genericTake n (repeat x)

-- ---- Many lists ------------------------------------------------------------------------------------------------------------
zip4 :: [a] -> [b] -> [c] -> [d] -> [(a, b, c, d)]
zip4 = zipWith4 (,,,)
zip5 :: [a] -> [b] -> [c] -> [d] -> [e] -> [(a, b, c, d, e)]
zip5 = zipWith5 (,,,,)
zip6 :: [a] -> [b] -> [c] -> [d] -> [e] -> [f] -> [(a, b, c, d, e, f)]
zip6 = zipWith6 (,,,,,)
zip7 :: [a] -> [b] -> [c] -> [d] -> [e] -> [f] -> [g] -> [(a, b, c, d, e, f, g)]
zip7 = zipWith7 (,,,,,,)

zipWith4 :: (a -> b -> c -> d -> e) -> [a] -> [b] -> [c] -> [d] -> [e]
zipWith4 z (a : as) (b : bs) (c : cs) (d : ds) = z a b c d : zipWith4 z as bs cs ds
zipWith4 _ _ _ _ _ = []
zipWith5 :: (a -> b -> c -> d -> e -> f) -> [a] -> [b] -> [c] -> [d] -> [e] -> [f]
zipWith5 z (a : as) (b : bs) (c : cs) (d : ds) (e : es) = z a b c d e : zipWith5 z as bs cs ds es
zipWith5 _ _ _ _ _ _ = []
zipWith6 :: (a -> b -> c -> d -> e -> f -> g) -> [a] -> [b] -> [c] -> [d] -> [e] -> [f] -> [g]
zipWith6 z (a : as) (b : bs) (c : cs) (d : ds) (e : es) (f : fs) = z a b c d e f : zipWith6 z as bs cs ds es fs
zipWith6 _ _ _ _ _ _ _ = []
zipWith7 :: (a -> b -> c -> d -> e -> f -> g -> h) -> [a] -> [b] -> [c] -> [d] -> [e] -> [f] -> [g] -> [h]
zipWith7 z (a : as) (b : bs) (c : cs) (d : ds) (e : es) (f : fs) (g : gs) = z a b c d e f g : zipWith7 z as bs cs ds es fs gs
zipWith7 _ _ _ _ _ _ _ _ = []

unzip4 :: [(a, b, c, d)] -> ([a], [b], [c], [d])
unzip4 = foldr (\(a, b, c, d) ~(as, bs, cs, ds) -> (a : as, b : bs, c : cs, d : ds)) ([], [], [], [])
unzip5 :: [(a, b, c, d, e)] -> ([a], [b], [c], [d], [e])
unzip5 = foldr (\(a, b, c, d, e) ~(as, bs, cs, ds, es) -> (a : as, b : bs, c : cs, d : ds, e : es)) ([], [], [], [], [])
unzip6 :: [(a, b, c, d, e, f)] -> ([a], [b], [c], [d], [e], [f])
unzip6 = foldr (\(a, b, c, d, e, f) ~(as, bs, cs, ds, es, fs) -> (a : as, b : bs, c : cs, d : ds, e : es, f : fs)) ([], [], [], [], [], [])
unzip7 :: [(a, b, c, d, e, f, g)] -> ([a], [b], [c], [d], [e], [f], [g])
unzip7 = foldr (\(a, b, c, d, e, f, g) ~(as, bs, cs, ds, es, fs, gs) -> (a : as, b : bs, c : cs, d : ds, e : es, f : fs, g : gs)) ([], [], [], [], [], [], [])
