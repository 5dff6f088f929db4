# The object cache: code of the stdlib is the same whatever else a program reaches, so the second program finds the first one's (Note [Code that programs share]).
export XDG_CACHE_HOME="$PWD/cache"
mkdir cache
echo 'import System.Environment
main :: IO ()
main = do
  [n] <- getArgs
  print (read n + 1 :: Int)' > a.hs
echo 'import Control.Exception
import qualified Data.Map as Map
import System.Environment
data Colour = Red | Green deriving (Show, Eq, Ord)
data Odd = Odd deriving Show
instance Exception Odd
half :: Int -> Int
half n = if odd n then throw Odd else n `div` 2
report :: Odd -> IO ()
report e = putStrLn ("caught " ++ show e)
main :: IO ()
main = do
  [n] <- getArgs
  let m = read n :: Int
  print (half m) `catch` report
  print (Map.toList (Map.fromList [(Red, 0), (Green, fromIntegral m * 12345678901234567890 :: Integer)]))
  print (read "[1,2]" :: [Int], (2 :: Int) ^ m, [0 :: Int ..] !! m)' > b.hs
"$GPHC" -O2 a.hs -o a && [ "$(./a 41)" = 42 ] || exit 1
"$GPHC" -O2 -v b.hs -o b 2> log && [ "$(./b 3 | head -1)" = "caught Odd" ] || exit 1
if grep -E "not in the cache: GPHzi(Lex|TopHandler)_" log; then exit 1; fi
exit 0
