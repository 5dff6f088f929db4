# TEST: waits
# The prompt at a terminal: the greeting, Ctrl-C ends an evaluation, or drops what was typed, and no more, characters
# outside ASCII without a locale, completion, history, Ctrl-D ends it.
# TEST: timeout=600
export HOME="$PWD" TERM=xterm
unset LANG LANGUAGE LC_ALL LC_CTYPE
command -v python3 > /dev/null || exit 77
[ -e /usr/lib/x86_64-linux-gnu/libedit.so.2 ] || { echo "libedit is not installed (Debian: libedit2)"; exit 77; }
cat > drive.py <<'END'
import os, pty, re, select, signal, sys, time
pid, fd = pty.fork()
if pid == 0: os.execv(sys.argv[1], [sys.argv[1], '--interactive'])
seen = b''
def until(pattern, seconds=120):
    global seen
    end = time.time() + seconds
    while not re.search(pattern, seen):
        if time.time() > end: sys.exit(f'no {pattern!r} in {seen[-600:]!r}')
        r, _, _ = select.select([fd], [], [], 0.2)
        if not r: continue
        try: part = os.read(fd, 65536)
        except OSError: sys.exit(f'ended without {pattern!r}: {seen[-600:]!r}')
        seen += part
    seen = seen[re.search(pattern, seen).end():]
def send(s):
    time.sleep(0.3)               # the prompt is there before the terminal's mode is
    os.write(fd, s.encode())
until(rb'gphi, the prompt of gphc'); until(rb'gphi> ')
send('6 * 7\n'); until(rb'\n42\r'); until(rb'gphi> ')
send('let kept = 11\n'); until(rb'gphi> ')
send('length [1 ..]\n'); time.sleep(3)
send('\x03'); until(rb'Interrupted\.'); until(rb'gphi> ')
send('kept + 1\n'); until(rb'\n12\r'); until(rb'gphi> ')
send('\x03'); until(rb'gphi> ')
send('nonsense\x03'); until(rb'gphi> ')
send(':{\n'); until(rb'\| ')
send('let kept = 12\n'); until(rb'\| ')
send('\x03'); until(rb'gphi> ')
send('kept + 2\n'); until(rb'\n13\r'); until(rb'gphi> ')
send('(length "\u00e9t\u00e9", "\u2603")\n'); until(rb'\n\(3,"\\9731"\)\r'); until(rb'gphi> ')
send('putStrL\t "tab"\n'); until(rb'\ntab\r'); until(rb'gphi> ')
send('\x1b[A\x1b[A\n'); until(rb'\n\(3,"\\9731"\)\r'); until(rb'gphi> ')
send('getLine >>= putStrLn . reverse\n'); time.sleep(2)
send('abc\n'); until(rb'cba'); until(rb'gphi> ')
end = time.time() + 60
while time.time() < end:
    try: send('\x04')           # again: what comes while the terminal changes its mode is lost
    except OSError: pass
    time.sleep(0.5)
    p, status = os.waitpid(pid, os.WNOHANG)
    if p: break
else: sys.exit('does not end')
if status != 0: sys.exit(f'status {status}')
END
python3 drive.py "$GPHC"
grep -q 'kept' .gphi_history
