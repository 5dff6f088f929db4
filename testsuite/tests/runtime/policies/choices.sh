# The runtime's choices of policy change no result: how threads are asked to stop, how sparks are shared, how who waits for a thunk is woken, and the look
# before updates; in both back ends, and (with THOROUGH for each choice, else in turn) on one, two and four HECs. A loop that does not allocate is stopped whichever way, sparks get to other HECs whichever way.
cat > p.gph <<'X1'
import Control.Concurrent
import Control.Exception
import Control.Parallel
import qualified Data.Map as M

fib :: Int -> Integer
fib n = if n < 2 then 1 else let a = fib (n - 1); b = fib (n - 2) in if n > 12 then a `par` b `pseq` a + b else a + b

-- Without allocation, and without an end.
spin :: Int -> Int
spin n = if n < 0 then 0 else spin (n + 1 - n `mod` 2)

main :: IO ()
main = do
  print (fib 21)
  -- One thunk, which several threads need at a time, and what is in its value again.
  let shared = M.fromList [(k, fib (k `mod` 15)) | k <- [1 .. 3000 :: Int]]
      m = M.map (* 2) shared
  vs <- mapM (\i -> do { v <- newEmptyMVar; _ <- forkIO (putMVar v $! M.foldl' (+) (fromIntegral i) m); return v }) [1 .. 8 :: Int]
  mapM takeMVar vs >>= print
  t <- forkIO (print (spin 1))
  yield
  threadDelay 20000
  killThread t
  r <- try (evaluate (let x = length (show x) + y; y = x + 1 in y :: Int))
  putStrLn (either (\e -> show (e :: NonTermination)) show r)
  e <- newEmptyMVar
  b <- try (takeMVar e) :: IO (Either BlockedIndefinitelyOnMVar ())
  print b
X1
cat > want <<'X1'
17711
[638401,638402,638403,638404,638405,638406,638407,638408]
<<loop>>
Left thread blocked indefinitely in an MVar operation
X1
turn=0
for back in "" -fvia-C; do
  turn=$((turn + 1))
  "$GPHC" -O2 $back -rtsopts p.gph -o plain
  "$GPHC" -O2 $back -threaded -rtsopts p.gph -o thr
  "$GPHC" -O0 $back -threaded -debug -rtsopts p.gph -o debug
  for flags in --preempt=limit --preempt=flag "--preempt=flag -n64k" "--preempt=flag -C0" "--blackhole=lazy --post-check" --post-check --blackhole-wait=poll "--blackhole=lazy --blackhole-wait=poll" \
    --spark-share=push "--spark-share=push --spark-batch=off --preempt=flag --blackhole-wait=poll --post-check"; do
    timeout 60 ./plain +RTS $flags > out 2> err && cmp -s want out || { echo "plain $back $flags"; head -3 err; diff want out; exit 1; }
    turn=$((turn % 3 + 1))
    for n in $(case "${THOROUGH:+all}$turn" in all*) echo 1 2 4 ;; 1) echo 2 ;; 2) echo 4 ;; 3) echo 1 ;; esac); do
      timeout 60 ./thr +RTS -N$n -A128k $flags > out 2> err && cmp -s want out || { echo "threaded $back -N$n $flags"; head -3 err; diff want out; exit 1; }
    done
    timeout 60 ./debug +RTS -N3 --surplus-hecs=share -A64k -DS $flags > out 2> err && cmp -s want out || { echo "debug $back $flags"; head -3 err; diff want out; exit 1; }
  done
done
# Sparks get to the second HEC either way: stolen, or given to it.
cat > q.gph <<'X1'
import Control.Parallel
nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n - 1) + nf (n - 2) + 1
main :: IO ()
main = do
  let xs = map (\k -> nf (27 + k `mod` 3)) [1 .. 300]
  foldr par (print (sum xs)) xs
X1
"$GPHC" -O2 -threaded -rtsopts q.gph -o q
./q > want
for share in steal push; do
  for attempt in 1 2 3 4 5 6; do             # on a busy machine the second HEC may come late
    ./q +RTS -N2 -A256k -s --surplus-hecs=share --spark-share=$share > out 2> err && cmp want out || exit 1
    converted=$(sed -n 's/.*SPARKS.*(\([0-9]*\) converted.*/\1/p' err)
    [ "${converted:-0}" -gt 10 ] && break
  done
  [ "${converted:-0}" -gt 10 ] || { echo "$share: $converted sparks converted"; cat err; exit 1; }
done
for f in --surplus-hecs=2 --preempt=x --spark-share= --blackhole-wait=never --post-check=1; do
  ./q +RTS $f > out 2> err && { echo "$f is accepted"; exit 1; }
  grep -q -e "$f" err || { cat err; exit 1; }
done
