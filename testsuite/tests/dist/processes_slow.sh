# TEST: timeout=900
# processes.sh with the checking runtime, and all gateways; and a message that is damaged on its way ends the run, with a line that says so.
CHECKED=1
. "$SRC/processes.sh"
