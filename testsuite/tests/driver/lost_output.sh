# A run-time error never loses what was written before it, into a pipe or a file, buffered or not.
cat > a.hs <<'HS'
import Control.Concurrent
import Control.Exception
import qualified Data.Map as M
import System.Environment
import System.Exit
import System.IO

main :: IO ()
main = do
  [how] <- getArgs
  if how == "line" then hSetBuffering stdout LineBuffering else return ()
  putStrLn "first"
  putStr "second"
  case how of
    "error" -> error "boom"
    "exit" -> exitWith (ExitFailure 7)
    "throw" -> throwIO (userError "boom")
    "arith" -> print (1 `div` (length how - 5))
    "head" -> print (head (drop 4 how))
    "stack" -> print (foldr (+) 0 [1 .. 10 ^ 6 :: Integer])
    "heap" -> let m = M.fromList [(i, show i) | i <- [1 .. 10000000 :: Int]] in print (M.size (M.filter (/= "") m) + M.size m)
    "loop" -> let x = x + 1 :: Int in print x
    "blocked" -> newEmptyMVar >>= \v -> takeMVar v >>= putStrLn
    _ -> error "line"
HS
fail() { echo "FAIL: $*"; cat err; exit 1; }
"$GPHC" a.hs -rtsopts -o plain && "$GPHC" -threaded a.hs -rtsopts -o thr
expected=$(printf 'first\nsecond')
try() {   # HOW EXIT FLAGS
  for p in plain thr; do
    if timeout 20 ./$p $1 ${3-} > out 2> err; then rc=0; else rc=$?; fi
    [ $rc = $2 ] || fail "$p $1: exit $rc"
    [ "$(cat out)" = "$expected" ] || fail "$p $1: the file has '$(cat out)'"
    [ -s err ] || [ $1 = exit ] || fail "$p $1: no message"
    [ "$(timeout 20 ./$p $1 ${3-} 2> /dev/null | cat)" = "$expected" ] || fail "$p $1: the pipe has less"
  done
}
try error 1
try exit 7
try throw 1
try arith 1
try head 1
try loop 1
try blocked 1
try line 1
try stack 2 "+RTS -K1m"
try heap 251 "+RTS -M20m"
