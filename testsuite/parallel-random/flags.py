"""Random run-time flags that must not change what a program prints.

Every flag of runtime/base/flags.def stands here, in CHOICES or in FIXED: one that is in neither stops the tests, so a new flag gets its random runs.
"""
import os, re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# flag: (how often, values, since it needs: '' any program, 't' the threaded runtime, 'd' a debug runtime, 'td' both, 'p' several processes, 'K' a program that
# prints the same when its stack is at a limit)
CHOICES = {
    '-A': (0.9, ['16k', '16k', '32k', '64k', '64k', '128k', '256k', '1m', '4m'], ''),
    '-n': (0.15, ['4k', '16k', '64k', '256k'], ''),
    '-G': (0.08, ['1', '2'], ''),
    '-F': (0.1, ['1.05', '1.3', '2', '4'], ''),
    '-H': (0.05, ['', '8m', '64m'], ''),
    '-qg': (0.6, ['', '0', '0', '0', '1'], 't'),
    '-qb': (0.4, ['', '0', '1'], 't'),
    '-qn': (0.4, ['1', '2', '3', '5', '8'], 't'),
    '--gc-lock=': (0.3, ['all', 'mutable'], 't'),
    '--old-gc=': (0.3, ['mark', 'copy', 'auto'], ''),
    '-c': (0.1, [''], ''),
    '-C': (0.25, ['0', '0.001', '0.005', '0.1'], ''),
    '-V': (0.2, ['0.001', '0.002', '0.005', '0.05'], ''),   # 0: without the ticker a busy thread keeps its HEC, as in GHC
    '-I': (0.1, ['0', '0.01', '1'], ''),
    '-qm': (0.15, [''], 't'),
    '-qw': (0.15, [''], 't'),
    '--blackhole=': (0.3, ['lazy', 'eager', 'both'], ''),
    '--blackhole-wait=': (0.25, ['poll', 'queue'], 't'),
    '--post-check': (0.2, [''], ''),
    '--zones=': (0.4, ['on', 'off'], 't'),
    '--preempt=': (0.25, ['flag', 'limit'], ''),
    '--spark-pool=': (0.15, ['2', '8', '100', '65536'], 't'),
    '--spark-order=': (0.2, ['lifo', 'fifo'], 't'),
    '--spark-gc=': (0.2, ['root', 'weak'], 't'),
    '--spark-batch=': (0.2, ['off', 'on'], 't'),
    '--spark-share=': (0.2, ['push', 'steal'], 't'),
    '--load-control=': (0.2, ['20,1', '1,1', '3,2', '100,50'], 't'),
    '--surplus-hecs=': (0.7, ['share', 'share', 'share', 'idle'], 't'),
    '--scaling': (0.15, [''], 't'),
    # What looks at a running program looks at objects, stacks and threads that change meanwhile; their reports go to stderr, or to files in the run's own folder.
    '--spark-report': (0.2, [''], 't'),     # it changes info pointers of sparks' values
    '-s': (0.2, [''], ''),                  # and samples of who runs alone
    '-S': (0.03, [''], ''),
    '-h': (0.1, ['', 'T', 'd', 'm', 'i'], ''),
    '-i': (0.5, ['0.001', '0.01', '0.1'], ''),
    '-p': (0.15, [''], ''),                 # samples by a signal to each HEC's thread
    '-l': (0.15, ['', 'a', 'f', 'sg', 'p', 'a-s'], ''),
    '--eventlog-flush-interval=': (0.5, ['0', '0.001', '0.05'], ''),
    '-xc': (0.05, [''], ''),
    '--steal-seed=': (0.3, ['1', '7', '12345'], 't'),
    '--loop-sched=': (0.2, ['shared', 'socket', 'core', 'hec', 'combine', 'async'], 't'),
    '--loop-topology=': (0.1, ['1x2x2', '2x2x1', '2x1x2'], 't'),
    '-qa': (0.05, [''], 't'),
    '--numa-debug=': (0.1, ['1', '2', '3', '5'], 't'),
    '--numa-place=': (0.1, ['local', 'interleave', 'one'], 't'),
    '--install-signal-handlers=': (0.03, ['no', 'yes'], ''),
    '-DS': (0.5, [''], 'd'),
    '--delay=': (0.5, None, 'td'),           # a number from the seed; not in every runtime
    '--packet=': (0.4, ['1', '100', '512', '2k', '16k', '256k'], 'p'),
    '--thunks=': (0.4, ['0', '1', '3', '20', '100000'], 'p'),
    '--fetch-ahead=': (0.4, ['0', '1', '2', '7', '1000'], 'p'),
    '--fish-delay=': (0.3, ['0', '0.0001', '0.002'], 'p'),
    '--fish-age=': (0.2, ['1', '2', '5'], 'p'),
    '--fishes=': (0.2, ['1', '2', '5'], 'p'),
    '--low-watermark=': (0.4, ['0', '1', '3', '20'], 'p'),
    '--high-watermark=': (0.3, ['1', '3', '10'], 'p'),
    '--inter-first=': (0.2, ['1', '5', '1000000'], 'p'),
    '--import-pool=': (0.3, ['own', 'gateway'], 'p'),
    '--victim=': (0.3, ['last', 'load', 'random'], 'p'),
    '--spark-export=': (0.3, ['largest', 'local', 'oldest'], 'p'),
    '--gateway=': (0.5, ['thread', 'any', 'any', 'hec'], 'p'),
    '--poll=': (0.2, ['0.0002', '0.005'], 'p'),
    '--results=': (0.2, ['fetch', 'send'], 'p'),
    '-K': (0.5, ['40k', '100k', '300k', '1m', '3m', '10m', '40m'], 'K'),
    '--latency=': (0.4, ['0.0001', '0.001', '0.01'], 'pd'),
}
# -N, --pes and --gc-stress are drawn below. The others print, limit, stop the program, or need a machine that has them.
FIXED = {'-?', '--help', '-N', '-M', '-t', '--machine-readable', '-ol', '--numa', '--gc-stress=',
         '-Ds', '-Dg', '-po', '-k', '--pes=', '--damage='}
NOT_WITH_PROCESSES = {'--scaling'}
ONLY_WITH = {'-i': '-h', '--eventlog-flush-interval=': '-l', '--numa-place=': '--numa-debug='}

def unknown():
    """Flags of flags.def that nobody told us about."""
    with open(os.path.join(ROOT, 'runtime/base/flags.def')) as f: names = re.findall(r'^FLAG\("([^"]+)"', f.read(), re.M)
    return [n for n in names if n not in CHOICES and n not in FIXED]

SIZES = {'16k': 1 << 14, '32k': 1 << 15, '64k': 1 << 16, '128k': 1 << 17, '256k': 1 << 18, '1m': 1 << 20, '4m': 1 << 22}

def nursery(out, debug, allocated):
    """The nursery that `out` asks for, as large as is needed for a run to end in time: a program that allocates gigabytes and collects, checks and delays at
    every 64 KB runs for minutes, and that is no hang."""
    most = 4_000 if debug and any(f in ('-DS', '-G1') or f.startswith('--delay=') for f in out) else 20_000
    def enough(f):
        if not f.startswith('-A'): return f
        return '-A' + next((s for s, n in SIZES.items() if n >= SIZES[f[2:]] and allocated // n <= most), '4m')
    return [enough(f) for f in out]

def name_of(text):
    """Which of CHOICES a flag with its value is, or None."""
    return max((f for f in CHOICES if text == f or (text.startswith(f) and text[len(f):] in (CHOICES[f][1] or [text[len(f):]]))), key=len, default=None)

def draw(rng, threaded, debug, allocated=0, stress=(), never=(), known=None, most=24, parallel=False, always=(), limited=False):
    """Flags for one run. allocated: how many bytes the program allocates, if that is known; stress: what to choose from for --gc-stress; never: flags that this
    program does not bear; known: the flags that its runtime has; always: those that each run gets that can have them; limited: it bears -K."""
    def can_have(flag, needs):
        return not (flag in never or (known is not None and flag not in known) or ('t' in needs and not threaded) or ('d' in needs and not debug) or
                    ('p' in needs and not parallel) or ('K' in needs and not limited) or (parallel and flag in NOT_WITH_PROCESSES))
    out = []
    if parallel: out.append('--pes=%d' % rng.choice([1, 2, 2, 2, 3, 3, 4, 5, 8]))
    if parallel: out.append('-N%d' % rng.choice([1, 1, 2, 2, 3, 4]))
    elif threaded: out.append('-N%d' % rng.choice([1, 2, 2, 2, 2, 3, 4, 4, 5, 6, 7, 8] + [rng.randint(9, most)] * 2 if most > 8 else [1, 2, 2, 2, 2, 3, 4, 4, 5, 6, 7, 8]))
    # Sometimes only one or two flags besides -N and -A: many of them at once can hide what one of them shows.
    scale = rng.choice([0.15, 0.5, 1])
    names = set()
    for flag, (often, values, needs) in CHOICES.items():
        k, v, w = rng.random(), rng.random(), rng.randrange(1 << 30)
        if not can_have(flag, needs): continue
        if k >= (often if flag in ('-A', '-DS', '--delay=') else often if flag == '--surplus-hecs=' else often * scale): continue
        if flag in ONLY_WITH and ONLY_WITH[flag] not in names: continue
        text = flag + (str(w) if values is None else values[int(v * len(values))])
        if text in never: continue
        names.add(flag)
        out.append(text)
    out += [text for text in always if text not in out and text not in never and can_have(name_of(text), CHOICES[name_of(text)][2])]
    if debug and stress and rng.random() < 0.5: out.append('--gc-stress=%d' % rng.choice(stress))
    return nursery(out, debug, allocated)
