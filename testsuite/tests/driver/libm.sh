# A program that calls none of the C library's functions on floating-point numbers is not linked with libm, although
# objects in the cache that it shares with others refer to it; one that calls them is, by whatever way.
fail() { echo "FAIL: $*"; exit 1; }
needs() { readelf -d "$1" | grep -q 'NEEDED.*libm\.so'; }
cat > a.hs <<'E2'
main = print (read "3" + 1 :: Int, fromIntegral (length "ab") / 3 :: Double)
E2
cat > b.hs <<'E2'
main = print (read "0.25" ** 2.5 :: Double, round (read "2.5" :: Double) :: Integer)
E2
cat > c.hs <<'E2'
foreign import ccall unsafe "math.h fdim" fdim :: Double -> Double -> Double
main = print (fdim (read "5") 2)
E2
cat > d.hs <<'E2'
import Foreign.Ptr
foreign import ccall "math.h &hypot" hypot_at :: FunPtr (Double -> Double -> Double)
foreign import ccall "dynamic" call :: FunPtr (Double -> Double -> Double) -> Double -> Double -> Double
main = print (call hypot_at 3 4)
E2
for flags in "-O0" "-O2 -threaded"; do
  "$GPHC" $flags a.hs -o a; "$GPHC" $flags b.hs -o b; "$GPHC" $flags c.hs -o c; "$GPHC" $flags d.hs -o d
  [ "$(./a)" = '(4,0.6666666666666666)' ] || fail "a $flags"
  [ "$(./b)" = '(3.125e-2,2)' ] || fail "b $flags"
  [ "$(./c)" = 3.0 ] || fail "c $flags"
  [ "$(./d)" = 5.0 ] || fail "d $flags"
  if needs a; then fail "a needs libm ($flags)"; fi
  needs b && needs c && needs d || fail "libm is missing ($flags)"
done
