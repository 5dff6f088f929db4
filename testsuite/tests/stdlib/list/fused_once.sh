# What fuses computes what it captures once, as GHC does: each trace is there once. (The lambdas that carry an accumulator are marked one-shot.)
cat > p.gph <<'X'
import Data.List
import Data.Maybe
import Debug.Trace
main :: IO ()
main = do
  n <- fmap length (return "abcd")
  let slow s = trace s (length (show (product [1 .. toInteger n])))
  print (take 4 (scanl (+) 0 (repeat (slow "a"))))
  print (take 4 (scanl' (+) 0 (repeat (slow "b"))))
  print (maximum (take 3 (repeat (slow "c"))), last (take 3 (repeat (slow "d"))))
  print (take 3 (zipWith3 (\x y z -> x + y + z) (repeat (slow "e")) [1 ..] [n ..]), sum (take 5 (mapMaybe Just (repeat (slow "f")))))
  print (map (+ slow "g") [1 .. n] !! 2, lookup n (map (\k -> (k, slow "h")) [1 .. n]))
  print (let y = slow "i" in sum (scanl (\a b -> a + b * y) 0 [1 .. n]), let z = slow "j" in minimum [x * z | x <- [1 .. n]])
X
cat > want <<'X'
a
b
c
d
e
f
g
h
i
j
[0,2,4,6]
[0,2,4,6]
(2,2)
([7,9,11],10)
(5,Just 2)
(40,2)
X
for o in -O0 -O2 "-O2 -fvia-C"; do
  "$GPHC" $o p.gph -o p
  ./p > out 2> err
  cat err out | cmp - want || { echo "$o"; cat err out; exit 1; }
done
