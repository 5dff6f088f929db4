#!/bin/sh
# A traversal in a state monad: the traversing function takes the state as an argument, no closure for each node, and the loop's result is not a thunk.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import Control.Monad.State.Strict
data Tree a = Leaf | Node (Tree a) a (Tree a)
walk :: (a -> State s b) -> Tree a -> State s ()
walk _ Leaf = return ()
walk f (Node l x r) = walk f l >> f x >> walk f r
tree :: Int -> Int -> Tree Int
tree lo hi | lo > hi = Leaf
           | otherwise = let m = (lo + hi) `div` 2 in Node (tree lo (m - 1)) m (tree (m + 1) hi)
main :: IO ()
main = do
  let t = tree 1 100000
  print (execState (mapM_ (\k -> walk (\x -> modify' (+ x * k)) t) [1 .. 20 :: Int]) 0)
EOP
"$GPHC" -O1 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx 1050010500000 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 150000000
