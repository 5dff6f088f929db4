# --blackhole=lazy: two threads that come to one thunk while it is evaluated both evaluate it, one drops its value, and -s counts it. By default, and in a program with
# unsafePerformIO, one of them waits. Also where code comes from the object cache (it was not so there, nor in a program that asked for its arguments).
fail() { echo "FAIL: $*"; cat out; exit 1; }
cat > pure.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Exception
import System.Environment

slow :: Int -> Int
slow n = go n 0
  where
    go 0 a = a
    go k a = a `seq` go (k - 1) ((a * 31 + k) `mod` 1000003)
{-# NOINLINE slow #-}

main :: IO ()
main = do
  n <- fmap ((+ 4000000) . length) getArgs
  let x = slow n
  here <- newEmptyMVar
  go <- newEmptyMVar
  done <- newEmptyMVar
  mapM_ (\h -> forkOn h (putMVar here () >> readMVar go >> evaluate x >>= putMVar done)) [0, 1]
  takeMVar here >> takeMVar here >> putMVar go ()
  a <- takeMVar done
  b <- takeMVar done
  print (a == b)
END
sed 's/^import Control.Exception/&\nimport System.IO.Unsafe/; s/let x = slow n/let x = unsafePerformIO (return $! slow n)/' pure.gph > once.gph
duplicates() { # PROGRAM FLAGS..: 1 if one of ten runs has one
  p=$1; shift
  for i in 1 2 3 4 5 6 7 8 9 10; do
    ./$p +RTS -N2 -s "$@" > out 2>&1 || fail "$p $*"
    grep -q '^True' out || fail "$p $*"
    if grep -q 'Duplicate evaluations found: 1$' out; then echo 1; return; fi
  done
  echo 0
}
for how in -O1 ${THOROUGH:+-O0 "-O2 -fvia-C" "-O1 -fno-object-cache"}; do
  for p in pure once; do "$GPHC" $how -threaded -rtsopts $p.gph -o $p || exit 1; done
  [ "$(duplicates pure --blackhole=lazy)" = 1 ] || fail "$how: lazy claims are none"
  [ "$(duplicates pure)" = 0 ] || fail "$how: claims on entry are none"
  [ "$(duplicates once --blackhole=lazy)" = 0 ] || fail "$how: what must happen once was done twice"
done
