# As huge_definitions.sh, larger; also at -O0 and -O2.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
try() {   # KIND N SECONDS OUTPUT [FLAGS]
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  timeout $3 "$GPHC" -O1 ${5-} Main.hs -o p > out 2> err || fail "$1 $2 ${5-}: exit $?"
  yes 1 | ./p > out 2> err
  [ "$(cat out)" = "$4" ] || fail "$1 $2 ${5-}: $(head -c 200 out)"
}
for o in -O0 -O1 -O2; do
  try run_shows 3000 90 9829993000 $o
  try run_list 10000 120 99990000 $o
  try run_map 2000 90 '(2000,Just "2")' $o
  try run_binds 300 300 300 $o
done
