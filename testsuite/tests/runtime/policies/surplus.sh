# HECs beyond the processors share no work, unless --surplus-hecs=share says so; threads that were put there run there. One processor: by affinity.
command -v taskset > /dev/null || { echo 'no taskset here'; exit 77; }
cat > p.gph <<'X1'
import Control.Concurrent
import Control.Concurrent.MVar
import Control.Parallel
nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n - 1) + nf (n - 2) + 1
main :: IO ()
main = do
  v <- newEmptyMVar
  let xs = map (\k -> nf (27 + k `mod` 3)) [1 .. 200]
  _ <- forkOn 1 (threadCapability' >>= putMVar v)
  takeMVar v >>= print
  foldr par (print (sum xs)) xs
  where threadCapability' = fmap fst (myThreadId >>= threadCapability)
X1
"$GPHC" -O2 -threaded -rtsopts p.gph -o p
for flags in "-N2" "-N3 --spark-share=push" "-N2 -qm" "-N2 --surplus-hecs=share"; do
  taskset -c "$(taskset -cp $$ | sed 's/.*: *\([0-9]*\).*/\1/')" timeout 60 ./p +RTS $flags -s > out 2> err || { echo "$flags"; cat err; exit 1; }
  printf '1\n222350898\n' | cmp - out || { echo "$flags"; cat out; exit 1; }
  case $flags in
  *share) ! grep -q 'sharing (--surplus-hecs)' err || { cat err; exit 1; } ;;
  *)
    grep -q 'sharing (--surplus-hecs) *1 of [23] HECs take work of others' err || { echo "$flags"; cat err; exit 1; }
    grep -q 'SPARKS: .*(0 converted' err || { echo "$flags"; cat err; exit 1; } ;;
  esac
done
