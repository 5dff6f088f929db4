# +RTS --scaling: a helper begins a batch that it claimed when the loop is over already, since a lower batch raised: what the loop's strands shared had been freed, and
# the helper waited for ever for a lock in it (in 5 of 8 runs at 20 HECs).
"$GPHC" -v0 -O1 -threaded -debug -rtsopts "$SRC/exceptions.gph" -o t || exit 1
sed -n 's/^-- expect: //p' "$SRC/exceptions.gph" > want
for seed in 409892387 2 3 4; do
  for n in 20 20 9; do
    timeout 60 ./t +RTS -N$n -A64k -qg1 --scaling -DS --delay=$seed > out 2> err || { echo "-N$n --delay=$seed: exit $?"; tail -5 err; exit 1; }
    cmp out want || exit 1
  done
done
