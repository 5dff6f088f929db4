# The programs of this folder, each the smallest that showed a race: with the HECs waiting at the places where they race (+RTS --delay), which shows in ten runs
# what else takes thousands. The seed is new each time; SEED= repeats one. Without THOROUGH each program is compiled in one of the three ways, in turn.
seed=${SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
first=$seed
for way in "-O0" "-O1" "-O2 -fvia-C"; do
  first=$((first + 1)) turn=$first
  for p in "$ROOT"/testsuite/tests/runtime/races/*.gph; do
    turn=$((turn + 1))
    [ "$THOROUGH" ] || [ $((turn % 3)) = 0 ] || continue
    name=$(basename "$p" .gph)
    grep '^-- expect: ' "$p" | sed 's/^-- expect: //' > want
    more=$(sed -n 's/^-- flags: //p' "$p")
    lazy=--blackhole=lazy
    grep -q '^-- claims on entry' "$p" && lazy=             # counts what --blackhole=lazy may do twice
    "$GPHC" $way -threaded -debug -rtsopts "$p" -o "$name" || exit 1
    for k in 1 2; do                                        # two of the four, in turn
      seed=$((seed + 1))
      case $((seed % 4)) in 0) flags="-N2" ;; 1) flags="-N3 -A64k" ;; 2) flags="-N4 $lazy" ;; 3) flags="-N8 -C0.001 -V0.001" ;; esac
      timeout 60 "./$name" +RTS $flags $more --delay=$seed > got 2> err < /dev/null || { echo "$name ($way) $flags --delay=$seed: exit $?"; cat got err; exit 1; }
      diff want got > difference || { echo "$name ($way) $flags --delay=$seed:"; cat difference err; exit 1; }
    done
  done
done
