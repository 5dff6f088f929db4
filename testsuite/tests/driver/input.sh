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
printf '{- only -}\n-- comments\n' > comments.hs
reject "only comments" '^comments.hs:1:1: error: .*does not define .main' comments.hs
ln -s /dev/null null.hs
reject "a device" '^null.hs:1:1: error: .*does not define .main' null.hs
ln -s round.hs round.hs
reject "a link to itself" 'cannot read round.hs: Too many levels' round.hs
# A name in Latin-1 is nobody's business in a comment; elsewhere it is an error where it stands.
printf -- '-- caf\351, \377\n{- na\357ve {-# \351 #-} -}\nmain = print (f 1) -- \351\nf \303\251 = \303\251\n' > comment.hs
"$GPHC" comment.hs -o p > out 2> err && [ "$(./p)" = 1 ] || fail "bytes in comments: $(cat out err)"
rm p
printf "main = print 'x\351'\n" > char.hs
reject "not UTF-8 in a character" '^char.hs:1:16: error: .*not UTF-8: invalid byte 0xE9' char.hs
printf 'f\351 = 1\nmain = print f\n' > name.hs
reject "not UTF-8 in a name" '^name.hs:1:2: error: .*not UTF-8: invalid byte 0xE9' name.hs
printf '\376\377\0m\0a' > utf16.hs
reject "UTF-16" '^utf16.hs:1:1: error: .*not UTF-8' utf16.hs
printf 'main = print 1\0\33[31m\n' > control.hs
reject "control characters" '^control.hs:1:15: error: .*control character 0x00' control.hs
grep -q "$(printf '\357\277\275\357\277\275\\[31m')" err || fail "the excerpt has raw control characters"
head -c 10000000 /dev/zero > zeros.hs
reject "10 MB of zeros" 'more than 50 errors' zeros.hs
mkdir B2.hs
printf 'import B2\nmain = print 1\n' > importsfolder.hs
reject "an imported folder" '^importsfolder.hs:1:1: error: .*could not find module .B2' importsfolder.hs
if [ "$(id -u)" != 0 ]; then
  cp a.hs unreadable.hs; chmod 000 unreadable.hs
  reject "unreadable" 'cannot read unreadable.hs: Permission denied' unreadable.hs
  mkdir locked; chmod 555 locked
  if "$GPHC" a.hs -o locked/p > out 2> err; then fail "wrote into a read-only folder"; fi
  grep -q 'cannot write locked/p: Permission denied' err || fail "read-only folder"
fi
# What is unusual and right: a byte order mark, CRLF, no newline at the end, a pipe as a file, a space in the name.
accept() {   # WHAT OUTPUT FILE
  timeout 20 "$GPHC" "$3" -o q > out 2> err || fail "$1: rejected"
  [ ! -s err ] && [ "$(./q)" = "$2" ] || fail "$1: '$(./q)'"
}
printf '\357\273\277main = do\r\n  putStr "x\\\r\n    \\y"\r\n  -- comment\r\n  print 1' > crlf.hs
accept "CRLF" xy1 crlf.hs
mkfifo pipe.hs
printf 'main = print 2\n' > pipe.hs &
accept "a pipe" 2 pipe.hs
printf 'main = print 3\n' > 'a name.hs'
accept "a space" 3 'a name.hs'
