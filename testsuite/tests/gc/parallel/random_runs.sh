# Each example (with THOROUGH a few times) at random numbers of HECs and collector flags; another seed each time, printed when one fails.
timeout 200 python3 "$SRC/random_runs.py" "$GPHC" "$ROOT/examples" "$([ "$THOROUGH" ] && echo 3 || echo 1)"
