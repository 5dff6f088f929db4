# No program of testsuite/perf takes more instructions than it took (testsuite/instructions.py).
# TEST: timeout=3600
command -v valgrind > /dev/null || { echo "valgrind is not installed"; exit 77; }
python3 "$SRC/../../instructions.py" "$GPHC" > table 2>&1 || { grep -v '[0-9]$' table; exit 1; }
