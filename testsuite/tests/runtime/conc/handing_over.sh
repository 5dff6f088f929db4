# Two HECs that hand a value to and fro are not deadlocked while a message is on its way: no collection looks for threads that nobody can wake (it was one
# for nearly each message). A real deadlock afterwards is found all the same.
cat > p.gph <<'X1'
import Control.Concurrent
import Control.Exception
import Control.Monad
main :: IO ()
main = do
  a <- newEmptyMVar
  b <- newEmptyMVar
  _ <- forkOn 1 (forM_ [1 .. 20000 :: Int] (\i -> takeMVar a >>= \x -> putMVar b (x + i)))
  rs <- forM [1 .. 20000 :: Int] (\i -> putMVar a i >> takeMVar b)
  print (sum rs)
  r <- try (takeMVar b) :: IO (Either BlockedIndefinitelyOnMVar Int)
  print r
X1
"$GPHC" -O2 -threaded -rtsopts p.gph -o p
timeout 60 ./p +RTS -N2 -s > out 2> err || { cat err; exit 1; }
[ "$(cat out)" = "400020000
Left thread blocked indefinitely in an MVar operation" ] || { cat out; exit 1; }
n=$(awk '/Gen  1/ { print $3 }' err)
[ "$n" -ge 1 ] && [ "$n" -lt 100 ] || { echo "$n major collections"; exit 1; }
