# The same to the end, and larger: compiled, linked and run.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
ulimit -v 14000000
runs() {   # KIND N OUTPUT
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  timeout 300 "$GPHC" Main.hs -o p > out 2> err || fail "$1 $2: exit $?"
  [ "$(timeout 60 ./p)" = "$3" ] || fail "$1 $2: wrong output"
}
runs list 100000 4999950000
runs list_integer 100000 4999950000
runs list_strings 20000 108890
runs list_pairs 20000 199990000
runs constructors_derive 5000 '(C1,True,1,True)'
runs constructors_fields 250 '(C0 1 2,True,C1 2 3)'
runs appends 3000 aaa
runs composition 3000 3000
runs operators 10000 10001
runs case_string 2000 3
runs record 500 0
runs do_binds 2000 2001
build() {   # KIND N
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  timeout 120 "$GPHC" Main.hs -C -o p > out 2> err || fail "$1 $2: exit $?"
  rm -f p.*
}
build appends 10000
build composition 10000
build list_calls 30000
build list_pairs 100000
build constructors_fields 1000
build case_string 5000
build pattern_conses 20000
build class_methods 5000
build instances 5000
build let_group 10000
build do_statements 10000
build comprehensions 5000
