# One HEC is alone with a spark: since one is much larger than the others, or since there are few. Not where they are even.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > one_large.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (\n -> work (if n == 90 then 60000 else 100) n) [1 .. 100] `using` parList rseq))
X
cat > growing.gph <<'X'
import Control.Parallel.Strategies
import Work

-- Each piece is four times the one before, and the last is begun last.
main :: IO ()
main = print (sum (map (\n -> work (4 ^ n) n) [1 .. 9] `using` parList rseq))
X
cat > tree.gph <<'X'
import Control.Parallel
import Work

-- Only the left half is sparked, and all that is large is on one side.
data Tree = Leaf Int | Tree :+: Tree

skewed :: Int -> Tree
skewed 0 = Leaf 40000
skewed n = Leaf 20 :+: skewed (n - 1)

total :: Tree -> Int
total (Leaf n) = work n n
total (l :+: r) = let y = total r in y `par` (let x = total l in x `pseq` (x + y))

main :: IO ()
main = print (total (skewed 30))
X
cat > few.gph <<'X'
import Control.Parallel
import Work

main :: IO ()
main = let x = work 50000 1; y = work 5000 2 in print (x `par` (y `pseq` (x + y)))
X
cat > chunks.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (work 100) [1 .. 400] `using` parListChunk 300 rseq))
X
cat > triple.gph <<'X'
import Control.Parallel.Strategies
import Work

three :: (Int, Int, Int)
three = (work 40000 1, work 2000 2, work 2000 3) `using` parTuple3 rseq rseq rseq
{-# NOINLINE three #-}

main :: IO ()
main = case three of (a, b, c) -> print (a + b + c)
X
cat > even.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (work 400) [1 .. 200] `using` parList rseq))
X
large="+The pieces are uneven\|one of them is much larger than the others"
for o in -O1 ${THOROUGH:+-O2}; do
  for p in one_large growing; do check "" "$large" -fine-grained "-Needed at once" "-From the first"; done
  p=tree; check "" "$large" -fine-grained "-Needed at once"
  for p in few chunks triple; do check "" "+Few sparks for 2 HECs" -fine-grained "-Needed at once" "-From the first"; done
  p=even; check "" -uneven "-Few sparks" "-One HEC was alone" "-Needed at once"
done
