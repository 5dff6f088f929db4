# Larger clients.
"$ROOT/testsuite/model/run" --all --only inbox > out 2>&1 || { tail -60 out; exit 1; }
