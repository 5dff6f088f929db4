#!/bin/sh
# Folds over x : what a list function makes fuse with that, too: maximum . ((0, 0) :), as programs write it for a list that may be empty, took 96 bytes an element
# (GHC 0), last 64, foldl' a cell and its element.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import Data.List
most, final, left, right :: Int -> Int
most n = fst (maximum ((0, 0) : map (\i -> (i + 1, i `mod` 7)) [1 .. n]))
{-# NOINLINE most #-}
final n = last (0 : map (* 2) (filter even [1 .. n]))
{-# NOINLINE final #-}
left n = foldl' (\a x -> (a * 31 + x) `mod` 1009) 7 (5 : map (* 3) [1 .. n]) + foldl (\a x -> (a * 31 + x) `mod` 1009) 7 (5 : map (* 3) [1 .. n])
{-# NOINLINE left #-}
right n = foldr (\x r a -> if a > 100000000 then a else r (a + x)) id (5 : map (* 3) [1 .. n]) 0
{-# NOINLINE right #-}
main :: IO ()
main = do
  print (most 100000, final 100000, left 100000, right 100000)
  print (maximum (3 : map (* 2) []) :: Int, last (4 : map (* 2) []) :: Int, foldl' (flip (:)) [] (1 : map (* 2) [2 .. 4 :: Int]))
EOF2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '(100001,200000,%s,%s)\n(3,4,[8,6,4,1])\n' 1904 100013090 | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 100000
