#!/bin/sh
# A heap profile whose interval (-i) is shorter than a sample takes: the next sample was due when one ended, each time,
# and the program never went on. (A map of 300,000 elements takes some 30 ms to collect and count.)
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import qualified Data.Map as M
main :: IO ()
main = do
  let m = M.fromList [(k * 7919 `mod` 1000003, show k) | k <- [1 .. 300000 :: Int]]
  print (M.foldl' (\n s -> n + length s) 0 m)
  print (sum [maybe 0 length (M.lookup k m) | i <- [1 .. 5], k <- [i .. 200000]])
EOF2
"$GPHC" -O1 -rtsopts p.gph -o p
for i in 0 0.001 0.01; do
  timeout 60 ./p +RTS -hT -i$i > out
  printf '1688895\n1688945\n' | cmp - out
  test "$(grep -c BEGIN_SAMPLE p.hp)" -ge 2
done
