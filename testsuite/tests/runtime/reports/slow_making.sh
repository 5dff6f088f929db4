# What makes the sparks, or uses their values in between, is sequential: a list that takes long to make, input that is read and parsed, results that take long to use.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > made.gph <<'X'
import Control.Parallel.Strategies
import Work

produce :: Int -> [Int]
produce 0 = []
produce n = work 200 n : produce (n - 1)
{-# NOINLINE produce #-}

force' :: [Int] -> [Int]
force' [] = []
force' (x : xs) = x `seq` x : force' xs

main :: IO ()
main = print (sum (map (work 40) (force' (produce 300)) `using` parBuffer 20 rseq))
X
cat > input.gph <<'X'
import Control.Parallel.Strategies
import Data.List
import Work

parse :: String -> Int
parse = foldl' (\a c -> (a * 31 + fromEnum c) `mod` 100003) 7
{-# NOINLINE parse #-}

forced :: [Int] -> [Int]
forced = foldr (\x r -> x `seq` (x : r)) []

main :: IO ()
main = do
  text <- getContents
  print (sum (map (work 10) (forced (map parse (lines text))) `using` parBuffer 50 rseq))
X
cat > used.gph <<'X'
import Control.Parallel.Strategies
import Work

consume :: Int -> [Int] -> Int
consume acc [] = acc
consume acc (x : xs) = consume (work 200 (acc + x)) xs
{-# NOINLINE consume #-}

main :: IO ()
main = print (consume 0 (map (work 40) [1 .. 300] `using` parBuffer 20 rseq))
X
cat > ahead.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (work 200) [1 .. 400] `using` parBuffer 20 rseq))
X
python3 -c "
for i in range(1500): print('some words of a line, ' * 240, i)" > text
slow="+From the first of them to the last one HEC ran alone"
for o in -O1 ${THOROUGH:+-O2}; do
  p=made; check "" "$slow" -fine-grained "-pieces are uneven" "-Few sparks"
  p=used; check "" "$slow" "+for Main.consume" -fine-grained "-pieces are uneven" "-Few sparks"
  p=input; input=text check "" "$slow" +Main.parse
  p=ahead; check "" "-From the first"
done
