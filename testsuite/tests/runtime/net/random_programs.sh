# TEST: timeout=900
# Random parallel and concurrent programs at random run-time flags for two minutes; another seed each time, which comes first. What fails is kept.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --minutes 2 --runs 20 --jobs 1 --reduce-seconds 30 --most-failures 3
