# Sparks that stop at weak head normal form, and leave the work to somebody else: the report says so, and by whom it was done. It does not where nothing is left to do, or what is
# left is never done.
fail() { echo "$1"; cat err; exit 1; }
compile() { "$GPHC" $o -threaded -rtsopts $1.gph -o $1 || fail "$1 does not compile"; }
run() { ./$1 +RTS -N2 --surplus-hecs=share --spark-report > out 2> err || fail "$1: exit $?"; }
cat > Work.gph <<'X'
module Work (step) where

-- Some 10 us.
step :: Int -> Int
step k = go (6000 :: Int) k
  where go 0 acc = acc
        go i acc = go (i - 1) ((acc * 1103515245 + 12345) `mod` 2147483647)
{-# NOINLINE step #-}
X
# Lists, of which a spark makes the first cell.
cat > lists.gph <<'X'
import Control.Parallel.Strategies
import Work

work :: Int -> [Int]
work n = map step [n .. n + 50]

total :: [[Int]] -> Int
total = foldr (\l r -> sum l + r) 0
{-# NOINLINE total #-}

main :: IO ()
main = print (total (map work [1 .. 400] `using` parList rseq))
X
# Fields of a record.
cat > fields.gph <<'X'
import Control.Parallel
import Work

data Pair = Pair Int Int

pair :: Int -> Pair
pair n = Pair (sum (map step [n .. n + 20])) (sum (map step [n + 1 .. n + 30]))
{-# NOINLINE pair #-}

sparkAll :: [a] -> b -> b
sparkAll xs b = foldr par b xs

add :: [Pair] -> Int
add ps = sum [a + b | Pair a b <- ps]
{-# NOINLINE add #-}

main :: IO ()
main = do
  let ps = map pair [1 .. 400]
  print (sparkAll ps (add ps))
X
# A tree, in the Eval monad.
cat > trees.gph <<'X'
import Control.Parallel.Strategies
import Work

data Tree = Leaf | Node Tree Int Tree

build :: Int -> Int -> Tree
build 0 _ = Leaf
build d k = Node (build (d - 1) (2 * k)) (step k) (build (d - 1) (2 * k + 1))

size :: Tree -> Int
size Leaf = 0
size (Node l x r) = size l + x `mod` 2 + size r

halves :: Int -> Eval Int
halves d = do
  l <- rpar (build d 1)
  r <- rpar (build d 2)
  a <- rpar (build d 3)
  b <- rpar (build d 4)
  return (sum (map size [l, r, a, b]))

main :: IO ()
main = print (sum [runEval (halves 10), runEval (halves 9), runEval (halves 10)])
X
# They run to the end, and are small.
cat > small.gph <<'X'
import Control.Parallel.Strategies

main :: IO ()
main = do
  let xs = map (* 3) [1 .. 3000] `using` parList rseq :: [Int]
  print (sum xs)
  print (length (show (product [1 .. 9000 :: Integer])))
X
# The rest of each value is never needed.
cat > unneeded.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = do
  let ls = map (\n -> (n, step (n * n))) [1 .. 2000] `using` parList rseq :: [(Int, Int)]
  print (sum (map fst ls))
  print (sum (map step [1 .. 10000]))
X
# With rdeepseq nothing is left.
sed 's/rseq/rdeepseq/' lists.gph > deep.gph
for o in -O1 ${THOROUGH:+-O2}; do
  for p in lists fields trees; do
    compile $p
    run $p
    grep -q "stopped at weak head normal form" err || fail "$p $o: not diagnosed"
    ! grep -q "fine-grained" err || fail "$p $o: fine-grained"
    case $p in
    trees) grep -q "by one HEC alone, by Main.size" err || fail "trees $o: by whom?" ;;
    lists) grep -q "by one HEC alone, by Main.total" err || fail "lists $o: by whom?" ;;
    esac
  done
  for p in small unneeded deep; do
    compile $p
    run $p
    ! grep -q "stopped at weak head" err || fail "$p $o: wrong diagnosis"
  done
done
