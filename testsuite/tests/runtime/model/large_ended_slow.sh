# Larger clients.
"$ROOT/testsuite/model/run" --all --only ended > out 2>&1 || { tail -60 out; exit 1; }
