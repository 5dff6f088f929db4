# What reads a number is the same code in each program, and was compiled before, however many rounds of the simplifier the program takes.
# (The one of two functions that breaks their loop changed with each round, so that the library's code depended on the number of rounds.)
try() {
  cat > Main.gph
  XDG_CACHE_HOME="$PWD/cache" "$GPHC" -v -O1 Main.gph -o main > log 2>&1
  rm -rf cache
  grep -q 'not in the cache: ZCMain' log
  if grep 'not in the cache: GPHziRead' log; then cat Main.gph; exit 1; fi
}
try <<'E1'
import System.Environment
main :: IO ()
main = do
  [arg] <- getArgs
  print (map (\k -> k * k `mod` 7) [1 .. read arg :: Int])
E1
try <<'E2'
import System.Environment
import qualified Data.Map as Map
main :: IO ()
main = do
  args <- map read <$> getArgs
  let (a, b) = case args of { [x, y] -> (x, y); [x] -> (x, 2); _ -> (3, 4 :: Int) }
      m = Map.fromList [(k, show k) | k <- [a .. b]]
  putStrLn (unwords (Map.elems m) ++ show (Map.lookup a m))
E2
try <<'E3'
import Data.IORef
main :: IO ()
main = do
  r <- newIORef (0 :: Int)
  s <- getContents
  mapM_ (\l -> modifyIORef r (+ read l)) (lines s)
  readIORef r >>= print
E3
