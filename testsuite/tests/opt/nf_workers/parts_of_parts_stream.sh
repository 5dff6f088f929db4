#!/bin/sh
# What is built ahead may end with what was given to it (ys in xs ++ ys): that begins without a number of cells of its own, else the end of each piece built the next one
# ahead, and so on to the end: the whole list, on the stack. Here each piece is one or two cells; nothing is kept that the sum has passed.
set -eu
cat > p.gph <<'EOF'
module Main (main) where
import System.Environment
append :: [a] -> [a] -> [a]
append [] ys = ys
append (x : xs) ys = x : append xs ys
{-# NOINLINE append #-}
calls, local :: Int -> Int
calls n = sum (foldr append [] (map (\x -> [x, x + 1]) [1 .. n]))
{-# NOINLINE calls #-}
local n = sum (go [1 .. n])
  where go [] = []
        go (i : is) = let { rest = go is; piece k | k > i `mod` 3 = rest
                                                  | otherwise = k : piece (k + 1) } in piece 1
{-# NOINLINE local #-}
main :: IO ()
main = getArgs >>= \[f, n] -> print ((if f == "calls" then calls else local) (read n))
EOF
"$GPHC" -O2 -rtsopts p.gph -o p
for f in calls:1000002000000 local:1333333; do
  ./p ${f%:*} 1000000 +RTS -K100k -s -A1m --old-gc=copy > out 2> stats
  grep -qx ${f#*:} out
  grep 'maximum residency' stats
  kept=$(sed -n 's/^ *\([0-9,]*\) bytes maximum residency.*/\1/p' stats | tr -d ,)
  test "$kept" -lt 1000000
done
