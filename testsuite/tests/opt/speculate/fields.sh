#!/bin/sh
# What is cheap to compute from lazy fields that are values in all the program is computed, not suspended; one costly field makes a thunk of it.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import System.Environment (getArgs)
data V = V Double Double
data W = W Double Int
slow :: Int -> Double
slow n = if n > 1 then slow (n - 2) else 1
{-# NOINLINE slow #-}
vs :: Int -> [V]
vs n = [ V (fromIntegral k) 2 | k <- [1 .. n] ]
{-# NOINLINE vs #-}
ws :: [V] -> [W]
ws l = [ W (x * x + y * y) 1 | V x y <- l ]
{-# NOINLINE ws #-}
total :: [W] -> Double
total l = sum [ if n > 0 then x else 0 | W x n <- l ]
{-# NOINLINE total #-}
main :: IO ()
main = do
  args <- getArgs
  print (total (ws (vs (length args))))
EOP
"$GPHC" -O2 -dcore-lint p.gph -o p -ddump-stg > stg
test "$(./p a b)" = 13.0
grep -qE '^ +W [a-z]+_[0-9]+! n_[0-9]+! ' stg
grep -qE '^ +V [a-z]+_[0-9]+! [a-z]+_[0-9]+! ' stg
sed 's/V (fromIntegral k) 2/V (slow k) 2/' p.gph > q.gph
"$GPHC" -O2 -dcore-lint q.gph -o q -ddump-stg > stg
test "$(./q a b)" = 10.0
grep -qE '^ +W [a-z]+_[0-9]+ n_[0-9]+! ' stg
grep -qE '^ +V [a-z]+_[0-9]+ [a-z]+_[0-9]+! ' stg
