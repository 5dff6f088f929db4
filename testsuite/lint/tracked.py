"""Refuses what must not be tracked: what a build writes (all that .gitignore names), binaries, and executables that are no scripts. Pictures of the docs and what tests read
or expect may be any bytes. Says nothing where there is no git."""
import re, subprocess, sys

def git(*args): return subprocess.run(['git', *args, '-z'], capture_output=True)

PICTURE = re.compile(r'docs/pictures/[\w-]+\.png$')
BYTES_OF_TESTS = re.compile(r'testsuite/tests/.*\.(stdin|stdout|stderr)$')
listed = git('ls-files', '--stage')
if listed.returncode != 0: sys.exit(0)
bad = [f'{f}: is tracked, and .gitignore says that a build writes it' for f in git('ls-files', '--cached', '--ignored', '--exclude-standard').stdout.decode().split('\0') if f]
for entry in listed.stdout.decode().split('\0'):
    if not entry: continue
    about, f = entry.split('\t', 1)
    mode = about.split()[0]
    try: data = open(f, 'rb').read()
    except OSError: continue                             # removed, not committed yet; a link
    if PICTURE.match(f) or BYTES_OF_TESTS.match(f): continue
    if b'\0' in data: bad.append(f'{f}: is binary')
    elif mode == '100755' and not data.startswith(b'#!'): bad.append(f'{f}: can be executed, and is no script')
if bad: print('\n'.join(bad))
sys.exit(1 if bad else 0)
