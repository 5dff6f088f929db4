#!/bin/sh
# What changes nothing gives back the tree that there was: a thousand versions of a set of 2000 that are all kept take the memory of one, not a thousand times it
# (measured by what is live at most, 64 bytes an element and more where each is a copy: 100 MB). What changes one path shares the rest.
set -eu
cat > p.gph <<'EOF'
module Main (main) where
import Data.List
import qualified Data.Map as M
import qualified Data.Set as S
import System.Environment
s0 :: S.Set Int
s0 = S.fromDistinctAscList [1 .. 2000]
m0 :: M.Map Int Int
m0 = M.fromDistinctAscList [(j, j) | j <- [1 .. 2000]]
set :: Int -> S.Set Int -> S.Set Int
set k s = foldl' (\t f -> f t) s
  [ S.insert k, S.delete (-k), \t -> S.union t (S.fromList [k, k + 1]), \t -> S.union t s0, \t -> S.difference t (S.fromList [-k, -k - 1]), \t -> S.intersection t s0
  , S.filter (> 0), fst . S.partition (> 0), snd . S.partition (< 0) ]
mp :: Int -> M.Map Int Int -> M.Map Int Int
mp k m = foldl' (\t f -> f t) m
  [ M.insert k k, M.delete (-k), \t -> M.union t (M.fromList [(k, 0), (k + 1, 0)]), \t -> M.union t m0, \t -> M.difference t (M.fromList [(-k, ())]), \t -> M.intersection t m0
  , M.filter (> 0), M.filterWithKey (\j _ -> j > 0), fst . M.partition (> 0), snd . M.partitionWithKey (\j _ -> j < 0), \t -> M.restrictKeys t s0, \t -> M.withoutKeys t (S.fromList [-k, 0]) ]
main :: IO ()
main = do
  [which] <- getArgs
  print (if which == "set" then versions S.size (scanl' (flip set) s0 [1 .. 1000]) else versions M.size (scanl' (flip mp) m0 [1 .. 1000]))
  where versions size ts = (sum (map size ts), length (filter ((== 2000) . size) ts))
EOF
for back in -fllvm -fvia-C; do
  "$GPHC" -O2 $back p.gph -o p || exit 77
  for which in set map; do
    ./p $which +RTS -s > out 2> stats
    grep -qx '(2002000,1001)' out || { cat out; exit 1; }
    live=$(sed -n 's/^ *\([0-9,]*\) bytes maximum residency.*/\1/p' stats | tr -d ,)
    [ "$live" -lt 3000000 ] || { echo "$back $which: $live bytes live"; exit 1; }
  done
done
# restrictKeys and withoutKeys by a few keys do not walk over the map: 1000 times over a map of 100000 they would allocate gigabytes.
cat > q.gph <<'EOF'
module Main (main) where
import qualified Data.IntMap as IM
import qualified Data.IntSet as IS
import Data.List
import qualified Data.Map as M
import qualified Data.Set as S
main :: IO ()
main = do
  let m = M.fromDistinctAscList [(j, j) | j <- [1 .. 100000 :: Int]]
      im = IM.fromDistinctAscList (M.toList m)
  print (foldl' (\n k -> n + M.size (M.restrictKeys m (S.fromList [k, k * 70])) + M.size (M.withoutKeys m (S.fromList [k, k * 70]))) 0 [2 .. 1001])
  print (foldl' (\n k -> n + IM.size (IM.restrictKeys im (IS.fromList [k, k * 70])) + maybe 0 fst (IM.lookupMin (IM.withoutKeys im (IS.fromList [1, k * 70])))) 0 [2 .. 1001])
EOF
"$GPHC" -O2 q.gph -o q
./q +RTS -s > out 2> stats
[ "$(cat out)" = "100000000
4000" ] || { cat out; exit 1; }
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
[ "$bytes" -lt 250000000 ] || { echo "$bytes bytes"; exit 1; }
