#!/bin/sh
# The heap divided among simulated nodes: the same result in every way, with a checked heap and collections at odd moments; blocks are where --numa-place says.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import qualified Data.Map as Map
import Control.Parallel.Strategies
table :: Int -> Map.Map Int [Int]
table k = Map.fromListWith (++) [(i * k `mod` 1009, [i]) | i <- [1 .. 4000]]
main :: IO ()
main = print (sum [ Map.foldl' (\s xs -> s + sum xs) 0 m `mod` 1013 | m <- parMap rseq table [1 .. 12] ])
EOF2
"$GPHC" -O1 -threaded -debug -rtsopts p.gph -o d
"$GPHC" -O1 -threaded -rtsopts p.gph -o p
./p > want
for f in "" "--numa-debug=1" "--numa-debug=2" "--numa-debug=3 -qg0 -qn3" "--numa-debug=2 --numa-place=interleave -qg0" "--numa-debug=5 --numa-place=one" "--numa-debug=16 -c" "-qa"; do
  for r in "./p" "./d -DS --gc-stress=5003"; do
    set -- $r
    ${1} +RTS -N3 $f ${2:-} ${3:-} > out || { echo "$r $f"; exit 1; }
    cmp want out || { echo "$r $f: another result"; exit 1; }
  done
done
share() { sed -n "s/.*NUMA.* \([0-9]*\)% on node $1.*/\1/p" s; }
./p +RTS -N2 --numa-debug=2 -A1m -s > /dev/null 2> s
test $(share 0) -gt 0 && test $(share 1) -gt 0 || { cat s; exit 1; }   # how much depends on which HEC ran what
./p +RTS -N2 --numa-debug=2 --numa-place=one -s > /dev/null 2> s
test $(share 0) = 100
./p +RTS -N2 --numa-debug=3 --numa-place=interleave -A64k -s > /dev/null 2> s
for n in 0 1 2; do test $(share $n) -gt 25 && test $(share $n) -lt 42 || { cat s; exit 1; }; done
# Little address space: it is divided all the same.
(ulimit -v 600000; ./p +RTS -N2 --numa-debug=4 > out) && cmp want out
# Bad values.
for f in --numa=0 --numa=x --numa=-1 --numa-place=left --numa-debug=0 --numa-debug=17; do
  ./p +RTS $f > out 2> err && { echo "$f accepted"; exit 1; }
  grep -q "bad +RTS flag $f" err
done
# Real nodes, where libnuma is: the same result, or one line that says what is wanting.
if ./p +RTS -N2 --numa > out 2> err; then
  cmp want out
  ./p +RTS --numa=0x8000000000000000 > out 2> err && { echo "a node that is not there"; exit 1; }
  grep -q 'none of the nodes in the mask' err
else grep -q 'numa needs libnuma' err; fi
