# Programs that are large in one way get an answer within seconds and with bounded memory. Up to C only: the C compiler's time is not the question.
# Time limits are ten times what an idle machine needs.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
ulimit -v 14000000
some=$(($$ % 2)) n=0      # without THOROUGH every other one
try() {   # KIND N SECONDS
  n=$((n + 1))
  if ! [ "$THOROUGH" ] && [ $((n % 2)) != $some ]; then return; fi
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  timeout $3 "$GPHC" Main.hs -C -o p > out 2> err || fail "$1 $2: exit $?"
  rm -f p.*
}
refused() {   # KIND N PATTERN
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  if timeout 30 "$GPHC" Main.hs -C -o p > out 2> err; then fail "$1 $2: accepted"; else rc=$?; fi
  [ $rc = 1 ] && grep -q "$3" err || fail "$1 $2: exit $rc"
  [ "$(grep -c 'error:' err)" = 1 ] || fail "$1 $2: not one error"
}
# Literals
for k in list list_double list_integer list_strings; do try $k 100000 20; done
try string 1000000 10
try one_line_digits 1000000 20
# Types
try constructors_derive 5000 10
try constructors_ix 5000 10
try constructors_fields 250 10
try record_derive 500 10
try class_methods 500 10
try instances 500 10
refused tuple_type 300 '^Main.hs:4:6: error: .*the most is 62'
refused tuple_con 300 '^Main.hs:3:13: error: .*the most is 62'
# Chains
for k in operators operators_right conses; do try $k 10000 10; done
for k in appends composition; do try $k 3000 20; done
for k in do_statements do_binds do_lets let_group; do try $k 2000 10; done
try do_generators 400 30
# Patterns and alternatives
try pattern_conses 5000 10
try case_string 10000 20
try case_int 5000 10
try case_of 5000 10
# Modules
try module 20000 20
try exports 10000 10
try comment_lines 100000 10

# Thousands of mistakes: "did you mean" is looked for where it is shown only.
python3 "$SRC/generate.py" errors_near 20000 > Main.hs
if timeout 10 "$GPHC" Main.hs -C -o p > out 2> err; then fail "errors_near: accepted"; else rc=$?; fi
[ $rc = 1 ] && grep -q 'hint: did you mean `value0' err && grep -q 'more than 50 errors' err || fail "errors_near: exit $rc"

# A literal of constants is one object: what reaches the back end does not grow with it.
for n in 1000 10000; do
  python3 "$SRC/generate.py" list $n > Main.hs
  "$GPHC" Main.hs -C -o p -ddump-low > low 2> err || fail "list $n"
  wc -l < low
done > lines
[ "$(sort -u lines | wc -l)" = 1 ] || fail "Low of a list literal grows: $(cat lines)"
