# TEST: timeout=1800
# The parallel examples on three HECs with a runtime under AddressSanitizer and UndefinedBehaviorSanitizer: right output, no report. The heap is the
# runtime's own, and so are the stacks: what this sees are malloc'ed things and the runtime's variables. Leaks are not looked for: at the end
# of a program nothing is freed.
mkdir tree
"$ROOT/testsuite/sanitized" "$GPHC" address,undefined "$PWD/tree" || exit $?
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
for e in "$ROOT"/examples/*; do
  n=$(basename "$e")
  tree/bin/gphc -O2 -threaded -rtsopts -optl-fsanitize=address,undefined "$e/Main.gph" -o program
  in=/dev/null
  if [ -f "$e/test.stdin" ]; then in=$e/test.stdin; fi
  for flags in "-N3 --surplus-hecs=share -s" "-N3 --surplus-hecs=share -A64k -qn3 -s"; do
    setarch -R ./program $(grep -v '^+' "$e/test.args") +RTS $flags > out 2> err < "$in" || { echo "$n $flags"; tail -40 err; exit 1; }
    cmp out "$e/test.stdout"
    if grep -q 'runtime error' err; then echo "$n $flags"; grep -A10 'runtime error' err | head -40; exit 1; fi
  done
done
