# The examples do well, and the report blames none of them for what it is not guilty of. (That a HEC was alone, or pieces are few, depends on what else the machine does: not judged.
# So does, on a machine that keeps HECs waiting for a processor, who comes first: what the program is guilty of shows in each of three runs.)
fail() { echo "$1"; cat err; exit 1; }
blamed() {
  ./$name "$@" +RTS -N$n --surplus-hecs=share --spark-report > out 2> err || fail "$name: exit $?"
  grep -q '^Where the time went\|^Sparks' err || fail "$name: no report"
  grep -E 'Nobody looked at the values|weak head normal form|waited for each other|Needed at once|full pool|were values already|Too fine-grained|were never needed|are tried|speculat' err
}
first=2
try() {
  name=$1; shift
  "$GPHC" -O2 -threaded -rtsopts "$ROOT/examples/$name/Main.gph" -o $name || fail "$name does not compile"
  first=$((6 - first))                     # without THOROUGH one of the two, in turn
  for n in $first ${THOROUGH:+$((6 - first))}; do
    if blamed "$@" && blamed "$@" && blamed "$@"; then fail "$name with -N$n"; fi
  done
}
try gray 160
try mandel 700 100
try matmult 250 10
try pagerank 20000 10 16
try parfib 37 20
try partree 500000 10
try prsa 4000
try queens 10 3
try ray 400
try sumeuler 2500 50
try tak 30 20 10 8
