#!/bin/sh
# A worker that only its local wrapper mentions is not inlined into the wrapper while the wrapper is about to be copied: a parser in
# continuation-passing style (derived Read) would double with each token.
set -eu
cat > p.gph <<'EOF'
module Main (main) where
data R = R { one :: Int, (%%) :: Double, three' :: Maybe Int, four :: Int, five :: Maybe Int, six :: Int } deriving (Eq, Show, Read)
main :: IO ()
main = do
  let r = R 1 2.5 (Just 3) 4 Nothing 6
  print (read (show r) == r)
EOF
(ulimit -v 6000000; "$GPHC" -O1 p.gph -o p -ddump-simpl > core)
test "$(./p)" = True
test "$(wc -l < core)" -lt 20000
