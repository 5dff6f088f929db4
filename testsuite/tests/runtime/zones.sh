# Private zones (eval/blackhole.c): what makes an object known to other HECs, each way in a program; the debug runtime looks at each claim whether the thunk lies in another HEC's zone. And the same results without them.
cat > p.gph <<'E2'
{-# LANGUAGE MagicHash, UnboxedTuples #-}
import Control.Concurrent
import Control.Concurrent.STM
import Control.Exception
import Control.Monad
import Control.Parallel
import Control.Parallel.Strategies
import Data.Array
import Data.IORef
import GHC.Exts
import GHC.IO (IO (..))
import System.IO.Unsafe (unsafeInterleaveIO)

slow :: Int -> Int
slow n = length (filter even (scanl (\a i -> (a * 31 + i) `mod` 1009) n [1 .. 60]))
{-# NOINLINE slow #-}

qs :: [Int] -> [Int]
qs [] = []
qs (x : xs) = l `par` r `pseq` (l ++ x : r) where { l = qs [y | y <- xs, y < x]; r = qs [y | y <- xs, y >= x] }

-- A reader evaluates what a writer makes known, element by element; both need all of it.
both :: ([Int] -> IO ()) -> IO [Int] -> IO Int
both give get = do
  done <- newEmptyMVar
  _ <- forkOn 1 (get >>= \xs -> evaluate (sum xs) >>= putMVar done)
  let xs = map slow [1 .. 300]
  give xs
  s <- evaluate (sum xs)
  t <- takeMVar done
  return (if s == t then s else -1)

spin :: IO (Maybe a) -> IO a
spin a = a >>= maybe (yield >> spin a) return

main :: IO ()
main = do
  print (sum (zipWith (*) (cycle [1, 2, 3]) (qs (take 3000 (iterate (\a -> (a * 1103515245 + 12345) `mod` 2147483648) 42)))))
  let primes = 2 : filter (\i -> all (\d -> i `mod` d /= 0) (takeWhile (\d -> d * d <= i) primes)) [3 ..]
  print (sum (map (\k -> primes !! k) [100 .. 250] `using` parList rseq))
  v <- newEmptyMVar
  both (putMVar v) (takeMVar v) >>= print
  r <- newIORef Nothing
  both (writeIORef r . Just) (spin (readIORef r)) >>= print
  a <- newIORef Nothing
  both (\xs -> atomicModifyIORef a (\_ -> (Just xs, ()))) (spin (readIORef a)) >>= print
  t <- newTVarIO Nothing
  both (atomically . writeTVar t . Just) (atomically (readTVar t >>= maybe retry return)) >>= print
  c <- newChan
  both (mapM_ (writeChan c)) (replicateM 300 (readChan c)) >>= print
  -- an array that others see, element by element, and by copyArray#
  let elements xs = listArray (0, 299) xs :: Array Int Int
  q <- newIORef Nothing
  both (\xs -> writeIORef q (Just (elements xs))) (elems <$> spin (readIORef q)) >>= print
  m <- IO (\s -> case newArray# 300# Nothing s of (# s1, arr #) -> (# s1, Box arr #))
  both (\xs -> forM_ (zip [0 ..] xs) (\(I# i, x) -> case m of Box arr -> IO (\s -> (# writeArray# arr i (Just x) s, () #))))
       (forM [0 .. 299] (\(I# i) -> spin (case m of Box arr -> IO (readArray# arr i)))) >>= print
  k <- IO (\s -> case newArray# 300# Nothing s of (# s1, arr #) -> (# s1, Box arr #))
  both (\xs -> case k of
          Box arr -> IO (\s -> case newArray# 300# Nothing s of
            (# s1, own #) -> let { fill _ [] st = st; fill i@(I# i') (y : ys) st = fill (i + 1) ys (writeArray# own i' (Just y) st) }
                             in (# copyMutableArray# own 0# arr 0# 300# (fill 0 xs s1), () #)))
       (forM [0 .. 299] (\(I# i) -> spin (case k of Box arr -> IO (readArray# arr i)))) >>= print
  -- a thread that is cut off, whose thunks another one goes on with
  let big = sum (map slow [1 .. 2000])
  w <- newEmptyMVar
  th <- mask_ (forkIOWithUnmask (\u -> u (evaluate big >> return ()) `finally` putMVar w ()))
  yield
  killThread th
  takeMVar w
  print big
  l <- unsafeInterleaveIO (return (map slow [1 .. 200]))
  print (sum (l `using` parListChunk 10 rdeepseq))

data Box a = Box (MutableArray# RealWorld a)
E2
"$GPHC" -O0 p.gph -o p && ./p > want || exit 1
for way in "-O1 -threaded -debug" "-O2 -threaded -debug" "-O1 -fvia-C -threaded -debug" "-O2 -threaded"; do
  "$GPHC" $way -rtsopts p.gph -o p || exit 1
  for flags in "-N2" "-N4 --surplus-hecs=share -A32k" "-N3 --surplus-hecs=share" "-N2 --zones=off"; do
    timeout -s KILL 100 ./p +RTS $flags > out 2> err || { echo "$way $flags: exit $?"; head -c 300 err; exit 1; }
    cmp -s out want || { echo "$way $flags: wrong"; diff out want | head -4; exit 1; }
  done
done
