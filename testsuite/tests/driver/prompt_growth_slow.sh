# 10,000 inputs in one session (prompt_growth.sh).
# TEST: timeout=14400
command -v python3 > /dev/null && command -v pgrep > /dev/null || { echo "python3 or pgrep is not installed"; exit 77; }
python3 "$SRC/prompt_growth.inc" "$GPHC" 1430 2> err || { tail -3 err; exit 1; }
