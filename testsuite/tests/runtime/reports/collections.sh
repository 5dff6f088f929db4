# Where collections take the time the report says so, and which: young ones, or major ones. Not where they do not.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > young.gph <<'X'
import Control.Parallel.Strategies
import qualified Data.Map.Strict as M

build :: Int -> M.Map Int [Int]
build n = M.fromList [(i * 7919 `mod` 100003, [i .. i + 5]) | i <- [n .. n + 4000]]

main :: IO ()
main = print (sum (map M.size (map build [1 .. 60] `using` parList rdeepseq)))
X
cat > major.gph <<'X'
import Control.Parallel.Strategies
import qualified Data.Map.Strict as M

grow :: M.Map Int Int -> Int -> M.Map Int Int
grow m n = foldr (\i -> M.insert (i * 7919 `mod` 1000003) i) m [n .. n + 6000]

main :: IO ()
main = do
  let m = foldl grow M.empty [0, 6000 .. 240000]
  print (M.size m)
  print (sum (map (\k -> M.findWithDefault 0 k m) [1 .. 1000] `using` parListChunk 100 rseq))
X
cat > lists.gph <<'X'
import Control.Parallel.Strategies

grown :: Int -> [[Int]]
grown n = take 40 (iterate (map (+ 1)) [n .. n + 3000])

main :: IO ()
main = do
  let ls = map grown [1 .. 12] `using` parList rdeepseq
  print (sum (map (sum . map length) ls), sum (map (sum . last) ls))
X
cat > none.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (\n -> length (show (work 300 n))) [1 .. 200] `using` parList rseq))
X
for o in ${THOROUGH:+-O1} -O2; do
  p=young; check -A256k "+Collections took .* young ones" -fine-grained "-pieces are uneven" "-Few sparks"
  p=major; check "-A256k -F1.2" "+Collections took .* -F4 makes major ones rarer"
  p=lists; check -A256k "+Collections took"
  p=none; check "" "-Collections took"
done
