# Sparks that all wait for one value, which their parent evaluates: the report names it. Sparks of what was evaluated before. A program of threads is not told about strategies.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > behind.gph <<'X'
import Control.Parallel.Strategies
import Work

table :: Int
table = work 60000 7
{-# NOINLINE table #-}

main :: IO ()
main = print (sum (parMap rseq (\i -> table + work (20 + i) i) [1 .. 200]))
X
cat > late.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = do
  let xs = map (\i -> work 20000 i) [1 .. 30]
  print (sum xs)
  print (maximum (xs `using` parList rseq))
X
cat > threads.gph <<'X'
import Control.Concurrent
import Control.Exception
import Control.Monad
import Work

main :: IO ()
main = do
  lock <- newMVar ()
  done <- forM [1 .. 4] (\i -> do
    d <- newEmptyMVar
    _ <- forkIO (do
      forM_ [1 .. 20] (\k -> withMVar lock (\_ -> evaluate (work 5000 (i + k))))
      putMVar d ())
    return d)
  mapM_ takeMVar done
X
cat > copies.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (\i -> work 30 i) [1 .. 2000] `using` parBuffer 1 rseq))
X
for o in -O1 ${THOROUGH:+-O2}; do
  # The one that comes first evaluates it: the parent, or a spark.
  p=behind; check "" "+They waited ([0-9]* times) for a value, Main.table, that was being evaluated outside of sparks, most of it in Work.work\|for each other's values" "-Fine" "-no loss"
  p=late; check "" "+When the first of them was made one HEC had run alone for\|Most were evaluated before another HEC took them" "-no loss" "-Needed at once" "-uneven"
  p=threads; check "" "+the program's threads had nothing to do at the same time" "-strategy" "+one alone: .* for Main.main"
  p=copies; check "" "-of 2 there" "+: Main.main\.\|: Main.main_"  "-Main.x" "-Main.lvl" "-Main.main_ret"
done
