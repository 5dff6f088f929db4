# Who reads or writes through the null pointer gets a memory fault, with both back ends and at every -O: a compiler that takes the access for impossible makes up
# a value (once a number that print needed all memory for).
cat > null.gph <<'E'
import Foreign
import System.Environment
main :: IO ()
main = do
  args <- getArgs
  case args of
    ["write"] -> poke nullPtr (1 :: Int) >> putStrLn "written"
    _ -> peek nullPtr >>= \x -> print (x :: Int)
E
for flags in -O0 -O2 '-O2 -threaded' '-O2 -fvia-C'; do
  "$GPHC" $flags null.gph -o null
  for how in read write; do
    rc=0; (ulimit -c 0; timeout 20 ./null $how +RTS -M100m) > out 2> err || rc=$?
    [ $rc = 139 ] && [ ! -s out ] || { echo "$flags $how: exit $rc"; cat out err; exit 1; }
  done
done
