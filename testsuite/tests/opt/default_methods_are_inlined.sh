#!/bin/sh
# (*>), (<*) and (<$) of a monad that defines none, and of ReaderT over StateT: the class's default is inlined where it is used, and what is used there is the
# monad's own (<*>). As copies for the instance that are called they took three times the allocation of GHC's.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import Control.Monad
import Control.Monad.Except
import Control.Monad.Reader
import Control.Monad.State
newtype S s a = S { runS :: s -> (a, s) }
instance Functor (S s) where fmap f (S g) = S $ \s -> let (a, s') = g s in (f a, s')
instance Applicative (S s) where
  pure a = S $ \s -> (a, s)
  S f <*> S g = S $ \s -> let (h, s1) = f s; (a, s2) = g s1 in (h a, s2)
instance Monad (S s) where S g >>= k = S $ \s -> let (a, s1) = g s in runS (k a) s1
tick :: S Int ()
tick = S $ \s -> let s' = s + 1 in s' `seq` ((), s')
type App = ReaderT Int (StateT Int (Either String))
work :: App ()
work = do
  k <- ask
  s <- get
  when (s > 3000000) $ throwError ("too far: " ++ show s)
  put (s + k)
twice :: App () -> App ()
twice a = a >> a
main :: IO ()
main = do
  print (snd (runS (forM_ [1 .. 200000 :: Int] (\_ -> tick *> tick)) 0))
  print (snd (runS (replicateM_ 200000 (tick <* tick)) 0))
  print (runStateT (runReaderT (forever work :: App ()) 3) 0)
  print (runStateT (runReaderT (replicateM_ 100000 (twice work)) 3) 0)
EOF2
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
printf '400000\n400000\nLeft "too far: 3000003"\nRight ((),600000)\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 120000000
