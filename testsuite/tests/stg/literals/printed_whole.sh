# -ddump-stg goes on behind a literal with a NUL, and has each byte as Core's text has it.
cat > t.gph <<'P'
main :: IO ()
main = mapM_ (print . fromEnum) "a\0b\"\200" >> putStrLn "the end"
P
$GPHC -ddump-stg t.gph -o t > stg 2> err || { cat err; exit 1; }
grep -q 'the end' stg || { echo "the dump stops"; exit 1; }
tr -d '\0' < stg | cmp -s - stg || { echo "a NUL in the dump"; exit 1; }
