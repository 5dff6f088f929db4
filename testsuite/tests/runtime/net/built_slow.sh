# TEST: timeout=9000
# Random programs, built once each, then run for forty minutes by turns, a hundred runs a second: rare faults need many runs, where ever new programs are mostly compiled.
net() { python3 "$ROOT/testsuite/parallel-random/run" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --jobs 2 "$@"; }
net --gphc "$GPHC" --programs 45 --build-only exes > built || { cat built; exit 1; }
head -1 built
net --built exes --minutes 40 --runs 1000000
