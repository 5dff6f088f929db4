# Vectors between what makes them and what consumes them are not made, from -O1 on; an action that runs several times makes its elements once.
cat > p.gph <<'E'
module Main (main) where
import Control.Monad.ST
import Data.STRef
import System.Environment
import qualified Data.Vector as V
import qualified Data.Vector.Unboxed as U

main :: IO ()
main = do
  [a] <- getArgs
  let n = read a :: Int
  print (V.sum (V.enumFromTo 1 n))
  print (U.sum (U.map (* 2) (U.enumFromN (1 :: Int) n)))
  print (V.foldl' (+) 0 (V.map (+ 1) (V.imap (\i x -> i - x) (V.generate n (`div` 3)))))
  print (U.foldl' max 0 (U.map (\x -> x * x `mod` 1009) (U.enumFromTo 1 n)))
  print (V.any (> n) (V.zipWith (+) (V.enumFromN 0 n) (V.replicate n 1)))
  print (V.length (V.map negate (V.generate n id)))
  print (V.sum (V.reverse (V.map (+ 1) (V.enumFromTo 1 n))))
  print (U.sum (U.reverse (U.map (* 2) (U.enumFromN (1 :: Int) n))))
  print (U.sum (U.cons 3 (U.snoc (U.map (* 2) (U.enumFromN (1 :: Int) n)) 7)))
  print (runST (do { r <- newSTRef 0; V.forM_ (V.enumFromTo 1 n) (\i -> modifySTRef' r (+ i)); readSTRef r }))
  print (runST (do { r <- newSTRef 0; U.forM_ (U.enumFromN (1 :: Int) n) (\i -> modifySTRef' r (+ i)); readSTRef r }))
E
cat > q.gph <<'E'
module Main (main) where
import Control.Monad
import Data.IORef
import System.IO.Unsafe
import qualified Data.Vector as V
import qualified Data.Vector.Unboxed as U

made :: IORef Int
made = unsafePerformIO (newIORef 0)
{-# NOINLINE made #-}

costly :: Int -> Int
costly x = unsafePerformIO (modifyIORef' made (+ 1) >> return (x * x))
{-# NOINLINE costly #-}

main :: IO ()
main = do
  n <- fmap (V.sum . V.fromList) (return [1 .. 4])
  let act = V.mapM_ (\x -> when (x < 0) (print x)) (V.map costly (V.enumFromTo 1 n))
      act2 = U.mapM_ (\x -> when (x < 0) (print x)) (U.map costly (U.enumFromTo 1 n))
      v = V.map costly (V.enumFromN 1 n)
  replicateM_ 5 act
  replicateM_ 5 act2
  print [V.sum v, V.maximum v]
  readIORef made >>= print
E
for O in -O1 -O2; do
  "$GPHC" $O -rtsopts p.gph -o p
  ./p 1000000 +RTS -s > out 2> stats
  printf '500000500000\n1000001000000\n333334333333\n1008\nFalse\n1000000\n500001500000\n1000001000000\n1000001000010\n500000500000\n500000500000\n' > want
  cmp out want
  bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
  test "$bytes" -lt 200000 || { echo "$O: $bytes bytes"; exit 1; }
done
for O in -O0 -O1 -O2; do
  "$GPHC" $O q.gph -o q
  test "$(./q | tr '\n' ' ')" = '[385,100] 30 ' || { echo "$O: $(./q)"; exit 1; }
done
