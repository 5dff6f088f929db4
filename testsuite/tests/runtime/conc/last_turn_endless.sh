# A thread that never ends has a turn when main ends, and no more; with -V0, where turns do not end, none.
cat > p.gph <<'X'
module Main (main) where
import Control.Concurrent
import Control.Monad

endless :: Int -> Int
endless k = if odd k then k else endless (k + 2)

main :: IO ()
main = do
  m <- newEmptyMVar
  forM_ [2, 4, 6] (\k -> forkIO (takeMVar m >>= \() -> print (endless k)))
  yield
  replicateM_ 3 (putMVar m ())
  putStrLn "main"
X
for flags in "" "-threaded"; do
  "$GPHC" -O1 -rtsopts $flags p.gph -o p
  for rts in -V0.01 -V0; do
    test "$(timeout 20 ./p +RTS $rts)" = main || { echo "$flags $rts: exit $?"; exit 1; }
  done
done
