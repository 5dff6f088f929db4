# 10,000 or 100,000 nested constructs of every kind compile, or end with a limit that is named; none takes long or crashes.
# -C: gcc's time for what is accepted is not the question here.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
ulimit -v 14000000
try() {   # KIND N PATTERN ("": it compiles)
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  if timeout 30 "$GPHC" Main.hs -C -o p > out 2> err; then rc=0; else rc=$?; fi
  if [ -z "$3" ]; then [ $rc = 0 ] || fail "$1: exit $rc"
  else
    [ $rc = 1 ] || fail "$1: exit $rc"
    grep -q "$3" err || fail "$1: no '$3'"
    if ls p* 2> /dev/null | grep .; then fail "$1: left a file"; fi
  fi
  rm -f p.*
}
N=100000
for k in parens type_parens pattern_parens dos comments; do try $k $N ''; done
for k in ifs ifs_else lets cases signatures guards type_lists type_arrows type_arrows_left type_apps foralls pattern_bangs pattern_lazies; do try $k 10000 ''; done
try unclosed $N 'parse error at the end of the file'
try unclosed_brackets $N 'parse error at the end of the file'
try closed_only $N 'parse error on input .)'
for k in operators operators_right conses appends composition; do try $k $N 'more than 20000 operators'; done
for k in applications sections; do try $k $N 'more than 20000 applications\|types are too large'; done
for k in brackets tuples lambdas; do try $k 20000 'types are too large'; done
