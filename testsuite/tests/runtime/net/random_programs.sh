# TEST: timeout=900
# Random parallel and concurrent programs at random run-time flags for two minutes; another seed each time, which comes first. What fails is kept.
# On one process: lazy state threads are a known fault of -parallel (docs/distributed.md, Not there yet); make check-all has those ways, too.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --one-process --keep "${TMPDIR:-/tmp}/gphc-net-failures" --minutes 2 --runs 20 --jobs 1 --reduce-seconds 30 --most-failures 3
