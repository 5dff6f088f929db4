# The profile is made of the samples that there were when the program ended: another HEC, which evaluates an endless spark, goes on taking some. Half of the runs ended in a
# segmentation fault, with a small nursery and --spark-report.
cat > endless.gph <<'END'
import Control.Parallel

fib :: Int -> Integer
fib n
  | n < 2 = toInteger n
  | otherwise = let { a = fib (n - 1); b = fib (n - 2) } in a `par` (b `pseq` (a + b))

main :: IO ()
main = do
  print (fib 22)
  let endless = length [1 ..]
  print (endless `par` 5)
END
"$GPHC" -O1 -threaded -rtsopts endless.gph -o endless || exit 1
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  ./endless +RTS -N3 --surplus-hecs=share -A16k -p --spark-report > out 2> err || { echo "run $i: exit $?"; exit 1; }
  [ "$(tr '\n' ' ' < out)" = "17711 5 " ] || { cat out; exit 1; }
  grep -q 'Time and Allocation Profiling Report  (Final)' endless.prof || { echo "run $i: no profile"; exit 1; }
done
