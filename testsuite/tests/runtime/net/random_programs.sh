# TEST: timeout=900
# On one process: with -parallel a fault is known (docs/distributed.md), which would make this test a throw of dice; make check-all's has those ways, too.
# Random parallel and concurrent programs at random run-time flags for two minutes; another seed each time, which comes first. What fails is kept.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --one-process --keep "${TMPDIR:-/tmp}/gphc-net-failures" --minutes 2 --runs 20 --jobs 1 --reduce-seconds 30 --most-failures 3
