#!/bin/sh
# An interpreter's loop takes its state's record apart and calls itself with a new one in each of many branches: the record is never made, however large the loop is
# (it is no code twice: the copy that takes the parts is all that is left). 2 million rounds allocate 64 bytes each: a thunk for what is on the stack, and what it
# makes; with the record 96. What is printed is GHC's.
set -eu
{
  cat <<'P'
module Main (main) where
data S = S !Int [Int] !Int
run :: Int -> S
run n = loop (S 0 [] 0)
  where
    loop s@(S p st k)
      | k > n = s
      | otherwise = case p of
P
  i=0
  while [ $i -lt 60 ]; do
    echo "          $i -> loop (S $(( (i + 1) % 60 )) (case st of { [] -> [k]; (x : r) | x > $i -> x + k : r; _ -> [] }) (k + 1))"
    i=$((i + 1))
  done
  cat <<'P'
          _ -> error "pc"
{-# NOINLINE run #-}
main :: IO ()
main = let S p st k = run 2000000 in print (p, k, sum st)
P
} > loop.hs
"$GPHC" -O2 loop.hs -o loop
./loop +RTS -s > out 2> stats
grep -qx '(21,2000001,2000000998230)' out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 140000000
