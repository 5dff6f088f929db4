# TEST: timeout=3000
# Faults that are put into the code of stacks show in deep programs. Not gcc's frames, which the net has not found yet: tests/backend/frames_of_gcc.sh looks at those.
exec python3 "$ROOT/testsuite/parallel-random/stack-mutations" --gphc "$GPHC" --minutes 9 --only segment --only 'cut off'
