#!/bin/sh
# iterate, take, takeWhile and length: one loop that takes the counter, the accumulator and the complex number as numbers. What the loop goes on with is an argument
# of the join point where takeWhile's test is made, and called there once at most. (Three times the allocation of GHC before: the loop made a function of the two
# counters at each step, and the number was a thunk.)
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import Data.Complex
mandel :: Complex Double -> Int
mandel c = length (takeWhile ((<= 2) . magnitude) (take 200 (iterate (\z -> z * z + c) 0)))
main :: IO ()
main = print (sum [mandel (x :+ y) | x <- [-2, -1.98 .. 0.5], y <- [-1, -0.98 .. 1]])
EOF2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
echo 830116 | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 60000000
