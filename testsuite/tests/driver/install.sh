# make install gives a tree that works after it was moved; ./configure --without-llvm is accepted.
fail() { echo "FAIL: $*"; exit 1; }
BUILD=$(dirname "$(dirname "$GPHC")")
make -s -C "$ROOT" BUILD="$BUILD" -o all install PREFIX=/opt/gphc DESTDIR="$PWD/stage" > log 2>&1 || { cat log; fail install; }
[ -x stage/opt/gphc/bin/gphc ] || fail "no gphc"
mv stage/opt/gphc "moved tree"
mkdir work && cd work
printf 'import Data.Map (fromList, size)\nimport Control.Parallel\nmain = print (size (fromList [(1, 2)]) `par` 7)\n' > a.hs
"../moved tree/bin/gphc" a.hs -o a && [ "$(./a)" = 7 ] || fail plain
"../moved tree/bin/gphc" -threaded a.hs -o b && [ "$(./b +RTS -N2)" = 7 ] || fail threaded
"../moved tree/bin/gphc" --info | grep -q "moved tree" || fail "--info"
if find "../moved tree" -type l | grep .; then fail "a link into the build"; fi
if [ -x "$ROOT/configure" ]; then
  mkdir ../conf && cd ../conf && "$ROOT/configure" --without-llvm --prefix=/opt/x > log 2>&1 && grep -q /opt/x config.mk || { tail -3 log; fail "configure --without-llvm"; }
fi
