# -M is a limit on what a deep recursion stands on, too: a chain of ten million thunks took gigabytes of stack under -M100m. The exception can be caught, and the
# program goes on; without -M the recursion is within the machine's memory, or within 80 % of it.
cat > t.gph <<'END'
import Control.Exception
main :: IO ()
main = do
  n <- readLn
  r <- try (evaluate (foldr (\x acc -> x + acc) 0 [1 .. n :: Integer]))
  print (either (\e -> show (e :: AsyncException)) show r)
  print (sum [1 .. 1000 :: Int])
END
for way in "-O0" "-O1 -threaded"; do
  "$GPHC" -v0 $way -rtsopts t.gph -o t || exit 1
  echo 100000 | ./t +RTS -M100m > out 2> err || { cat err; exit 1; }
  printf '"5000050000"\n500500\n' | cmp - out || exit 1
  echo 10000000 | ./t +RTS -M100m > out 2> err || { cat err; exit 1; }
  printf '"stack overflow"\n500500\n' | cmp - out || { cat out err; exit 1; }
done
"$GPHC" -v0 -O0 -rtsopts t.gph -o t || exit 1
echo 10000000 | /usr/bin/env python3 -c '
import resource, subprocess, sys
subprocess.run(["./t", "+RTS", "-M100m"], stdin=sys.stdin, stdout=subprocess.DEVNULL)
kib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
sys.exit(0 if kib < 200000 else f"{kib} KiB under -M100m")' || exit 1
