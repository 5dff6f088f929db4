# TEST: timeout=9000
# The same for an hour.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --minutes 60 --jobs 2
