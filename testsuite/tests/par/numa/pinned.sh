#!/bin/sh
# -qa: each HEC's worker has a processor of its own as long as there are enough; without it none is pinned.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import Control.Concurrent
import Control.Monad
import System.IO
main :: IO ()
main = do
  done <- newEmptyMVar
  forM_ [0 .. 3] $ \i -> forkOn i (sum [1 .. 1000 + i] `seq` putMVar done ())
  replicateM_ 4 (takeMVar done)
  status <- readFile "/proc/self/status"
  length status `seq` putStrLn "ready" >> hFlush stdout
  _ <- getLine
  return ()
EOF2
"$GPHC" -O1 -threaded -rtsopts p.gph -o p
pinned() {   # the processors of threads that may run on one only
  mkfifo in out
  ./p +RTS -N2 $1 < in > out & pid=$!
  exec 3> in 4< out
  read line <&4
  test "$line" = ready
  cat /proc/$pid/task/*/status | sed -n 's/^Cpus_allowed_list:[[:space:]]*\([0-9]*\)$/\1/p' | sort -u | wc -l
  echo >&3
  exec 3>&- 4<&-
  wait $pid
  rm in out
}
cpus=$(nproc)
want=2
if [ $cpus -lt 2 ]; then want=1; fi
test $(pinned "") = $((cpus < 2)) || { echo "pinned without a flag"; exit 1; }
got=$(pinned -qa)
test "$got" = $want || { echo "$got processors"; exit 1; }
