# TEST: timeout=1800
# The other examples of random_runs_a_slow.sh.
timeout 1790 python3 "$SRC/random_runs.py" "$GPHC" "$ROOT/examples" 100 partree z
