#!/bin/sh
# What consumes a list that is made in several pieces is called in several places, with the rest of the list as a
# function: it is inlined there, since which function that is is known in each branch (arg_interest), so that no rest is
# ever made; and a fold over the pieces of a concat takes what it accumulates as a parameter, although at the end of a
# piece it goes on with a function that nobody knows (Arity::name).
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import Data.Array
table :: Int -> Array (Int, Int) Int
table n = array ((0, 0), (n, n)) ([((i, 0), 1) | i <- [0 .. n]] ++ [((i, i), 2) | i <- [1 .. n]] ++ [((i, j), 3) | i <- [0 .. n], j <- [1 .. n], i /= j])
{-# NOINLINE table #-}
main :: IO ()
main = do
  let a = table 500
  print (sum (elems a), a ! (100, 50), a ! (7, 7))
EOF2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx '(751501,3,2)' out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 4000000   # 2 MB is the array

cat > q.gph <<'EOF2'
module Main (main) where
pieces :: Int -> [[Int]] -> Int
pieces n xs = sum (map (\x -> if even x then x * 3 else x + n) (concat (replicate n xs !! 0)))
{-# NOINLINE pieces #-}
many :: Int -> [Int] -> Int
many n xs = sum (map (\x -> x * x + n) (concat (replicate n xs)))
{-# NOINLINE many #-}
main :: IO ()
main = print (pieces 3 [[1, 2], [], [5]]) >> print (many 20000 [1 .. 20])
EOF2
"$GPHC" -O2 q.gph -o q
./q +RTS -s > out 2> stats
printf '18\n8057400000\n' > want
diff want out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 10000000
