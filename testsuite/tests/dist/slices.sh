# TEST: timeout=120
# A thread that never ends leaves the others their turns, however often its process has to look for messages: with --fish-delay of 0.1 ms it was stopped for those each time that its slice
# had ended, went to the front of the queue, and main waited for ever.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > t.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Exception (evaluate)
import Control.Monad (forever)

nfib :: Int -> Int
nfib n = if n < 2 then 1 else nfib (n - 1) + nfib (n - 2) + 1

main :: IO ()
main = do
  t <- forkIO (forever (evaluate (length (show (nfib 9)))))
  threadDelay 100
  killThread t
  putStrLn "ended"
END
"$GPHC" -O1 -parallel -rtsopts t.gph -o t || exit 1
for flags in --preempt=flag --preempt=limit; do
  [ "$(timeout 40 ./t +RTS --pes=2 -N1 $flags --fish-delay=0.0001)" = ended ] || { echo "$flags: it did not end"; exit 1; }
done
