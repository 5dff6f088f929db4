#!/bin/sh
# What is done with the elements of a short list literal, or string, is done in line, without the list: also where a function that hands its list to foldr is
# given one.
# GHC's -O2 allocates 98 MB.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import Control.Monad
import System.Environment
small :: Int -> Bool
small x = x `elem` [3, 5, 7, 11]
{-# NOINLINE small #-}
operator, letter :: Char -> Bool
operator c = c `elem` "+-*/"
letter c = c `elem` "abcdefghijklmnopqrstuvwxyz\1234"
{-# NOINLINE operator #-}
{-# NOINLINE letter #-}
total :: Int -> Int -> Int -> Int
total a b c = sum [a, b, c] + maximum [a, b, c] + foldr (\x r -> 2 * r + x) 1 [c, a]
{-# NOINLINE total #-}
-- The list that is given is known where the function is inlined only.
chain :: [Int -> Maybe Int] -> Int -> Maybe Int
chain fs = foldr (\f k x -> f x >>= k) Just fs
half, less :: Int -> Maybe Int
half x = if even x then Just (x `div` 2) else Nothing
less x = if x > 3 then Just (x - 3) else Nothing
{-# NOINLINE half #-}
{-# NOINLINE less #-}
way :: Int -> Maybe Int
way x = case chain [half, less, half] x of { Nothing -> chain [less, half] x; r -> r }
{-# NOINLINE way #-}
main :: IO ()
main = do
  [n] <- map read <$> getArgs
  print (length (filter small [1 .. n]))
  print (length (filter operator (take n (cycle "abc+-"))), length (filter letter (take n (cycle "abc+-\1234"))))
  print (sum [total x (x + 1) (x - 7) | x <- [1 .. n]])
  print (length [x | x <- [1 .. n], Just y <- [way x], even y])
  forM_ [n, 2, 3] $ \i -> do { print i; when (i > 2) $ putStrLn "big" }
  print (concatMap (\c -> [c, succ c]) "a\0b\200" ++ concatMap (\c -> [c, succ c]) "ab\1234cdefghijkl\0mn")
EOP
cat > expected <<'EOP'
4
(40000,66667)
34999550000
37498
100000
big
2
3
big
"ab\NUL\SOHbc\200\201abbc\1234\1235cddeeffgghhiijjkkllm\NUL\SOHmnno"
EOP
for level in 1 2; do
  "$GPHC" -O$level -rtsopts p.gph -o p
  ./p 100000 +RTS -s > out 2> stats
  cmp out expected
  bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
  test "$bytes" -lt 8000000 || { echo "-O$level allocates $bytes"; exit 1; }
done
