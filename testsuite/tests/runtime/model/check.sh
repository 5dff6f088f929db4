# The deque, the inboxes, stopping the world and the black holes in every execution that C11 allows of small clients, and the checker's own litmus tests.
"$ROOT/testsuite/model/run" > out 2>&1 || { tail -60 out; exit 1; }
