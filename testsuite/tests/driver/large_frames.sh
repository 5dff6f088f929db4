# A function whose frame is larger than a stack segment moves to a segment where it fits.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
python3 "$SRC/generate.py" case_string 1000 > Main.hs
for flags in "-O0" "-O0 -threaded" "-O0 -fvia-C" "-O1"; do
  "$GPHC" $flags Main.hs -o p 2> err || fail "$flags: does not compile"
  [ "$(./p 2> err)" = 3 ] || fail "$flags: wrong output"
done
