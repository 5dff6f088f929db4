# Where an exception was raised: with -g of what nobody catches, with +RTS -xc of each; also when it was raised again on its way, in a thread, in a thunk that others need.
fail() { echo "$1"; cat err; exit 1; }
cat > t.gph <<'P'
module Main (main) where
import Control.Concurrent
import Control.Exception
import System.Environment
import System.IO

firstOf :: [Int] -> Int
firstOf xs = if null xs then error "nothing there" else head xs + length xs
{-# NOINLINE firstOf #-}

total :: Int -> Int
total n = 1 + firstOf (replicate n 1)
{-# NOINLINE total #-}

deep :: Int -> Int
deep n = if n == 0 then total 0 else 1 + deep (n - 1)
{-# NOINLINE deep #-}

value :: Int
value = deep 5 + 2
{-# NOINLINE value #-}

main :: IO ()
main = do
  [how] <- getArgs
  case how of
    "plain" -> print (total 0 + 1)
    "deep" -> print (deep 300 + 1)
    "value" -> do
      r <- try (evaluate value) :: IO (Either ErrorCall Int)
      putStrLn (either (const "caught") show r)
      print value
    "finally" -> (print (total 0 + 1) `finally` mapM_ (\i -> length (show i) `seq` return ()) [1 .. 200000 :: Int]) `finally` hFlush stdout
    "thread" -> do
      v <- newEmptyMVar
      _ <- forkIO ((evaluate (total 0 + 1) >>= print) `finally` putMVar v ())
      takeMVar v
      threadDelay 50000
    _ -> do
      r <- try (evaluate (total 0)) :: IO (Either ErrorCall Int)
      putStrLn (either (const "caught") show r)
P
for way in -O0 -O2 "-O2 -fvia-C" "-O2 -threaded"; do
  "$GPHC" -g $way t.gph -rtsopts -o debug
  for how in plain deep value finally; do
    rc=0; ./debug $how > out 2> err || rc=$?
    [ $rc = 1 ] || fail "$way $how: exit $rc"
    [ "$(head -1 err)" = "debug: nothing there" ] || fail "$way $how: message"
    grep -q '^Haskell stack (of gphc -g):$' err || fail "$way $how: no stack"
    sed -n '/^Haskell stack/,$p' err > stack
    [ "$(sed -n 2p stack)" = '  Main.firstOf (t.gph:8:30),' ] || grep -q '^  called from Main.firstOf (t.gph:8:30)' stack || fail "$way $how: who raised it"
    grep -q '^  called from Main.total[.a-z]* (t.gph:12:15)' stack || fail "$way $how: its caller"
    case $how in
      deep) grep -q '^  called from Main.deep[.a-z]* (t.gph:16:42)' stack || fail "$way: the recursion" ;;
      value) grep -q '^  called from Main.value (t.gph:20:[0-9]*)' stack || fail "$way: the top-level value" ;;
    esac
  done
  ./debug thread > out 2> err || fail "$way thread: exit $?"
  grep -q '^  called from Main.total[.a-z]* (t.gph:12:15)' err || fail "$way: a thread's"
  ./debug caught > out 2> err || fail "$way caught"
  [ ! -s err ] || fail "$way: what is caught is said"
  ./debug caught +RTS -xc > out 2> err || fail "$way -xc"
  grep -q '^\*\*\* Exception (reporting due to +RTS -xc), stack trace:$' err && grep -q 'Main.firstOf (t.gph:8:30)' err || fail "$way -xc: what is caught"
  ./debug plain +RTS -xc > out 2> err && fail "$way -xc: exit 0"
  [ "$(grep -c 'Main.firstOf' err)" = 1 ] || fail "$way -xc: said twice"
done
# Without -g only what is asked for.
"$GPHC" -O2 t.gph -o plain
./plain plain > out 2> err && fail "exit 0"
grep -q 'Haskell stack' err && fail "without -g"
./plain plain +RTS -xc > out 2> err && fail "exit 0"
grep -q 'called from Main.total' err || fail "without -g, -xc"
exit 0
