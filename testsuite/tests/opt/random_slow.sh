# Random programs print the same at -O0, at -O2, through C, and in parallel. More: testsuite/random/run --count 2000.
exec python3 "$ROOT/testsuite/random/run" --gphc "$GPHC" --count 40 --seed 5000 --ways O0,O2,C,thr
