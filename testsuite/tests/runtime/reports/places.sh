# A spark's place is where the program asks for it, at every -O: in a definition with several strategies, for strategies of its own and those that go through classes, operators,
# pairs and the Eval monad; never a line of the library.
fail() { echo "$1"; cat err; exit 1; }
cat > t.gph <<'X'
module Main (main) where
import Control.Parallel
import Control.Parallel.Strategies
import qualified Control.Monad.Par as P
import qualified Data.Map as M

f :: Int -> Int
f n = length (show (product [1 .. toInteger n + 100]))
{-# NOINLINE f #-}

mine :: Strategy [Int]
mine xs = do
  ys <- parList rseq xs                                       -- place
  return ys

own :: Strategy a -> Strategy [a]
own s [] = return []
own s (x : xs) = do
  x' <- rparWith s x                                          -- place
  xs' <- own s xs
  return (x' : xs')

class Shape a where
  pieces :: Strategy a
instance Shape Int where
  pieces = rpar                                               -- place
instance Shape a => Shape (Maybe a) where
  pieces = parTraversable pieces                              -- place

main :: IO ()
main = do
  let as = map f [1 .. 20] `using` parList rseq               -- place
      bs = map f [2 .. 21]
             `using` parList rdeepseq                         -- place
  print (sum as)
  print (sum bs)
  print (sum (map f [3 .. 22] `using` parBuffer 5 rseq))      -- place
  print (sum (M.elems (M.fromList [(i, f i) | i <- [1 .. 20]]
                         `using` parTraversable rseq)))       -- place
  print (sum (map f [4 .. 23] `using` mine))
  print (sum (map f [5 .. 24] `using` own rseq))
  print (sum (parMap rseq f [1 .. 20]))                       -- place
  let x = f 7
  x `par` print (f 8 + x)                                     -- place
  case (f 9, f 10) `using` parTuple2 rseq rseq of             -- place
    (a, b) -> print (a + b)
  case (f 19, f 20) `using` parPair rseq rseq of              -- place
    (a, b) -> print (a + b)
  print (runEval (do
    a <- rpar (f 11)                                          -- place
    b <- rpar (f 12)                                          -- place
    return (a + b)))
  print (sum (map f [1 .. 40] `using` parListChunk 4 rseq))   -- place
  print (Just (f 13) `using` pieces)
  print ((sum $|| parList rseq) (map f [1 .. 10]))            -- place
  print (foldr par (f 14) (map f [1 .. 10]))                  -- place
  print (P.runPar (do
    a <- P.spawn (return (f 15))                              -- place
    b <- P.spawnP (f 16)                                      -- place
    v <- P.new
    P.fork (P.put v (f 17))                                   -- place
    s <- P.parMap f [1 .. 10]                                 -- place
    (\x y z -> x + y + z + sum s) <$> P.get a <*> P.get b <*> P.get v))
  print (P.runPar (P.parMapReduceRange (P.InclusiveRange 1 50) (return . f) (\x y -> return (x + y)) 0))   -- place
X
expected=$(grep -n -e '-- place' t.gph | cut -d: -f1 | tr '\n' ' ')
for o in -O0 -O1 -O2 "-O2 -fvia-C"; do
  "$GPHC" $o -dlint -threaded -rtsopts t.gph -o t || fail "$o: does not compile"
  ./t +RTS -N2 --surplus-hecs=share --spark-report > "out$o" 2> err || fail "$o: exit $?"
  found=$(sed -n 's/^  t\.gph:\([0-9]*\):[0-9]*: .*/\1/p' err | sort -nu | tr '\n' ' ')
  [ "$found" = "$expected" ] || fail "$o: places in lines $found, not $expected"
  ! grep -q "^  .*\(stdlib\|Strategies.gph\|Parallel.hs\)" err || fail "$o: a place in the library"
  cmp "out-O0" "out$o" || fail "$o: another result"
done
