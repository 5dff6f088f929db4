# A thread that waits for input from a handle can be interrupted: by timeout, killThread and Ctrl-C.
set -e
cat > t.gph <<'E'
import qualified Data.ByteString as B
import Control.Concurrent
import Control.Exception
import System.IO
import System.Timeout
main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  timeout 100000 getLine >>= print
  timeout 100000 (B.hGet stdin 10) >>= print
  t <- forkIO (getChar >>= print)
  threadDelay 50000
  killThread t
  putStrLn "waiting"
  r <- try getLine
  print (r :: Either AsyncException String)
  getLine >>= putStrLn
E
for flags in '' '-threaded'; do
  $GPHC $flags t.gph -o t
  rm -f in; mkfifo in
  ./t < in > out &
  p=$!
  exec 3> in
  for i in $(seq 100); do if grep -q waiting out; then break; fi; sleep 0.1; done
  sleep 0.2
  kill -INT $p
  for i in $(seq 100); do if grep -q interrupt out; then break; fi; sleep 0.1; done
  echo 'hello, world' >&3
  exec 3>&-
  wait $p
  printf 'Nothing\nNothing\nwaiting\nLeft user interrupt\nhello, world\n' > wanted
  diff wanted out
done
