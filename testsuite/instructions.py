#!/usr/bin/env python3
"""How many instructions the programs of testsuite/perf take, beside what they took: slower code shows without a clock.

testsuite/perf/instructions has a line for each program of testsuite/perf/growth: by how many millions the instructions for its larger input exceed those for the
smaller one (callgrind counts them, so a busy machine does not matter, and what a program takes to begin is left out).
  testsuite/instructions.py GPHC [WORD]             compares, for programs whose name contains WORD: one that takes more than MOST of that fails
  testsuite/instructions.py GPHC --retake [WORD]    writes the file; say in the commit what made them more

What it does not see: the collector, cache misses, and what two HECs do. The counts are those of LLVM 19 on one kind of processor; libc chooses other code on other ones.
"""
import os, re, subprocess, sys, tempfile
import growth

TABLE = os.path.join(growth.HERE, 'perf', 'instructions')
MOST = 1.05
LEAST = 2        # millions: of fewer nothing is said

def table():
    if not os.path.exists(TABLE): return {}
    return {w[0]: float(w[1]) for w in (line.split('#')[0].split() for line in open(TABLE)) if w}

def count(exe, arg):
    # -V0: threads have their turns by what they do, not by the clock. -A: no collections, for when there are any
    # follows the processor's caches, and one major collection more is a tenth of some programs.
    r = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', exe, arg, '+RTS', '-V0', '-A256m'], capture_output=True, text=True)
    m = re.search(r'Collected : (\d+)', r.stderr)
    if r.returncode or not m: sys.exit(f'{os.path.basename(exe)} {arg}: exit {r.returncode}: {r.stderr[-300:]}')
    return int(m.group(1))

def measured(gphc, name, small, large):
    """millions"""
    with tempfile.TemporaryDirectory() as tmp:
        exe = os.path.join(tmp, name)
        subprocess.run([gphc, '-O2', '-rtsopts', os.path.join(growth.HERE, 'perf', name, 'Main.gph'), '-o', exe], check=True)
        return (count(exe, large) - count(exe, small)) / 1e6

def main(args):
    if not args: sys.exit(__doc__)
    gphc, *args = args
    retake = args[:1] == ['--retake']
    word = ''.join(args[retake:][:1])
    was, bad = table(), 0
    for name, small, large, *_ in growth.rows():
        if word not in name: continue
        n = measured(gphc, name, small, large)
        before = was.get(name)
        if retake: was[name] = n
        ratio = f'{n / before:6.3f}' if before and max(n, before) >= LEAST else ''
        fails = not retake and (before is None or max(n, before) >= LEAST and n > MOST * before)
        bad += fails
        print(f'{name:14} {n:10.3f} {ratio}' + (' FAIL' if fails else ''), flush=True)
    if retake:
        head = '# Millions of instructions by which the larger input of growth takes more than the smaller one (gphc -O2): instructions.py says what they are for.\n'
        with open(TABLE, 'w') as f: f.write(head + ''.join(f'{k:14} {v:12.3f}\n' for k, v in sorted(was.items())))
    return 1 if bad else 0

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))
