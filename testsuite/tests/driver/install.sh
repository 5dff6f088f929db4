# make install gives a tree that works after it was moved, stripped, with manual pages and completions; make uninstall leaves nothing of it; ./configure --without-llvm and --without-mpi are accepted;
# flags of the user's are added to the build's own.
fail() { echo "FAIL: $*"; exit 1; }
BUILD=$(dirname "$(dirname "$GPHC")")
make -s -C "$ROOT" BUILD="$BUILD" -o all install PREFIX=/opt/gphc DESTDIR="$PWD/stage" > log 2>&1 || { cat log; fail install; }
[ -x stage/opt/gphc/bin/gphc ] || fail "no gphc"
[ "$(stat -c %s stage/opt/gphc/bin/gphc)" -lt 5000000 ] || fail "gphc is not stripped"
for f in man/man1/gphc.1 man/man1/gphi.1 man/man1/gph-scope.1 man/man7/gphc-rts.7 bash-completion/completions/gphc zsh/vendor-completions/_gphc fish/vendor_completions.d/gphc.fish; do
  [ -s stage/opt/gphc/share/$f ] || fail "no share/$f"
done
mkdir other && touch other/mine && cp -a stage/opt/gphc "moved tree"
make -s -C "$ROOT" BUILD="$BUILD" -o all uninstall PREFIX=/opt/gphc DESTDIR="$PWD/stage" > log 2>&1 || { cat log; fail uninstall; }
[ -z "$(find stage ! -type d)" ] || fail "uninstall leaves $(find stage ! -type d)"
mkdir work && cd work
printf 'import Data.Map (fromList, size)\nimport Control.Parallel\nmain = print (size (fromList [(1, 2)]) `par` 7)\n' > a.hs
"../moved tree/bin/gphc" a.hs -o a && [ "$(./a)" = 7 ] || fail plain
"../moved tree/bin/gphc" -threaded a.hs -o b && [ "$(./b +RTS -N2)" = 7 ] || fail threaded
"../moved tree/bin/gphc" --info | grep -q "moved tree" || fail "--info"
if find "../moved tree" -type l -lname '/*' | grep .; then fail "a link into the build"; fi
[ "$("../moved tree/bin/gphc" --version)" = "gphc, the compiler for Glasgow Parallel Haskell, version $(cat "$ROOT/VERSION")" ] || fail "--version"
make -n -C "$ROOT" BUILD="$PWD/new" CXXFLAGS="-O1 -DMINE" LDFLAGS=-Wl,-z,now gphc > log 2>&1 || { tail -3 log; fail "CXXFLAGS"; }
grep 'compiler/main.cc' log | grep -q -- '-O1 -DMINE.*-std=c++20' || fail "CXXFLAGS=.. takes the place of our own"
grep -- '-rdynamic' log | grep -q -- '-Wl,-z,now' || fail "LDFLAGS are not heeded"
if [ -x "$ROOT/configure" ]; then
  mkdir ../conf && cd ../conf && "$ROOT/configure" --without-llvm --prefix=/opt/x > log 2>&1 && grep -q /opt/x config.mk || { tail -3 log; fail "configure --without-llvm"; }
  "$ROOT/configure" --without-mpi > log 2>&1 && grep -q '^MPICC ?= *$' config.mk && grep -q 'needs libopenmpi-dev and openmpi-bin' log || { tail -3 log; fail "configure --without-mpi"; }
fi
