# TEST: timeout=9000
# Programs with deep stacks for half an hour.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --kind deep --minutes 30 --runs 20 --jobs 2
