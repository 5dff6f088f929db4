# TEST: timeout=900
# A sample of the parallel and concurrent tests and examples that there are, at random run-time flags.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --existing --minutes 0.35 --runs 5 --per-program 1 --jobs 1
