# C calls exported functions: registers and stack, IO and pure, a function at two types, the address of one; and the other ways to call C.
export LANG=C.UTF-8
cat > a.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface, CApiFFI, InterruptibleFFI #-}
module Main where
import Foreign
import Foreign.C.Types
import Foreign.C.String
import Data.IORef
import System.IO.Unsafe
counter :: IORef Int
counter = unsafePerformIO (newIORef 0)
{-# NOINLINE counter #-}
tick :: CInt -> IO CInt
tick n = modifyIORef' counter (+ fromIntegral n) >> fmap fromIntegral (readIORef counter)
foreign export ccall tick :: CInt -> IO CInt
mix :: Int8 -> Double -> Float -> Ptr Word8 -> Bool -> Char -> Word16 -> Int64 -> Int64 -> Int64 -> Double
mix a b c p d e f g h i = fromIntegral a + b + realToFrac c + (if p == nullPtr then 0 else 100) + (if d then 1000 else 0) + fromIntegral (fromEnum e) + fromIntegral f + fromIntegral (g + h * 2 + i * 3)
foreign export ccall "hs_mix" mix :: Int8 -> Double -> Float -> Ptr Word8 -> Bool -> Char -> Word16 -> Int64 -> Int64 -> Int64 -> Double
poly :: Num a => a -> a
poly x = x * 2 + 1
foreign export ccall "poly_d" poly :: Double -> Double
foreign export ccall "poly_i" poly :: Int32 -> Int32
note :: CString -> IO ()
note s = peekCString s >>= putStrLn . ("note: " ++)
foreign export ccall note :: CString -> IO ()
table :: [Int]
table = map (* 3) [0 .. 99]
foreign export ccall "table_at" at :: Int -> Int
at :: Int -> Int
at = (table !!)
foreign import ccall "run_exports" run :: CInt -> IO Double
foreign import ccall "tick" tickAgain :: CInt -> IO CInt
foreign import ccall "&poly_d" polyP :: FunPtr (Double -> Double)
foreign import ccall "dynamic" dyn :: FunPtr (Double -> Double) -> Double -> Double
foreign import capi "math.h floor" cfloor :: Double -> Double
foreign import ccall interruptible "math.h ceil" cceil :: Double -> IO Double
main :: IO ()
main = do
  run 10 >>= print
  tickAgain 5 >>= print
  print (dyn polyP 4, cfloor 2.5)
  cceil 2.5 >>= print
END
cat > b.c <<'END'
#include <stdint.h>
#include <stdio.h>
int32_t tick(int32_t);
double hs_mix(int8_t, double, float, void *, uint8_t, uint32_t, uint16_t, int64_t, int64_t, int64_t);
double poly_d(double);
int32_t poly_i(int32_t);
void note(const char *);
int64_t table_at(int64_t);
double run_exports(int32_t n) {
  double r = 0;
  for (int i = 0; i < n; i++) r += tick(i);
  r += hs_mix(-1, 0.5, 0.25f, &r, 1, 65, 3, 1, 2, 3);
  r += poly_d(0.5) + poly_i(20);
  note("h\xc3\xa9llo");
  return r + table_at(10) + table_at(99);
}
END
cat > want <<'END'
note: héllo
1716.75
50
(9.0,2.0)
3.0
END
. "$SRC/ways.inc"
run want a.hs b.c -O0 -O1 -O2 -fvia-C "-O0 -fvia-C -threaded -debug" "-threaded -debug" -debug
