#!/bin/sh
# take shares what is done with an element between the last one and the others; when that is large it is a join point, and what follows was a thunk (find, below) or
# a partial application (foldl' over truncate, whose case of large numbers is code) for each element. And a left fold over concatMap: what comes after two elements
# is an argument of the function that adds one. (32, 112 and 180 bytes an element; GHC 0, 0 and 36, a list's.)
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import Data.List
import Data.Maybe
found, folded, added :: Int -> Int
found n = (fromMaybe 0 . find (> 100000000)) (map (\x -> x * 2 + 1) (replicate n 3))
{-# NOINLINE found #-}
folded n = foldl' (\a x -> (a * 31 + x) `mod` 1009) 0 (map truncate (map sqrt (map abs (take n (iterate (\x -> x * 0.99 + 1) (1.5 :: Double))))))
{-# NOINLINE folded #-}
added n = (product . map (`mod` 3)) (concatMap (\x -> [x, x + 1]) (0 : foldr (\x r -> if even x then x : r else r) [] [1 .. n]))
{-# NOINLINE added #-}
main :: IO ()
main = print (found 200000, folded 200000, added 200000)
EOF2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
echo '(0,994,0)' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 12000000
