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
# By name, by warning, by topic; a word that is only in some of them; one that is near.
"$GPHC" --explain TypeMismatch | grep -q '^GPH-4001 '
for w in -Wunused-imports -Wno-unused-imports unused-imports; do "$GPHC" --explain $w | grep -q '^GPH-3102 '; done
"$GPHC" --explain topics > topics
for t in $(sed -n 's/^TOPIC("\([^"]*\)".*/\1/p' "$ROOT/compiler/driver/topics.def"); do
  grep -q "^  $t " topics || { echo "topics lacks $t"; exit 1; }
  "$GPHC" --explain $t | grep -q "^$t: " || exit 1
done
! awk 'length > 90' "$ROOT/compiler/driver/topics.def" | grep -v '^TOPIC\|^//'
"$GPHC" --explain parListChunk | grep -q '  granularity: '
"$GPHC" --explain exported | grep -q 'NotExported\|GPH-3006'
if "$GPHC" --explain stratgies 2> err; then exit 1; fi
grep -q 'did you mean .strategies' err
if "$GPHC" --explain xyzzy 2> err; then exit 1; fi
grep -q 'explain topics lists' err
