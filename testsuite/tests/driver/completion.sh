# The completions and manual pages that scripts/gen-manual.py makes know the flags of the tables; bash completes by them.
fail() { echo "FAIL: $*"; exit 1; }
(cd "$ROOT" && python3 scripts/gen-manual.py "$OLDPWD/manual") || fail "gen-manual.py"
cat > complete.bash <<'END'
. manual/gphc.bash
compopt() { :; }
# complete WORD...: what the last word can become
complete_words() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  _gphc
  printf '%s\n' "${COMPREPLY[@]}"
}
want() { local w=$1; shift; complete_words "$@" | grep -qx -- "$w" || { echo "no $w for: $*"; complete_words "$@" | head -3; exit 1; }; }
want -threaded gphc -thr
want -XBangPatterns gphc -XBang
want -Wunused-imports gphc -Wunused-i
want all gphc -rtsopts = a
want --spark-report gphc --run a.gph +RTS --spark
want mark gphc --run a.gph +RTS --old-gc = m
touch prog.gph prog.txt
want prog.gph gphc pro
complete_words gphc pro | grep -q txt && { echo "offers prog.txt"; exit 1; }
exit 0
END
bash complete.bash || fail "bash"
if command -v zsh > /dev/null; then zsh -n manual/_gphc || fail "zsh"; fi
if command -v fish > /dev/null; then
  fish -n manual/gphc.fish || fail "fish"
  fish -c 'source manual/gphc.fish; complete -C "gphc -thr"' | grep -q -- -threaded || fail "fish: -threaded"
fi
# Each flag that --help shows is in the page, and each of a program's.
for f in $("$GPHC" --help | sed -n 's/^  \(--*[A-Za-z][A-Za-z0-9-]*\).*/\1/p'); do
  tr -d '\\' < manual/gphc.1 | grep -qF -- "$f" || fail "gphc.1 lacks $f"
done
tr -d '\\' < manual/gphc-rts.7 | grep -qF -- "--spark-report" || fail "gphc-rts.7"
if command -v mandoc > /dev/null; then mandoc -T lint -W error manual/*.1 manual/*.7 || fail "mandoc"; fi
