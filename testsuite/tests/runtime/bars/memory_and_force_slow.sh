# TEST: timeout=900
# Sparks that wait, and a lazy counter, take little memory; the second force of a large list takes nothing, whatever collections there were. Prints the figures.
"$ROOT/testsuite/bars" --gphc "$GPHC" --only memory,force
