# TEST: timeout=3000
# Faults that are put into the code of stacks show in deep programs.
exec python3 "$ROOT/testsuite/parallel-random/stack-mutations" --gphc "$GPHC" --minutes 9
