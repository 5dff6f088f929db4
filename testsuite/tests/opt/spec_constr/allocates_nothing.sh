#!/bin/sh
# A Maybe accumulator, built and taken apart at each step, is passed as its number.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
loop :: Maybe Int -> Int -> Int
loop acc 0 = case acc of { Nothing -> 0; Just m -> m }
loop acc n = case acc of
  Nothing -> loop (Just n) (n - 1)
  Just m  -> if even n then loop (Just (m + n)) (n - 1) else loop acc (n - 1)
main :: IO ()
main = print (loop Nothing 1000000)
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx 250000500000 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 1000000
