# TEST: timeout=300
# TEST: waits
# Each flag of the load distribution changes what it is about, as -s counts it.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > work.gph <<'E2'
-- 60 sparks of some milliseconds each, all made at once; they are looked at after so many milliseconds, and after so many
-- more the program ends.
import Control.Concurrent (threadDelay)
import Control.Exception (evaluate)
import Control.Parallel.Strategies
import System.Environment (getArgs)
work :: Int -> Int
work i = length (filter even (map (* i) [1 .. 1500000]))
main :: IO ()
main = do
  [n, before, pause] <- map read <$> getArgs
  values <- evaluate (map work [1 .. n] `using` parList rseq)
  threadDelay (1000 * before)
  print (sum values)
  threadDelay (1000 * pause)
E2
$GPHC -O1 -parallel -rtsopts work.gph -o work || exit 1
bad=0
# The numbers of column HEADING of table TABLE in err, of the PEs in turn.
column() { awk -v table="$1" -v heading="$2" '$1 == table { for (i = 2; i <= NF; i++) if ($i == heading) at = i + 1; on = at; next } $1 != "PE" { on = 0 } on { print $at }' err; }
sum() { column "$1" "$2" | awk '{ s += $1 } END { print s + 0 }'; }
most() { column "$1" "$2" | awk '$1 > m { m = $1 } END { print m + 0 }'; }
run() {                        # FLAG ...
  flags="$*"
  timeout -s KILL 60 ./work $args +RTS -s "$@" > out 2> err || { echo "$flags: exit code $?"; head -c 600 err; bad=1; }
  [ "$(cat out)" = "$want" ] || { echo "$flags: $(cat out)"; bad=1; }
}
holds() { [ "$@" ] || { echo "$flags: not [ $* ]"; sed -n '/^  The processes/,$p' err; bad=1; }; }

args="60 0 100" want=67500000
run --pes=4 -N1 --fish-age=1
holds "$(sum FISH hungry)" -gt 0
holds "$(column FISH passed-on | wc -l)" = 4
once=$(sum Messages FISH)
passed=$(sum FISH passed-on)
holds "$once" = "$((passed + $(sum FISH hungry) + $(sum FISH ahead)))"
# At age 1 a FISH goes to one process and home: each that is passed on comes home, but for those under way at the end.
holds "$passed" -le "$(($(sum FISH empty) + 8))"
run --pes=4 -N1 --fish-age=8 --victim=last
holds "$(sum FISH passed-on)" -gt "$((2 * $(sum FISH empty)))"
holds "$(sum FISH last)" -gt 0
holds "$(sum FISH load)" = 0
holds "$(most FISH at-a-time)" = 1
holds "$(sum Sparks imports-pool)" = 0
holds "$(sum Sparks unasked)" = 0
run --pes=3 -N1 --victim=load --fishes=3 --low-watermark=4 --import-pool=own
holds "$(sum FISH load)" -gt 0
holds "$(sum FISH last)" = 0
holds "$(most FISH at-a-time)" = 3
holds "$(sum FISH ahead)" -gt 0
holds "$(sum Sparks imports-pool)" -gt 0
# Values of sparks that were given come unasked, but for those that somebody waits for by then: here nobody does, for a while.
# Or all are fetched.
args="60 400 100"
run --pes=2 -N1 --results=send
holds "$(sum Messages RESULT)" -gt 0
holds "$(column Values unasked | head -1)" -gt 0
run --pes=2 -N1 --results=fetch
holds "$(sum Messages RESULT)" = 0
holds "$(column Values fetched | head -1)" -gt 0
args="60 0 100"
run --pes=2 -N1 --low-watermark=0
holds "$(sum FISH ahead)" = 0
holds "$(sum FISH random)" -gt 0
run --pes=2 -N1 --high-watermark=5 --low-watermark=0 --fish-delay=0.0001
holds "$(sum Sparks unasked)" -gt 0

# Values of thunks that moved along with a spark, and that are needed where they came from one after the other: with each come those that are next.
cat > along.gph <<'E2'
import Control.Concurrent (threadDelay)
import Control.Exception (evaluate)
import Control.Parallel
force :: [Int] -> ()
force [] = ()
force (x : xs) = x `seq` force xs
main :: IO ()
main = do
  let xs = map (\n -> length (filter even [1 .. n])) [300, 301 .. 1099]
  n <- evaluate (length xs)
  let done = force xs
  _ <- evaluate (done `par` n)
  _ <- evaluate (length (filter even [n .. 200000000]))
  print (sum xs, done)
  threadDelay 100000
E2
$GPHC -O1 -parallel -rtsopts along.gph -o along || exit 1
also() {                       # FLAG ...
  flags="along $*"
  timeout -s KILL 60 ./along +RTS -s --pes=2 -N1 "$@" > out 2> err || { echo "$flags: exit code $?"; head -c 600 err; bad=1; }
  [ "$(cat out)" = '(279600,())' ] || { echo "$flags: $(cat out)"; bad=1; }
}
also --fetch-ahead=0
holds "$(sum Values sent-ahead)" = 0
holds "$(column Values fetched | head -1)" -gt 600
also
holds "$(sum Values sent-ahead)" -gt 600
holds "$(column Values fetched | head -1)" -lt 60
holds "$(sum Values needless)" -lt 200
also --fetch-ahead=3
holds "$(sum Values sent-ahead)" -gt 400
holds "$(column Values fetched | head -1)" -gt 150

# Whose sparks are given, and who talks to the other process. (The machine may have fewer processors than there are HECs.)
run --pes=2 -N2 --surplus-hecs=share --inter-first=1000000
holds "$(column Sparks stolen | head -1)" = 0
holds "$(column Process gateways | tr '\n' ' ')" = "1 1 "
run --pes=2 -N2 --surplus-hecs=share --inter-first=3
holds "$(column Sparks given | head -1)" -ge 3
run --pes=2 -N3 --surplus-hecs=share --gateway=any --low-watermark=0
holds "$(most Process gateways)" -gt 1
run --pes=2 -N2 --gateway=thread
holds "$(column Process gateways | tr '\n' ' ')" = "1 1 "
holds "$(sum Sparks given)" -gt 0
# A gateway that does nothing else has no sparks of its own: of them it gives none.
run --pes=2 -N2 --gateway=thread --spark-export=local
holds "$(column Sparks given | head -1)" = 0
run --pes=2 -N2 --gateway=thread --spark-export=largest
holds "$(column Sparks given | head -1)" -gt 0

# What sparks share is sent once: 4 KB of table and array and more for each, but for what is said to be there.
$GPHC -O1 -parallel -rtsopts "$SRC/shared.gph" -o shared || exit 1
timeout -s KILL 60 ./shared once +RTS --pes=2 -N1 -s > out 2> err || { echo "shared: exit code $?"; bad=1; }
holds "$(sum Values held)" -gt 4
holds "$(sum Values copies)" -gt 0

# While there is nothing to do anywhere, FISHes get fewer with a longer delay.
args="1 0 500" want=750000
run --pes=2 -N1 --fish-delay=0.0005
short=$(sum FISH hungry)
run --pes=2 -N1 --fish-delay=0.05
holds "$(sum FISH hungry)" -lt "$short"
exit $bad
