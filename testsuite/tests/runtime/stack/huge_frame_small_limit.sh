#!/bin/sh
# A function with so many locals that the C back end takes its frame for huge runs under a small -K: what it does not touch of its segment does not count. A
# recursion through one is a stack overflow still, at a limit that lets it begin.
set -eu
python3 - > p.hs <<'P'
elements = ', '.join('g x %d' % i for i in range(700))
print(f'''module Main (main) where
import System.Environment
g :: Int -> Int -> Int
g a b = if a > b then a - b else g (a + 7) (b + 3)
{{-# NOINLINE g #-}}
f :: Int -> [Int]
f x = [{elements}]
{{-# NOINLINE f #-}}
deep :: Int -> Int
deep 0 = sum (f 5)
deep n = 1 + deep (n - 1)
main :: IO ()
main = do
  [n] <- getArgs
  print (deep (read n))''')
P
for o in -fvia-C ${THOROUGH:+"-O2 -fvia-C" "-threaded -fvia-C"} -O1; do
  "$GPHC" $o -rtsopts p.hs -o p
  for k in 128k 1m 8m; do ./p 100 +RTS -K$k; done
  if ./p 10000000 +RTS -K1m > out 2> err; then echo "no overflow at $o"; exit 1; fi
  grep -q 'stack overflow' err
done > sums
[ "$(sort -u sums | wc -l)" = 1 ]
