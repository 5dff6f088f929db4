# What LLVM's passes are there for. A function whose argument is compared first returns before it saves registers (copies
# are looked for after registers have been allocated); the two ends of an index are one comparison (loops are simplified
# once more when tests have been joined).
"$GPHC" --info | grep -q LLVM || { echo "no LLVM back end"; exit 77; }
cat > nfib.gph <<'END'
module Main (main) where
nfib :: Int -> Int
nfib n | n < 2 = 1
       | otherwise = nfib (n - 1) + nfib (n - 2) + 1
main :: IO ()
main = getLine >>= print . nfib . read
END
"$GPHC" -O2 -fllvm -ddump-asm nfib.gph -o nfib > asm
awk '/^Main_[a-z]*nfib_[0-9a-f]*_fn:/{on=1; seen=1} on && /push/{bad=1} on && /ret/{on=0} END{exit !seen || bad}' asm || { echo "nfib saves registers before it looks at its argument"; exit 1; }

cat > relax.gph <<'END'
module Main (main) where
import Control.Monad
import Data.Array.IO
relax :: Int -> IOUArray (Int, Int) Int -> IO ()
relax n m =
  forM_ [1 .. n] $ \k ->
    forM_ [1 .. n] $ \i -> do
      ik <- readArray m (i, k)
      forM_ [1 .. n] $ \j -> do
        ij <- readArray m (i, j)
        kj <- readArray m (k, j)
        when (ik + kj < ij) $ writeArray m (i, j) (ik + kj)
main :: IO ()
main = do
  n <- readLn
  m <- newArray ((1, 1), (n, n)) 1
  relax n m
  getElems m >>= print . sum
END
"$GPHC" -O2 -fllvm -ddump-asm relax.gph -o relax > asm
# before the loops two; the innermost would have three more
awk '/^(ZC)?Main_[A-Za-z0-9_]*_fn:/{on=1; seen=1} /^\.Lfunc_end/{on=0} on && /\tjs\t/{bad++} END{exit !seen || bad > 2}' asm || { echo "an index is compared with zero by itself"; exit 1; }
