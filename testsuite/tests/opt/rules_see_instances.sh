#!/bin/sh
# A function over G.Vector v, used at two kinds of vectors: in its copies the instance is known by name when the rules of fusion look at the calls. The strict
# argument of such a call was its dictionary's contents by then, and a million thunks were made. For an unboxed vector the instance is the specialiser's copy
# of a dictionary function at an element type: the rules did not know it, and each vector between was made.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import qualified Data.Vector as V
import qualified Data.Vector.Generic as G
import qualified Data.Vector.Unboxed as U
dot :: G.Vector v Double => v Double -> v Double -> Double
dot a b = G.sum (G.zipWith (*) a b)
scaled :: (G.Vector v a, Num a) => a -> v a -> a
scaled k v = G.sum (G.map (* k) v)
main :: IO ()
main = do
  let u = U.generate 100000 fromIntegral
      v = V.generate 100000 (\i -> let x = fromIntegral i in x `seq` x)
  print (dot (U.drop 1 u) u)
  print (dot (V.drop 1 v) v)
  print (dot (U.drop 2 u) u)
  print (dot (V.drop 2 v) v)
  print (map (\k -> scaled k u) [1, 2], scaled 1 v, scaled 2 (V.drop 1 v))
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '3.333233334e14\n3.333233334e14\n3.33318333450001e14\n3.33318333450001e14\n([4.99995e9,9.9999e9],4.99995e9,9.9999e9)\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 3400000
