# What no exit status can be does not become success: above 255 it is 255; from -127 to -1 the process dies of that signal, as of SIGINT by UserInterrupt.
export LANG=C.UTF-8
cat > a.hs <<'E'
import Control.Concurrent
import Control.Exception
import System.Environment
import System.Exit
main :: IO ()
main = do
  [n] <- getArgs
  putStrLn "before"
  case n of
    "interrupt" -> throwIO UserInterrupt
    "other" -> do
      t <- myThreadId
      _ <- forkIO (throwTo t (ExitFailure 512))
      threadDelay 10000000
    "zero" -> throwIO (ExitFailure 0)
    _ -> exitWith (ExitFailure (read n))
E
cat > run.py <<'E'
import subprocess, sys
want = {'1': 1, '255': 255, '256': 255, '257': 255, '1000': 255, '-1': -1, '-2': -2, '-9': -9, '-15': -15, '-19': 255, '-127': 255, '-128': 255, '-256': 255, 'interrupt': -2, 'other': 255, 'zero': 0}
for n, status in want.items():
    r = subprocess.run(['./a', n], capture_output=True, timeout=60)
    if r.returncode != status or r.stdout != b'before\n' or r.stderr: sys.exit('%s: %r' % (n, r))
E
for way in -O1 "-O0 -fvia-C" -threaded -debug; do
  "$GPHC" a.hs $way -o a || exit 1
  python3 run.py || { echo "$way"; exit 1; }
done
