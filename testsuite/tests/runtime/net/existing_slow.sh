# TEST: timeout=9000
# All of them, many times.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --existing --minutes 60 --runs 40 --per-program 3 --jobs 2
