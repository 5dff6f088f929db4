"""What testsuite/figures, figures-equals, figures-gumsmp and scaling share: runs of the examples in several configurations, in interleaved rounds."""
import collections, math, os, re, resource, shlex, statistics, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = ['gray', 'mandel', 'matmult', 'parfib', 'partree', 'prsa', 'ray', 'sumeuler']     # the eight of the Multicore paper, in the order of its tables
RUN_LIMIT, COMPILE_LIMIT = 300, 600      # seconds
# The speed-ups of its Figure 1 at 4 and 7 cores: before, after; in the order of PROGRAMS.
SPEEDUPS = {4: ([2.19, 2.94, 2.56, 3.73, 0.74, 3.28, 0.81, 3.74], [2.50, 3.51, 3.37, 3.89, 1.99, 3.56, 2.11, 3.85]),
            7: ([2.61, 4.50, 4.07, 5.94, 0.68, 5.22, 0.82, 6.32], [2.77, 4.96, 5.04, 6.67, 3.18, 5.23, 3.48, 6.42])}

# A configuration: the variant of the program (plain: without -threaded), how many HECs, run-time flags, and the program's arguments.
Config = collections.namedtuple('Config', 'variant hecs flags args', defaults=('',))

def spread(xs): return (statistics.median(xs), min(xs), max(xs)) if xs else (None, None, None)
def geo(xs): return math.exp(sum(map(math.log, xs)) / len(xs))

class OtherLoad:
    """How many processors other programs keep busy while we measure (and a virtual machine's host takes away), all together."""
    def __init__(self): self.start = self.now()
    def now(self):
        try: busy = sum(int(x) for k, x in enumerate(open('/proc/stat').readline().split()[1:9]) if k not in (3, 4)) / os.sysconf('SC_CLK_TCK')   # not idle, not iowait
        except (OSError, ValueError): busy = 0.0
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return busy - sum(u.ru_utime + u.ru_stime for u in used), time.monotonic()
    def processors(self):
        (busy, at), (busy0, at0) = self.now(), self.start
        return max(0.0, (busy - busy0) / (at - at0))

class Measurements:
    """The runs: for each program and configuration a list of results, one of each round. opt: gphc, rounds, rts (flags that all runs get), built (None, or a folder: its
    executables are used as they are, and those that it lacks are built into it), build_only (nothing is run)."""
    def __init__(self, opt, tmp, source=lambda program, variant: os.path.join(ROOT, 'examples', program, 'Main.gph')):
        self.opt, self.tmp, self.source, self.exes, self.runs = opt, tmp, source, {}, {}
        self.args = {}                                   # of a program, where the configuration has none
        self.me = os.path.basename(sys.argv[0])
        self.kept = os.path.abspath(opt.built) if getattr(opt, 'built', None) else None
        if self.kept: os.makedirs(self.kept, exist_ok=True)

    def flags(self, variant): return [] if variant == 'plain' else ['-threaded']

    def compile(self, program, variant):
        exe = os.path.join(self.kept or self.tmp, f'{program}-{variant}')
        if self.kept and os.path.exists(exe): return exe
        p = subprocess.run([self.opt.gphc, '-O2', *self.flags(variant), '-rtsopts', self.source(program, variant), '-o', exe], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           timeout=COMPILE_LIMIT)
        if p.returncode: sys.exit(f'{self.me}: gphc exits {p.returncode} for {program}: {p.stdout.decode("utf-8", "replace")[:500]}')
        return exe

    def run(self, program, config):
        if (program, config.variant) not in self.exes: self.exes[program, config.variant] = self.compile(program, config.variant)
        report = os.path.join(self.tmp, 'report')
        rts = ['-s' + report, *([] if config.variant == 'plain' else [f'-N{config.hecs}']), *shlex.split(config.flags), *shlex.split(self.opt.rts)]
        cmd = [*shlex.split(getattr(self.opt, 'prefix', '')), self.exes[program, config.variant], *(config.args or self.args.get(program, '')).split(), '+RTS', *rts, '-RTS']
        try: p = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=RUN_LIMIT)
        except subprocess.TimeoutExpired: sys.exit(f'{self.me}: {program} {" ".join(rts)} runs past {RUN_LIMIT} s')
        if p.returncode: sys.exit(f'{self.me}: {program} {" ".join(rts)} exits {p.returncode}: {p.stderr.decode("utf-8", "replace")[:300]}')
        s = open(report).read()
        def elapsed(what): return max(0.0005, float(re.search(rf'^  {what} +time .*\( *([\d.]+)s elapsed', s, re.M).group(1)))
        def count(pattern, default, kind=int):
            m = re.search(pattern, s)
            return kind(m.group(1)) if m else default
        estimate = re.search(r'^  HECs +(.*)\n  at most .*\n  estimate +(.*)', p.stderr.decode('utf-8', 'replace'), re.M)   # of --scaling
        predicted = dict(zip(map(int, estimate.group(1).split()), map(float, estimate.group(2).split()))) if estimate else {}
        return p.stdout, dict(predicted=predicted, total=elapsed('Total'), mut=elapsed('MUT'), gc=elapsed('GC'), sparks=count(r'SPARKS: (\d+)', None), fizzled=count(r'(\d+) fizzled', None),
                              converted=count(r'(\d+) converted', 0), allocated=count(r'([\d,]+) bytes allocated in the heap', None, lambda n: int(n.replace(',', ''))),
                              peak=count(r'(\d+) MiB total memory in use', None),
                              duplicates=count(r'Duplicate evaluations found: (\d+)', 0), stop=count(r'Stopping the world: .*median under ([\d.]+) us', None, float))

    def measure(self, program, configs):
        """Each configuration once a round, in an order that rotates from round to round."""
        if getattr(self.opt, 'build_only', False): return [self.compile(program, v) for v in sorted({c.variant for c in configs})]
        want = {}
        for i in range(-1, self.opt.rounds):             # round -1 compiles, warms up and compares outputs
            for k in range(len(configs)):
                config = configs[(k + max(i, 0)) % len(configs)]
                out, result = self.run(program, config)
                wanted = want.setdefault(config.args, out)
                if out != wanted: sys.exit(f'{self.me}: {program} with {config}: output differs: wanted {wanted[:200]!r}, got {out[:200]!r}')
                if i >= 0: self.runs.setdefault((program, config), []).append(result)

    def values(self, program, config, key): return [r[key] for r in self.runs[program, config]]
    def ratios(self, program, a, b): return [x / y for x, y in zip(self.values(program, a, 'total'), self.values(program, b, 'total'))]

def machine(processors):
    model = re.search(r'model name\s*: (.*)', open('/proc/cpuinfo').read())
    return f'{model.group(1) if model else os.uname().machine}, {processors} processors'

def chosen(text, allowed, what):
    """Those of allowed that a comma-separated list names; all, if it is empty."""
    words = [w for w in text.split(',') if w]
    for w in words:
        if w not in allowed: sys.exit(f'{os.path.basename(sys.argv[0])}: no {what} {w}; there are {", ".join(allowed)}')
    return [a for a in allowed if a in words or not words]

def built_options(p):
    """For a machine that has no compiler: the programs are built on another."""
    p.add_argument('--built', metavar='DIR', help='executables that are there are used; those that are not are built into it')
    p.add_argument('--build-only', action='store_true', help='fills --built DIR, and runs nothing')
