# Sparks that take less than what it costs to take one are said to be too fine-grained. (That a few small ones of a recursion, whose parent evaluated nearly all, are not: examples.sh, tak.)
cat > fine.gph <<'END'
import Control.Parallel
import Control.Concurrent
import Control.Exception
f :: Int -> Int
f x = (x * 7919) `mod` 10007
{-# NOINLINE f #-}
main :: IO ()
main = do
  let go :: Int -> [Int] -> [Int]
      go 0 acc = acc
      go n acc = let y = f n in y `par` go (n - 1) (y : acc)
      xs = go 3000 []
  _ <- evaluate (length xs)
  threadDelay 20000
  print (sum xs)
END
"$GPHC" -O1 -threaded -rtsopts fine.gph -o fine
for i in 1 2 3; do
  ./fine +RTS -N2 --surplus-hecs=share --spark-report > out 2> err || exit 1
  [ "$(cat out)" = 15013292 ] || { echo "wrong: $(cat out)"; exit 1; }
  grep -q 'Too fine-grained: a spark runs for' err || { cat err; exit 1; }
done
