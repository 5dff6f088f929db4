# Lists and trees that are dear to make are made once, though the function, action or alternative that mentions them runs often: the bytes that each program
# allocates. GHC's -O2 allocates 261, 25, 9, 421 (branch), 4 (given), 0.4 (rounds) and
# 6 MB (layers: each cell of a list goes through one more layer than the one before).
set -eu
cat > expand.gph <<'EOP'
module Main (main) where
import System.Environment
expand :: String -> [String]
expand [] = [""]
expand ('x' : rest) = [c : z | c <- ['a' .. 'l'], z <- expand rest]
expand (c : rest) = [c : z | z <- expand rest]
main :: IO ()
main = do
  [n] <- getArgs
  print (length (filter ((== 'c') . last) (expand (replicate (read n) 'x'))))
EOP
cat > again.gph <<'EOP'
module Main (main) where
import Control.Monad
import System.Environment
input :: String
input = unwords (map show [1 .. 20000 :: Int])
parse :: String -> [Int]
parse s = map (foldl (\a c -> a * 10 + fromEnum c - 48) 0) (words s)
main :: IO ()
main = replicateM_ 200 $ do
  (n : _) <- getArgs
  print (sum (take (read n) (reverse (parse input))))
EOP
cat > game.gph <<'EOP'
module Main (main) where
data Tree = Node Int [Tree]
grow :: Int -> Int -> Tree
grow 0 n = Node n []
grow d n = Node n [grow (d - 1) (n * 3 + i) | i <- [1 .. 6]]
walk :: Tree -> [Int] -> Int
walk (Node n ts) (k : ks) | not (null ts) = walk (ts !! (k `mod` 6)) ks + n
walk (Node n _) _ = n
play :: Int -> Int
play k = case k `mod` 3 of
  0 -> walk (grow 7 1) [k ..]
  1 -> k
  _ -> walk (grow 5 2) (map (`div` 2) [k ..])
{-# NOINLINE play #-}
main :: IO ()
main = print (sum (map play [1 .. 30000]))
EOP
cat > branch.gph <<'EOP'
module Main (main) where
import Control.Monad
import System.Environment
insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys) = if x <= y then x : y : ys else y : insert x ys
sort :: [Int] -> [Int]
sort [] = []
sort (x : xs) = insert x (sort xs)
table :: [Int]
table = [i * 7919 `mod` 1009 | i <- [1 .. 400]]
main :: IO ()
main = replicateM_ 300 $ do
  [w, n] <- getArgs
  print (sort (case w of { "short" -> [1 .. 9]; "long" -> table; _ -> [length w] }) !! read n)
EOP
cat > given.gph <<'EOP'
module Main (main) where
import Control.Monad
import System.Environment
each :: (a -> b) -> [a] -> [b]
each _ [] = []
each f (x : xs) = f x : each f xs
steps :: Int -> [Int]
steps 1 = [1]
steps n = if even n then n : steps (n `div` 2) else steps (3 * n + 1) ++ [n]
main :: IO ()
main = replicateM_ 300 $ do
  [n] <- getArgs
  print (sum (concat (drop (read n) (each steps [1 .. 100]))))
EOP
cat > rounds.gph <<'EOP'
module Main (main) where
import System.Environment
steps :: Int -> Int -> Int
steps n acc = if n == 1 then acc else steps (if even n then n `div` 2 else 3 * n + 1) (acc + 1)
use :: Int -> [Int] -> Int
use k xs = sum (drop k xs)
{-# NOINLINE use #-}
run :: Int -> [Int] -> [Int]
run n xs = [use k (map (\x -> steps x 0) xs) | k <- [1 .. n]]
{-# NOINLINE run #-}
every :: Eq a => Int -> [a] -> [a]
every n = map head . takeWhile (/= []) . iterate (drop n)
thin :: Int -> [Int] -> [Int]
thin n xs = [use k (every 5 xs) | k <- [1 .. n]]
{-# NOINLINE thin #-}
pairs :: Int -> [Int] -> [Int]
pairs n xs = [use k [y | x <- xs, y <- xs, x == y * y] | k <- [1 .. n]]
{-# NOINLINE pairs #-}
main :: IO ()
main = do
  [n] <- map read <$> getArgs
  print (sum (run n [1 .. 1000]) + sum (thin n [1 .. 1000]) + sum (pairs n [1 .. 100]))
EOP
cat > layers.gph <<'EOP'
module Main (main) where
import Data.List (delete)
import System.Environment
gap :: Int -> Int
gap n = cells !! n
  where
    cells = go 1 [2 ..]
    go k (x : xs) = x : go (k + x) (delete (k + x) xs)
row :: Int -> Integer
row n = sum (walk n triangle)
  where triangle = iterate (\r -> zipWith (+) (0 : r) (r ++ [0])) [1]
walk :: Int -> [a] -> a
walk 0 (x : _) = x
walk n (_ : xs) = walk (n - 1) xs
walk _ [] = error "walk"
main :: IO ()
main = do
  [n] <- map read <$> getArgs
  print (toInteger (sum (map gap [1 .. n])) + sum (map row [1 .. n `div` 4]) `mod` 1000007)
EOP
allocates() {   # PROGRAM ANSWER MOST-BYTES ARGS
  program=$1 answer=$2 most=$3
  shift 3
  for level in 1 2; do
    "$GPHC" -O$level -rtsopts "$program.gph" -o "$program"
    ./"$program" "$@" +RTS -s > out 2> stats
    test "$(tail -n 1 out)" = "$answer"
    bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
    test "$bytes" -lt "$most" || { echo "$program -O$level allocates $bytes"; exit 1; }
  done
}
allocates expand 248832 300000000 6
allocates again 59997 40000000 3
allocates game 243930000 15000000
allocates branch 385 10000000 long 150
allocates given 1686401 10000000 2
allocates rounds 29298918 2000000 300
allocates layers 484587 12000000 400
