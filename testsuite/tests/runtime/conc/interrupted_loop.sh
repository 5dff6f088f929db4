# Ctrl-C ends loops that allocate nothing: one that divides and goes on at 0, one that gcc -O1 sees to have no other effect than its poll.
cat > p.gph <<'E'
import System.IO
import System.Environment

halves :: Int -> Int
halves n = if n == -1 then 7 else halves (n `quot` 2)

main :: IO ()
main = do
  a <- getArgs
  hPutStrLn stderr "begun"
  case a of
    [] -> print (halves (length a + 1000))
    _ -> let go :: Int -> IO ()
             go n = if n == maxBound then return () else go (n + 2)
         in go 0
E
for flags in -O0 -O2 "-O1 -fvia-C" "-O2 -fvia-C -threaded"; do
  "$GPHC" $flags p.gph -o p
  for arg in "" io; do
    # (A shell without job control lets its background jobs ignore SIGINT.)
    python3 - $arg <<'E' || { echo "$flags $arg"; exit 1; }
import signal, subprocess, sys
p = subprocess.Popen(['./p'] + sys.argv[1:], stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
p.stderr.readline()
p.send_signal(signal.SIGINT)
try: status = p.wait(10)
except subprocess.TimeoutExpired: p.kill(); sys.exit('goes on')
sys.exit(0 if status in (130, -2) else 'exit %d' % status)
E
  done
done
