# TEST: timeout=300
# TEST: waits
# What can go wrong with several processes: each time the whole run ends, soon, with a message and an exit code, and leaves no process behind.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
bad=0
fail() { echo "FAIL: $*"; head -c 800 err; bad=1; }
# Processes that run a program of this folder.
left() { ls -l /proc/[0-9]*/exe 2> /dev/null | sed -n "s|^.*/proc/\([0-9]*\)/exe -> $PWD/.*|\1|p"; }
nobody_left() {
  for k in $(seq 1 120); do [ -z "$(left)" ] && return; sleep 0.1; done
  fail "$1: processes are left: $(left)"
  kill -KILL $(left) 2> /dev/null
}
ends() {                       # WHAT CODE TEXT COMMAND ...: it ends with that exit code (or not 0: "any"), its errors have that text
  what=$1 wanted=$2 text=$3; shift 3
  code=0
  timeout -s KILL 60 "$@" > out 2> err < /dev/null || code=$?
  if [ "$wanted" = any ]; then [ $code != 0 ] && [ $code != 137 ] || fail "$what: exit code $code"
  else [ $code = "$wanted" ] || fail "$what: exit code $code, not $wanted"; fi
  [ -z "$text" ] || grep -q -- "$text" err || fail "$what: no '$text'"
  nobody_left "$what"
}
root=
[ "$(id -u)" = 0 ] && root=--allow-run-as-root
by_hand="mpirun -q $root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1"

cat > t.gph <<'E2'
import Control.Concurrent (threadDelay)
import Control.Exception
import Control.Parallel (par, pseq)
import Control.Parallel.Strategies
import qualified Data.Map as M
import Foreign
import System.CPUTime (getCPUTime)
import System.Environment (getArgs)
import System.Exit
import System.IO
import System.IO.Unsafe (unsafePerformIO)

work :: Int -> Int
work i = length (filter even (map (* i) [1 .. 150000]))

-- Evaluated elsewhere: main is busy until somebody has begun the spark.
away :: a -> IO b -> IO b
away x io = x `par` (getCPUTime >>= busy . (+ 200000000000) >> io)

busy :: Integer -> IO ()
busy end = do
  _ <- evaluate (work (fromInteger (end `mod` 1000)))
  now <- getCPUTime
  if now < end then busy end else return ()

big :: Int -> Int
big n = M.size (M.fromList [(k * n, [k .. k + 50]) | k <- [1 .. 400000]] `using` rdeepseq)

main :: IO ()
main = do
  args <- getArgs
  let k = length args                            -- what follows shall be no constants, which each process has for itself
  case args of
    ["exit"] -> print (sum (map work [1 .. 20] `using` parList rseq)) >> exitWith (ExitFailure 3)
    ["error"] -> let x = if work (k + 2) > 0 then error "of a spark" else 1 :: Int in away x (print x)
    ["heap"] -> let x = big (k + 2) in away x (print x)
    ["long"] -> do
      putStrLn "begun"                             -- all processes have, then
      hFlush stdout
      print (sum (map work [1 .. 100000] `using` parList rseq))
    ["input"] -> do
      s <- getContents
      let n = length s
      away n (print (n, length (lines s)))
    ["line"] -> let x = length (unsafePerformIO getLine) + work k in away x (print x)
    ["ptr"] -> do
      p <- mallocBytes 8 :: IO (Ptr Int)
      poke p 42
      let x = unsafePerformIO (peek p) + work (k + 1)
      away x (print x)
    ["handle"] -> do
      h <- openFile "t.gph" ReadMode
      let x = length (unsafePerformIO (hGetLine h)) + work (k + 1)
      away x (print x)
    ["circle"] -> do
      let x = work k + y
          y = work (k + 1) + z
          z = work (k + 2) + x
      r <- x `par` away y (try (evaluate z))
      putStrLn (case r of Left NonTermination -> "loop"; Right n -> show n)
    _ -> print (sum (map work [1 .. 8] `using` parList rseq))
E2
sed 's/150000/150002/' t.gph > other.gph
$GPHC -O1 -parallel -rtsopts t.gph -o t && $GPHC -O1 -parallel -rtsopts other.gph -o other || exit 1

# ---- how it ends
ends exit 3 '' ./t exit +RTS --pes=2
[ "$(cat out)" = 2250000 ] || fail "exit: $(cat out)"
ends error 1 'of a spark' ./t error +RTS --pes=2
ends heap 251 'process 1.*heap exhausted' ./t heap +RTS --pes=2 -M64m
ends circle 0 '' ./t circle +RTS --pes=3 -I0.1
[ "$(cat out)" = loop ] || fail "circle: $(cat out)"
ends 'other programs' 1 'do not run the same program' $by_hand -n 1 ./t : -n 1 ./other
ends 'other -N' 0 '' $by_hand -n 1 ./t +RTS -N1 : -n 1 ./t +RTS -N3 --thunks=0 --packet=300
[ "$(cat out)" = 900000 ] || fail "other -N: $(cat out)"
ends '-V0' 1 'need the timer' ./t +RTS --pes=2 -V0
ends --scaling 1 'how one process scales' ./t +RTS --pes=2 --scaling

# ---- input, and what cannot travel
seq 1 30000 | timeout -s KILL 60 ./t input +RTS --pes=2 > out 2> err || fail "input: exit code $?"
[ "$(cat out)" = "(168894,30000)" ] || fail "input: $(cat out)"
ends 'input elsewhere' 1 '<stdin>' ./t line +RTS --pes=2
ends pointer 0 '' ./t ptr +RTS --pes=2
[ "$(cat out)" = 150042 ] || fail "pointer: $(cat out)"
ends handle 0 '' ./t handle +RTS --pes=2
[ "$(cat out)" = 150039 ] || fail "handle: $(cat out)"

# ---- a full disk: the logs end there, the run does not
if [ -w /dev/full ]; then
  ln -s /dev/full full.eventlog
  ln -s /dev/full full.eventlog.1.eventlog
  ends 'full disk' 0 'event log ends here: cannot write' ./t +RTS --pes=2 -l -olfull.eventlog
  [ "$(cat out)" = 900000 ] || fail "full disk: $(cat out)"
fi

# ---- one of them, or who started them, is killed
started() {                    # until all processes run; begun: until their runtime does
  for k in $(seq 1 400); do [ "$(left | wc -l)" -ge "$1" ] && { [ "$2" != begun ] || grep -q begun out; } && return; sleep 0.05; done
  fail "not started"
}
killed() {                     # WHAT SIGNAL WHOM DELAY [begun]
  ./t long +RTS --pes=3 -N1 > out 2> err < /dev/null &
  run=$!
  started 3 "${5:-}"
  sleep "$4"
  case $3 in
    mpirun) kill -"$2" $run;;
    *) # what has only just begun its program has no environment yet
      hit=
      for k in $(seq 1 100); do
        for p in $(left); do grep -qz "^OMPI_COMM_WORLD_RANK=$3$" "/proc/$p/environ" 2> /dev/null && kill -"$2" "$p" && hit=1; done
        [ -z "$hit" ] || break
        sleep 0.05
      done;;
  esac
  code=0
  began=$(date +%s)
  for k in $(seq 1 400); do kill -0 $run 2> /dev/null || break; sleep 0.1; done
  kill -KILL $run $(left) 2> /dev/null || true
  wait $run || code=$?
  [ $code != 0 ] || fail "$1: exit code 0"
  [ $(($(date +%s) - began)) -lt 25 ] || fail "$1: it took $(($(date +%s) - began)) s"
  nobody_left "$1"
}
# Open MPI's may wait for ever when a process dies while it connects: here one does, always.
mkdir fake && mkfifo fifo
printf '#!/bin/sh\nsleep 2\nread x < fifo\n' > fake/mpirun && chmod +x fake/mpirun
ends 'mpirun hangs' 1 'mpirun has not: it was killed' env PATH="$PWD/fake:$PATH" ./t +RTS --pes=2
killed 'process 0 killed' KILL 0 0.2
killed 'process 0 killed at once' KILL 0 0
killed 'process 1 killed at once' KILL 1 0
killed 'process 1 killed' KILL 1 0 begun
grep -q 'rank 1' err || fail "process 1 killed: the message does not name it"
killed 'process 2 faults' SEGV 2 0.2 begun
grep -q -e 'process 2' -e 'rank 2' err || fail "process 2 faults: the message does not name it"
killed 'mpirun interrupted' INT mpirun 0.3
killed 'mpirun ended' TERM mpirun 0.1
killed 'mpirun killed' KILL mpirun 0.2
exit $bad
