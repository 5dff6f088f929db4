#!/bin/sh
# A Maybe accumulator, built and taken apart at each step, is passed as its number. What a top-level loop
# begins with is known in its first round: the first failure is the best one, without a thunk that compares it with none.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
loop :: Maybe Int -> Int -> Int
loop acc 0 = case acc of { Nothing -> 0; Just m -> m }
loop acc n = case acc of
  Nothing -> loop (Just n) (n - 1)
  Just m  -> if even n then loop (Just (m + n)) (n - 1) else loop acc (n - 1)
main :: IO ()
main = print (loop Nothing 1000000)
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx 250000500000 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 1000000

cat > r.gph <<'EOP'
module Main (main) where
data Best = None | Known Int Int
best :: Best -> Best -> Best
best None b = b
best a None = a
best a@(Known _ i) b@(Known _ j) = if i < j then b else a
first :: Best -> [Int -> Either Best Int] -> Int -> Either Best Int
first b [] _ = Left b
first b (p : ps) x = case p x of { Left c -> first (best b c) ps x; r -> r }
parser :: Int -> Either Best Int
parser = first None [\x -> if even x then Left (Known x x) else Right 1, Right]
main :: IO ()
main = print (sum [either (const 0) id (parser x) | x <- [1 .. 100000]])
EOP
"$GPHC" -O2 r.gph -o r
./r +RTS -s > out 2> stats
grep -qx 2500100000 out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 3000000
