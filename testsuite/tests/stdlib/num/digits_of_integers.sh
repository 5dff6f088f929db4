#!/bin/sh
# The digits of large Integers come 64 at a time: all of them, whatever their number, in three words each and without the first ones waiting for the last ones'
# cells.
# GHC's -O2 allocates 97 MB.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
main :: IO ()
main = do
  mapM_ (\n -> putStrLn (shows (10 ^ n :: Integer) "|" ++ showsPrec 7 (1 - 10 ^ n :: Integer) "|")) [62, 63, 64, 65, 127, 128, 129 :: Int]
  print (sum [sum (map fromEnum (show (7 ^ n + k :: Integer))) | let n = 20000 :: Int, k <- [1 .. 100]])
  putStrLn (take 20 (show (7 ^ (100000 :: Int) :: Integer)))
EOP
"$GPHC" -O2 -rtsopts p.gph -o p
./p +RTS -s > out 2> stats
nines() { printf '%*s' "$1" '' | tr ' ' 9; }
zeros() { printf '%*s' "$1" '' | tr ' ' 0; }
for n in 62 63 64 65 127 128 129; do echo "1$(zeros $n)|-$(nines $n)|" | sed 's/|-\(9*\)|/|(-\1)|/'; done > expected
cat >> expected <<'EOP'
88692602
63679761135603792865
EOP
cmp out expected
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 120000000 || { echo "allocates $bytes"; exit 1; }
