# The other examples of random_runs_a_slow.sh.
timeout 295 python3 "$SRC/random_runs.py" "$GPHC" "$ROOT/examples" 100 partree z
