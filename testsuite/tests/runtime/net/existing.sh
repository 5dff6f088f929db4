# TEST: timeout=900
# A sample of the parallel and concurrent tests and examples that there are, at random run-time flags.
# On one process: lazy state threads are a known fault of -parallel (docs/distributed.md, Not there yet); make check-all has those ways, too.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --one-process --keep "${TMPDIR:-/tmp}/gphc-net-failures" --existing --minutes 0.5 --runs 5 --per-program 1 --jobs 1
