"""The parallel and concurrent tests, conformance programs and examples that there are, or other files, at random run-time flags: what they expect stands with them.
And programs that are built first and run later, random ones among them."""
import importlib.machinery, importlib.util, json, os, random, shlex, shutil, subprocess, tempfile, threading, time, concurrent.futures
import flags

SUITE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ['tests/par', 'tests/runtime', 'tests/gc', 'tests/stdlib']
# Those that are about a flag or a limit, and what other flags may change: how much memory or stack is used, when an idle program is found to be deadlocked.
LEFT_OUT = ['tests/runtime/space/', 'tests/runtime/heap/', 'tests/runtime/stack/overflow', 'tests/runtime/eventlog/', 'tests/gc/flags/', 'tests/gc/large/aligned', 'tests/gc/old/',
            'tests/runtime/conc/stm_kill_many',  # its lazy chain has no bound but the time that it runs: gigabytes
            'tests/runtime/forced/',             # those of `mutations`: long, and some need two HECs and no ticker
            'conformance/conc-mvar',             # kills a thread after one `yield`, by which it need not have come as far as its handler, with GHC, too
            'tests/runtime/conc/last_turn',      # the turn is each HEC's: with several, one may come to its own when the program has ended
            'tests/runtime/io/args', 'tests/runtime/stack/chains']
NOT_O0 = ['tests/runtime/normal_form/mark']  # instances that are written out are marked by the optimiser
NO_SIGNALS = ['tests/runtime/exceptions/interruptible']     # C's poll, which any signal interrupts
# Counts evaluations, of which there may be more than one with lazy black-holing alone (docs/runtime.md).
ONE_EACH = {'tests/runtime/races/walk.gph': ['--blackhole=lazy']}
NEVER = ['-V0', '-I0']               # many need pre-emption, or are told that they wait for ever
PARALLEL = ('Control.Parallel', 'Control.Concurrent', 'Control.Monad.Par', 'Data.Parallel', 'Control.Exception', 'System.Mem', 'Control.Monad.ST.Lazy', 'unsafePerformIO', 'unsafeInterleaveIO', 'Control.Seq')

def suite():
    """testsuite/run as a module: what a test expects is read in one place."""
    loader = importlib.machinery.SourceFileLoader('suite', os.path.join(SUITE, 'run'))
    spec = importlib.util.spec_from_loader('suite', loader)
    m = importlib.util.module_from_spec(spec)
    loader.exec_module(m)
    return m

class Test:
    def __init__(self, name, source, want, **more):
        self.name, self.source, self.want = name, source, want
        self.flags, self.args, self.stdin, self.rts, self.wrc, self.contains, self.debug_only, self.kind, self.never = [], [], b'', [], 0, [], False, 'existing', NEVER
        self.__dict__.update(more)

def tests(only):
    s = suite()
    found = []
    for top in FOLDERS:
        for d, _, files in sorted(os.walk(os.path.join(SUITE, top))):
            for f in sorted(files):
                path = os.path.join(d, f)
                name = os.path.relpath(path, SUITE)
                if not f.endswith('.gph') or '.d/' in name or any(name.startswith(l) for l in LEFT_OUT): continue
                conf, fl, errors, warnings, want, contains, wrc = s.small_config(path)
                text = s.read(path).decode('utf-8', 'replace')
                if errors or warnings or 'compile-only' in conf or (top == 'tests/stdlib' and not any(w in text for w in PARALLEL)): continue
                ways = conf.get('ways', 'all').split(',')
                if conf.get('ways') and not any(w.startswith('thr') or w == 'all' for w in ways): continue
                # Its own flags come last, so they hold.
                found.append(Test(name, path, want, flags=[x for x in fl if x != '-rtsopts'], args=shlex.split(conf.get('args', '')), stdin=s.read(path[:-4] + '.stdin', b''), rts=[x for x in shlex.split(conf.get('rts', '')) if not x.startswith('-M')],      # eight HECs' nurseries are no leak
                                  wrc=wrc, contains=contains, never=NEVER + ONE_EACH.get(name, []), debug_only=all('debug' in w for w in ways if w.startswith('thr')) and bool(conf.get('ways'))))
    for kind, top in (('conformance', os.path.join(SUITE, 'conformance', 'run')), ('examples', os.path.join(os.path.dirname(SUITE), 'examples'))):
        for f in sorted(os.listdir(top)):
            if kind == 'examples': base, source, name = os.path.join(top, f, 'test'), os.path.join(top, f, 'Main.gph'), f'examples/{f}'
            elif f.startswith(('par-', 'conc-', 'exc-', 'lazy-', 'array-')) and f.endswith('.gph'): base, source, name = os.path.join(top, f[:-4]), os.path.join(top, f), f'conformance/{f[:-4]}'
            else: continue
            if not os.path.isfile(source) or not os.path.exists(base + '.stdout') or name in LEFT_OUT: continue
            found.append(Test(name, source, s.read(base + '.stdout'), args=s.split_lines(s.read(base + '.args')), stdin=s.read(base + '.stdin', b''), wrc=int((s.read(base + '.exitcode') or b'0').strip()),
                              contains=[l for l in (s.read(base + '.stderr-contains') or b'').split(b'\n') if l]))
    return [t for t in found if only in t.name]

def files(r):
    """Programs from elsewhere. F.hs must print what stands in F.stdout, or else what it prints when it is built plainly at -O0; F.args, F.stdin as examples; F.flags: gphc's."""
    s = suite()
    for path in map(os.path.abspath, r.opt.files):
        base, name = os.path.splitext(path)[0], os.path.basename(path)
        args, stdin, more = s.split_lines(s.read(base + '.args')), s.read(base + '.stdin', b''), s.split_lines(s.read(base + '.flags'))
        want = s.read(base + '.stdout')
        if want is None:
            exe = os.path.join(tempfile.mkdtemp(dir=r.opt.tmp), 'plain')
            rc, out, err, _ = r.compile(path, exe, ['-O0', *more])
            if rc == 0: rc, want, err, _ = r.call([exe, *args], r.opt.limit, os.path.dirname(exe), stdin)
            if rc != 0: raise SystemExit(f'{path}: {err.decode("utf-8", "replace")}')
        yield Test(name, path, want, args=args, stdin=stdin, flags=more)

def at_random(r):
    """Random programs, as many as --programs says, each with its sequential answer."""
    for kind, seed in r.kinds_and_seeds(r.opt.programs or 30):
        p, name = r.programs.make(kind, seed), f'{kind}-{seed}'
        source = os.path.join(tempfile.mkdtemp(dir=r.opt.tmp), name + '.hs')
        r.write(source, p.text())
        ref = r.Reference(os.path.dirname(source), source)
        if ref.problem: r.kept(name, None, source, [], r.Outcome('reference', ref.problem), None)
        else: yield Test(name, source, ref.want, flags=['-cpp'], kind=kind, never=sorted(p.never))

def listed(r):
    """The tests, in the order that the seed says."""
    opt = r.opt
    all_tests = list(files(r) if opt.files else tests(opt.only) if opt.existing else at_random(r))
    random.Random(opt.seed).shuffle(all_tests)
    if opt.programs: all_tests = all_tests[:opt.programs]
    r.say(f'{len(all_tests)} tests')
    return all_tests

def ways_of(r, t):
    """The ways in which the seed has this test built."""
    names = [w for w in (r.opt.ways.split(',') if r.opt.ways else r.WAYS) if r.WAYS[w][1] and (r.WAYS[w][2] or not t.debug_only)
             and not ('-O0' in r.WAYS[w][0] and any(t.name.startswith(n) for n in NOT_O0))]
    return dict.fromkeys(random.Random(f'{r.opt.seed}/{t.name}').choices(names, [r.WAYS[w][3] for w in names], k=r.opt.per_program)) if names else {}

def built(r, t, way, folder):
    """The test built in this way, with what it allocates and the --gc-stress=N to choose from; None if it fails already at -N1, which is counted."""
    fl, threaded, debug, _ = r.WAYS[way]
    path = os.path.join(folder, os.path.basename(t.source).rsplit('.', 1)[0])
    rc, out, err, _ = r.compile(t.source, path, fl + t.flags)
    if rc != 0: return r.kept(t.name, way, t.source, [], r.Outcome('compile', err.decode('utf-8', 'replace')[:400]), None) and None
    exe = r.Exe(path, way, t.want, t.args, t.stdin, t.rts, t.wrc, t.contains)
    exe.kind, exe.never = t.kind, t.never
    # How much it allocates: at -N1, where it also has to pass.
    stat = os.path.join(folder, 'stat')
    o = exe.run(['-N1', '-t' + stat, '--machine-readable'])
    if o.kind != 'ok': return r.kept(t.name, way, t.source, ['-N1'], o, exe) and None
    exe.allocated, exe.stress = r.stress_of(stat) if os.path.exists(stat) else (0, [])
    if debug: exe.stress = r.bearable(exe, exe.stress, ['-N1'])
    return exe

def run_once(r, name, source, exe, k):
    """Run k of this executable; whether it passed."""
    g = random.Random(f'{r.opt.seed}/{name}/{exe.way}/{k}')
    _, threaded, debug, _ = r.WAYS[exe.way]
    chosen = flags.draw(g, threaded, debug, exe.allocated, exe.stress, exe.never, r.flags_of(exe), most=r.opt.most_hecs, parallel=r.is_parallel(exe.way), always=r.opt.always, limited=exe.kind == 'deep')
    cores = r.cores_for(g)
    sent = None if r.is_parallel(exe.way) or any(name.startswith(n) for n in NO_SIGNALS) else r.signal_for(g)
    o = exe.run(chosen, cores, sent)
    if o.kind == 'ok': r.passed(exe.kind, chosen)
    else: r.kept(name, exe.way, source, chosen, o, exe, cores, sent)
    return o.kind == 'ok'

def run(r):
    opt = r.opt
    def one(t):
        if time.monotonic() > opt.end or r.count['failed'] >= opt.most_failures: return
        for way in ways_of(r, t):
            if time.monotonic() > opt.end: return
            exe = built(r, t, way, tempfile.mkdtemp(dir=opt.tmp))
            for k in range(opt.runs if exe else 0):
                if k and time.monotonic() > opt.end: return     # what took so long to build is run once
                if not run_once(r, t.name, t.source, exe, k): break
            if exe: os.unlink(exe.path)
    with concurrent.futures.ThreadPoolExecutor(opt.jobs) as pool: list(pool.map(one, listed(r)))

# The programs built here and run elsewhere, on a machine without a compiler: a folder with the executables and `programs.json`, which says of each what it gets and must print.

def build(r, folder):
    """Builds all tests, each in its ways, into folder."""
    os.makedirs(folder, exist_ok=True)
    rows = []
    def one(t):
        for way in ways_of(r, t):
            exe = built(r, t, way, tempfile.mkdtemp(dir=r.opt.tmp))
            if not exe: continue
            to = f'{t.name.replace("/", "-")}-{way}'
            shutil.move(exe.path, os.path.join(folder, to))
            subprocess.run(['strip', os.path.join(folder, to)], check=True)
            source = t.name.replace('/', '-') + os.path.splitext(t.source)[1]
            shutil.copy(t.source, os.path.join(folder, source))
            text = lambda b: b.decode('latin-1')
            rows.append(dict(exe=to, name=t.name, source=source, kind=t.kind, never=t.never, way=way, want=text(t.want), args=t.args, stdin=text(t.stdin), rts=t.rts, wrc=t.wrc, contains=list(map(text, t.contains)),
                             allocated=exe.allocated, stress=exe.stress))
            r.count['passed'] += 1
    with concurrent.futures.ThreadPoolExecutor(r.opt.jobs) as pool: list(pool.map(one, listed(r)))
    with open(os.path.join(folder, 'programs.json'), 'w') as f: json.dump(sorted(rows, key=lambda x: x['exe']), f, indent=1)

def run_built(r, folder):
    """Runs what build has put into folder, a run of each in turn, until the time is over, or opt.runs of each; one that fails is not run again."""
    with open(os.path.join(folder, 'programs.json')) as f: rows = json.load(f)
    bytes_of = lambda s: s.encode('latin-1')
    exes = []
    for x in rows:
        exe = r.Exe(os.path.join(folder, x['exe']), x['way'], bytes_of(x['want']), x['args'], bytes_of(x['stdin']), x['rts'], x['wrc'], list(map(bytes_of, x['contains'])))
        exe.allocated, exe.stress, exe.kind, exe.never = x['allocated'], x['stress'], x['kind'], x['never']
        exes.append((x['name'], os.path.join(folder, x['source']), exe))
    random.Random(r.opt.seed).shuffle(exes)
    bad = set()
    def one(k, name, source, exe):
        if time.monotonic() > r.opt.end or exe in bad or len(bad) >= r.opt.most_failures: return
        if not run_once(r, name, source, exe, k): bad.add(exe)
    # Not by pool.map, which would make all of them beforehand, a hundred thousand of each, say.
    runs, lock = ((k, *e) for k in range(r.opt.runs) for e in exes), threading.Lock()
    def worker(_):
        while True:
            with lock: x = next(runs, None)
            if x is None: return
            one(*x)
    with concurrent.futures.ThreadPoolExecutor(r.opt.jobs) as pool: list(pool.map(worker, range(r.opt.jobs)))
