#!/bin/sh
# What -s says about choices: all of what was collected is accounted for, flags are named where they were given, and HECs' shares are sensible.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import qualified Data.Map as Map
import Control.Parallel.Strategies
tables :: Int -> [Map.Map Int Int]
tables n = parMap rseq (\k -> Map.fromList [(i * k `mod` 50021, i) | i <- [1 .. n]]) [1 .. 8]
main :: IO ()
main = print (sum (map Map.size (tables 20000)))
EOF2
"$GPHC" -O1 p.gph -o plain -rtsopts
"$GPHC" -O1 -threaded p.gph -o thr -rtsopts
count() { sed -n "s/^  *Gen  *$1  *\([0-9]*\) colls,.*/\1/p" $2; }
# Plain: no HEC's share, no workers; major collections copied or marked.
./plain +RTS -s > /dev/null 2> s
! grep -q 'HEC  0\|collections (-qg' s
grep -q 'nursery (-A) .*MiB for each HEC: doubled [0-9]* times' s
set -- $(sed -n 's/.*(--old-gc) *\([0-9]*\) major collections copied it, \([0-9]*\) marked.*/\1 \2/p' s)
test $(($1 + $2)) = $(count 1 s)
./plain +RTS -s -A1m --old-gc=mark > /dev/null 2> s
grep -q 'nursery (-A) *1.0 MiB for each HEC, as -A says' s
grep -q " 0 major collections copied it, $(count 1 s) marked it in place, as the flag says" s
# Threaded: a line for each HEC, shares of the elapsed time that add up; young collections with one or several workers.
./thr +RTS -N2 -s > /dev/null 2> s
test $(grep -c '^  HEC .*productivity' s) = 2
sed -n 's/^  HEC .*productivity *\([0-9.]*\)% of elapsed (collections \([0-9.]*\)%, without work or waiting \([0-9.]*\)%).*/\1 \2 \3/p' s |
  awk '{t = $1 + $2 + $3; if (t < 98 || t > 103) exit 1}'
grep -q 'Stopping the world: [0-9]* times, median under [0-9.]* us, [0-9.]* us on average, [0-9.]* us at most' s
sed -n 's/.*young collections (-qg, -qn)  *//p' s | awk -v n=$(count 0 s) '{for (i = 1; i <= NF; i++) if ($(i + 1) == "with") t += $i; exit t > n || t == 0}'
./thr +RTS -N2 -s -qg > /dev/null 2> s
grep -q "young collections (-qg, -qn)  0 with several workers, $(count 0 s) with one as -qg says" s
