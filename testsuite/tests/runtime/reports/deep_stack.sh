# A deep recursion is sampled for the report at each tick: what that takes does not grow with the stack (it read a part of each of its segments).
cat > deep.gph <<'X'
import Control.Parallel
main :: IO ()
main = do
  let a = foldr (\x r -> x + r) 0 [1 .. 3000000 :: Integer]
  print (a `par` (a + 1))
X
"$GPHC" -O0 -threaded -rtsopts deep.gph -o deep || exit 1
took() { began=$(date +%s%N); "$@" > out 2> err || { cat err; exit 1; }; took=$(( ($(date +%s%N) - began) / 1000000 )); [ "$(cat out)" = 4500001500001 ] || { cat out; exit 1; }; }
took ./deep +RTS -N2 -K4g --surplus-hecs=share; without=$took
took ./deep +RTS -N2 -K4g --surplus-hecs=share --spark-report
[ $took -le $((3 * without + 1500)) ] || { echo "$took ms with --spark-report, $without without"; exit 1; }
