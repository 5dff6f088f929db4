# TEST: timeout=900
# processes.sh with the checking runtime, and all gateways.
CHECKED=1
. "$SRC/processes.sh"
