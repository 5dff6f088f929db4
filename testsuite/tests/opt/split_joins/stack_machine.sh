#!/bin/sh
# A stack machine in a lazy state monad: what an action returns is known where it ends, and so is the state that it leaves: neither a Maybe nor a thunk for the state.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import Control.Monad.State
data World = World { seed :: !Int, stack :: [Int] }
push :: Int -> State World ()
push x = modify (\w -> w { stack = x : stack w })
pop :: State World (Maybe Int)
pop = do
  w <- get
  case stack w of
    [] -> return Nothing
    x : xs -> put w { stack = xs } >> return (Just x)
binary :: (Int -> Int -> Int) -> State World ()
binary f = do
  a <- pop
  b <- pop
  case (a, b) of
    (Just x, Just y) -> push (f x y `mod` 1000003)
    (Just x, Nothing) -> push x
    _ -> return ()
step :: State World ()
step = do
  w <- get
  let s = (seed w * 1103515245 + 12345) `mod` 2147483648
  put w { seed = s }
  case s `div` 65536 `mod` 8 of
    0 -> binary (+)
    1 -> binary (*)
    2 -> binary (-)
    3 -> void pop
    _ -> push (s `mod` 1000)
main :: IO ()
main = do
  let end = execState (replicateM_ 200000 step) (World 42 [])
  print (seed end, sum (take 5 (stack end)))
EOP
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
grep -qx '(793789930,1666710)' out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 9000000
