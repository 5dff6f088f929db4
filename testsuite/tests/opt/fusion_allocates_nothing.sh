#!/bin/sh
# length/filter/enumFromTo fuse into a loop, with the lambda-bound limit evaluated outside: no list, no boxes.
set -eu
cat > p.gph <<'EOF'
module Main (main) where
count :: Int -> Int
count n = length (filter (\x -> n `rem` x == 1) [1 .. n])
{-# NOINLINE count #-}
main :: IO ()
main = print (count 1000001)
EOF
"$GPHC" -O1 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx 48 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 1000000

# What is done with each element of [a, b .. c] is there once, whichever way it goes: no function that is called with boxes, for Int and for Word.
cat > q.gph <<'EOF2'
module Main (main) where
import Control.Monad
import Data.STRef
import Control.Monad.ST
import System.Environment
steps :: Int -> Int -> Int -> Int
steps a b c = runST $ do
  r <- newSTRef 0
  forM_ [a, b .. c] $ \x -> do
    s <- readSTRef r
    when (s `rem` 7 /= x `rem` 3) $ writeSTRef r $! s + x
    modifySTRef' r (`xor'` x)
  readSTRef r
  where xor' s x = if even s then s - x else s + x
{-# NOINLINE steps #-}
words' :: Word -> Word -> Word
words' a b = sum [x * y | x <- [a .. b], y <- [x, x - 3 .. a]]
{-# NOINLINE words' #-}
main :: IO ()
main = do
  n <- fmap length getArgs
  print (steps (n + 1000000) (n + 999998) n `seq` steps n (n + 3) (n + 1000000) `seq` ())
  print (words' 5 (fromIntegral (n + 2000)))
EOF2
"$GPHC" -O2 q.gph -o q
./q +RTS -s > out 2> stats
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 200000

# Scans, extrema, mapMaybe, zip3, last and !!; arrays filled from a list, where the list is bound around the action that fills.
cat > r.gph <<'EOF2'
module Main (main) where
import qualified Data.Array.Unboxed as U
import Data.List
import Data.Maybe
row :: Int -> U.UArray Int Int
row n = U.listArray (0, n) (scanl (\left j -> if odd j then left + 1 else max left j) 0 [1 .. n])
{-# NOINLINE row #-}
doubled :: Int -> U.UArray Int Double
doubled n = U.listArray (1, n) (map (\k -> fromIntegral k * 2) [1 .. n])
{-# NOINLINE doubled #-}
extrema :: Int -> (Int, Int)
extrema n = (minimum [i * j `mod` 1007 + i | i <- [1 .. n], j <- [i .. n], odd (i + j)], maximum (map (`mod` 77) (scanl' (+) 1 [1 .. n * n])))
{-# NOINLINE extrema #-}
others :: Int -> [Int]
others n = [sum (mapMaybe (\k -> if odd k then Just (k * 3) else Nothing) [1 .. n]), last (filter even [1 .. n]), map (* 2) [1 .. n] !! (n - 1), length (zip3 [1 .. n] (cycle' 3) (cycle' 5)),
  if null (filter (> n) [1 .. n]) then 1 else 0, fromMaybe 0 (lookup n (map (\k -> (k, k + 1)) [1 .. n])), length (takeWhile (< n) (iterate' (+ 1) 0))]
  where cycle' k = let xs = k : xs in xs
{-# NOINLINE others #-}
main :: IO ()
main = do
  print (row 100000 U.! 100000, doubled 100000 U.! 7, extrema 400, others 100000)
EOF2
"$GPHC" -O2 r.gph -o r
./r +RTS -s > out 2> stats
grep -qx '(100000,14.0,(3,71),\[7500000000,100000,200000,100000,1,100001,100000\])' out || { cat out; exit 1; }
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 1700000 || { echo "$bytes bytes"; exit 1; }   # the arrays: 1.6 MB

# What is read from an array that is made once is an enumeration, though the array goes to the top level: its indices are no list there.
cat > t.gph <<'EOF2'
module Main (main) where
import Data.Array.Unboxed
marks :: Int -> UArray Int Bool
marks n = listArray (2, n) [odd i | i <- [2 .. n]]
{-# NOINLINE marks #-}
main :: IO ()
main = print (length [i | (i, True) <- assocs (marks 200000)], sum [i | let m = marks 100001, i <- range (bounds m), m ! i])
EOF2
"$GPHC" -O2 t.gph -o t
./t +RTS -s > out 2> stats
grep -qx '(99999,2500100000)' out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 500000
