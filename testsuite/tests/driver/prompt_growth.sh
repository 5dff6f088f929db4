# A session with many inputs does not grow but by their code: values that no name refers to go, and nothing stays open or behind.
# TEST: timeout=600
command -v python3 > /dev/null && command -v pgrep > /dev/null || { echo "python3 or pgrep is not installed"; exit 77; }
python3 "$SRC/prompt_growth.inc" "$GPHC" 24 2> err || { tail -3 err; exit 1; }
