#!/bin/sh
# Loops in transformers that once called the transformers' own functions, or built again what they had taken apart: listens and censor (the monoid's (<>) is the
# case that gives back what it looks at, through a newtype; mappend of functions is a lambda), mapAndUnzipM used twice, mapM in WriterT over ContT (liftA2 is the
# class's default), callCC around a loop that tests a number's parity (a continuation for each turn, 576 bytes), and
# continuations that a loop passes on as they are. Together they took 86 MB, GHC takes 61; now 42.
set -eu
cat > p.gph <<'EOF'
{-# LANGUAGE FlexibleContexts #-}
module Main (main) where
import Control.Monad
import Control.Monad.Cont
import Control.Monad.State
import Control.Monad.Writer
listening :: Int -> WriterT (Last Int) (StateT Int (Either Int)) Int
listening n = go 1 8
  where go i acc | i > n = return acc
                 | otherwise = (fst <$> listens (const ()) (state (\s -> (s * 2, s + 1)))) >>= \w -> go (i + 1) (w + acc `mod` 7)
censored :: Int -> WriterT (Endo Int) IO Int
censored n = go 1
  where go i | i > n = return 0
             | otherwise = do { w <- censor id (return $! i `mod` 10) >>= \a -> return (a * 5); r <- go (i + 1); return (w + r `mod` 2) }
unzipped, unzippedTwice :: Int -> StateT Int (Either String) Int
unzipped n = (\(p, q) -> sum p - sum q) <$> mapAndUnzipM (\a -> (\u -> (u, u + a)) <$> gets (+ a)) [1 .. n]
unzippedTwice n = (\(p, q) -> sum p + sum q) <$> mapAndUnzipM (\a -> modify' (+ a) >> return (a, 1)) [1 .. n]
calling :: Int -> WriterT (Product Int) (Cont Int) Int
calling n = sum <$> mapM (\a -> (+ 1) <$> callCC (\k -> do { when (a `mod` 5 == 0) (void (k n)); sum <$> traverse return (Just a) })) [1 .. n]
leaving :: Int -> ContT Int (StateT Int Maybe) Int
leaving n = go 1
  where go i | i > n = return $! 500 - i - i
             | i > 27 = do { void (callCC (\k -> forM_ [1 .. 4 :: Int] (\j -> when (even (i + n) && even j) (void (k j))) >> return 0)); go (i + 1) }
             | otherwise = modify' (+ i) >> go (i + 1)
repeated :: Int -> ContT Int (StateT (Int, Int) (Either Int)) Int
repeated n = replicateM_ (10 * n) (unless (even (n `mod` 64)) (void (return $! n))) *> (return $! n + 3)
continuing :: Int -> (Int -> Int) -> Int
continuing 0 k = k 7
continuing n k = continuing (n - 1) (\x -> k x)
main :: IO ()
main = do
  print (fmap (\((a, w), s) -> (a, getLast w, s)) (runStateT (runWriterT (listening 50000)) 3))
  (a, w) <- runWriterT (censored 50000)
  print (a, appEndo w 3)
  print (runStateT (unzipped 50000) 3)
  print (runStateT (unzippedTwice 50000) 3)
  print (runCont (runWriterT (calling 50000)) (\(x, m) -> x + getProduct m))
  print (runStateT (runContT (leaving 50000) return) 1)
  print (runStateT (runContT (repeated 50000) return) (1, 2))
  print (continuing 500000 (+ 1))
  print (length [() | Just g <- map lazily [undefined, id], g `seq` True])
lazily :: (Int -> Int) -> Maybe (Int -> Int)
lazily k = Just (\x -> k x)
{-# NOINLINE lazily #-}
EOF
"$GPHC" -O2 p.gph -o p
./p +RTS -s > out 2> stats
cat > expected <<'EOF'
Right (100006,Nothing,50003)
(6,3)
Right (-1250025000,3)
Right (1250075000,1250025003)
1500050001
Just (-99502,379)
Right (50003,(1,2))
8
2
EOF
diff expected out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 48000000
