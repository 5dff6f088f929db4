# No memory of the evaluating process may be written and executed; code that was loaded early goes on to run when more has been loaded.
# TEST: timeout=300
fail() { echo "$1"; cat out err; exit 1; }
export HOME="$PWD" TMPDIR="$PWD/tmp"
mkdir tmp
mkfifo in
timeout 250 "$GPHC" --interactive < in > out 2> err & shell=$!
exec 3> in
{
  echo 'f :: Int -> Int; f n = if n == 0 then 7 else f (n - 1)'
  for i in 1 2 3 4 5 6 7 8; do echo "let g$i x = f x + $i"; echo "g$i (3 + $i)"; done
  echo 'sum [g1 1, g8 1, f 100]'
} >&3
tries=0
until [ "$(tail -1 out)" = 30 ]; do sleep 0.1; tries=$((tries + 1)); [ $tries -lt 2000 ] || fail "no answer"; done
looked=0
for maps in /proc/[0-9]*/maps; do
  pid=${maps#/proc/}; pid=${pid%/maps}
  tr '\0' '\n' < /proc/$pid/environ 2> /dev/null | grep -q "^TMPDIR=$TMPDIR\$" || continue
  looked=$((looked + 1))
  if grep -q ' rwx' $maps 2> /dev/null; then fail "process $pid: $(grep ' rwx' $maps)"; fi
done
[ $looked -ge 2 ] || fail "the processes are not found: $looked"
exec 3>&-
wait $shell || fail "exit $?"
exit 0
