# A child whose spark is just being made is not begun: +RTS --scaling changes its thunk, and a helper that looked at it then passed it by, for ever
# ("no result: the computation waits for an IVar that nobody fills", in 90 of 100 runs; no HEC may take the spark instead, hence --load-control).
cat > t.gph <<'END'
module Main (main) where
import Control.Monad
import Control.Monad.Par.Class
import Control.Monad.Par.IO (runParIO)

main :: IO ()
main = do
  r <- runParIO $ do
    vars <- replicateM 201 new
    forM_ (reverse (zip vars (tail vars))) $ \(from, to) -> fork (get from >>= put to . (+ 1))
    put_ (head vars) (0 :: Int)
    get (last vars)
  print r
END
"$GPHC" -v0 -O0 -threaded -rtsopts t.gph -o t || exit 1
for n in 2 2 2 4 4 4 3 8; do
  out=$(./t +RTS -N$n --load-control=1,1 --scaling 2> err) && [ "$out" = 200 ] || { echo "-N$n: $out"; cat err; exit 1; }
done
