#!/bin/sh
# Loops whose accumulators are not surely needed, and cheap values in branches: computed early, nothing is allocated in the loop.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import System.Environment (getArgs)
-- The logistic map until it passes a bound: x is not needed when k reaches n.
orbit :: Double -> Int -> Int -> Double -> Int
orbit r n k x
  | k >= n = k
  | x > 0.99999 = negate k
  | otherwise = orbit r n (k + 1) (r * x * (1 - x))
-- Two accumulators, one of which may never be looked at; a local function that uses one.
steps :: Int -> Int -> Int -> Int -> Int
steps 0 _ b flag = if flag > 0 then b else 0
steps n a b flag = next (a + 2 * b)
  where next c | even n = steps (n - 1) c (b + 1) flag
               | otherwise = steps (n - 1) (c - b) (b + 2) flag
-- Powers by literals are products.
powers :: Int -> Double -> Double
powers 0 s = s
powers n s = powers (n - 1) (s + (fromIntegral n - 2) ^ 2 + (0.5 :: Double) ^^ (-3) + fromIntegral (n ^ 3 `rem` 5))
main :: IO ()
main = do
  args <- getArgs
  let n = 3000000 + length args
  print (orbit 3.7 n 0 0.3)
  print (steps n 1 1 (n - 1))
  print (powers (n `quot` 3000) 0)
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '3000000\n4500001\n3.318455e8\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 200000
