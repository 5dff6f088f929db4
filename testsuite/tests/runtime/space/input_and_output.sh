# What is read lazily and written as it is made takes constant space: interact, getContents with span, getLine until the end, a long unlines.
# (Unoptimised, the second program's input and the fourth's output are parts of the action `main`, which is a top-level thunk.)
cat > a.gph <<'E'
main :: IO ()
main = interact (\s -> unlines (map (show . length) (lines s)))
E
cat > b.gph <<'E'
import Data.Char (toUpper)
main :: IO ()
main = do
  s <- getContents
  let (a, b) = span (/= '!') s
  putStr (map toUpper a)
  print (length b)
E
cat > c.gph <<'E'
import System.IO
import Control.Monad
main :: IO ()
main = loop 0 where
  loop :: Int -> IO ()
  loop n = do
    end <- isEOF
    if end then print n else do
      l <- getLine
      when (n `mod` 360000 == 0) (putStrLn l)
      loop $! n + length (words l)
E
cat > d.gph <<'E'
main :: IO ()
main = putStr (unlines [show i ++ replicate 20 ' ' ++ show (i * i) | i <- [1 .. 300000 :: Int]])
E
# As strings in memory 100 MB, six times what there is.
text() { yes 'the quick brown fox jumps over the lazy dog' | head -n 100000; }
for way in "-O2" "-O0" "-O2 -threaded"; do
  for p in a b c d; do "$GPHC" $way $p.gph -o $p || exit 1; done
  text | ./a +RTS -M16m > out || exit 1
  [ "$(wc -l < out) $(sort -u out)" = "100000 43" ] || { echo "a: $(head -3 out)"; exit 1; }
  [ "$way" = "-O0" ] || { text; echo '! and more'; } | ./b +RTS -M16m > out || exit 1
  [ "$way" = "-O0" ] || [ "$(tail -n 1 out) $(wc -l < out) $(head -n 1 out)" = "11 100001 THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG" ] || { echo "b: $(tail -n 1 out)"; exit 1; }
  text | ./c +RTS -M16m > out || exit 1
  [ "$(tail -n 1 out) $(wc -l < out)" = "900000 4" ] || { echo "c: $(tail -n 1 out) $(wc -l < out)"; exit 1; }
  [ "$way" = "-O0" ] || ./d +RTS -M16m > out || exit 1
  [ "$way" = "-O0" ] || [ "$(wc -l < out) $(tail -n 1 out)" = "300000 300000                    90000000000" ] || { echo "d: $(tail -n 1 out)"; exit 1; }
done
