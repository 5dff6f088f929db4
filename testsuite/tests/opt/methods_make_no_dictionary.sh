#!/bin/sh
# A method that calls itself at its instance's type, where the type's parameter is not known, calls itself: it does not make the instance's dictionary for each
# element, of lists or of a type of the program. (Default methods make the dictionary function a loop of its own, which is not looked through otherwise.)
set -eu
cat > p.gph <<'EOF'
{-# LANGUAGE ExistentialQuantification #-}
module Main (main) where
import System.Environment
data K = forall a. Ord a => K [a] [a] | forall a. Ord a => S (Stack a) (Stack a)
data Stack a = Empty | Push (Stack a) a deriving (Eq, Ord)
cmp :: K -> Ordering
cmp (K a b) = compare a b
cmp (S a b) = compare a b
{-# NOINLINE cmp #-}
pushes :: Int -> a -> Stack a
pushes 0 _ = Empty
pushes n x = Push (pushes (n - 1) x) x
main :: IO ()
main = do
  n <- fmap length getArgs
  print (map cmp [K (replicate (100000 + n) 'a') (replicate 100000 'a'), K (replicate 100000 n) (replicate 100001 n)])
  print (map cmp [S (pushes (1000 + n) 'a') (pushes 1000 'a'), S (pushes 1000 n) (pushes 1001 n)])
EOF
for o in -O0 -O1 -O2; do
  "$GPHC" $o p.gph -o p
  ./p +RTS -s > out 2> stats
  printf '[EQ,LT]\n[EQ,LT]\n' | diff - out
  bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
  echo "$o $bytes"
  test "$bytes" -lt 30000000
done
