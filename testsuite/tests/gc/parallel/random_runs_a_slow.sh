# TEST: timeout=1800
# Each example 100 times at random numbers of HECs and collector flags (the others: random_runs_p_slow.sh); another seed each time, printed when one fails.
timeout 1790 python3 "$SRC/random_runs.py" "$GPHC" "$ROOT/examples" 100 a parfib
