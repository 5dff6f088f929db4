# -fauto-par changes no result and no kind of exception, whatever the number of HECs and the load control: what is not needed is not evaluated, effects stay in their order.
cat > p.gph <<'X1'
import Control.Exception
import qualified Data.Map.Strict as M

fib :: Int -> Int
fib n = if n < 2 then n else fib (n - 1) + fib (n - 2)

tak :: Int -> Int -> Int -> Int
tak x y z = if x <= y then z else tak (tak (x - 1) y z) (tak (y - 1) z x) (tak (z - 1) x y)

-- Big numbers, fractions, characters, pairs: whatever a thunk has to hold.
facs :: Int -> Integer
facs n = if n < 2 then 3 else facs (n - 1) * 2 + facs (n - 2)

halves :: Int -> Double
halves n = if n < 2 then 1.5 else halves (n - 1) / 2 + halves (n - 2)

pairs :: Int -> (Int, Double)
pairs n | n < 2 = (n, 0.5)
        | otherwise = let (a, x) = pairs (n - 1); (b, y) = pairs (n - 2) in (a + b, x + y)

letter :: Int -> Char
letter n = if n < 2 then 'a' else max (letter (n - 1)) (min (letter (n - 2)) 'z')

data Tree = Leaf | Node !Tree Int !Tree

build :: Int -> Int -> Tree
build lo hi = if lo > hi then Leaf else let m = (lo + hi) `div` 2 in Node (build lo (m - 1)) m (build (m + 1) hi)

total :: Tree -> Int
total Leaf = 0
total (Node l x r) = total l + x + total r

-- Fails somewhere inside, in one branch or in both.
failing :: Int -> Int -> Int
failing k n | n == k = error ("at " ++ show k)
            | n < 2 = n
            | otherwise = failing k (n - 1) + failing k (n - 2)

-- The second one is needed only sometimes.
either_ :: Int -> Int
either_ n = if fib n > 10 then 1 else fib (n + 30)

deep :: Int -> Int
deep n = if n == 0 then 0 else fib 12 + fib (n `mod` 14) + deep (n - 1)

kind :: Int -> IO ()
kind x = do
  r <- try (evaluate x)
  putStrLn (case r of { Left (ErrorCall m) -> "error " ++ m; Right n -> show n })

main :: IO ()
main = do
  print (fib 22, tak 14 8 3, facs 15, halves 16, pairs 15, letter 12)
  print (total (build 1 20000))
  kind (failing 5 18)
  kind (failing (-1) 18)
  print (either_ 9)
  print (deep 20000)
  putStr "one " >> print (fib 15 + fib 16) >> putStr "two " >> print (fib 16 + fib 15)
  r <- try (evaluate (fib 14 `div` (fib 13 - fib 13))) :: IO (Either ArithException Int)
  print r
  print (M.foldl' (+) 0 (M.fromListWith (+) [(k `mod` 100, fib (k `mod` 12) + fib (k `mod` 11)) | k <- [1 .. 2000 :: Int]]))
X1
cat > want <<'X1'
(17711,4,827421,67.93666076660156,(610,493.5),'a')
200010000
error at 5
2584
1
3749706
one 1597
two 1597
Left divide by zero
64537
X1
for back in "-O2" "-O1 -fvia-C" "-O2 -fno-par-base-cases"; do
  "$GPHC" $back -fauto-par -dcore-lint -threaded -rtsopts p.gph -o thr || exit 1
  for n in 1 2 4; do
    for flags in "" --load-control=20,1 --load-control=1,1 "--load-control=5,3 --spark-report" "-A64k --spark-share=push --load-control=2,1"; do
      timeout 60 ./thr +RTS -N$n --surplus-hecs=share $flags > out 2> err && cmp -s want out || { echo "$back -N$n $flags"; head -3 err; diff want out; exit 1; }
    done
  done
done
"$GPHC" -O2 -fauto-par -rtsopts p.gph -o plain && timeout 60 ./plain > out && cmp want out || exit 1
"$GPHC" -O1 -fauto-par -threaded -debug -rtsopts p.gph -o debug || exit 1
timeout 120 ./debug +RTS -N3 --surplus-hecs=share -A64k -DS --load-control=4,2 > out 2> err && cmp -s want out || { echo debug; head -3 err; diff want out; exit 1; }
# There are sparks, and only with the flag.
sparks() { ./thr +RTS -N2 --surplus-hecs=share -s 2>&1 > /dev/null | sed -n 's/^ *SPARKS: \([0-9]*\) .*/\1/p'; }
"$GPHC" -O2 -fauto-par -threaded -rtsopts p.gph -o thr
[ "$(sparks)" -gt 0 ] || { echo "no sparks"; exit 1; }
"$GPHC" -O2 -fauto-par -fno-auto-par -threaded -rtsopts p.gph -o thr
[ "$(sparks)" = 0 ] || { echo "sparks without -fauto-par"; exit 1; }
