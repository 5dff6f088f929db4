# TEST: timeout=120
# A process that is stopped (SIGSTOP) when the program ends: the others wait ten seconds, say who does not answer, and the run ends with an error and leaves no process behind.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > t.gph <<'E2'
main :: IO ()
main = getLine >>= putStrLn
E2
$GPHC -O1 -parallel -rtsopts t.gph -o t || exit 1
left() { for p in /proc/[0-9]*; do case $(readlink "$p/exe" 2> /dev/null) in "$PWD"/*) echo "${p#/proc/}";; esac; done; }
mkfifo in
./t +RTS --pes=3 -N1 < in > out 2> err & run=$!
exec 3> in
for k in $(seq 1 200); do [ "$(left | wc -l)" -ge 3 ] && break; sleep 0.05; done
sleep 1
for p in $(left); do if grep -qz '^OMPI_COMM_WORLD_RANK=1$' "/proc/$p/environ"; then kill -STOP "$p"; fi; done
began=$(date +%s)
echo text >&3
exec 3>&-
code=0
wait $run || code=$?
took=$(($(date +%s) - began))
[ $code != 0 ] || { echo "exit code 0"; exit 1; }
[ $took -ge 8 ] && [ $took -lt 60 ] || { echo "it took $took s"; exit 1; }
[ "$(cat out)" = text ] || { echo "what was written is lost: $(cat out)"; exit 1; }
grep -q 'process 1 does not answer process [02] at the end of the program' err || { cat err; exit 1; }
for k in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(left)" ] && exit 0; sleep 0.3; done
echo "processes are left: $(left)"
kill -KILL $(left)
exit 1
