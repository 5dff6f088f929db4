# The sequential branch of a function that sparks in another one makes no thunks: what both share by `where` is in each.
cat > p.gph <<'E2'
module Main (main) where
import Control.Parallel (par, pseq)
import System.Environment (getArgs)
count :: Int -> Int -> Integer
count threshold n
  | n < 2 = 1
  | n > threshold = left `par` (right `pseq` left + right)
  | otherwise = left + right
  where
    left = count threshold (n - 1) * toInteger (1 + n `mod` 2)
    right = 3 * count threshold (n - 2)
main :: IO ()
main = do
  [n] <- map read <$> getArgs
  print (count 20 n)
E2
bad=0
for o in -O1 -O2; do
  $GPHC $o -threaded -rtsopts p.gph -o p || exit 1
  ./p 24 +RTS -s > out 2> err || bad=1
  [ "$(cat out)" = 3711069041 ] || { cat out; bad=1; }
  awk '/bytes allocated in the heap/ { gsub(",", "", $1); if ($1 + 0 > 1000000) { print "'$o': " $1 " bytes allocated"; exit 1 } }' err || bad=1
done
exit $bad
