# An exception that comes while C runs in a lazy value is the thread's; what the value goes on with is what C has answered, with its errno: it was 7 (the word of a frozen
# thread that has no result).
set -e
cat > slow.c <<'X'
#include <errno.h>
#include <unistd.h>
long slow_long(long x) { usleep(100000); errno = (int)x; return -x - 0x7000000000000000; }
double slow_double(double x) { usleep(100000); return x * 1.5e300; }
X
cat > t.hs <<'X'
module Main (main) where
import Control.Exception
import Foreign.C.Error
import Foreign.C.Types
import System.IO.Unsafe
import System.Timeout

foreign import ccall safe "slow_long" slowLong :: CLong -> IO CLong
foreign import ccall safe "slow_double" slowDouble :: CDouble -> IO CDouble

lazily :: Show a => IO a -> IO ()
lazily act = do
  x <- unsafeInterleaveIO act
  r <- timeout 20000 (evaluate x)
  print (maybe "cut off" show r, x)

main :: IO ()
main = do
  lazily (slowLong 5)
  lazily (slowDouble (-2))
  lazily (slowLong 33 >> getErrno >>= \(Errno e) -> return e)
X
printf '("cut off",-8070450532247928837)\n("cut off",-3.0e300)\n("cut off",33)\n' > wanted
for flags in '-threaded' '-threaded -O0' '-threaded -fvia-C' '-threaded -debug'; do
  $GPHC $flags -rtsopts t.hs slow.c -o t
  for n in 1 2; do ./t +RTS -N$n > out; diff wanted out; done
done
