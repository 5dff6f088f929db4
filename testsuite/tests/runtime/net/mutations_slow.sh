# TEST: timeout=2400
# Every fault that the model checker's mutations know, put into the threaded debug runtime, shows in at most ten runs with forced interleavings; without a fault no
# program fails, in as many runs.
python3 "$ROOT/testsuite/parallel-random/mutations" --gphc "$GPHC" --jobs 2 --unbroken > out 2>&1 || { cat out; exit 1; }
exec python3 "$ROOT/testsuite/parallel-random/mutations" --gphc "$GPHC" --jobs 2
