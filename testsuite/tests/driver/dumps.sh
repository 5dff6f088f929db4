# Every -ddump-WHAT prints something about the user's own function.
cat > a.gph <<'END'
main :: IO ()
main = print (gadget 3)
gadget :: Int -> Int
gadget n = n * 1234567
{-# NOINLINE gadget #-}
END
for what in tokens parsed rn tc ds core simpl prep stg low c asm; do
  "$GPHC" -O1 -ddump-$what a.gph -o a > out 2>&1
  grep -q gadget out || { echo "-ddump-$what"; exit 1; }
done
