# Every code is explained, in any of its spellings; an unknown one is an error.
for code in $(sed -n 's/^DIAG(\([0-9]*\),.*/\1/p' "$ROOT/compiler/support/diag.def"); do
  "$GPHC" --explain GPH-$code > out
  head -n 1 out | grep -q "^GPH-$code (" || { echo "no head line for $code"; exit 1; }
  [ "$(wc -l < out)" -gt 6 ] || { echo "GPH-$code is not explained"; exit 1; }
done
"$GPHC" --explain 4001 | grep -q 'fromIntegral'
"$GPHC" --explain GPH-5001 | grep -q 'off by -Wno-incomplete-patterns'
if "$GPHC" --explain GPH-9999 2> err; then exit 1; fi
grep -q 'GPH-9999' err
