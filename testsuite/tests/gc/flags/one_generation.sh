# -G1: each collection deals with all that is alive, so the larger that is, the more is allocated from one to the next: not a collection for each 512 KiB,
# of which this program would make a thousand; nor where -M leaves little room. What -A says is the least.
cat > a.hs <<'X'
import qualified Data.Map.Strict as M
import Data.List (foldl')
main :: IO ()
main = do
  let m = foldl' (\a k -> M.insertWith (+) ((k * 7919) `mod` 200003) k a) M.empty [1 .. 600000 :: Int]
  print (M.size m, M.foldl' (+) 0 m)
X
"$GPHC" -O1 a.hs -rtsopts -o a || exit 1
for limit in "" -M40m -M16m -A16k; do
  timeout 60 ./a +RTS -G1 $limit -t > out 2> err || { echo "-G1 $limit"; cat err; exit 1; }
  grep -qx '(200003,180000300000)' out || { echo "-G1 $limit: wrong result"; exit 1; }
  n=$(grep -o '[0-9]* GCs' err | cut -d' ' -f1)
  [ "$n" -lt 500 ] || { echo "-G1 $limit: $n collections"; exit 1; }
done
