# TEST: timeout=900
# A primitive operation with a body of some lines is two rows: one of primops.def, one of gph/prim_functions.def. Both back ends then have it. Here the rows
# are added to copies of the two files; only what reads them is compiled again (a row at the table's end changes no other row's number), and linked with the
# objects of the build.
build=$(dirname "$(dirname "$GPHC")")
objects=$build/obj
[ -f "$objects/core/primop.o" ] && [ -f "$build/libgphc.a" ] || { echo "gphc's own objects are not beside it"; exit 77; }
CXX=${CXX:-g++}
mkdir -p over/core over/gph bin lib/gphc
cp "$ROOT/compiler/core/primops.def" over/core/
cp -R "$ROOT/runtime/include" lib/gphc/include
cat >> over/core/primops.def <<'END'
PRIMOP(OneBits,               "oneBits#",                2, "Word# -> Int# -> (# Int#, Word# #)", Pure, Inline, "$r0 = gph_one_bits($0, $1), $r1 = $0 >> ($r0 & 63)", "")
END
cat >> lib/gphc/include/gph/prim_functions.def <<'END'
PRIM_FUNCTION(I, gph_one_bits, (W x, I most), {
  I n = 0;
  while (n < most && (x & 1)) { n += 1; x >>= 1; }
  if (n == most) return -most;
  return n;
})
END
cp lib/gphc/include/gph/prim_functions.def over/gph/
flags="-std=c++20 -fno-rtti -fno-exceptions -O0 -Iover -I$ROOT/compiler -I$ROOT/runtime/include -I$build/gen"
$CXX $flags -c "$ROOT/compiler/core/primop.cc" -o primop.o
$CXX -rdynamic "$objects/main.o" primop.o "$build/libgphc.a" -lpthread -o bin/gphc
ways="-fvia-C"
if [ -f "$build/lib/gphc/gphc-llvm.so" ]; then
  llvm=$(sed -n 's/^LLVM_CONFIG[ ?:]*= *//p' "$ROOT/config.mk")
  $CXX $flags -fPIC -c "$ROOT/compiler/backend/llvm/c_parse.cc" -o c_parse.o
  $CXX -shared c_parse.o $(ls "$objects"/backend/llvm/*.o | grep -v /c_parse.o) -L"$("$llvm" --libdir)" -lLLVM-19 -o lib/gphc/gphc-llvm.so
  ways="-fvia-C -fllvm"
fi
for f in "$build"/lib/gphc/libgph*.a "$build/lib/gphc/stdlib"; do ln -s "$f" lib/gphc/; done
cat > Main.hs <<'END'
{-# LANGUAGE MagicHash, UnboxedTuples #-}
import GHC.Prim (oneBits#)
import GHC.Exts
ones :: Word -> Int -> (Int, Word)
ones (W# x) (I# n) = case oneBits# x n of (# k, r #) -> (I# k, W# r)
main :: IO ()
main = print [ones x n | x <- [0, 1, 7, 0xff3f], n <- [0, 3, 8]]
END
for w in $ways; do
  for o in -O0 -O2; do
    ./bin/gphc -fno-object-cache $o $w Main.hs -o p
    ./p > out
    [ "$(cat out)" = "[(0,0),(0,0),(0,0),(0,1),(1,0),(1,0),(0,7),(-3,0),(3,0),(0,65343),(-3,0),(6,1020)]" ] || { echo "$w $o: $(cat out)"; exit 1; }
  done
done
