#!/bin/sh
# What depends on nothing is computed once, also in a branch of a function that gives it as its result.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import System.Environment (getArgs)
table :: [Int]
table = [k * k | k <- [0 .. 1000]]
steps :: [Int] -> [(Int, Int)]
steps (x : y : r) = (x, y) : steps (y : r)
steps _ = []
count :: Int -> Int
count i = if i `mod` 20 == 0 then length (steps table) else i
{-# NOINLINE count #-}
main :: IO ()
main = do
  args <- getArgs
  print (sum (map count [1 .. 20000 + length args]))
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
echo 191000000 | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 2000000
