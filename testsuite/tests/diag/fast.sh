# Programs that could keep a type checker busy without end are answered within two seconds.
for f in NonTerminatingInstance NonTerminatingInstances NonTerminatingFunDep OverlappingInstances ClassCycleThree AmbiguousType IllTyped IllKinded InfiniteType; do
  code=0
  timeout 2 "$GPHC" "$SRC/$f.gph" -o p > out 2> err || code=$?
  [ $code -eq 1 ] || { echo "$f: exit $code: $(head -c 300 err)"; exit 1; }
done
