# Sparks that their parent needs as soon as it has made them. Not those of a naive divide and conquer, of which few have to be taken, nor where another phase is sequential.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > sums.gph <<'X'
import Control.Parallel
import Work

total :: Int -> Int
total 0 = 0
total n = let x = work 50 n in x `par` (x `pseq` (x + total (n - 1)))
{-# NOINLINE total #-}

main :: IO ()
main = print (total 4000)
X
cat > eval.gph <<'X'
import Control.Parallel.Strategies
import Work

step :: Int -> Int -> Eval Int
step acc n = do
  x <- rpar (work 50 n)
  _ <- rseq x
  return (acc + x)

loop :: Int -> Int -> Eval Int
loop acc 0 = return acc
loop acc n = do
  acc' <- step acc n
  acc' `seq` loop acc' (n - 1)

main :: IO ()
main = print (runEval (loop 0 4000))
X
cat > mapped.gph <<'X'
import Control.Parallel
import Work

pmap :: (a -> b) -> [a] -> [b]
pmap f = map (\x -> let y = f x in y `par` (y `pseq` y))

main :: IO ()
main = print (sum (pmap (work 50) [1 .. 4000]))
X
cat > naive.gph <<'X'
import Control.Parallel

fib :: Int -> Int
fib n = if n < 2 then 1 else let a = fib (n - 1); b = fib (n - 2) in a `par` (b `pseq` a + b)

main :: IO ()
main = print (fib 37)
X
cat > other_phase.gph <<'X'
import Control.Parallel
import Work

fib :: Int -> Int
fib n = if n < 2 then 1 else let a = fib (n - 1); b = fib (n - 2) in a `par` (b `pseq` a + b)

main :: IO ()
main = do
  print (work 300000 3)
  print (fib 36)
X
for o in ${THOROUGH:+-O1} -O2; do
  for p in sums eval mapped; do check "" "+Needed at once" -fine-grained "-pieces are uneven" "-Few sparks"; done
  for p in naive other_phase; do check "" "-Needed at once"; done
done
