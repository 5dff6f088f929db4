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
