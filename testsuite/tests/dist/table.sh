# TEST: timeout=120
# A table of results that two processes fill, threads that are cut while they do: each item's thunk refers to the whole table, so each packet could take along all that is left to do. When thunks moved
# along again and again, each move added a station to the way of all who had referred to them before, and each value took twice as many messages as the one before it: half of the runs did not end.
# (From the random net, reduced by it.)
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > table.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Exception
import Control.Monad
import Data.List
import qualified Data.Map as Map
import System.Timeout
import Control.Parallel
import Control.Parallel.Strategies
mix :: [Int] -> Int
mix = foldl' (\a x -> (a * 31 + x) `mod` 1000000007) 7
collatz :: Int -> Int
collatz n = if n <= 1 then 0 else 1 + collatz (if even n then n `div` 2 else (3 * n + 1) `mod` 100003)
attempt :: String -> IO String
attempt s = either (\e -> (e :: SomeException) `seq` "an exception") id <$> try (evaluate (let t = take 2000 s in length t `seq` t))
-- Threads that compute all the strings and are killed, or time out, after so many microseconds.
cut :: [Int] -> [String] -> IO ()
cut delays ss = do
  ts <- forM (zip [0 ..] delays) (\(k, d) -> do
    v <- newEmptyMVar
    t <- forkFinally (void (timeout (if even k then d else 10000000) (mapM_ attemptAll (drop (k `mod` 3) ss ++ ss)))) (\_ -> putMVar v ())
    when (odd (k :: Int)) (threadDelay d >> killThread t)
    return v)
  mapM_ takeMVar ts
 where attemptAll s = evaluate (length s) `catch` \e -> (e :: ErrorCall) `seq` return 0
data Lazy a = LLeaf | LNode { left :: Lazy a, item :: a, right :: Lazy a }
newtype Mat = Mat [[Int]] deriving (Eq, Show)
mmul :: Mat -> Mat -> Mat
mmul (Mat a) (Mat b) = Mat [[sum (zipWith (*) r c) `mod` 10007 | c <- transpose b] | r <- a]
instance Semigroup Mat where (<>) = mmul
inf14 :: (Int -> Int) -> Int -> Int
inf14 g = at (grow 0 1) where { grow k d = LNode (grow (k + d) (2 * d)) (g k) (grow (k + 2 * d) (2 * d)); at t k | k == 0 = item t | odd k = at (left t) (k `div` 2) | otherwise = at (right t) (k `div` 2 - 1); at :: Lazy Int -> Int -> Int }
item2 :: IO String
item2 = do
  let { xs13 = (let { t15 = inf14 (\i16 -> if i16 < 2 then i16 else ((t15 (i16 - 1)) `par` (t15 (i16 - 1) + t15 (i16 `div` 2) * 3) `mod` 10007)) } in map t15 [0 .. 93]) :: [Int]; y27 = mix xs13 :: Int; y35 = traverse (\x -> if x > maxBound - 1 then Left x else Right (x `mod` 3)) (take 12 xs13) :: Either Int [Int]; ss = (y35 `par` [show y27, show y35]) }
  cut [500] ss
  attempt (unwords ss)
item3 :: IO String
item3 = do
  let { xs36 = (let { mat37 = Mat [[(i * j + 372003) `mod` 100 | j <- [1 .. 6]] | i <- [1 .. 9]]; power k (Mat x) = if k <= 0 then Mat (take (length x) x) else let { h = power (k `div` 2 - 1) (Mat x); Mat y = mmul (Mat x) (Mat (transpose x)) } in h `par` Mat (map (map (`mod` 1009)) y) } in case power 8 mat37 of Mat rows -> concat rows) :: [Int]; xs38 = (let { k39 = 735947 : map (\x40 -> (max ((gcd (((x40) * (x40) `mod` 1009)) ((length (show (2)) + x40)))) ((collatz (abs (((x40) * (x40) `mod` 1009)) `mod` 500))))) k39 } in take 77 k39) :: [Int]; y47 = sum (take 712 xs38) :: Int; y54 = mix xs36 :: Int; y61 = sum (take 5 (drop 146 xs38)) :: Int; y70 = Map.foldr (+) 0 (Map.fromListWith (+) (zip (map (`mod` 17) xs38) xs38)) :: Int; y79 = Map.foldr (+) 0 (Map.fromListWith (+) (zip (map (`mod` 17) xs38) xs38)) :: Int; ss = (runEval (rpar y79 >> rpar xs38 >> rpar xs36 >> rpar y47 >> rpar y54 >> rseq y61 >> rpar y70 >> return ([show y47, show y54, show y61, show y70, show y79]))) }
  unwords <$> mapM attempt ss
main :: IO ()
main = mapM_ (>>= putStrLn) [item2, item3]
END
cat > want <<'END'
44769184 Right [0,1,1,1,1,1,1,1,1,1,1,1]
741024 818456460 0 741024 741024
END
"$GPHC" -O2 -parallel -rtsopts table.gph -o table || exit 1
for i in 1 2 3 4 5 6 7 8; do
  timeout -s KILL 10 ./table +RTS --pes=2 -N1 -A16k --preempt=flag > out || { echo "run $i: exit code $?"; exit 1; }
  cmp out want || exit 1
done
