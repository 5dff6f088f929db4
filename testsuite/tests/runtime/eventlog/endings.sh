# TEST: waits
# However a program ends, its log is well-formed: orderly ends have everything in it, kill -9 leaves whole blocks and the end mark.
fail() { echo "$1"; exit 1; }
check="python3 $ROOT/testsuite/eventlog.py"
cat > end.gph <<'X'
import Control.Concurrent
import Control.Parallel
import System.Environment
import System.Exit
import System.IO
import Foreign.Ptr
import Foreign.Storable
foreign import ccall "abort" c_abort :: IO ()
foreign import ccall "exit" c_exit :: Int -> IO ()
nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n-1) + nf (n-2) + 1
work :: Int -> Int
work n = let a = nf (12 + n `mod` 3); b = work (n + 1) in if n > 100000000 then 0 else a `par` (b `seq` a + b)
main :: IO ()
main = do
  [how] <- getArgs
  t <- forkIO (mapM_ (\i -> length (show (nf 15 + i)) `seq` yield) [1 ..])
  threadDelay 20000
  case how of
    "exit" -> exitWith (ExitFailure 3)
    "exception" -> error "deliberate"
    "abort" -> c_abort
    "cexit" -> c_exit 4
    "fault" -> peek (nullPtr `plusPtr` 8 :: Ptr Int) >>= print
    "heap" -> print (let xs = [1 .. 100000000 :: Int] in sum xs + length xs)
    "stack" -> print (foldr (+) 0 [1 .. 100000000 :: Integer])
    "deadlock" -> killThread t >> newEmptyMVar >>= \m -> (takeMVar m :: IO ())
    "wait" -> hPutStrLn stderr "waits" >> print (work 0)
    _ -> return ()
X
# SIGHUP may be ignored from the start (nohup); programs leave that as it is.
case $(awk '/^SigIgn/ { print $2 }' /proc/$$/status) in *[13579bdf]) hup= ;; *) hup=HUP ;; esac
for way in "" -threaded; do
  "$GPHC" -O end.gph $way -rtsopts -o end
  for how in return exit exception abort cexit fault heap stack deadlock; do
    case $how in return) want=0 ;; exit) want=3 ;; exception|deadlock) want=1 ;; abort) want=134 ;; cexit) want=4 ;; fault) want=139 ;; heap) want=251 ;; stack) want=2 ;; esac
    rm -f end.eventlog
    rc=0; (./end $how +RTS -l -A128k -M32m -K4m) > /dev/null 2>&1 || rc=$?
    [ $rc = $want ] || fail "$way $how: exit $rc, wanted $want"
    $check end.eventlog > counts || fail "$way $how: bad log"
    grep -q create-thread counts && grep -q stop-thread counts || fail "$way $how: events are missing"
  done
  for signal in TERM $hup INT KILL; do
    classes=-l rounds=1
    if [ $signal = KILL ]; then classes=-lf rounds="1 2"; fi
    for round in $rounds; do
      rm -f end.eventlog err  # the last one's, which the loop below would take for this one's
      ./end wait +RTS $classes -A64k --eventlog-flush-interval=0.01 > /dev/null 2> err & pid=$!
      until grep -qs waits err; do sleep 0.05; done
      sleep 0.1$round
      kill -$signal $pid
      rc=0; wait $pid 2> /dev/null || rc=$?
      if [ $signal = KILL ]; then
        # Whole blocks up to the end mark; only what ends intervals is not there.
        $check --killed end.eventlog > counts || fail "$way KILL: bad log"
        [ "$(awk '{ s += $3 } END { print s }' counts)" -gt 20 ] || fail "$way KILL: hardly anything in the log"
      else
        $check end.eventlog > counts || fail "$way $signal: bad log"
      fi
      [ $rc -gt 0 ] || fail "$way $signal: exit 0"
    done
  done
done
# A signal that comes while a block is being written (here that takes long) waits for it: one from outside, and one to the writing thread itself, at each of
# the writes around a collection: nearly every event has a block of its own here, and no interval stays open, none is closed that was never opened.
# Such a disk does not keep threads from running either: the main thread gets to where it says that it waits.
cat > slow.c <<'X'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>
ssize_t pwritev(int fd, const struct iovec *v, int n, off_t at) {
  ssize_t (*next)(int, const struct iovec *, int, off_t) = (ssize_t (*)(int, const struct iovec *, int, off_t))dlsym(RTLD_NEXT, "pwritev");
  static int writes;
  const char *last = getenv("LAST_WRITE");
  ssize_t k = next(fd, v, n, at);
  // To the main thread, which may be the one that writes. Not to another that does: the ticker, say, never takes a signal.
  if (last && ++writes == atoi(last)) tgkill(getpid(), getpid(), SIGTERM);
  for (int i = 0; i < (last ? 2 : 15); i++) usleep(10000);
  return k;
}
X
${CC:-cc} -shared -fPIC slow.c -o slow.so
rm -f end.eventlog err
LD_PRELOAD=$PWD/slow.so ./end wait +RTS -l -A64k --eventlog-flush-interval=0.01 > /dev/null 2> err & pid=$!
tries=0
until grep -qs waits err; do sleep 0.05; tries=$((tries + 1)); [ $tries -lt 200 ] || { kill -KILL $pid; fail "a slow disk: the main thread hardly runs"; }; done
sleep 0.4
kill -TERM $pid
rc=0; wait $pid 2> /dev/null || rc=$?
$check end.eventlog > counts || fail "a slow disk: bad log"
[ $rc = 143 ] || fail "a slow disk: exit $rc"
for classes in -l-as -l-ag; do
  for last in 12 14 17 20 ${THOROUGH:+13 15 16 18 19 21}; do
    rm -f end.eventlog
    rc=0; (LAST_WRITE=$last LD_PRELOAD=$PWD/slow.so timeout -s KILL 20 ./end wait +RTS $classes -A64k --eventlog-flush-interval=0.01) > /dev/null 2> err || rc=$?
    $check end.eventlog > counts || fail "write $last, $classes: bad log"
    [ $rc = 143 ] || fail "write $last, $classes: exit $rc"
  done
done
