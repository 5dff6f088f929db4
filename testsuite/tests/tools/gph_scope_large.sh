# A large log is reduced as it is read: 150 MB through a pipe take a few megabytes of memory.
fail() { echo "$1"; exit 1; }
scope="$(dirname "$GPHC")/gph-scope"
cat > make.py <<'P'
import struct, sys
out = sys.stdout.buffer
kinds = [(0, 4), (1, 4), (2, 10), (34, 56), (18, 14), (45, 2)]
out.write(b'hdrbhetb' + b''.join(b'etb\0' + struct.pack('>HHI', n, s, 1) + b'x' + bytes(4) + b'ete\0' for n, s in kinds) + b'hetehdredatb')
out.write(struct.pack('>HQH', 45, 0, 0) + struct.pack('>HQH', 45, 0, 1))
per, body = 500, []
for block in range(int(sys.argv[1])):
    t = block // 2 * per * 2000
    body = b''.join(struct.pack('>HQI', 1, t + 2000 * i, 7 + block % 2) + struct.pack('>HQIHI', 2, t + 2000 * i + 1000, 7 + block % 2, 3, 0) for i in range(per))
    body += struct.pack('>HQ7Q', 34, t + 2000 * per, block * 5, 0, 0, block, 0, block, 3)
    out.write(struct.pack('>HQIQH', 18, t, 24 + len(body), t + 2000 * per, block % 2) + body)
out.write(b'\xff\xff')
P
cat > measure.py <<'P'
import re, resource, subprocess, sys, json
make = subprocess.Popen([sys.executable, 'make.py', '8800'], stdout=subprocess.PIPE)
p = subprocess.run([sys.argv[1], '-', '-o', 'large.html'], stdin=make.stdout)
assert p.returncode == 0
make.stdout.close(); make.wait()
d = json.loads(re.search(r'application/json">(.*?)</script>', open('large.html').read(), re.S).group(1))
assert len(d['hecs']) == 2 and d['events'] == 8800 * 1001 + 2, d['events']
for h in d['hecs']: assert abs(h['runNs'] * 2 - d['duration']) < 0.01 * d['duration'], (h['runNs'], d['duration'])
P
ulimit -v 300000
python3 measure.py "$scope" || fail "large log"
[ "$(wc -c < large.html)" -lt 4000000 ] || fail "the page has $(wc -c < large.html) bytes"
