# Code that earlier inputs brought goes when nothing refers to it (Note [Unloading] in runtime/prim/loader.c), and only then: what is kept by variables,
# threads, lazy values, dictionaries, literals and names of the session works on; values with names are evaluated once. What is expected is what GHC's
# prompt prints for the same input.
# TEST: timeout=600
command -v python3 > /dev/null && command -v pgrep > /dev/null || { echo "python3 or pgrep is not installed"; exit 77; }
python3 "$SRC/prompt_unload.inc" "$GPHC" 2> err || { tail -5 err; exit 1; }
test "$(cat err)" = "once
pair" || { cat err; exit 1; }
