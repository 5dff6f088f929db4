# Faults put into the threaded debug runtime show with forced interleavings (+RTS --delay): a handful, two of it without THOROUGH, in assembler and in C; all of them, in at most ten runs each, in runtime/net/mutations_slow.sh.
# A run is a throw of dice, so a fault that one run in ten shows has a hundred and fifty here, a few seconds: a missed one is then a tool that does not work, not bad luck.
exec python3 "$ROOT/testsuite/parallel-random/mutations" --gphc "$GPHC" --jobs 2 --runs 150 --only 'claimed by plain stores' --only 'watches under another lock' \
  ${THOROUGH:+--only 'selector thunk looks at its info twice' --only 'without a second look'}
