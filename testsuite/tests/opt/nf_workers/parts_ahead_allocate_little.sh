#!/bin/sh
# What is evaluated to normal form allocates fewer thunks than with -fno-nf-workers, and the program says the same: a merge sort (a parameter that is on one path
# part of the result, and taken apart on another; a pair of lists), a product of polynomials, summed (cells as arguments), a tree whose type has a parameter (its
# subtrees are a list: rnf of that must be a known function).
set -eu
cat > sort.gph <<'EOP'
import Control.DeepSeq
merge :: [(Int, Int)] -> [(Int, Int)] -> [(Int, Int)]
merge [] ys = ys
merge xs [] = xs
merge a@(x : xs) b@(y : ys) | fst x <= fst y = x : merge xs b
                            | otherwise = y : merge a ys
halves :: [a] -> ([a], [a])
halves (x : y : zs) = let (a, b) = halves zs in (x : a, y : b)
halves xs = (xs, [])
sort :: [(Int, Int)] -> [(Int, Int)]
sort [] = []
sort [x] = [x]
sort xs = let (a, b) = halves xs in merge (sort a) (sort b)
main :: IO ()
main = do
  n <- readLn
  let r = force (sort [(i * 7919 `mod` 10007, i) | i <- [1 .. n]])
  print (sum (zipWith (\i (k, v) -> i * k + v) [1 ..] r) `mod` 1000007)
EOP
cat > poly.gph <<'EOP'
newtype P = P [Int]
add, mul :: P -> P -> P
add (P a) (P b) = P (go a b) where
  go (x : xs) (y : ys) = (x + y) `mod` 10007 : go xs ys
  go xs [] = xs
  go [] ys = ys
mul (P []) _ = P []
mul (P (x : xs)) (P b) = add (P (map (\y -> x * y `mod` 10007) b)) (shift (mul (P xs) (P b)))
shift :: P -> P
shift (P a) = P (0 : a)
main :: IO ()
main = do
  n <- readLn
  let P c = mul (P [i * i | i <- [1 .. n]]) (P [i * 3 + 1 | i <- [1 .. n]])
  print (sum c)
EOP
cat > tree.gph <<'EOP'
import Control.DeepSeq
data Tree a = Tree a [Tree a]
instance NFData a => NFData (Tree a) where rnf (Tree a ts) = rnf a `seq` rnf ts
grow :: Int -> Int -> Tree Int
grow 0 n = Tree (n * n) []
grow d n = Tree (n * n) [grow (d - 1) (n + i) | i <- [1 .. 5]]
total :: Tree Int -> Int
total (Tree a ts) = a + sum (map total ts)
main :: IO ()
main = do
  n <- readLn
  let t = force (grow n 1)
  print (total t)
EOP
measure() {  # PROGRAM INPUT: the bytes with N, in hundredths of those without
  "$GPHC" -O2 $1.gph -o $1.on
  "$GPHC" -O2 -fno-nf-workers $1.gph -o $1.off
  for v in on off; do
    echo $2 | ./$1.$v +RTS -s > $1.$v.out 2> $1.$v.stats
    sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' $1.$v.stats | tr -d , > $1.$v.bytes
  done
  cmp $1.on.out $1.off.out
  percent=$(($(cat $1.on.bytes) * 100 / $(cat $1.off.bytes)))
  echo "$1: $percent %"
}
measure sort 20000; test $percent -le 50
measure poly 200; test $percent -le 60
measure tree 6; test $percent -le 75
"$GPHC" -O2 -ddump-simpl tree.gph -o tree > tree.simpl
if grep D:NFData tree.simpl; then exit 1; fi
