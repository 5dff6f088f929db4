# The deque, the inboxes, stopping the world and the black holes in the executions that C11 allows of small clients (without THOROUGH, three times
# of four: in 6,000 of each, which for most are all), and the checker's own litmus tests.
limit='--limit 6000'
if [ "$THOROUGH" ] || [ $(($$ % 4)) = 0 ]; then limit=; fi
"$ROOT/testsuite/model/run" $limit > out 2>&1 || { tail -60 out; exit 1; }
