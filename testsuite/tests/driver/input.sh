# Source files that cannot be compiled: one clear line or a located error, exit 1, no output file, and a good one is kept.
fail() { echo "FAIL: $*"; cat err; exit 1; }
reject() {   # WHAT PATTERN ARGUMENTS...
  what=$1; pattern=$2; shift 2
  echo good > p
  if timeout 20 "$GPHC" "$@" -o p > out 2> err; then fail "$what: accepted"; else rc=$?; fi
  [ $rc = 1 ] || fail "$what: exit $rc"
  grep -q "$pattern" err || fail "$what: no '$pattern'"
  [ "$(cat p)" = good ] || fail "$what: the old output is gone"
  rm p
  if ls p* 2> /dev/null | grep .; then fail "$what: left a file"; fi
}
echo 'main = print 1' > a.hs
reject "no such file" '^gphc: error: .*cannot read nope.hs: No such file' nope.hs
mkdir folder.hs
reject "a folder" 'cannot read folder.hs: it is a directory' folder.hs
printf 'main = print "\377"\n' > bytes.hs
reject "not UTF-8" '^bytes.hs:1:15: error: .*not UTF-8' bytes.hs
: > empty.hs
reject "empty" '^empty.hs:1:1: error: .*does not define .main' empty.hs
printf 'module Main where\nimport B\nmain = print 1\n' > cycle.hs
printf 'module B where\nimport C\n' > B.hs
printf 'module C where\nimport B\n' > C.hs
reject "cycle" '^C.hs:2:1: error: .*cycle' cycle.hs
printf 'import No.Such\nmain = print 1\n' > missing.hs
reject "missing import" '^missing.hs:1:1: error: .*could not find module .No.Such' missing.hs
printf 'main = print 1\nmain = print 2\n' > twice.hs
reject "two mains" '^twice.hs:2:1: error: .*multiple declarations of .main' twice.hs
printf 'module Main where\nmain = print 3\n' > other.hs
reject "two modules Main" '^other.hs:1:8: error: .*two files contain module .Main' a.hs other.hs
reject "no source" 'no source file'
reject "unknown file" 'a.txt. is neither a flag nor a file' a.txt
python3 "$SRC/generate.py" one_line_operators 10000000 > long.hs
reject "10 MB of one line" '^long.hs:1:1: error: .*parse error' long.hs
[ "$(wc -c < err)" -lt 2000 ] || fail "the message repeats the line"
python3 "$SRC/generate.py" one_line_string 10000000 > long.hs
reject "10 MB of string" '^long.hs:1:.*not closed' long.hs
