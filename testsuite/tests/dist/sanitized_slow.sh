# TEST: timeout=1800
# The examples on three processes of two HECs, with a runtime under ThreadSanitizer, and under AddressSanitizer and UndefinedBehaviorSanitizer: right output, no report.
# The libraries of MPI are not instrumented; what they do between our calls is not looked at.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
export TSAN_OPTIONS="suppressions=$ROOT/testsuite/tsan-suppressions ignore_noninstrumented_modules=1 exitcode=66"
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
bad=0
for what in thread address,undefined; do
  rm -rf tree
  mkdir tree
  "$ROOT/testsuite/sanitized" "$GPHC" $what "$PWD/tree" parallel || exit $?
  # with inputs that are large enough for sparks to get about
  while read -r n args; do
    "$GPHC" -O2 "$ROOT/examples/$n/Main.gph" -o plain || exit 1
    ./plain $args > want
    tree/bin/gphc -O2 -parallel -rtsopts -optl-fsanitize=$what "$ROOT/examples/$n/Main.gph" -o program || exit 1
    for flags in "-N2 --surplus-hecs=share -A64k --packet=2k" "-N2 --surplus-hecs=share --gateway=any --low-watermark=3 --import-pool=own" "-N1 --gateway=thread --high-watermark=3 --results=fetch"; do
      timeout -s KILL 300 setarch -R ./program $args +RTS --pes=3 $flags -s > out 2> err || { echo "$what: $n $flags: exit code $?"; bad=1; }
      cmp out want || bad=1
      if grep -q 'WARNING: Thr\|ERROR: Addr\|runtime error' err; then echo "$what: $n $flags"; grep -A20 'WARNING: Thr\|ERROR: Addr\|runtime error' err | head -60; bad=1; fi
      awk '$1 == "Sparks" { on = 1; next } $1 != "PE" { on = 0 } on { n += $4 } END { if (n == 0) { print "no spark was given"; exit 1 } }' err || { echo "$what: $n $flags"; bad=1; }
    done
  done << E2
coins 1000 3
mandel 256 200
maze 7 5
minimax 4 5
parfib 38 20
parmapfib 12 30 20
sumeuler 3000 50
worpitzky 27 24 16
E2
done
exit $bad
