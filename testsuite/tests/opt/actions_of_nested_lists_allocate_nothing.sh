#!/bin/sh
# What is done with each element of a list of two generators takes the state as a parameter, in ST and in a monad of the program whose (>>) is (*>): the
# method (>>) = (*>) of the stdlib keeps its pragma when the dictionary is made.
set -eu
cat > p.gph <<'EOF'
module Main (main) where
import Control.Monad
import Control.Monad.ST
import Data.STRef
marks :: Int -> Int
marks n = runST (do
  r <- newSTRef 0
  forM_ [i + j | i <- [1 .. n], j <- [1, 3 .. n], i + j < n] $ \k -> modifySTRef' r (+ k)
  readSTRef r)
{-# NOINLINE marks #-}
newtype S a = S { runS :: Int -> (a, Int) }
instance Functor S where fmap f (S g) = S (\s -> case g s of (a, t) -> (f a, t))
instance Applicative S where
  pure a = S (\s -> (a, s))
  S f <*> S g = S (\s -> case f s of (h, t) -> case g t of (a, u) -> (h a, u))
  S f *> S g = S (\s -> case f s of (_, t) -> g t)
instance Monad S where
  S f >>= k = S (\s -> case f s of (a, t) -> runS (k a) t)
  (>>) = (*>)
add :: Int -> S ()
add i = S (\s -> let t = s + i in t `seq` ((), t))
total :: Int -> S ()
total n = forM_ [i + j | i <- [1 .. n], j <- [1, 3 .. n], i + j < n] add
main :: IO ()
main = do
  print (marks 1000)
  print (snd (runS (total 1000) 0))
EOF
for o in -O1 -O2; do
  "$GPHC" $o p.gph -o p
  ./p +RTS -s > out 2> stats
  printf '166291750\n166291750\n' | diff - out
  bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
  test "$bytes" -lt 200000
done
