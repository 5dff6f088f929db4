#!/bin/sh
# Boxed arrays by the functions of Data.Array.IArray are made in place, as those of Data.Array are: elements went through a list and a second array (accumArray, //, accum:
# 3 to 17 times GHC's allocation). freeze and thaw of the arrays in ST and IO copy memory.
set -eu
cat > p.gph <<'E2'
module Main (main) where
import Control.Monad
import Control.Monad.ST
import Data.Array.IArray
import Data.Array.IO
import Data.Array.ST
import Data.Array.Unboxed (UArray)
n :: Int
n = 20000
counts, changed, added :: Array Int Int
counts = accumArray (+) 0 (0, n - 1) [(i * 7 `mod` n, i) | i <- [1 .. n]]
changed = counts // [(i, 0) | i <- [0 .. 20]] // [(i, 1) | i <- [3 .. 9]]
added = accum (+) changed [(i, 1) | i <- [0 .. n - 1]]
unboxed :: UArray Int Int
unboxed = runST (do
  marr <- thaw (listArray (0, n - 1) [1 ..] :: UArray Int Int) :: ST s (STUArray s Int Int)
  forM_ [0 .. n - 1] $ \i -> readArray marr i >>= writeArray marr i . (* 2)
  freeze marr)
main :: IO ()
main = do
  print (sum (elems counts), sum (elems changed), sum (elems added))
  print (sum (elems unboxed))
  io <- thaw added :: IO (IOArray Int Int)
  writeArray io 5 (-1)
  frozen <- freeze io :: IO (Array Int Int)
  writeArray io 6 (-2)
  kept <- thaw unboxed :: IO (IOUArray Int Int)
  writeArray kept 0 7
  print (frozen ! 5, frozen ! 6, added ! 5, sum (elems frozen), unboxed ! 0)
  copy <- freeze kept :: IO (UArray Int Int)
  print (copy ! 0, sum (elems copy))
E2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
cat > want <<'E2'
(200010000,199809977,199829977)
400020000
(-1,2,2,199829974,2)
(7,400020005)
E2
cmp want out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 3000000
