# What -c made becomes a program with any of the runtimes, without its source; flags that would do nothing then are refused.
cat > p.gph <<'END'
import Control.Parallel
foreign import ccall safe "twice" twice :: Int -> Int
foreign export ccall triple :: Int -> Int
triple :: Int -> Int
triple x = 3 * x
main :: IO ()
main = let a = sum [1 .. 1000 :: Int]; b = product [1 .. 5] in a `par` (b `pseq` print (twice a + b + twice 1 - 2))
END
echo 'long triple(long); long twice(long x) { return x < 100 ? triple(x) - x : 2 * x; }' > twice.c
"$GPHC" -O -rtsopts -c p.gph -o p.o
rm p.gph
"$GPHC" p.o twice.c
[ "$(./a.out)" = 1001120 ]
"$GPHC" -threaded p.o twice.c -o thr
[ "$(./thr +RTS -N2)" = 1001120 ]
"$GPHC" -debug p.o twice.c -o dbg
[ "$(./dbg +RTS -DS -A32k)" = 1001120 ]
fails() { text=$1; shift; if "$GPHC" "$@" 2> err; then echo "accepted: $*"; exit 1; fi; grep -q -- "$text" err || { cat err; exit 1; }; }
fails 'with -c' -rtsopts p.o twice.c
fails 'with -c' -with-rtsopts=-N2 p.o twice.c
fails 'with -c' -feager-blackholing p.o twice.c
fails 'no source file' twice.c
cc -c twice.c
fails 'gphc -c makes one' twice.o
[ ! -e twice ]
fails 'linking failed' p.o missing.o twice.o
