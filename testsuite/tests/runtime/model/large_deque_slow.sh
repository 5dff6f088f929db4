# Larger clients.
"$ROOT/testsuite/model/run" --all --only deque > out 2>&1 || { tail -60 out; exit 1; }
