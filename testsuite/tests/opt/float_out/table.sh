#!/bin/sh
# A table that does not depend on the parameters is built once; the list that it is made of goes along.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import Data.Array.Unboxed
step :: Int -> Int -> Int
step k x = let t = listArray (0, 15) [ i * i + 7 | i <- [0 .. 15] ] :: UArray Int Int in t ! (x `rem` 16) + k
{-# NOINLINE step #-}
loop :: Int -> Int -> Int
loop 0 acc = acc
loop n acc = loop (n - 1) (step n acc)
main :: IO ()
main = do
  print (loop 100000 1)
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
test -s out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 20000000
