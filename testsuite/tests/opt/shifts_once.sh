# A shift by an amount that is not known is one operation: what is done with its result stands once, not in a branch for large amounts and one for the others.
cat > p.gph <<'X2'
import Data.Bits
mixed :: Int -> Int -> Int -> Int
mixed n x y = complement (complement (bit n - 1) .&. (x .|. y)) * 3
{-# NOINLINE mixed #-}
main :: IO ()
main = print (mixed 3 40 5)
X2
"$GPHC" -O2 -ddump-stg p.gph -o p > stg 2>&1 || exit 1
[ "$(./p)" = "-123" ] || { ./p; exit 1; }
sed -n '/^Main.*mixed.* = /,/^$/p' stg > mixed
[ "$(grep -c 'iShiftL# 1# n' mixed)" = 1 ] && [ "$(grep -c 'orI#' mixed)" = 1 ] && ! grep -q '64#' mixed || { cat mixed; exit 1; }
