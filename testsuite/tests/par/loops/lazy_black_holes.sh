#!/bin/sh
# A helper's work is done once though its thunk is not marked while it is evaluated (--blackhole=lazy), and the caller waits for it all the same. (A third
# of these runs gave wrong ranks.)
set -eu
"$GPHC" -O2 -threaded -rtsopts "$SRC/../../../../examples/pagerank/Main.gph" -o p
./p 500 10 4 +RTS -N1 > want
for i in 1 2 3 4 5 6 7 8 9 10; do
  timeout 60 ./p 500 10 4 +RTS -N7 --surplus-hecs=share --blackhole=lazy > got
  cmp want got
done
