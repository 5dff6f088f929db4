#!/bin/sh
# length/filter/enumFromTo fuse into a loop, with the lambda-bound limit evaluated outside: no list, no boxes.
set -eu
cat > p.gph <<'EOF'
module Main (main) where
count :: Int -> Int
count n = length (filter (\x -> n `rem` x == 1) [1 .. n])
{-# NOINLINE count #-}
main :: IO ()
main = print (count 1000001)
EOF
"$GPHC" -O1 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx 48 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 1000000

# What is done with each element of [a, b .. c] is there once, whichever way it goes: no function that is called with boxes, for Int and for Word.
cat > q.gph <<'EOF2'
module Main (main) where
import Control.Monad
import Data.STRef
import Control.Monad.ST
import System.Environment
steps :: Int -> Int -> Int -> Int
steps a b c = runST $ do
  r <- newSTRef 0
  forM_ [a, b .. c] $ \x -> do
    s <- readSTRef r
    when (s `rem` 7 /= x `rem` 3) $ writeSTRef r $! s + x
    modifySTRef' r (`xor'` x)
  readSTRef r
  where xor' s x = if even s then s - x else s + x
{-# NOINLINE steps #-}
words' :: Word -> Word -> Word
words' a b = sum [x * y | x <- [a .. b], y <- [x, x - 3 .. a]]
{-# NOINLINE words' #-}
main :: IO ()
main = do
  n <- fmap length getArgs
  print (steps (n + 1000000) (n + 999998) n `seq` steps n (n + 3) (n + 1000000) `seq` ())
  print (words' 5 (fromIntegral (n + 2000)))
EOF2
"$GPHC" -O2 q.gph -o q
./q +RTS -s > out 2> stats
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 200000
