#!/bin/sh
# What is called once is called in one place of the text. Where that place is a function that is itself inlined at many calls, the code is not there as many
# times: the loop that writes a string exists once, however many strings are printed. (C's function is named there, and
# where it is wrapped, for handles that can be read as well.)
set -eu
for n in 2 40; do
  { echo 'main :: IO ()'; echo 'main = do'; seq $n | sed 's/.*/  print (& :: Int)/'; } > "p$n.hs"
  for o in -O1 -O2; do
    "$GPHC" $o "p$n.hs" -C -o p -ddump-simpl > core
    loops=$(grep -c gph_handle_write_text core)
    test "$loops" -le 3 || { echo "$n prints at $o: $loops times"; exit 1; }
  done
done
