# capi imports: constants, variables, macros, functions of a varying number of arguments; HsFFI.h and the headers of exported functions for C sources.
export LANG=C.UTF-8
mkdir -p src/Deep
cat > src/a.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface, CApiFFI #-}
module Main (main) where
import Deep.Part
import Foreign
import Foreign.C.String
import Foreign.C.Types
import System.IO
import System.Mem
foreign import capi "parts.h value LIMIT" limit :: CInt
foreign import capi "parts.h value counter" counter :: IO CInt
foreign import capi "parts.h value GREETING" greeting :: CString
foreign import capi unsafe "parts.h TWICE" twice :: CLong -> CLong
foreign import capi "parts.h is_odd" isOdd :: CInt -> Bool
foreign import capi "parts.h BUMP" bump :: IO ()
foreign import capi "stdio.h snprintf" printTo :: CString -> CSize -> CString -> CDouble -> CInt -> IO CInt
foreign import capi "math.h pow" cpow :: Double -> Double -> Double
foreign import capi "math.h isnan" cisnan :: Double -> CInt
foreign import capi "parts.h apply" apply :: FunPtr (CInt -> CInt) -> CInt -> CInt
foreign import capi "parts.h &add_one" addOne :: FunPtr (CInt -> CInt)
foreign import ccall "freeHaskellFunctionPtr" freeFun :: FunPtr a -> IO ()
foreign import ccall "&freeHaskellFunctionPtr" pFreeFun :: FunPtr (Ptr a -> IO ())
foreign import stdcall "through_c" throughC :: CInt -> IO Double
foreign import ccall "wrapper" mk :: (CInt -> CInt) -> IO (FunPtr (CInt -> CInt))
foreign export ccall scale :: CInt -> Double -> IO Double
scale :: CInt -> Double -> IO Double
scale n x = return (fromIntegral n * x)
main :: IO ()
main = do
  print (limit, twice 21, map isOdd [255, 256, 3], cpow 2 10, cisnan (0 / 0) /= 0, cisnan 1)
  peekCString greeting >>= putStrLn
  counter >>= print
  bump >> bump
  counter >>= print
  n <- allocaBytes 64 (\p -> withCString "%.2f|%d" (\f -> do { k <- printTo p 64 f 2.5 7; s <- peekCString p; return (k, s) }))
  print n
  f <- mk (* 3)
  print (apply f 5, apply addOne 5)
  freeFun f
  g <- mk (+ 100)
  fp <- newForeignPtr pFreeFun (castFunPtrToPtr g)
  print (apply g 1)
  finalizeForeignPtr fp
  throughC 3 >>= print
  deep
END
cat > src/Deep/Part.hs <<'END'
{-# LANGUAGE CApiFFI #-}
module Deep.Part (deep) where
import Foreign.C.Types
foreign import capi "limits.h value INT_MAX" most :: CInt
foreign import capi "part.h value LIMIT" limit :: CInt
foreign export ccall half :: CInt -> CInt
half :: CInt -> CInt
half = (`div` 2)
deep :: IO ()
deep = print (most, limit)
END
cat > src/parts.h <<'END'
#define LIMIT 42
#define GREETING "hello from a macro"
#define TWICE(x) ((x) + (x))
#define is_odd(x) ((x) << 8 & 0x100)
#define BUMP() (counter++)
extern int counter;
int apply(int (*f)(int), int x);
int add_one(int x);
END
cat > src/Deep/part.h <<'END'
#define LIMIT 43
END
cat > src/c.c <<'END'
#include "HsFFI.h"
#include "Main_stub.h"
#include "a_stub.h"
#include "Deep/Part_stub.h"
#include "parts.h"
int counter = 5;
int apply(int (*f)(int), int x) { return f(x); }
int add_one(int x) { return x + 1; }
HsDouble through_c(HsInt32 n) {
  hs_perform_gc();
  return scale(n, 1.5) + half(9) + (HS_INT8_MIN == -128) + HS_BOOL_TRUE + (HS_CHAR_MAX == 0x10ffff);
}
END
cat > want <<'END'
(42,42,[True,False,True],1024.0,True,0)
hello from a macro
5
7
(6,"2.50|7")
(15,6)
101
11.5
(2147483647,43)
END
. "$SRC/ways.inc"
run want "-isrc src/a.hs" src/c.c -O0 -O1 -fvia-C "-O2 -threaded" "-threaded -debug"
# A header that is not there is said to be missing, by the C compiler.
printf 'import Foreign.C.Types\nforeign import capi "nowhere.h value X" x :: CInt\nmain :: IO ()\nmain = print x\n' > bad.hs
"$GPHC" bad.hs -o bad 2> err && exit 1
grep -q 'nowhere.h: No such file' err && grep -q 'compiling the capi imports of bad.hs failed' err || { cat err; exit 1; }
