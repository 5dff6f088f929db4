#!/bin/sh
# A Monte Carlo loop over the doubles of a generator, and a fold over a generator's list: the constants of 64 bits are literals, no end of the range (0, 1) is
# infinite, the list is not made. The numbers are those of the package random (GHC's output).
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import Data.List (foldl')
import System.Random
inside :: Int -> StdGen -> Int
inside n g0 = go n g0 0
  where
    go :: Int -> StdGen -> Int -> Int
    go 0 _ a = a
    go k g a = case randomR (0, 1 :: Double) g of
      (x, g1) -> case randomR (0, 1) g1 of (y, g2) -> go (k - 1) g2 $! (if x * x + y * y <= 1 then a + 1 else a)
main :: IO ()
main = do
  print (inside 100000 (mkStdGen 3))
  print (foldl' (\a r -> (a * 31 + r `mod` 4) `mod` 1000003) 0 (take 100000 (randoms (mkStdGen 9) :: [Int])))
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '78292\n521069\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 200000
