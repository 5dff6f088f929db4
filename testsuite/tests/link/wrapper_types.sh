# Every type that crosses, as argument and result of a function pointer that C calls, in registers and on the stack, in each back end.
export LANG=C.UTF-8
cat > a.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface, CApiFFI #-}
import Foreign
import Foreign.C.Types
import Data.IORef
import Data.Char
newtype Act a = Act (IO a)
newtype Fn = Fn (CInt -> IO CInt)
type I32 = Int32 -> IO Int32
foreign import ccall "wrapper" mkI32 :: I32 -> IO (FunPtr I32)
foreign import ccall "store" store :: FunPtr I32 -> IO ()
foreign import ccall "call_stored" callStored :: Int32 -> IO Int32
type Many = Int8 -> Word8 -> Int16 -> Word16 -> Int32 -> Word32 -> Int64 -> Word64 -> Double -> Float -> Bool -> Char -> Ptr () -> Double -> Double -> Double -> Double -> Double -> Double -> Double -> Double -> CFloat -> IO CDouble
foreign import ccall "wrapper" mkMany :: Many -> IO (FunPtr Many)
foreign import ccall "call_many" callMany :: FunPtr Many -> IO Double
foreign import ccall "wrapper" mkI8 :: (Int8 -> Int8) -> IO (FunPtr (Int8 -> Int8))
foreign import ccall "call_i8" callI8 :: FunPtr (Int8 -> Int8) -> Int8 -> Int8
foreign import ccall "wrapper" mkW8 :: (Word8 -> Word8) -> IO (FunPtr (Word8 -> Word8))
foreign import ccall "call_w8" callW8 :: FunPtr (Word8 -> Word8) -> Word8 -> Word8
foreign import ccall "wrapper" mkI16 :: (Int16 -> Int16) -> IO (FunPtr (Int16 -> Int16))
foreign import ccall "call_i16" callI16 :: FunPtr (Int16 -> Int16) -> Int16 -> Int16
foreign import ccall "wrapper" mkW16 :: (Word16 -> Word16) -> IO (FunPtr (Word16 -> Word16))
foreign import ccall "call_w16" callW16 :: FunPtr (Word16 -> Word16) -> Word16 -> Word16
foreign import ccall "wrapper" mkW32 :: (Word32 -> Word32) -> IO (FunPtr (Word32 -> Word32))
foreign import ccall "call_w32" callW32 :: FunPtr (Word32 -> Word32) -> Word32 -> Word32
foreign import ccall "wrapper" mkI64 :: (Int64 -> Int64) -> IO (FunPtr (Int64 -> Int64))
foreign import ccall "call_i64" callI64 :: FunPtr (Int64 -> Int64) -> Int64 -> Int64
foreign import ccall "wrapper" mkW64 :: (Word64 -> Word64) -> IO (FunPtr (Word64 -> Word64))
foreign import ccall "call_w64" callW64 :: FunPtr (Word64 -> Word64) -> Word64 -> Word64
foreign import ccall "wrapper" mkF :: (Float -> IO Float) -> IO (FunPtr (Float -> IO Float))
foreign import ccall "call_f" callF :: FunPtr (Float -> IO Float) -> Float -> IO Float
foreign import ccall "wrapper" mkD :: (Double -> Act Double) -> Act (FunPtr (Double -> Act Double))
foreign import ccall "call_d" callD :: FunPtr (Double -> Act Double) -> Double -> Act Double
foreign import ccall "wrapper" mkB :: (Bool -> Bool) -> IO (FunPtr (Bool -> Bool))
foreign import ccall "call_b" callB :: FunPtr (Bool -> Bool) -> Bool -> Bool
foreign import ccall "wrapper" mkC :: (Char -> Char) -> IO (FunPtr (Char -> Char))
foreign import ccall "call_c" callC :: FunPtr (Char -> Char) -> Char -> Char
foreign import ccall "wrapper" mkP :: (Ptr a -> IO (Ptr b)) -> IO (FunPtr (Ptr a -> IO (Ptr b)))
foreign import ccall "call_p" callP :: FunPtr (Ptr a -> IO (Ptr b)) -> Ptr a -> IO (Ptr b)
foreign import ccall "call_p" callS :: FunPtr (StablePtr a -> IO (StablePtr b)) -> StablePtr a -> IO (StablePtr b)
foreign import ccall "wrapper" mkS :: (StablePtr a -> IO (StablePtr b)) -> IO (FunPtr (StablePtr a -> IO (StablePtr b)))
foreign import ccall "wrapper" mkV :: IO () -> IO (FunPtr (IO ()))
foreign import ccall "call_v" callV :: FunPtr (IO ()) -> IO ()
foreign import ccall "last_call" lastCall :: FunPtr (IO ()) -> IO ()
foreign import ccall "wrapper" mkFn :: Fn -> IO (FunPtr Fn)
foreign import ccall "&call_v" addr :: FunPtr (FunPtr (IO ()) -> IO ())
foreign import ccall "dynamic" dyn :: FunPtr (FunPtr (IO ()) -> IO ()) -> FunPtr (IO ()) -> IO ()
un :: Act a -> IO a
un (Act a) = a
main :: IO ()
main = do
  f <- mkI32 (\x -> return (x * 2 + 1))
  store f
  callStored 20 >>= print
  m <- mkMany (\a b c d e f' g h i j k l p q r s t u v w x y -> do
    print (a, b, c, d, e, f', g, h); print (i, j, k, l, p); print (q, r, s, t, u, v, w, x, y); return 0.5)
  callMany m >>= print
  i8 <- mkI8 (+ 1); print (map (callI8 i8) [-128, 127, 5])
  w8 <- mkW8 (+ 1); print (map (callW8 w8) [0, 255, 5])
  i16 <- mkI16 (+ 1); print (map (callI16 i16) [-32768, 32767, 5])
  w16 <- mkW16 (+ 1); print (map (callW16 w16) [0, 65535, 5])
  w32 <- mkW32 (+ 1); print (map (callW32 w32) [0, 4294967295, 5])
  i64 <- mkI64 (+ 1); print (map (callI64 i64) [minBound, maxBound, 5])
  w64 <- mkW64 (+ 1); print (map (callW64 w64) [0, maxBound, 5])
  fl <- mkF (return . (/ 2)); callF fl 5 >>= print
  d <- un (mkD (Act . return . sqrt)); un (callD d 2) >>= print
  b <- mkB not; print (map (callB b) [False, True])
  c <- mkC toUpper; print (map (callC c) "aé\120120")
  p <- mkP (\q -> return (q `plusPtr` 16)); callP p nullPtr >>= print
  sp <- mkS (\s -> do { x <- deRefStablePtr s; newStablePtr (length (x :: String)) })
  s <- newStablePtr "hello"; r <- callS sp s; deRefStablePtr r >>= print
  n <- newIORef (0 :: Int)
  v <- mkV (modifyIORef n (+ 1)); callV v; dyn addr v; lastCall v; readIORef n >>= print
  fn <- mkFn (Fn (return . negate)); callStored 1 >>= print
  store (castFunPtr fn); callStored 77 >>= print
END
cat > b.c <<'END'
#include <stdint.h>
typedef int32_t (*cb)(int32_t);
static cb stored;
void store(cb f) { stored = f; }
int32_t call_stored(int32_t x) { return stored(x); }
typedef double (*many)(int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, double, float, uint8_t, uint32_t, void *,
                       double, double, double, double, double, double, double, double, float);
double call_many(many f) {
  return f(-1, 255, -2, 65535, -3, 4000000000u, -4, 18446744073709551615u, 1.5, 2.5f, 1, 0x1F600, (void *)4096, 1, 2, 3, 4, 5, 6, 7, 8, 9.25f);
}
int8_t call_i8(int8_t (*f)(int8_t), int8_t x) { return f(x); }
uint8_t call_w8(uint8_t (*f)(uint8_t), uint8_t x) { return f(x); }
int16_t call_i16(int16_t (*f)(int16_t), int16_t x) { return f(x); }
uint16_t call_w16(uint16_t (*f)(uint16_t), uint16_t x) { return f(x); }
uint32_t call_w32(uint32_t (*f)(uint32_t), uint32_t x) { return f(x); }
int64_t call_i64(int64_t (*f)(int64_t), int64_t x) { return f(x); }
uint64_t call_w64(uint64_t (*f)(uint64_t), uint64_t x) { return f(x); }
float call_f(float (*f)(float), float x) { return f(x); }
double call_d(double (*f)(double), double x) { return f(x); }
uint8_t call_b(uint8_t (*f)(uint8_t), uint8_t x) { return f(x); }
uint32_t call_c(uint32_t (*f)(uint32_t), uint32_t x) { return f(x); }
void *call_p(void *(*f)(void *), void *x) { return f(x); }
void call_v(void (*f)(void)) { f(); f(); }
extern void hs_free_fun_ptr(void (*f)(void));   /* HsFFI.h */
void last_call(void (*f)(void)) { f(); hs_free_fun_ptr(f); }
END
cat > want <<'END'
41
(-1,255,-2,65535,-3,4000000000,-4,18446744073709551615)
(1.5,2.5,True,'\128512',0x0000000000001000)
(1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.25)
0.5
[-127,-128,6]
[1,0,6]
[-32767,-32768,6]
[1,0,6]
[1,0,6]
[-9223372036854775807,-9223372036854775808,6]
[1,0,6]
2.5
1.4142135623730951
[True,False]
"A\201\120120"
0x0000000000000010
5
5
3
-77
END
. "$SRC/ways.inc"
run want a.hs b.c -O0 -O1 -O2 -fvia-C "-O0 -fvia-C -threaded -debug" "-threaded -debug" -debug
