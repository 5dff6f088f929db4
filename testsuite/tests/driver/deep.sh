# 100,000 nested constructs of every kind compile, or end with a limit that is named; none takes long or crashes.
# -C: what gcc makes of the rest is in deep_gcc.sh.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
ulimit -v 14000000
try() {   # KIND N PATTERN ("": it compiles)
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  if timeout 30 "$GPHC" Main.hs -O0 -C -o p > out 2> err; then rc=0; else rc=$?; fi
  if [ -z "$3" ]; then [ $rc = 0 ] || fail "$1: exit $rc"
  else
    [ $rc = 1 ] || fail "$1: exit $rc"
    grep -q "$3" err || fail "$1: no '$3'"
    if ls p* 2> /dev/null | grep .; then fail "$1: left a file"; fi
  fi
  rm -f p.*
}
N=100000
for k in parens ifs ifs_else lets cases dos dos_layout signatures guards comments type_parens type_lists type_arrows type_arrows_left type_apps \
         foralls pattern_parens pattern_bangs pattern_lazies; do try $k $N ''; done
try unclosed $N 'parse error at the end of the file'
try unclosed_brackets $N 'parse error at the end of the file'
try closed_only $N 'parse error on input .)'
for k in brackets tuples lambdas; do try $k $N 'types are too large'; done
