# Sliding compaction: -c keeps the whole heap within 1.3 times what is alive, and every kind of reference follows its object (with the heap check
# after each collection; under --gc-stress each major collection slides).
T=$ROOT/testsuite/tests
compare() {                              # compare PROGRAM FLAGS...
  p=$1; shift
  timeout 100 ./$p +RTS -c -DS -s "$@" > out 2> err || { echo "$p $*: exit $?"; head -5 err; exit 1; }
  grep -q 'slid together' err || { echo "$p $*: nothing slid"; exit 1; }
  cmp -s want out || { echo "$p $*:"; diff want out | head -5; exit 1; }
}
for f in gc/old/marked gc/parallel/blocked_threads gc/parallel/large_arrays gc/stress/exceptions_and_stacks gc/stress/many_shapes par/loops/nested; do
  p=$(basename $f)
  "$GPHC" -debug -threaded -rtsopts "$T/$f.gph" -o $p
  sed -n 's/^-- expect: \{0,1\}//p' "$T/$f.gph" > want
  stress=97
  if [ $p = many_shapes ]; then stress=23; fi      # it allocates little
  compare $p -F1.02 -A64k --gc-stress=$stress
  compare $p -F1.02 -A16k --gc-stress=$stress -N3 -qg0 -qn3
done
