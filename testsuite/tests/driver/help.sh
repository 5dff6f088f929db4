# --version, --help (every flag of options.def), --info; several sources; -o, -c, -S, -C; --run and -e.
fail() { echo "FAIL: $*"; exit 1; }
"$GPHC" --version | grep -q '^gphc, .*version [0-9]' || fail --version
"$GPHC" --help > help || fail --help
sed -n 's/^FLAG("\([^"]*\)".*/\1/p' "$ROOT/compiler/driver/options.def" | while read -r flag; do
  awk -v f="$flag" 'index($1, f) == 1 { found = 1 } END { exit !found }' help || fail "--help lacks $flag"
done
"$GPHC" --info | grep -q '^stdlib: ' || fail --info
mkdir src lib
printf 'module Main (main) where\nimport Data.Thing\nmain = print thing\n' > src/Prog.hs
mkdir lib/Data
printf 'module Data.Thing where\nthing :: Int\nthing = 42\n' > lib/Data/Thing.hs
"$GPHC" src/Prog.hs lib/Data/Thing.hs && [ "$(src/Prog)" = 42 ] || fail "two sources"
rm src/Prog
"$GPHC" lib/Data/Thing.hs src/Prog.hs && [ "$(src/Prog)" = 42 ] || fail "two sources, Main last"
"$GPHC" -ilib src/Prog.hs -o p && [ "$(./p)" = 42 ] || fail "-i -o"
"$GPHC" --make -ilib -op2 src/Prog.hs && [ "$(./p2)" = 42 ] || fail "-ofile"
if "$GPHC" src/Prog.hs -o p3 2> err; then fail "without -i"; fi
printf 'module Unused where\nx :: Int\nx = "no"\n' > lib/Unused.hs
if "$GPHC" src/Prog.hs lib/Data/Thing.hs lib/Unused.hs -o p3 2> err; then fail "an ill-typed file on the command line"; fi
grep -q '^lib/Unused.hs:3:5: error' err || fail "where is the error?"
[ ! -e p3 ] || fail "left a file"
"$GPHC" -ilib -c src/Prog.hs -o o.o && [ -s o.o ] || fail -c
mkdir obj && "$GPHC" -ilib -c -odir obj src/Prog.hs && [ -s obj/Prog.o ] || fail "-c -odir"
"$GPHC" -ilib -C src/Prog.hs -o text && [ -s text.Main.c ] || fail -C
"$GPHC" -ilib -S src/Prog.hs -o text && [ -s text.Main.s ] || fail -S
[ "$("$GPHC" -e 'length "abc"')" = 3 ] || fail -e
printf 'import System.Environment\nmain = getArgs >>= print\n' > args.hs
[ "$("$GPHC" --run args.hs -- a "b c")" = '["a","b c"]' ] || fail --run
[ ! -e args ] || fail "--run left a file"
