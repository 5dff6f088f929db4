#!/bin/sh
# A function that makes a list, called in several places, is inlined where the call is what a fold, map or zip consumes:
# the list is not made there. And a composition of methods that take nothing but a dictionary left of their = sign
# (sum . zipWith f xs) is one function: its list was made, since sum came as a value of its own out of the lambda.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
angles :: Int -> [Double]
angles n = [2 * pi / fromIntegral n * fromIntegral k | k <- [0 .. n - 1]]
total, both :: Int -> Double
total n = sum (map sin (angles n))
{-# NOINLINE total #-}
both n = sum (map cos (angles n)) + product (map (+ 1) (filter (< 0.5) (angles (n + 1))))
{-# NOINLINE both #-}
main :: IO ()
main = do
  print (total 100000 < 1.0e-6, both 100000 > 0, length (angles 100000))
EOF2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
echo '(True,True,100000)' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 1000000

cat > q.gph <<'EOF2'
module Main (main) where
dots :: Int -> [Double] -> [Double]
dots n xs = [dot (map (\k -> fromIntegral k * fromIntegral j) [0 .. n - 1]) | j <- [0 .. n - 1]]
  where dot = sum . zipWith (flip (*)) xs
{-# NOINLINE dots #-}
main :: IO ()
main = print (sum (dots 300 (map fromIntegral [0 .. 299 :: Int])))
EOF2
"$GPHC" -O2 q.gph -o q
./q +RTS -s > out 2> stats
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
echo 4.016339925e11 | cmp - out
test "$bytes" -lt 8000000   # the cells, elements and rests of map: 80 bytes each; with what zipWith makes 120
