#!/bin/sh
# A local overloaded function that is only tail-called is a join point before functions are specialised: its dictionaries are known all the same, and so are those of
# what it calls.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
chain n = step n 1
  where
    step 1 k = k
    step n k | even n = step (div n 2) (k + 1)
             | otherwise = step (3 * n + 1) (k + 1)
{-# NOINLINE chain #-}
longest :: Int
longest = go 1 (1, 1 :: Int)
  where
    go n (a, k) | n > 20000 = a
                | chain n > k = go (n + 1) (n, chain n)
                | otherwise = go (n + 1) (a, k)
main :: IO ()
main = print longest
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '17647\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 200000
