# Skeletons that a program writes itself, each at two functions: what the functions are strict in is evaluated, and nothing is allocated.
cat > p.gph <<'E2'
module Main (main) where
import Control.Parallel

data Tree = Leaf | Node Tree Int Tree

foldTree :: (b -> Int -> b -> b) -> b -> Tree -> b
foldTree _ z Leaf = z
foldTree f z (Node l x r) = f (foldTree f z l) x (foldTree f z r)

divC :: (a -> Bool) -> (a -> b) -> (a -> (a, a)) -> (b -> b -> b) -> a -> b
divC trivial solve split combine a
  | trivial a = solve a
  | otherwise =
      let (l, r) = split a
          x = divC trivial solve split combine l
          y = divC trivial solve split combine r
      in x `par` (y `pseq` combine x y)

build :: Int -> Int -> Tree
build a b | a > b = Leaf
          | otherwise = let m = (a + b) `div` 2 in Node (build a (m - 1)) m (build (m + 1) b)

main :: IO ()
main = do
  let t = build 1 1000
  print (foldTree (\a x b -> a + x + b) 0 t, foldTree (\a _ b -> max a b + 1) (0 :: Int) t)
  print (divC (< 2) (const 1) (\x -> (x - 1, x - 2)) (+) (25 :: Int))
  print (divC (< 3) id (\x -> (x - 2, x - 1)) (\a b -> (a * 3 + b) `mod` 1000007) (24 :: Int))
E2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '(500500,10)\n121393\n648975\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 200000
