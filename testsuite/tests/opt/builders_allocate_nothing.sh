#!/bin/sh
# Builders of bytes and of text that are known, whatever they are composed of, are loops that write into the buffers: what goes on after a write is a function with its
# free variables as parameters, and a closure only where a buffer is full. (A million numbers, with what stands between them, are 8 to 14 MB of chunks; GHC allocates as
# much for the first, 38 bytes an element for the second and 197 for the third.)
set -eu
cat > p.gph <<'EOF'
module Main (main) where
import qualified Data.ByteString.Builder as B
import qualified Data.ByteString.Lazy as L
import qualified Data.Text.Lazy as T
import qualified Data.Text.Lazy.Builder as TB
import qualified Data.Text.Lazy.Builder.Int as TB
import System.Environment
bytes :: B.Builder -> Int
bytes = fromIntegral . L.length . B.toLazyByteString
one, two, five, some, text :: Int -> Int
one n = bytes (foldMap B.intDec [1 .. n])
{-# NOINLINE one #-}
two n = bytes (mconcat [B.intDec i <> B.char7 ' ' | i <- [1 .. n]])
{-# NOINLINE two #-}
five n = bytes (mconcat (map (\i -> B.char7 '(' <> B.intDec i <> B.char7 ',' <> B.wordHex (fromIntegral i) <> B.char7 ')') [1 .. n]))
{-# NOINLINE five #-}
some n = bytes (foldMap (\i -> if even i then B.intDec i else mempty) [1 .. n])
{-# NOINLINE some #-}
text n = fromIntegral (T.length (TB.toLazyText (foldMap (\i -> TB.decimal i <> TB.singleton ' ') [1 .. n])))
{-# NOINLINE text #-}
main :: IO ()
main = getArgs >>= \[f, n] -> print (maybe 0 ($ read n) (lookup f [("one", one), ("two", two), ("five", five), ("some", some), ("text", text)]))
EOF
"$GPHC" -O2 p.gph -o p
check() {  # FUNCTION RESULT BYTES: of a million elements
  ./p $1 1000000 +RTS -s > out 2> stats
  grep -qx $2 out
  bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
  echo "$1: $bytes"
  test "$bytes" -lt $3
}
check one 5888896 8000000
check two 6888896 9000000
check five 13818996 18000000
check some 2944451 5000000
check text 6888896 30000000
