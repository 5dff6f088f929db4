# Sparks whose value nobody looks at, since what the program uses is another one, which is computed again: in the par, strategy, Eval and Par styles, and with collections. Not those that are
# evaluated for what they evaluate besides, nor speculation of which a part is used, nor what is looked at late.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > twice.gph <<'X'
import Control.Parallel
import Work

total :: Int -> Int
total 0 = 0
total n = let x = work 200 n in x `par` (work 200 (n + 1 - 1) + total (n - 1))
{-# NOINLINE total #-}

main :: IO ()
main = print (total 300)
X
cat > strategy.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = do
  let f = work 200
      sparked = parMap rseq f [1 .. 300]
  print (sparked `seq` sum (map f [1 .. 300]))
X
cat > eval.gph <<'X'
import Control.Parallel.Strategies
import Work

run :: Int -> Int -> Int
run a b = runEval (do
  _ <- rpar (work 20000 a)
  y <- rseq (work 20000 b)
  return (work 20000 a + y))
{-# NOINLINE run #-}

main :: IO ()
main = print (sum (map (\k -> run k (k + 1)) [1 .. 5]))
X
cat > collected.gph <<'X'
import Control.Parallel
import qualified Data.Map as M
import Work

table :: Int -> M.Map Int Int
table n = M.fromList [(i * 7919 `mod` 1009, i) | i <- [n .. n + 2000]]
{-# NOINLINE table #-}

go :: Int -> Int -> Int
go 0 acc = acc
go n acc = let t = M.size (table n) in t `par` (go (n - 1) $! (acc + M.size (table (n + 1 - 1))))
{-# NOINLINE go #-}

main :: IO ()
main = print (go 600 0)
X
# Right: what is shared is looked at, though the sparks' own values are dropped.
cat > rnf.gph <<'X'
import Control.DeepSeq
import Control.Parallel
import Work

main :: IO ()
main = do
  let xs = map (work 200) [1 .. 300]
  print (rnf xs `par` sum (reverse xs))
X
cat > each.gph <<'X'
import Control.Parallel
import Work

-- The strategies of 1998: () is dropped.
rwhnf :: a -> ()
rwhnf x = x `seq` ()
parAll :: [a] -> ()
parAll = foldr (\x r -> rwhnf x `par` r) ()

main :: IO ()
main = do
  let xs = map (work 300) [1 .. 300]
  print (parAll xs `seq` sum (reverse xs))
X
cat > spine.gph <<'X'
import Control.Parallel
import Work

step :: Int -> Int
step = work 20
{-# NOINLINE step #-}

xs :: Int -> [Int]
xs n = if n > 2000 then [] else let y = step n in y `seq` (y : xs (n + 1))
{-# NOINLINE xs #-}

main :: IO ()
main = do
  let ys = xs (length (show 1))
      zs = xs (length (show 12))
  print (length ys `par` (sum zs + sum ys))
X
cat > speculative.gph <<'X'
import Control.Parallel
import Work

-- One of two is used.
choose :: Int -> Int
choose n = let a = work 200 n; b = work 200 (n + 7) in a `par` (b `par` (if even (work 200 n + n - work 200 n) then a else b))
{-# NOINLINE choose #-}

main :: IO ()
main = print (sum (map choose [1 .. 200]))
X
cat > late.gph <<'X'
import Control.Parallel.Strategies
import qualified Data.Map as M
import Work

-- Looked at after collections, by way of another structure.
main :: IO ()
main = do
  let m = M.fromList (zip [1 ..] (map (work 200) [1 .. 300] `using` parList rseq)) :: M.Map Int Int
      n = M.size (M.fromList [(i * 7919 `mod` 200003, i) | i <- [1 .. 100000 :: Int]])
  print (m `seq` n)
  print (M.foldr (+) 0 m)
X
cat > buffer.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (foldr (\x r -> (x + r) `mod` 1000003) 0 (map (work 200) [1 .. 400] `using` parBuffer 20 rdeepseq))
X
cat > pars.gph <<'X'
import Control.Monad.Par
import Work

main :: IO ()
main = print (runPar (do
  vs <- mapM (\n -> spawn (return (work 400 n))) [1 .. 200 :: Int]
  sum <$> mapM get vs))
X
says="+Nobody looked at the values"
for o in ${THOROUGH:+-O1} -O2; do
  for p in twice strategy eval; do check "" "$says" "-Few sparks" "-From the first"; done
  p=collected; check "" "$says"; check "-A64k" "$says"; check "-A256k --old-gc=mark -F1.1" "$says"
  for p in rnf each spine speculative late buffer pars; do check "" "-Nobody looked"; check -A64k "-Nobody looked"; done
done
