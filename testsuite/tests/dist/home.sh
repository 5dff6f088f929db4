# TEST: timeout=300
# TEST: waits
# What leads to mutable variables stays at home before they are there, too: a lazy state thread of which a part is wanted elsewhere, thunks whose values are variables, polymorphic functions that make
# and use them. At limits that part what belongs together. (The first ended with "cannot travel" in one run of 30 of the random net, and at these limits in all.)
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > state.gph <<'END'
module Main (main) where
import Control.Monad.ST.Lazy
import Control.Parallel (par)
import Data.STRef.Lazy
import System.CPUTime (getCPUTime)
import System.Environment (getArgs)

-- What a reference holds, step by step.
numbers :: Int -> [Int]
numbers s = runST (do
  r <- newSTRef s
  let go = do
        v <- readSTRef r
        writeSTRef r ((v * 7 + 3) `mod` 1009)
        vs <- go
        return (v : vs)
  go)
{-# NOINLINE numbers #-}

-- Long enough for another process to ask for a spark; this one has no time to evaluate it.
busy :: Int -> IO ()
busy k = getCPUTime >>= go
 where go t = do { u <- getCPUTime; if u - t > 50000000000 + fromIntegral k then return () else go t }

main :: IO ()
main = do
  k <- length <$> getArgs
  let xs = take 20 (numbers (5 + k))
      x = xs !! 10
  busy (length xs `seq` x `par` k)
  print x
  print (sum xs)
END
cat > variables.gph <<'END'
module Main (main) where
import Control.Parallel (par)
import Data.IORef
import System.CPUTime (getCPUTime)
import System.Environment (getArgs)
import System.IO.Unsafe (unsafePerformIO)

-- A variable that is made when it is needed.
variable :: Int -> IORef Int
variable n = unsafePerformIO (newIORef n)
{-# NOINLINE variable #-}
value :: IORef Int -> Int
value r = unsafePerformIO (readIORef r)
{-# NOINLINE value #-}
mapped :: (a -> b) -> [a] -> [b]
mapped f xs = [f x | x <- xs]
{-# NOINLINE mapped #-}
apply :: (a -> b) -> a -> b
apply f x = let y = f x in y `par` y
{-# NOINLINE apply #-}

-- Long enough for another process to ask for a spark; this one has no time to evaluate it.
busy :: Int -> IO ()
busy k = getCPUTime >>= go
 where go t = do { u <- getCPUTime; if u - t > 50000000000 + fromIntegral k then return () else go t }

main :: IO ()
main = do
  k <- length <$> getArgs
  let r = variable (17 + k)
      t = value r + 1
  busy (t `par` k)
  print t
  let rs = map variable [1 + k .. 20]
      ys = mapped value rs
      s = sum ys
  busy (s `par` k)
  print s
  let q = variable (3 + k)
      z = value q
  busy (length (show (apply ((+ 1) . value) q)) `par` z `par` k)
  print (apply value q + z)
  let us = map variable [1 + k .. 20]
      eq = [u == v | (u, v) <- zip us (reverse us)]
      n = length (filter id eq)
  busy (n `par` foldr par k eq)
  print n
END
printf '%s\n' 65 7549 > state.want
printf '%s\n' 18 210 6 0 > variables.want
for p in state variables; do
  for o in -O0 -O2 '-O1 -fvia-C'; do
    # Without THOROUGH each limit at one -O.
    case "${THOROUGH:+all} $o" in
    all*) all="'--thunks=0' '--thunks=1' '--thunks=2' '--thunks=3' '--thunks=4 --packet=100' '--thunks=6' '--packet=1'" ;;
    *-O0) all="'--thunks=1' '--thunks=3'" ;;
    *-O2) all="'--thunks=0' '--thunks=2' '--packet=1'" ;;
    *) all="'--thunks=4 --packet=100' '--thunks=6'" ;;
    esac
    eval "set -- $all"
    "$GPHC" $o -parallel -rtsopts $p.gph -o $p || exit 1
    for limits; do
      timeout -s KILL 30 ./$p +RTS --pes=2 -N1 $limits > out 2> err || { echo "$p $o $limits: exit code $?"; cat err; exit 1; }
      cmp out $p.want || { echo "$p $o $limits"; exit 1; }
    done
  done
done
