# A list of long elements: the pool grows, and none is dropped; with --spark-pool=N, on one HEC, and where elements turn out to be short it does not. The sums are right whatever it holds, also where young collections fall into it.
cat > p.gph <<'E2'
import Control.Parallel.Strategies
import System.Environment (getArgs)
work :: Int -> Int -> Int
work n k = go n k where { go :: Int -> Int -> Int; go 0 a = a; go i a = go (i - 1) ((a * a + i) `mod` 1000003) }
{-# NOINLINE work #-}
main :: IO ()
main = do
  [n, size] <- map read <$> getArgs
  print (sum (map (work size) [1 .. n] `using` parList rseq))
E2
bad=0
run() {                        # N SIZE FLAG ...
  args="$1 $2"
  shift 2
  flags="$*"
  ./p $args +RTS "$@" -s > out 2> err || { echo "$way $args $flags: exit $?"; tail -5 err; exit 1; }
  [ "$(cat out)" = "$want" ] || { echo "$way $args $flags: $(cat out), not $want"; bad=1; }
  dropped=$(awk '/SPARKS/ { gsub(/[(),;:]/, " "); for (i = 2; i <= NF; i++) if ($i == "overflowed") print $(i - 1) }' err)
}
holds() { [ "$@" ] || { echo "$way $args $flags: not [ $* ]"; grep SPARKS err; bad=1; }; }
for way in "-O1 -threaded" "-O2 -threaded -debug"; do
  case "$way" in *-debug) least=64 most=$((12000 - 64)) ;; *) least=4096 most=0 ;; esac
  "$GPHC" $way -rtsopts p.gph -o p || exit 1
  want=$(./p 12000 2000)
  run 12000 2000 -N2 --surplus-hecs=share
  holds "$dropped" -le "$most"
  run 12000 2000 -N3 --surplus-hecs=share -A32k
  holds "$dropped" -le "$most"
  run 12000 2000 -N2 --surplus-hecs=share -A32k --spark-order=lifo
  run 12000 2000 -N2 --surplus-hecs=share --spark-report
  run 12000 2000 -N2 --surplus-hecs=share --spark-pool=4096
  holds "$dropped" -gt 0
  run 12000 2000 -N1
  holds "$dropped" = $((12000 - least))
  # Of many short ones no more wait at a time than 4,096, but for some that were made before anybody knew.
  want=$(./p 1000000 0)
  run 1000000 0 -N2 --surplus-hecs=share
  holds "$dropped" -gt 100000
done
exit $bad
