# Faults put into the threaded debug runtime show in at most ten runs with forced interleavings (+RTS --delay): a handful; all of them in runtime/net/mutations_slow.sh.
exec python3 "$ROOT/testsuite/parallel-random/mutations" --gphc "$GPHC" --jobs 2 --only 'selector thunk looks at its info twice' --only 'claimed by plain stores' \
  --only 'watches under another lock' --only 'without a second look'
