# TEST: timeout=9000
# The same, with existing_slow.sh for an hour.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --minutes 40 --jobs 2
