# TEST: timeout=200
# A spark that others wait for is not passed around for ever by processes that all lack work: who is given one has it begun before the next asks, and after sixteen moves it stays. Five
# gateways that look for messages without pause, on one processor, gave it away each time before a HEC had woken, and the requests for its value ran after it (seed 357381878).
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par-debug.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > t.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Parallel (par)
import Data.List (foldl', sort)

rnd :: Int -> Int
rnd s = (s * 1103515245 + 12345) `mod` 2147483648

mix :: [Int] -> Int
mix = foldl' (\a x -> (a * 31 + x) `mod` 1000000007) 7

qs :: [Int] -> [Int]
qs [] = []
qs (x : xs) = let { (a, b) = part x xs; l = qs a; r = qs b } in if not (null a) then r `par` l `par` (l ++ (x : r)) else l ++ x : r

part :: Int -> [Int] -> ([Int], [Int])
part _ [] = ([], [])
part x (y : ys) = let (a, b) = part x ys in if y < x then (y : a, b) else (a, y : b)

shared :: [String]
shared = let { xs = qs (take 884 (iterate rnd 64612)); a = mix xs; b = mix (sort xs); c = mix xs } in a `par` b `par` c `par` [show a, show b, show c]
{-# NOINLINE shared #-}

main :: IO ()
main = do
  v <- newEmptyMVar
  _ <- forkIO (length (unwords shared) `seq` putMVar v ())
  takeMVar v
  putStrLn (unwords shared)
END
"$GPHC" -O1 -parallel -debug -rtsopts t.gph -o t || exit 1
for k in 1 2 3; do
  out=$(timeout 50 taskset -c 0 ./t +RTS --pes=5 -N3 -A16k -qg0 -qn1 -C0 --post-check --spark-share=push --surplus-hecs=share -DS --delay=823559816 --fish-delay=0 --high-watermark=10 --gateway=thread)
  [ "$out" = "420809205 420809205 420809205" ] || { echo "run $k: '$out'"; exit 1; }
done
