# --blackhole=lazy: two threads that come to one thunk while it is evaluated both evaluate it, one drops its value, and -s counts it. By default, and in a program with
# unsafePerformIO, one of them waits. Also where code comes from the object cache (it was not so there, nor in a program that asked for its arguments).
fail() { echo "FAIL: $*"; cat out; exit 1; }
cat > Slow.hs <<'END'
module Slow (slow) where
slow :: Int -> Int -> Int
slow steps = go steps
  where
    go 0 a = a
    go k a = a `seq` go (k - 1) ((a * 31 + k) `mod` 1000003)
{-# NOINLINE slow #-}
END
cat > pure.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Exception
import Slow
import System.Environment

main :: IO ()
main = do
  n <- fmap ((+ 4000000) . length) getArgs
  let x = slow n 0
  here <- newEmptyMVar
  go <- newEmptyMVar
  done <- newEmptyMVar
  mapM_ (\h -> forkOn h (putMVar here () >> readMVar go >> evaluate x >>= putMVar done)) [0, 1]
  takeMVar here >> takeMVar here >> putMVar go ()
  a <- takeMVar done
  b <- takeMVar done
  print (a == b)
END
sed 's/^import Control.Exception/&\nimport System.IO.Unsafe/; s/let x = slow n 0/let x = unsafePerformIO (return $! slow n 0)/' pure.gph > once.gph
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

# Two threads walk a list whose elements take half a millisecond each: they stay side by side, unless with --post-check who finds that claims on entry.
cat > walk.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Exception
import Slow
import System.Environment

main :: IO ()
main = do
  n <- fmap length getArgs
  let xs = map (slow 200000) [n .. n + 59]
  here <- newEmptyMVar
  go <- newEmptyMVar
  done <- newEmptyMVar
  mapM_ (\h -> forkOn h (putMVar here () >> readMVar go >> evaluate (sum (drop (n * h) xs)) >>= putMVar done)) [0, 1]
  takeMVar here >> takeMVar here >> putMVar go ()
  a <- takeMVar done
  b <- takeMVar done
  print (a == b)
END
"$GPHC" -O1 -threaded -rtsopts walk.gph -o walk || exit 1
most() { # FLAGS..: duplicates in the worst of eight runs
  most=0
  for i in 1 2 3 4 5 6 7 8; do
    ./walk +RTS -N2 -s "$@" > out 2>&1 || fail "walk $*"
    grep -q '^True' out || fail "walk $*"
    k=$(sed -n 's/.*Duplicate evaluations found: //p' out)
    if [ "${k:-0}" -gt $most ]; then most=$k; fi
  done
  echo $most
}
m=$(most --blackhole=lazy)
[ "$m" -ge 10 ] || fail "side by side: only $m duplicates"
m=$(most --blackhole=lazy --post-check)
[ "$m" -le 4 ] || fail "--post-check: $m duplicates"
