# Sparks each of which needs the one before: they wait for each other. Not those of divide and conquer, which wait for their own parts, nor those of which the program's main part waits.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > iterated.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (take 200 (iterate (work 300) 7) `using` parList rseq))
X
cat > scanned.gph <<'X'
import Control.Parallel
import Work

sparkAll :: [a] -> b -> b
sparkAll xs b = foldr par b xs

main :: IO ()
main = do
  let ys = scanl (\a n -> work 300 (a + n)) 1 [1 .. 200]
  print (sparkAll ys (sum ys))
X
cat > futures.gph <<'X'
module Main (main) where
import Control.Monad
import Control.Monad.Par
import Work

main :: IO ()
main = print (runPar (do
  v0 <- newFull 1
  vs <- foldM (\vs n -> do { v <- spawn (do { x <- get (head vs); return $! work 300 (x + n) }); return (v : vs) }) [v0] [1 .. 200]
  sum <$> mapM get vs))
X
cat > tree.gph <<'X'
import Control.Parallel
import Work

total :: Int -> Int -> Int
total d n
  | d == 0 = work (if n `mod` 8 == 0 then 4000 else 100) n
  | otherwise = let l = total (d - 1) (2 * n); r = total (d - 1) (2 * n + 1) in l `par` (r `pseq` (l + r))

main :: IO ()
main = print (total 7 1)
X
cat > list.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (work 300) [1 .. 300] `using` parList rseq))
X
cat > stages.gph <<'X'
import Control.Parallel.Strategies
import Work

-- A stage needs all of the one before.
stage :: [Int] -> [Int]
stage xs = map (\i -> work 300 (i + sum xs)) [1 .. 40] `using` parList rseq

main :: IO ()
main = print (sum (iterate stage [1 .. 40] !! 8))
X
says="+They waited for each other's values"
for o in ${THOROUGH:+-O1} -O2; do
  for p in iterated scanned; do check "" "$says" "-pieces are uneven" -fine-grained "-Needed at once" "-never needed"; done
  p=futures; check "" "-pieces are uneven" -fine-grained
  for p in tree list stages; do check "" "-They waited for each other"; done
done
