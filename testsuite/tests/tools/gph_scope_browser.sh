# gph-scope's page in a browser: no error on the console, the timelines are drawn, the keyboard zooms, moves and comes back.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "chromium is not installed"; exit 77; }
scope="$(dirname "$GPHC")/gph-scope"
cp "$SRC/../runtime/eventlog/program.inc" prog.gph
"$GPHC" -O prog.gph -threaded -rtsopts -o prog
./prog +RTS -N2 -lf -A64k --scaling > /dev/null 2> scaling
"$scope" prog.eventlog -o page.html 2> /dev/null
# Over the DevTools protocol, through a pipe: real keys, and what the console says.
cat > drive.py <<'P'
import atexit, json, os, select, subprocess, sys, time
to_r, to_w = os.pipe()
from_r, from_w = os.pipe()
def fds():
    a, b = os.dup(to_r), os.dup(from_w)
    os.dup2(a, 3), os.dup2(b, 4)
    os.set_inheritable(3, True), os.set_inheritable(4, True)
browser = subprocess.Popen([sys.argv[1], '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-pipe', '--window-size=1200,1000',
                            '--user-data-dir=' + os.getcwd() + '/profile', 'about:blank'], preexec_fn=fds, close_fds=False, stdout=subprocess.DEVNULL, stderr=open('log', 'w'), env=dict(os.environ, HOME=os.getcwd()))
atexit.register(lambda: browser.poll() is None and browser.kill())
os.close(to_r), os.close(from_w)
serial, inbox, events = 0, b'', []
def receive(seconds):
    global inbox
    end = time.time() + seconds
    while b'\0' not in inbox:
        if not select.select([from_r], [], [], max(0, end - time.time()))[0]: return None
        data = os.read(from_r, 1 << 20)
        if not data: return None
        inbox += data
    message, inbox = inbox.split(b'\0', 1)
    return json.loads(message)
def call(method, session=None, **params):
    global serial
    serial += 1
    os.write(to_w, json.dumps({'id': serial, 'method': method, 'params': params, **({'sessionId': session} if session else {})}).encode() + b'\0')
    while True:
        m = receive(60)
        if m is None: sys.exit('the browser does not answer: ' + open('log').read()[-300:])
        if m.get('id') == serial:
            if 'error' in m: sys.exit(f'{method}: {m["error"]}')
            return m['result']
        events.append(m)
def wait_for(method):
    for m in events:
        if m.get('method') == method: return m
    while True:
        m = receive(60)
        if m is None: sys.exit('no ' + method)
        events.append(m)
        if m.get('method') == method: return m
try:
    target = call('Target.createTarget', url='about:blank')['targetId']
except (BrokenPipeError, SystemExit):
    print('this chromium does not start here: ' + open('log').read()[-200:])
    sys.exit(77)
s = call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
for domain in ('Runtime', 'Log', 'Page'): call(domain + '.enable', s)
call('Page.navigate', s, url='file://' + os.getcwd() + '/page.html')
wait_for('Page.loadEventFired')
def js(code): 
    r = call('Runtime.evaluate', s, expression=code, awaitPromise=True, returnByValue=True)
    if 'exceptionDetails' in r: sys.exit(f'{code}: {r["exceptionDetails"]}')
    return r['result'].get('value')
def frame(): js('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))')
def shown(): frame(); return json.loads(js("(c => '[' + c.dataset.from + ',' + c.dataset.to + ']')(document.getElementById('view'))"))
def key(k, text=None, shift=False):
    call('Input.dispatchKeyEvent', s, type='keyDown', key=k, modifiers=8 if shift else 0, **({'text': text} if text else {}))
    call('Input.dispatchKeyEvent', s, type='keyUp', key=k)
    return shown()
size = lambda r: r[1] - r[0]
def expect(ok, what):
    if not ok: sys.exit('wrong: ' + str(what))
start = shown()
colours = json.loads(js('''(() => { const c = document.getElementById('view'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, n = {};
  for (let i = 0; i < d.length; i += 4) { const k = d[i] + ',' + d[i + 1] + ',' + d[i + 2]; n[k] = (n[k] || 0) + 1; }
  const of = name => { const h = getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1); return n[[0, 2, 4].map(i => parseInt(h.slice(i, i + 2), 16)).join(',')] || 0; };
  return JSON.stringify({ run: of('--run'), gc: of('--gc'), idle: of('--idle') }); })()'''))
expect(colours['run'] > 500 and colours['gc'] > 5 and colours['idle'] > 5, ('drawn', colours))
whole = size(start)
a = key('+', '+'); expect(abs(size(a) - whole / 2) < 1, ('zoom', start, a))
b = key('+', '+'); expect(abs(size(b) - whole / 4) < 1, ('zoom twice', b))
c = key('ArrowRight'); expect(c[0] > b[0] and abs(size(c) - whole / 4) < 1, ('right', b, c))
d = key('ArrowLeft'); expect(abs(d[0] - b[0]) < 2, ('left', b, d))
e = key('End'); expect(abs(e[1] - whole) < 1, ('end', e))
f = key('-', '-'); expect(abs(size(f) - whole / 2) < 1, ('out', f))
key('0', '0'); g = key('p', 'p'); expect(size(g) == whole, ('marker, everything shown', g))
expect(key('0', '0') == start, 'everything')
for _ in range(80): h = key('+', '+')
expect(0 < size(h) <= 2000.5, ('zoom in ends', h))
for _ in range(80): h = key('-', '-')
expect(h == start, ('zoom out ends', h))
box = json.loads(js("(r => JSON.stringify([r.left, r.top]))(document.getElementById('view').getBoundingClientRect())"))
for kind in ('mouseMoved', 'mouseMoved'): call('Input.dispatchMouseEvent', s, type=kind, x=box[0] + 300, y=box[1] + 90)
frame()
expect('HEC' in js("document.getElementById('tip').textContent") and js("document.getElementById('tip').style.display") == 'block', 'tip')
call('Input.dispatchMouseEvent', s, type='mousePressed', x=box[0] + 200, y=box[1] + 90, button='left', clickCount=1)
call('Input.dispatchMouseEvent', s, type='mouseMoved', x=box[0] + 400, y=box[1] + 90, button='left', buttons=1)
call('Input.dispatchMouseEvent', s, type='mouseReleased', x=box[0] + 400, y=box[1] + 90, button='left', clickCount=1)
i = shown(); expect(0 < size(i) < whole * 0.3, ('selected', i))
call('Input.dispatchMouseEvent', s, type='mouseWheel', x=box[0] + 300, y=box[1] + 90, deltaX=0, deltaY=400)
j = shown(); expect(size(j) > size(i), ('wheel', i, j))
expect(js("document.getElementById('hecs').rows.length") == 3 and js("document.getElementById('messages').rows.length") == 4, 'tables')
expect(js("document.getElementById('sites').rows.length") >= 2, 'spark sites')
expect(js("document.getElementById('scalingpart').hidden") is False and js("document.querySelectorAll('#curve circle').length") == 6, 'speed-ups')
expect(js("document.getElementById('verdict').textContent") == open('scaling').read().strip().splitlines()[-1].strip(), 'verdict')
bad = [m for m in events if m.get('method') in ('Runtime.exceptionThrown', 'Runtime.consoleAPICalled', 'Log.entryAdded')]
expect(not bad, ('console', bad))
try: call('Browser.close')
except (BrokenPipeError, SystemExit): pass
browser.wait(30)
P
timeout 200 python3 drive.py "$browser"
