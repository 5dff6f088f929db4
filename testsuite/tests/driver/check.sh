# gphc check, -fno-code: the errors of all files, warnings too; no main is needed, and no file is written.
fail() { echo "FAIL: $*"; cat out err; exit 1; }
mkdir src
printf 'module Good where\n\nfact :: Int -> Int\nfact 0 = 1\n' > src/Good.hs
printf 'module Scope where\n\nx :: Int\nx = nowhere\n' > src/Scope.hs
printf 'module Uses where\n\nimport Scope\n\ny :: Bool\ny = x\n' > src/Uses.hs
printf 'module Types where\n\nimport Good\n\nz :: Bool\nz = fact 3\n' > src/Types.hs
printf 'module Main (main) where\n\nimport Good\n\nmain :: IO ()\nmain = print (fact 3)\n' > src/Main.hs
"$GPHC" check src/Good.hs > out 2> err || fail Good
[ ! -s err ] && [ ! -s out ] || fail "Good: something was said"
"$GPHC" check -Wall src/Good.hs > out 2> err || fail "Good -Wall"
grep -q 'src/Good.hs:4:1: warning: .GPH-5001.' err || fail "no warning of an incomplete match"
if "$GPHC" check -Wall -Werror src/Good.hs > out 2> err; then fail "-Werror"; fi
if "$GPHC" check src/Scope.hs src/Uses.hs src/Types.hs > out 2> err; then fail "errors"; fi
grep -q '^src/Scope.hs:4:5: error' err && grep -q '^src/Types.hs:6:5: error' err || fail "not all errors"
! grep -q Uses.hs err || fail "an error that follows from another one"
"$GPHC" check src/Main.hs > out 2> err || fail Main
"$GPHC" -fno-code src/Main.hs > out 2> err || fail -fno-code
printf 'module Main (main) where\n' > src/Main.hs
if "$GPHC" -fno-code src/Main.hs > out 2> err; then fail "Main without main"; fi
i=0; echo 'module Many where' > src/Many.hs
while [ $i -lt 80 ]; do echo "a$i = b$i" >> src/Many.hs; i=$((i + 1)); done
if "$GPHC" check src/Many.hs > out 2> err; then fail Many; fi
[ "$(grep -c ': error' err)" = 80 ] || fail "not all of 80 errors"
if "$GPHC" check > out 2> err; then fail "no files"; fi
# Of a folder's files several may be programs, as in what `gphc new` makes.
mkdir two
printf 'module Work where\n\nf :: Int\nf = 1\n' > two/Work.hs
printf 'module Main (main) where\n\nimport Work\n\nmain :: IO ()\nmain = print f\n' | tee two/Main.hs > two/Test.hs
"$GPHC" check two/*.hs > out 2> err || fail "two programs"
printf 'module Main (main) where\n\nmain :: IO ()\nmain = nowhere\n' > two/Test.hs
if "$GPHC" check two/*.hs > out 2> err; then fail "an error in the second"; fi
grep -q '^two/Test.hs:4:8: error' err || fail "an error in the second"
printf 'module Main where\n' > two/Test.hs
if "$GPHC" check two/*.hs > out 2> err; then fail "the second without main"; fi
grep -q '^two/Test.hs:1:1: error.*does not define .main' err || fail "the second without main"
# what code cannot be made for is refused here, too
{ printf 'module Many where\nforeign import ccall f ::'; for i in $(seq 61); do printf ' Int ->'; done; echo ' IO Int'; } > two/Foreign.hs
if "$GPHC" check two/Foreign.hs > out 2> err; then fail "61 arguments"; fi
grep -q 'a foreign function of 61 arguments: the most is 60' err || fail "61 arguments"
[ "$(ls src)" = "Good.hs
Main.hs
Many.hs
Scope.hs
Types.hs
Uses.hs" ] || fail "wrote a file"
