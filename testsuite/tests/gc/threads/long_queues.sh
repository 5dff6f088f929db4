# MVars and variables that many threads wait for are looked at once by a collection, however often they were stored into since the last one: with two
# queues of 10,000 threads that were served in turn a young collection took four seconds.
cat > mvars.hs <<'H'
import Control.Concurrent
import Control.Monad
main :: IO ()
main = do
  a <- newMVar 0
  b <- newMVar 0
  let putters n = forM_ [1 .. n :: Int] $ \i -> forkIO (putMVar (if even i then a else b) i)
  putters 10000
  yield
  s <- foldM (\s _ -> do { x <- takeMVar a; y <- takeMVar b; putters 2; return $! s + x + y }) 0 [1 .. 20000 :: Int]
  print s
H
cat > tvars.hs <<'H'
import Control.Concurrent
import Control.Concurrent.STM
import Control.Monad
main :: IO ()
main = do
  vs <- mapM newTVarIO [0, 0 :: Int]
  done <- newEmptyMVar
  let n = 10000 :: Int
  forM_ [1 .. n] $ \k -> forkIO $ do
    atomically $ do { xs <- mapM readTVar vs; when (sum xs < 2) retry }
    putMVar done k
  yield
  forM_ vs $ \v -> atomically (writeTVar v 1)
  s <- foldM (\s _ -> (s +) <$> takeMVar done) 0 [1 .. n]
  print s
H
for w in "" "-threaded -debug"; do
  for p in mvars tvars; do
    "$GPHC" -O1 $w $p.hs -rtsopts -o $p || exit 1
    timeout 20 ./$p > out || { echo "$p $w: exit $?"; exit 1; }
    case $p in mvars) want=50049997 ;; tvars) want=50005000 ;; esac
    [ "$(cat out)" = $want ] || { echo "$p $w: $(cat out)"; exit 1; }
  done
done
timeout 60 ./mvars +RTS -DS -N2 -A1m > out && [ "$(cat out)" -gt 0 ] || { echo "mvars -N2"; exit 1; }
