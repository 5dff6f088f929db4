# TEST: timeout=1800
# A lazy list that 2, 3 and 4 threads walk, 1,000 times under each way of black-holing: nothing is evaluated twice for long. Prints the figures.
"$ROOT/testsuite/bars" --gphc "$GPHC" --only sharing --runs 1000
