# TEST: timeout=900
# Random parallel and concurrent programs at random run-time flags, with existing.sh for two minutes; another seed each time, which comes first. What fails is kept.
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --minutes 1.4 --runs 20 --jobs 1 --reduce-seconds 30 --most-failures 3
