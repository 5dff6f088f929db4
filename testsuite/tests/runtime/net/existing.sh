# TEST: timeout=900
# A sample of the parallel and concurrent tests and examples that there are, at random run-time flags.
# And built first, to be run without a compiler, here with up to 40 HECs.
net() { python3 "$ROOT/testsuite/parallel-random/run" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --jobs 1 "$@"; }
net --gphc "$GPHC" --existing --only par/semantics/par_pseq --ways thr2,debug1 --per-program 2 --build-only exes || exit 1
[ -s exes/programs.json ] && net --gphc /nowhere/gphc --built exes --runs 5 --most-hecs 40 || exit 1
exec python3 "$ROOT/testsuite/parallel-random/run" --gphc "$GPHC" --keep "${TMPDIR:-/tmp}/gphc-net-failures" --existing --minutes 0.35 --runs 5 --per-program 1 --jobs 1
