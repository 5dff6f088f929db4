# What fills the memory, in words: when -M is not enough, and for SIGUSR2, to a program that runs and to one that waits. The program goes on.
fail() { echo "$1"; cat err; exit 1; }
cat > big.gph <<'P'
module Main (main) where
import Control.Exception
import Control.Monad
import Data.IORef
import System.Environment
import System.IO

table :: [Int]
table = [1 .. 300000]
{-# NOINLINE table #-}

counter :: IORef Int
counter = undefined
{-# NOINLINE counter #-}

step :: Int -> Int -> Int
step a b = a * 3 + b
{-# NOINLINE step #-}

spin :: Int -> Int -> Int
spin n k = if n == 0 then k else spin (n - 1) (length (show n) + k)
{-# NOINLINE spin #-}

-- Computes until there is input.
busy :: Int -> IO ()
busy k = do
  _ <- evaluate (spin 1000000 k)
  enough <- hReady stdin
  unless enough (busy (k + 1))

main :: IO ()
main = do
  [how] <- getArgs
  print (length table)
  r <- newIORef 1
  forM_ [1 .. 100000] $ \i -> modifyIORef r (`step` i)
  let deep = [show i | i <- [1 .. 20000 :: Int]]
  print (length (concat deep))
  hPutStrLn stderr "ready"
  case how of
    "wait" -> getLine >>= putStrLn
    "run" -> busy 0 >> getLine >>= putStrLn
    _ -> print (length (concat deep) + sum [length xs | xs <- [[1 .. 9000000 :: Int]], sum xs > 0])
  print (last table)
  readIORef r >>= \x -> print (x == x)
  print (length deep)
P
for way in "" -g -threaded; do
  "$GPHC" -O $way big.gph -rtsopts -o big
  hecs=; [ "$way" != -threaded ] || hecs=-N2
  for how in wait run; do
    rm -f err  # the last one's, which the loop below would take for this one's
    mkfifo in
    ./big $how +RTS $hecs < in > out 2> err & pid=$!
    exec 3> in
    tries=0
    until grep -qs ready err; do sleep 0.05; tries=$((tries + 1)); [ $tries -lt 1200 ] || { kill -KILL $pid; fail "$way $how: does not come to where it is ready"; }; done
    sleep 0.3
    kill -USR2 $pid
    tries=0
    until grep -q 'what fills the memory' err; do sleep 0.05; tries=$((tries + 1)); [ $tries -lt 600 ] || { kill -KILL $pid; fail "$way $how: no answer"; }; done
    echo text >&3
    exec 3>&-
    wait $pid || fail "$way $how: exit $?"
    rm in
    [ "$(tail -1 out)" = 20000 ] || fail "$way $how: $(cat out)"
    grep -q '^big: what fills the memory (asked for by SIGUSR2): [0-9.]* MiB$' err || fail "$way $how: first line"
    grep -q "^  300,000 cells of (:).*, 6.9 MiB, held by the top-level value Main.table (big.gph:9:[0-9]*)\$" err || fail "$way $how: the table"
    grep -q '^  .*[0-9],[0-9]* \(thunks\|application thunks\|objects\|cells\|functions\).* held by the main thread, in Main\.' err || fail "$way $how: the main thread"
    [ "$(grep -c '^  ' err)" -le 11 ] || fail "$way $how: more than ten"
  done
  # The heap overflows: once in words, then the exception.
  rc=0; ./big more +RTS $hecs -M80m < /dev/null > out 2> err || rc=$?
  [ $rc = 251 ] || fail "$way -M: exit $rc"
  [ "$(grep -c 'what fills the memory (the limit, -M, is not enough)' err)" = 1 ] || fail "$way -M"
  grep -q '^  [0-9]*,[0-9]*,[0-9]* cells of (:)' err || fail "$way -M: the list"
done
# Who does not want it keeps the signal.
rc=0; (./big wait +RTS --install-signal-handlers=no > out 2> err < /dev/null) || rc=$?
[ $rc = 1 ] || fail "end of input: $rc"
exit 0
