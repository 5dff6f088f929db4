#!/bin/sh
# A small function whose argument is computed is inlined, though it does not look at it: what its body does with it meets that. Here the strings of a
# pretty printer are copied once, not again for the parentheses.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
data A = A Int Int String
paren :: String -> String
paren s = "(" ++ s ++ ")"
reg :: Int -> String
reg n = "%r" ++ show n
{-# NOINLINE reg #-}
pp :: A -> String
pp (A a b n) = if a < 0 then paren (reg a ++ "," ++ n) else paren (reg a ++ "," ++ reg b ++ "," ++ n)
{-# NOINLINE pp #-}
main :: IO ()
main = print (sum [length (pp (A (i `rem` 10) 7 "8")) | i <- [1 .. 10000 :: Int]])
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx 110000 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 13500000
