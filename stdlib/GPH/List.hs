{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | The list functions of the Prelude and Data.List that are specific to lists. The common ones fuse: see
-- Note [List fusion] in GPH.Base. Functions that stop early (take, takeWhile, zip, head, any ...) are lazy in the rest.
module GPH.List where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Exception

infixl 9 !!
infix 4 `elem`, `notElem`

errorEmptyList :: [Char] -> a
errorEmptyList fun = errorWithoutStackTrace ("Prelude." ++ fun ++ ": empty list")
{-# NOINLINE errorEmptyList #-}

-- ---- Ends ---------------------------------------------------------------------------------------------------------
head :: [a] -> a
head (x : _) = x
head [] = errorEmptyList "head"
{-# NOINLINE [1] head #-}

{-# RULES
"head/build"   forall (g :: forall b. (a -> b -> b) -> b -> b). head (build g) = g (\x _ -> x) (errorEmptyList "head")
"head/augment" forall xs (g :: forall b. (a -> b -> b) -> b -> b). head (augment g xs) = g (\x _ -> x) (head xs)
  #-}

uncons :: [a] -> Maybe (a, [a])
uncons [] = Nothing
uncons (x : xs) = Just (x, xs)

tail :: [a] -> [a]
tail (_ : xs) = xs
tail [] = errorEmptyList "tail"

last :: [a] -> a
last [] = errorEmptyList "last"
last (x0 : xs0) = go x0 xs0
  where go x [] = x
        go _ (x : xs) = go x xs
{-# NOINLINE [1] last #-}

{-# RULES
"last/build" forall (g :: forall b. (a -> b -> b) -> b -> b). last (build g) = g (\x r -> oneShot (\_ -> r x)) id (errorEmptyList "last")
"last/cons/build" forall y (g :: forall b. (a -> b -> b) -> b -> b). last (y : build g) = g (\x r -> oneShot (\_ -> r x)) id y
  #-}

init :: [a] -> [a]
init [] = errorEmptyList "init"
init (x0 : xs0) = go x0 xs0
  where go _ [] = []
        go y (z : zs) = y : go z zs

null :: [a] -> Bool
null [] = True
null (_ : _) = False
{-# INLINE [1] null #-}

{-# RULES
"null/build" forall (g :: forall b. (a -> b -> b) -> b -> b). null (build g) = g (\_ _ -> False) True
  #-}

-- ---- Folds --------------------------------------------------------------------------------------------------------
-- A left fold over what 'build' makes becomes a right fold that builds a function of the accumulator, which the optimiser
-- turns into a loop by giving the producer's loop the accumulator as an argument. Otherwise it is a loop to begin with.
foldl :: (b -> a -> b) -> b -> [a] -> b
foldl k z0 xs0 = go z0 xs0
  where go z [] = z
        go z (x : xs) = go (k z x) xs
{-# INLINE [1] foldl #-}

foldl' :: (b -> a -> b) -> b -> [a] -> b
foldl' k z0 xs0 = go z0 xs0
  where go !z [] = z
        go !z (x : xs) = go (k z x) xs
{-# INLINE [1] foldl' #-}

{-# RULES
"foldl/build"  forall k z (g :: forall b. (a -> b -> b) -> b -> b). foldl k z (build g) =
                 g (\v fn -> oneShot (\acc -> fn (k acc v))) id z
"foldl'/build" forall k z (g :: forall b. (a -> b -> b) -> b -> b). foldl' k z (build g) =
                 g (\v fn -> oneShot (\acc -> case acc of !acc' -> fn (k acc' v))) forceId z
"foldl/cons/build"  forall k z x (g :: forall b. (a -> b -> b) -> b -> b). foldl k z (x : build g) = foldl k (k z x) (build g)
"foldl'/cons/build" forall k z x (g :: forall b. (a -> b -> b) -> b -> b). foldl' k z (x : build g) =
                      case z of !z' -> foldl' k (k z' x) (build g)
  #-}

-- The accumulator is forced at the end too.
forceId :: a -> a
forceId !x = x
{-# INLINE forceId #-}

-- | A hint that the function is called at most once for each time it is made.
oneShot :: (a -> b) -> a -> b
oneShot f = f
{-# INLINE oneShot #-}

foldl1 :: (a -> a -> a) -> [a] -> a
foldl1 f (x : xs) = foldl f x xs
foldl1 _ [] = errorEmptyList "foldl1"

foldl1' :: (a -> a -> a) -> [a] -> a
foldl1' = strictFold1 "foldl1'"
{-# INLINE foldl1' #-}

-- Of nothing: an error that names the function. Whether there was an element yet is part of the loop's state, of which there are two copies then (spec-constr).
strictFold1 :: [Char] -> (a -> a -> a) -> [a] -> a
strictFold1 _ f (x : xs) = foldl' f x xs
strictFold1 name _ [] = errorEmptyList name
{-# INLINE [1] strictFold1 #-}

{-# RULES
"strictFold1/build" forall name f (g :: forall b. (a -> b -> b) -> b -> b). strictFold1 name f (build g) =
                      g (\x r -> oneShot (\m -> case m of { Nothing -> case x of { !x' -> r (Just x') }; Just y -> case f y x of { !y' -> r (Just y') } }))
                        (\m -> case m of { Nothing -> errorEmptyList name; Just y -> y }) Nothing
"strictFold1/cons/build" forall name f x (g :: forall b. (a -> b -> b) -> b -> b). strictFold1 name f (x : build g) = foldl' f x (build g)
  #-}

foldr1 :: (a -> a -> a) -> [a] -> a
foldr1 f = go
  where go [x] = x
        go (x : xs) = f x (go xs)
        go [] = errorEmptyList "foldr1"

foldr' :: (a -> b -> b) -> b -> [a] -> b
foldr' f z0 xs = foldl (\k x z -> case z of !z' -> k (f x z')) id xs z0

length :: [a] -> Int
length xs = lenAcc xs 0
{-# NOINLINE [1] length #-}

lenAcc :: [a] -> Int -> Int
lenAcc [] !n = n
lenAcc (_ : ys) !n = lenAcc ys (n + 1)

{-# RULES
"length"     [~1] forall xs. length xs = foldr lengthFB id xs 0
"lengthList" [1] foldr lengthFB id = lenAcc
  #-}

lengthFB :: x -> (Int -> Int) -> Int -> Int
lengthFB _ r = oneShot (\ !a -> r (a + 1))
{-# INLINE [0] lengthFB #-}

sum, product :: Num a => [a] -> a
sum = foldl' (+) (fromInteger (IS 0#))
product = foldl' (*) (fromInteger (IS 1#))
{-# INLINE sum #-}
{-# INLINE product #-}

maximum, minimum :: Ord a => [a] -> a
maximum = strictFold1 "maximum" max
minimum = strictFold1 "minimum" min
{-# INLINE maximum #-}
{-# INLINE minimum #-}

and, or :: [Bool] -> Bool
and xs = foldr (&&) True xs
or xs = foldr (||) False xs
{-# INLINE and #-}
{-# INLINE or #-}

any, all :: (a -> Bool) -> [a] -> Bool
any p xs = foldr (\x r -> p x || r) False xs
all p xs = foldr (\x r -> p x && r) True xs
{-# INLINE any #-}
{-# INLINE all #-}

elem, notElem :: Eq a => a -> [a] -> Bool
elem x ys = foldr (\y r -> x == y || r) False ys
notElem x ys = foldr (\y r -> x /= y && r) True ys
{-# INLINE elem #-}
{-# INLINE notElem #-}

concatMap :: (a -> [b]) -> [a] -> [b]
concatMap f xs = build (\c n -> foldr (\x b -> foldr c b (f x)) n xs)
{-# INLINE concatMap #-}

concat :: [[a]] -> [a]
concat xss = build (\c n -> foldr (\xs r -> foldr c r xs) n xss)
{-# INLINE concat #-}

-- ---- filter and scans ------------------------------------------------------------------------------------------------
filter :: (a -> Bool) -> [a] -> [a]
filter _ [] = []
filter p (x : xs) = if p x then x : filter p xs else filter p xs
{-# NOINLINE [1] filter #-}

filterFB :: (a -> b -> b) -> (a -> Bool) -> a -> b -> b
filterFB c p = \x r -> if p x then x `c` r else r
{-# INLINE [0] filterFB #-}

{-# RULES
"filter"     [~1] forall p xs. filter p xs = build (\c n -> foldr (filterFB c p) n xs)
"filterList" [1] forall p. foldr (filterFB (:) p) [] = filter p
"filterFB"   forall c p q. filterFB (filterFB c p) q = filterFB c (\x -> q x && p x)
  #-}

scanl, scanl' :: (b -> a -> b) -> b -> [a] -> [b]
scanl f q ls = q : scanlRest f ls q
scanl' f q ls = q `seq` (q : scanlRest' f ls q)
{-# INLINE [1] scanl #-}
{-# INLINE [1] scanl' #-}

-- What follows the accumulator.
scanlRest, scanlRest' :: (b -> a -> b) -> [a] -> b -> [b]
scanlRest _ [] _ = []
scanlRest f (x : xs) q = let q' = f q x in q' : scanlRest f xs q'
scanlRest' _ [] _ = []
scanlRest' f (x : xs) q = case f q x of !q' -> q' : scanlRest' f xs q'
{-# NOINLINE [1] scanlRest #-}
{-# NOINLINE [1] scanlRest' #-}

scanlFB, scanlFB' :: (b -> a -> b) -> (b -> c -> c) -> a -> (b -> c) -> b -> c
scanlFB f c = \x r -> oneShot (\q -> let q' = f q x in q' `c` r q')
scanlFB' f c = \x r -> oneShot (\q -> case f q x of !q' -> q' `c` r q')
{-# INLINE [0] scanlFB #-}
{-# INLINE [0] scanlFB' #-}

scanlEnd :: c -> b -> c
scanlEnd n = \_ -> n
{-# INLINE [0] scanlEnd #-}

{-# RULES
"scanl"      [~1] forall f q xs. scanl f q xs = build (\c n -> q `c` foldr (scanlFB f c) (scanlEnd n) xs q)
"scanlList"  [1] forall f. foldr (scanlFB f (:)) (scanlEnd []) = scanlRest f
"scanl'"     [~1] forall f q xs. scanl' f q xs = build (\c n -> q `seq` (q `c` foldr (scanlFB' f c) (scanlEnd n) xs q))
"scanl'List" [1] forall f. foldr (scanlFB' f (:)) (scanlEnd []) = scanlRest' f
  #-}

scanl1 :: (a -> a -> a) -> [a] -> [a]
scanl1 f (x : xs) = scanl f x xs
scanl1 _ [] = []

scanr :: (a -> b -> b) -> b -> [a] -> [b]
scanr _ q0 [] = [q0]
scanr f q0 (x : xs) = f x (headOf qs) : qs
  where qs = scanr f q0 xs

scanr1 :: (a -> a -> a) -> [a] -> [a]
scanr1 _ [] = []
scanr1 _ [x] = [x]
scanr1 f (x : xs) = f x (headOf qs) : qs
  where qs = scanr1 f xs

-- Of a list that is never empty.
headOf :: [a] -> a
headOf (q : _) = q
headOf [] = errorEmptyList "scanr"

-- ---- Infinite lists --------------------------------------------------------------------------------------------------
iterate :: (a -> a) -> a -> [a]
iterate f x = x : iterate f (f x)
{-# NOINLINE [1] iterate #-}

iterateFB :: (a -> b -> b) -> (a -> a) -> a -> b
iterateFB c f x0 = go x0
  where go x = x `c` go (f x)
{-# INLINE [0] iterateFB #-}

{-# RULES
"iterate"   [~1] forall f x. iterate f x = build (\c _n -> iterateFB c f x)
"iterateFB" [1] iterateFB (:) = iterate
  #-}

iterate' :: (a -> a) -> a -> [a]
iterate' f x = let x' = f x in x' `seq` (x : iterate' f x')
{-# NOINLINE [1] iterate' #-}

iterateFB' :: (a -> b -> b) -> (a -> a) -> a -> b
iterateFB' c f x0 = go x0
  where go x = let x' = f x in x' `seq` (x `c` go x')
{-# INLINE [0] iterateFB' #-}

{-# RULES
"iterate'"   [~1] forall f x. iterate' f x = build (\c _n -> iterateFB' c f x)
"iterateFB'" [1] iterateFB' (:) = iterate'
  #-}

repeat :: a -> [a]
repeat x = let xs = x : xs in xs
{-# NOINLINE [1] repeat #-}

repeatFB :: (a -> b -> b) -> a -> b
repeatFB c x = let xs = x `c` xs in xs
{-# INLINE [0] repeatFB #-}

{-# RULES
"repeat"   [~1] forall x. repeat x = build (\c _n -> repeatFB c x)
"repeatFB" [1] repeatFB (:) = repeat
  #-}

replicate :: Int -> a -> [a]
replicate n x = take n (repeat x)
{-# INLINE replicate #-}

cycle :: [a] -> [a]
cycle [] = errorEmptyList "cycle"
cycle xs = let xs' = xs ++ xs' in xs'

-- ---- Sublists --------------------------------------------------------------------------------------------------------
take :: Int -> [a] -> [a]
take n xs = if 0 < n then unsafeTake n xs else []
{-# INLINE [1] take #-}

-- The count is positive.
unsafeTake :: Int -> [a] -> [a]
unsafeTake !_ [] = []
unsafeTake 1 (x : _) = [x]
unsafeTake m (x : xs) = x : unsafeTake (m - 1) xs
{-# NOINLINE [1] unsafeTake #-}

takeFB :: (a -> b -> b) -> b -> a -> (Int -> b) -> Int -> b
takeFB c n x xs = \m -> case m of { 1 -> x `c` n; _ -> x `c` xs (m - 1) }
{-# INLINE [0] takeFB #-}

flipSeq :: b -> Int -> b
flipSeq x !_ = x
{-# INLINE [0] flipSeq #-}

{-# RULES
"take"           [~1] forall n xs. take n xs =
                   build (\c nil -> if 0 < n then foldr (takeFB c nil) (flipSeq nil) xs n else nil)
"unsafeTakeList" [1] forall n xs. foldr (takeFB (:) []) (flipSeq []) xs n = unsafeTake n xs
  #-}

drop :: Int -> [a] -> [a]
drop n ls = if n <= 0 then ls else go n ls
  where go !_ [] = []
        go 1 (_ : xs) = xs
        go m (_ : xs) = go (m - 1) xs

splitAt :: Int -> [a] -> ([a], [a])
splitAt n ls
  | n <= 0 = ([], ls)
  | otherwise = go n ls
  where go !_ [] = ([], [])
        go 1 (x : xs) = ([x], xs)
        go m (x : xs) = (x : xs', xs'')
          where (xs', xs'') = go (m - 1) xs

takeWhile :: (a -> Bool) -> [a] -> [a]
takeWhile _ [] = []
takeWhile p (x : xs) = if p x then x : takeWhile p xs else []
{-# NOINLINE [1] takeWhile #-}

takeWhileFB :: (a -> Bool) -> (a -> r -> r) -> r -> a -> r -> r
takeWhileFB p c n = \x r -> if p x then x `c` r else n
{-# INLINE [0] takeWhileFB #-}

{-# RULES
"takeWhile"     [~1] forall p xs. takeWhile p xs = build (\c n -> foldr (takeWhileFB p c n) n xs)
"takeWhileList" [1] forall p. foldr (takeWhileFB p (:) []) [] = takeWhile p
"takeWhileFB"   forall c n p q. takeWhileFB q (takeWhileFB p c n) n = takeWhileFB (\x -> q x && p x) c n
  #-}

dropWhile :: (a -> Bool) -> [a] -> [a]
dropWhile _ [] = []
dropWhile p xs@(x : xs') = if p x then dropWhile p xs' else xs

span :: (a -> Bool) -> [a] -> ([a], [a])
span _ xs@[] = (xs, xs)
span p xs@(x : xs')
  | p x = let (ys, zs) = span p xs' in (x : ys, zs)
  | otherwise = ([], xs)

break :: (a -> Bool) -> [a] -> ([a], [a])
break p = span (\x -> not (p x))

reverse :: [a] -> [a]
reverse l = rev l []
  where rev [] a = a
        rev (x : xs) a = rev xs (x : a)

lookup :: Eq a => a -> [(a, b)] -> Maybe b
lookup _ [] = Nothing
lookup key ((x, y) : xys) = if key == x then Just y else lookup key xys
{-# NOINLINE [1] lookup #-}

{-# RULES
"lookup/build" forall key (g :: forall b. ((a, c) -> b -> b) -> b -> b). lookup key (build g) = g (\xy r -> case xy of (x, y) -> if key == x then Just y else r) Nothing
  #-}

(!!) :: [a] -> Int -> a
xs !! n
  | n < 0 = errorWithoutStackTrace "Prelude.!!: negative index"
  | otherwise = go xs n
  where go [] !_ = errorWithoutStackTrace "Prelude.!!: index too large"
        go (y : _) 0 = y
        go (_ : ys) m = go ys (m - 1)
{-# NOINLINE [1] (!!) #-}

{-# RULES
"!!/build" forall n (g :: forall b. (a -> b -> b) -> b -> b). build g !! n = indexBuilt g n
  #-}

indexBuilt :: (forall b. (a -> b -> b) -> b -> b) -> Int -> a
indexBuilt g n
  | n < 0 = errorWithoutStackTrace "Prelude.!!: negative index"
  | otherwise = g (\y r -> oneShot (\m -> case m of { 0 -> y; _ -> r (m - 1) })) (\ !_ -> errorWithoutStackTrace "Prelude.!!: index too large") n
{-# INLINE indexBuilt #-}

-- ---- Zips ------------------------------------------------------------------------------------------------------------
-- The first list fuses.
foldr2 :: (a -> b -> c -> c) -> c -> [a] -> [b] -> c
foldr2 k z = go
  where go [] _ = z
        go (_ : _) [] = z
        go (x : xs) (y : ys) = k x y (go xs ys)
{-# INLINE [0] foldr2 #-}

foldr2Left :: (a -> b -> c -> d) -> d -> a -> ([b] -> c) -> [b] -> d
foldr2Left _ z _ _ [] = z
foldr2Left k _ x r (y : ys) = k x y (r ys)

{-# RULES
"foldr2/left" forall k z (g :: forall b. (a -> b -> b) -> b -> b). foldr2 k z (build g) = g (foldr2Left k z) (\_ -> z)
  #-}

zip :: [a] -> [b] -> [(a, b)]
zip [] _ = []
zip _ [] = []
zip (a : as) (b : bs) = (a, b) : zip as bs
{-# NOINLINE [1] zip #-}

zipFB :: ((a, b) -> c -> d) -> a -> b -> c -> d
zipFB c = \x y r -> (x, y) `c` r
{-# INLINE [0] zipFB #-}

{-# RULES
"zip"     [~1] forall xs ys. zip xs ys = build (\c n -> foldr2 (zipFB c) n xs ys)
"zipList" [1] foldr2 (zipFB (:)) [] = zip
  #-}

foldr3 :: (a -> b -> c -> d -> d) -> d -> [a] -> [b] -> [c] -> d
foldr3 k z = go
  where go (x : xs) (y : ys) (u : us) = k x y u (go xs ys us)
        go _ _ _ = z
{-# INLINE [0] foldr3 #-}

foldr3Left :: (a -> b -> c -> d -> e) -> e -> a -> ([b] -> [c] -> d) -> [b] -> [c] -> e
foldr3Left k _ x r (y : ys) (u : us) = k x y u (r ys us)
foldr3Left _ z _ _ _ _ = z

{-# RULES
"foldr3/left" forall k z (g :: forall b. (a -> b -> b) -> b -> b). foldr3 k z (build g) = g (foldr3Left k z) (\_ _ -> z)
  #-}

zip3 :: [a] -> [b] -> [c] -> [(a, b, c)]
zip3 (a : as) (b : bs) (c : cs) = (a, b, c) : zip3 as bs cs
zip3 _ _ _ = []
{-# NOINLINE [1] zip3 #-}

zip3FB :: ((a, b, c) -> d -> e) -> a -> b -> c -> d -> e
zip3FB cons = \a b c r -> (a, b, c) `cons` r
{-# INLINE [0] zip3FB #-}

{-# RULES
"zip3"     [~1] forall as bs cs. zip3 as bs cs = build (\c n -> foldr3 (zip3FB c) n as bs cs)
"zip3List" [1] foldr3 (zip3FB (:)) [] = zip3
  #-}

zipWith :: (a -> b -> c) -> [a] -> [b] -> [c]
zipWith f = go
  where go [] _ = []
        go _ [] = []
        go (x : xs) (y : ys) = f x y : go xs ys
{-# NOINLINE [1] zipWith #-}

zipWithFB :: (a -> b -> c) -> (d -> e -> a) -> d -> e -> b -> c
zipWithFB c f = \x y r -> (x `f` y) `c` r
{-# INLINE [0] zipWithFB #-}

{-# RULES
"zipWith"     [~1] forall f xs ys. zipWith f xs ys = build (\c n -> foldr2 (zipWithFB c f) n xs ys)
"zipWithList" [1] forall f. foldr2 (zipWithFB (:) f) [] = zipWith f
  #-}

zipWith3 :: (a -> b -> c -> d) -> [a] -> [b] -> [c] -> [d]
zipWith3 z = go
  where go (a : as) (b : bs) (c : cs) = z a b c : go as bs cs
        go _ _ _ = []
{-# NOINLINE [1] zipWith3 #-}

zipWith3FB :: (d -> e -> f) -> (a -> b -> c -> d) -> a -> b -> c -> e -> f
zipWith3FB cons z = \a b c r -> z a b c `cons` r
{-# INLINE [0] zipWith3FB #-}

{-# RULES
"zipWith3"     [~1] forall z as bs cs. zipWith3 z as bs cs = build (\c n -> foldr3 (zipWith3FB c z) n as bs cs)
"zipWith3List" [1] forall z. foldr3 (zipWith3FB (:) z) [] = zipWith3 z
  #-}

unzip :: [(a, b)] -> ([a], [b])
unzip = foldr (\(a, b) ~(as, bs) -> (a : as, b : bs)) ([], [])
{-# INLINE unzip #-}

unzip3 :: [(a, b, c)] -> ([a], [b], [c])
unzip3 = foldr (\(a, b, c) ~(as, bs, cs) -> (a : as, b : bs, c : cs)) ([], [], [])
{-# INLINE unzip3 #-}
