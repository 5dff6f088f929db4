# Strategies whose result is dropped, and the value that was given to them is used: they make no sparks, which the report says. Not where sparks are made, or one HEC is all.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > using.gph <<'X'
import Control.Parallel.Strategies
import Work

unused :: [Int] -> Int
unused xs = sum xs
  where _ys = withStrategy (parList rdeepseq) xs

main :: IO ()
main = print (unused (map (work 500) [1 .. 200]))
X
cat > bound.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = do
  let xs = map (work 500) [1 .. 200]
      _sparks = runEval (parList rseq xs)
  print (sum xs)
X
cat > pair.gph <<'X'
import Control.Parallel.Strategies
import Work

both :: (Int, Int) -> Int
both (a, b) = a + b

main :: IO ()
main = do
  let p = (work 50000 1, work 50000 2)
      q = p `using` parTuple2 rseq rseq
  print (both (if fst p < 0 then q else p))
X
cat > kept.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (work 500) [1 .. 200] `using` parList rseq))
X
none="+^Sparks: none"
why="A strategy makes its sparks when its result is evaluated"
for o in -O1 ${THOROUGH:+-O2}; do
  for p in using bound pair; do check "" "$none" "+$why"; done
  p=kept; check "" "-$why" "-Sparks: none"
done
p=bound
./$p +RTS -N1 --spark-report > out 2> err
! grep -q "$why" err || fail "one HEC"
