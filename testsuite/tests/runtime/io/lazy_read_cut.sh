# Lazy input that an exception cut off in the middle goes on from there; the exception is the thread's, not the text's.
set -e
cat > t.gph <<'X'
import Control.Concurrent
import Control.Exception
import System.IO
import System.Timeout
main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  s <- getContents
  let n = length s
  timeout 50000 (evaluate n) >>= print                     -- there is nothing to read yet
  t <- forkIO (evaluate n >>= print)
  threadDelay 50000
  killThread t
  putStrLn "waiting"
  print n
  print (length (lines s))
X
for flags in '' '-threaded' '-threaded -O0'; do
  $GPHC $flags t.gph -o t
  rm -f in; mkfifo in
  ./t < in > out &
  p=$!
  exec 3> in
  for i in $(seq 100); do if grep -q waiting out; then break; fi; sleep 0.1; done
  seq 1000 >&3
  exec 3>&-
  wait $p
  printf 'Nothing\nwaiting\n3893\n1000\n' > wanted
  diff wanted out
done
# A regular file is there at once, so that the exception comes anywhere.
cat > u.gph <<'X'
import Control.Concurrent
import Control.Exception
import Control.Monad
main :: IO ()
main = forM_ [1 .. 20] (\k -> do
  s <- readFile "data"
  let n = length s
  t <- forkIO (void (evaluate n))
  threadDelay (k * 20)
  killThread t
  when (n /= 388894 || length (lines s) /= 70000) (putStrLn "lost"))
X
seq 70000 > data
sed -i 's/388894/'$(wc -c < data)'/' u.gph
$GPHC -threaded -rtsopts u.gph -o u
for n in 1 2 1 2; do ./u +RTS -N$n -C0.001 -V0.001 > out; [ ! -s out ]; done
