# Every atomic operation weakened, and the protocol broken: the clients find it, or testsuite/model/harmless says why it does no harm.
"$ROOT/testsuite/model/run" --mutate --only ended > out 2>&1 || { grep -v "^found\|^harmless" out | tail -60; exit 1; }
