# C files, objects and libraries on the command line are linked in; -c makes one object.
cat > sq.c <<'END'
long square(long x) { return x * x; }
END
cat > a.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface #-}
import Data.Int
foreign import ccall unsafe "square" square :: Int64 -> Int64
foreign import ccall "sin" c_sin :: Double -> Double
main :: IO ()
main = print (square 12) >> print (c_sin 0 == 0)
END
"$GPHC" a.hs sq.c -o a -lm || exit 1
[ "$(./a | tr '\n' ' ')" = "144 True " ] || exit 1
gcc -c sq.c -o sq.o && "$GPHC" a.hs sq.o -o b && [ "$(./b | head -1)" = 144 ] || exit 1
"$GPHC" -c a.hs -o c.o && [ -s c.o ]
