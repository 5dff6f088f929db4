"""testsuite/bench --corpus DIR: any folder of Haskell programs, by this gphc and by GHC, both at -O2 without threads.

A program is a folder that holds Main.hs, Main.lhs, Main.gph or one single source file, at any depth; two programs of one name are told apart by their parent's. As the public
benchmark suites have it, a Makefile beside it may say FAST_OPTS, NORM_OPTS, SLOW_OPTS, PROG_ARGS (arguments) and SRC_HC_OPTS (-cpp, -fglasgow-exts, -X.., -i..,
-D.. are heeded); NAME.stdin is the input; without a Makefile, files bench.args or args hold an argument a line. DIR/common is searched for modules, too.
What GHC does not build or run is named and left out; an output or exit code that differs from GHC's is a failure.
"""
import math, os, re, shlex, shutil, statistics, subprocess

SOURCES = ('.hs', '.lhs', '.gph', '.lgph')
RUN_LIMIT, COMPILE_LIMIT = 60, 300
SLOW, HEAVY = 1.15, 1.3      # ratios above which a program is named

def programs(top, only):
    found = []
    for folder, dirs, files in sorted(os.walk(top)):
        dirs.sort()
        sources = [f for f in files if f.endswith(SOURCES)]
        mains = [f for f in sources if os.path.splitext(f)[0] == 'Main']
        if not mains and len(sources) == 1 and os.path.basename(folder) != 'common': mains = sources
        if len(mains) != 1: continue
        dirs[:] = []                                 # its modules
        found.append((os.path.relpath(folder, top), folder, mains[0]))
    names = [os.path.basename(n) for n, _, _ in found]
    for (rel, folder, main), name in zip(found, names):
        if names.count(name) > 1: name = '-'.join(rel.split(os.sep)[-2:])
        if not only or any(w in rel for w in only.split(',')): yield name, folder, main

def settings(folder, top, mode):
    """(compile flags, arguments)"""
    said = {}
    for f in (os.path.join(folder, 'Makefile'), os.path.join(os.path.dirname(folder), 'Makefile')):
        if not os.path.exists(f) or not os.path.realpath(f).startswith(os.path.realpath(top)): continue
        text = open(f, encoding='utf-8', errors='replace').read().replace('\\\n', ' ')
        for name in ('FAST_OPTS', 'NORM_OPTS', 'SLOW_OPTS', 'PROG_ARGS', 'SRC_HC_OPTS'):
            values = re.findall(r'^' + name + r'[ \t]*\+?=[ \t]*(.*)$', text, re.M)
            if name == 'SRC_HC_OPTS': said[name] = said.get(name, []) + ' '.join(values).split()
            elif values and name not in said and '$' not in values[-1]: said[name] = shlex.split(values[-1], comments=True)
    for f in ('bench.args', 'args'):
        path = os.path.join(folder, f)
        if os.path.exists(path): said.setdefault('PROG_ARGS', open(path).read().split('\n')[:-1])
    flags = [w for w in said.get('SRC_HC_OPTS', []) if w in ('-cpp', '-fglasgow-exts') or w.startswith(('-X', '-D', '-i'))]
    common = os.path.join(top, 'common')
    if os.path.isdir(common): flags.append('-i' + common)
    return flags, said.get(mode + '_OPTS', []) + said.get('PROG_ARGS', [])

def run(bench, cmd, folder, stdin):
    """(processor s, peak bytes, exit code, output, standard error), or None when it takes too long."""
    usage = os.path.join(bench.tmp, 'usage')
    with open(stdin or os.devnull, 'rb') as given:
        try: p = subprocess.run([bench.child, usage, *cmd], stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, timeout=RUN_LIMIT)
        except subprocess.TimeoutExpired: return None
    _, cpu, kib = open(usage).read().split()
    return float(cpu), int(kib) * 1024, p.returncode, p.stdout, p.stderr.decode('utf-8', 'replace')

def number(text, pattern):
    m = re.search(pattern, text)
    return float(m.group(1).replace(',', '')) if m else None

def statistics_of(err):
    """What -s says: bytes allocated, seconds of collections."""
    return number(err, r'([\d,]+) bytes allocated in the heap'), number(err, r'GC\s+time\s+([\d.]+)s')

def geo(xs):
    xs = [x for x in xs if x]
    return math.exp(sum(map(math.log, xs)) / len(xs)) if xs else float('nan')

def measure(bench, ghc, top, only, mode, rounds):
    """Prints the table; the number of failures."""
    top = os.path.abspath(top)
    print(f'{"program":18} {"gphc s":>7} {"ghc s":>7} {"time":>6} {"alloc MB":>9} {"alloc":>6} {"peak":>6} {"GC s":>6} {"ghc GC":>6} {"compile":>7}', flush=True)
    rows, failures = [], []
    for name, folder, main in programs(top, only):
        flags, args = settings(folder, top, mode)
        stdin = next((p for p in (os.path.join(folder, os.path.basename(folder) + '.stdin'),) if os.path.exists(p)), None)
        work = os.path.join(bench.tmp, name)
        os.makedirs(work)
        exes = {'gphc': work + '/gphc', 'ghc': work + '/ghc'}
        compile_cmds = {'ghc': [ghc, '-O2', '-rtsopts', '-w', '-v0', '-outputdir', work + '/o', *flags, main, '-o', exes['ghc']],
                        'gphc': [bench.opt.gphc, '-O2', '-rtsopts', '-w', *shlex.split(bench.opt.gphc_flags), *flags, main, '-o', exes['gphc']]}
        took = {}
        try:
            for who, cmd in compile_cmds.items():
                before = os.times()
                env = dict(os.environ, XDG_CACHE_HOME=work + '/cache')
                try: p = subprocess.run(cmd, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=COMPILE_LIMIT)
                except subprocess.TimeoutExpired: p = None
                after = os.times()
                took[who] = after.children_user + after.children_system - before.children_user - before.children_system
                if p and p.returncode == 0 and os.path.exists(exes[who]): continue
                text = p.stdout.decode('utf-8', 'replace').strip().replace('\n', ' | ')[:200] if p else f'takes more than {COMPILE_LIMIT} s'
                if who == 'ghc': print(f'{name:18} ghc does not build it: {text[:100]}', flush=True)
                else:
                    failures.append(name)
                    print(f'{name:18} FAILED: gphc does not build it: {text}', flush=True)
                break
            if len(took) < 2 or not os.path.exists(exes['gphc']): continue
            times = {who: [] for who in exes}
            last = {}
            for _ in range(rounds):
                for who in ('ghc', 'gphc'):
                    last[who] = run(bench, [exes[who], *args], folder, stdin)
                    if last[who]: times[who].append(max(last[who][0], 1e-3))
            if not last['ghc']:
                print(f'{name:18} ghc runs past {RUN_LIMIT} s', flush=True)
                continue
            if not last['gphc'] or last['gphc'][2:4] != last['ghc'][2:4]:
                failures.append(name)
                print(f'{name:18} FAILED: ' + (f'runs past {RUN_LIMIT} s, ghc {times["ghc"][0]:.2f} s' if not last['gphc'] else f'exit {last["gphc"][2]} (ghc {last["ghc"][2]}), output '
                      + ('differs' if last['gphc'][3] != last['ghc'][3] else 'the same') + ': ' + last['gphc'][4][:150].replace('\n', ' | ')), flush=True)
                continue
            stats = {}
            for who in exes:
                again = run(bench, [exes[who], *args, '+RTS', '-s', '-RTS'], folder, stdin)
                stats[who] = statistics_of(again[4]) if again else (None, None)
            def over(a, b): return a / b if a and b else None
            r = {'name': name, 'time': statistics.median(a / b for a, b in zip(times['gphc'], times['ghc'])), 's': statistics.median(times['gphc']), 'ghc': statistics.median(times['ghc']),
                 'alloc': over(stats['gphc'][0], stats['ghc'][0]), 'peak': over(last['gphc'][1], last['ghc'][1]), 'compile': took['gphc'] / max(took['ghc'], 1e-3)}
            rows.append(r)
            show = lambda x, w, d: f'{x:{w}.{d}f}' if x is not None else ' ' * (w - 1) + '-'
            print(f'{name:18} {r["s"]:7.3f} {r["ghc"]:7.3f} {r["time"]:6.2f} {show((stats["gphc"][0] or 0) / 1e6, 9, 1)} {show(r["alloc"], 6, 2)} {show(r["peak"], 6, 2)} '
                  f'{show(stats["gphc"][1], 6, 2)} {show(stats["ghc"][1], 6, 2)} {r["compile"]:7.2f}', flush=True)
        finally: shutil.rmtree(work, ignore_errors=True)
    long = [r for r in rows if r['ghc'] >= 0.05]     # what is shorter says nothing of time
    print(f'{len(rows)} programs; geometric means: time {geo(r["time"] for r in long):.2f} (of the {len(long)} that take GHC 0.05 s or more), allocation {geo(r["alloc"] for r in long):.2f}, '
          f'peak {geo(r["peak"] for r in long):.2f}, compile time {geo(r["compile"] for r in rows):.2f}')
    for what, key, bar, of in (('time', 'time', SLOW, long), ('allocation', 'alloc', HEAVY, long)):
        above = sorted(((r[key], r['name']) for r in of if r[key] and r[key] > bar), reverse=True)
        print(f'{what} above {bar}: {len(above)}' + (': ' if above else '') + ', '.join(f'{n} {x:.2f}' for x, n in above))
    if failures: print('failed: ' + ', '.join(failures))
    return len(failures)
