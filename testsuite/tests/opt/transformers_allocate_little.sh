#!/bin/sh
# Code over MonadState, MonadReader and MonadError at a stack of transformers: no dictionary at run time, binds inlined.
# A turn of the loop needs its state and boxed counters; with methods as unknown calls it would be several times the limit.
set -eu
cat > p.gph <<'EOF'
{-# LANGUAGE FlexibleContexts #-}
module Main (main) where
import Control.Monad.Except
import Control.Monad.Reader
import Control.Monad.State
tick :: (MonadState Int m, MonadReader Int m, MonadError String m) => m ()
tick = do
  n <- get
  most <- ask
  when (n >= most) $ throwError "out of time"
  put $! n + 1
run :: (MonadState Int m, MonadReader Int m, MonadError String m) => m Int
run = do
  at <- get
  if at > 1000000 then return at else tick >> run
main :: IO ()
main = do
  print (runState (runExceptT (runReaderT run 300000)) 0)
  print (runState (runExceptT (runReaderT run 3000000)) 0)
EOF
"$GPHC" -O1 p.gph -o p
./p +RTS -s > out 2> stats
printf '(Left "out of time",300000)\n(Right 1000001,1000001)\n' | cmp - out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
echo "$bytes bytes"
test "$bytes" -lt 200000000
