"""Runs the examples, small, at random -N, -A, collector flags and --gc-stress: the same output as at -N1 each time, and an end.

  random_runs.py GPHC EXAMPLES_FOLDER RUNS [FIRST LAST [SEED]]     RUNS of each example, or of those from FIRST to LAST; compiles into the current folder
"""
import os, random, subprocess, sys

PROGRAMS = {'gray': '16', 'mandel': '60 60', 'matmult': '40 4', 'pagerank': '600 6 16', 'parfib': '17 8', 'partree': '1500 5', 'prsa': '60', 'queens': '7 3',
            'ray': '24', 'sumeuler': '220 10', 'tak': '12 8 4 4'}
LIMIT = 60

def run(cmd):
    try: p = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=LIMIT)
    except subprocess.TimeoutExpired: return None, b'', f'ran past {LIMIT} s'.encode()
    return p.returncode, p.stdout, p.stderr

def flags(rng, debug):
    out = ['-N%d' % rng.choice([*range(1, 9), *range(1, 9), 16, 24, 40]), '-A%dk' % rng.choice([16, 64, 256, 1024, 4096])]
    if rng.random() < 0.8: out += [rng.choice(['-qg', '-qg0', '-qg0', '-qg0', '-qg1'])]
    if rng.random() < 0.6: out += [rng.choice(['-qb', '-qb0', '-qb1'])]
    if rng.random() < 0.7: out += ['-qn%d' % rng.randint(1, 8)]
    if rng.random() < 0.3: out += ['--gc-lock=all']
    if rng.random() < 0.2: out += ['--spark-gc=root']
    if rng.random() < 0.2: out += ['-qm']
    if rng.random() < 0.2: out += ['--spark-order=lifo']
    if rng.random() < 0.2: out += ['--blackhole=' + rng.choice(['lazy', 'eager'])]
    if rng.random() < 0.2: out += ['--spark-share=push']
    if rng.random() < 0.2: out += ['--blackhole-wait=poll']
    if rng.random() < 0.6: out += ['--surplus-hecs=share']             # on a small machine most of the HECs are surplus
    if rng.random() < 0.2: out += ['--post-check']
    if rng.random() < 0.2: out += ['--preempt=flag']
    if rng.random() < 0.2: out += ['--spark-batch=off']
    if rng.random() < 0.1: out += ['-G1']
    if rng.random() < 0.6: out += rng.choice(['--old-gc=mark', '--old-gc=mark', '--old-gc=copy', '-c', '-c -F1.05']).split()
    if rng.random() < 0.2: out += ['--numa-debug=%d' % rng.randint(1, 5), '--numa-place=' + rng.choice(['local', 'local', 'interleave', 'one'])]
    if rng.random() < 0.1: out += ['-qa']
    if debug:
        if rng.random() < 0.7: out += ['--gc-stress=%d' % rng.choice([13, 31, 101, 499, 2003])]
        if rng.random() < 0.6: out += ['-DS']
    return out

def main():
    gphc, examples, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    first, last = sys.argv[4:6] if len(sys.argv) > 5 else ('', '~')
    seed = int(sys.argv[6]) if len(sys.argv) > 6 else random.randrange(1 << 30)
    rng = random.Random(seed)
    failed = 0
    for name, args in PROGRAMS.items():
        if not first <= name <= last: continue
        def compiled(debug):                                           # when it is needed
            exe = os.path.abspath(name + ('-debug' if debug else ''))
            if not os.path.exists(exe):
                subprocess.check_call([gphc, '-O2', '-threaded', '-rtsopts', *(['-debug'] if debug else []), os.path.join(examples, name, 'Main.gph'), '-o', exe])
            return exe
        wanted = run([compiled(False), *args.split(), '+RTS', '-N1'])
        if wanted[0] != 0: sys.exit(f'{name} +RTS -N1: exit {wanted[0]}: {wanted[2]}')
        for _ in range(runs):
            debug = rng.random() < 0.6
            cmd = [compiled(debug), *args.split(), '+RTS', *flags(rng, debug)]
            rc, out, err = run(cmd)
            if rc != 0 or out != wanted[1]:
                failed += 1
                print(f'FAIL (seed {seed}): {os.path.basename(cmd[0])} {" ".join(cmd[1:])}: exit {rc}: {err.decode("utf-8", "replace")[-300:]}')
    sys.exit(failed > 0)

main()
