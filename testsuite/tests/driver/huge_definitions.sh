# Huge definitions of what is computed when the program runs: they are cut into pieces (opt/outline.cc), compile within seconds, and run right.
# Time limits are ten times what an idle machine needs.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
try() {   # KIND N SECONDS OUTPUT [FLAGS]
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  timeout $3 "$GPHC" -O1 ${5-} Main.hs -o p > out 2> err || fail "$1 $2: exit $?"
  yes 1 | ./p > out 2> err
  [ "$(cat out)" = "$4" ] || fail "$1 $2: $(head -c 200 out)"
}
try run_shows 1000 20 9989991000   # it ends with 998, 999 and 1000
try run_and 10000 20 '(True,False)'
try run_pattern 10000 20 '(0,1)'
try run_maps 3000 20 '[3001,3002]'
try run_binds 150 30 150
try run_constructors 500 30 '(5,0)'
