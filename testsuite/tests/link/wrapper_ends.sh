# How a program ends by what a function does that C calls: exceptions leave it as they leave main; what may not be is said.
cat > a.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface #-}
import Foreign
import System.Environment
import System.Exit
import Control.Exception
import Control.Concurrent
type F = Int32 -> IO Int32
foreign import ccall "wrapper" mk :: F -> IO (FunPtr F)
foreign import ccall "dynamic" call :: FunPtr F -> F
foreign import ccall unsafe "dynamic" callU :: FunPtr F -> F
foreign import ccall unsafe "many_unsafe" manyU :: FunPtr F -> Double -> Double -> Double -> Double -> Double -> Double -> Double -> Double -> Double -> IO Int32
main :: IO ()
main = do
  [a] <- getArgs
  f <- mk (\i -> case a of
    "error" -> error "boom"
    "exit" -> exitWith (ExitFailure 7)
    "ok" -> exitSuccess
    "catch" -> (evaluate (1 `div` (i - i))) `catch` \e -> do { print (e :: ArithException); return 5 }
    "dead" -> do { v <- newEmptyMVar; takeMVar v }
    _ -> return i)
  putStr "start "
  r <- (case a of
    "unsafe" -> callU f 3
    "manyunsafe" -> manyU f 1 2 3 4 5 6 7 8 9
    "freed" -> freeHaskellFunPtr f >> call f 3
    "notours" -> freeHaskellFunPtr (castPtrToFunPtr (nullPtr `plusPtr` 4096)) >> freeHaskellFunPtr (castPtrToFunPtr (castFunPtrToPtr f `plusPtr` 3)) >> freeHaskellFunPtr nullFunPtr >> call f 3
    _ -> call f 3) `catch` \e -> do { putStrLn ("caught " ++ show (e :: SomeException)); return 0 }
  print r
END
cat > b.c <<'END'
#include <stdint.h>
int32_t many_unsafe(int32_t (*f)(int32_t), double a, double b, double c, double d, double e, double g, double h, double i, double j) { return f(4) + (int)(a + b + c + d + e + g + h + i + j); }
END
for way in -O1 -threaded "-O0 -fvia-C"; do
  "$GPHC" a.hs b.c $way -o a || exit 1
  expect() {   # argument, exit status, a part of the output
    status=0
    timeout 10 ./a $1 > got 2>&1 || status=$?
    [ $status = $2 ] && grep -q "$3" got || { { echo "$way $1: status $status"; cat got; } >&2; exit 1; }
  }
  expect none 0 "start 3"
  expect error 1 "a: boom"
  expect exit 7 "start"
  expect ok 0 "start"
  expect catch 0 "divide by zero"
  expect dead 1 "a: thread blocked indefinitely in an MVar operation"
  expect unsafe 1 "called back into Haskell from .* declared unsafe"
  expect manyunsafe 1 "called back into Haskell from .* declared unsafe"
  expect freed 1 "freeHaskellFunPtr has freed"
  expect notours 0 "start 3"
done
