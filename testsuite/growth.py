#!/usr/bin/env python3
"""How the bytes that the programs of testsuite/perf allocate grow with their input, beside GHC's: lost sharing shows without a clock.

testsuite/perf/growth has a line for each program: its argument, the argument for twice the input (one step more where the work is exponential), and the bytes that
GHC's code (-O2) allocates for each. testsuite/run measures ours:
  - what we allocate may grow by a third more than what GHC does (a loss that makes a linear program quadratic shows as 4 instead of 2);
  - for the larger input it may be twice what GHC allocates (what is made n times instead of once shows here, too).
  testsuite/growth.py --retake [WORD]    measures GHC again, for programs whose name contains WORD, and writes the file
"""
import os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, 'perf', 'growth')
MOST_GROWTH, MOST_BYTES = 4 / 3, 2
NOTHING = 1 << 20        # bytes: a program that starts allocates some; below this nothing is said

def rows():
    """(program, small argument, large argument, GHC's bytes for the one, for the other)"""
    for line in open(TABLE):
        words = line.split('#')[0].split()
        if words: yield words[0], words[1], words[2], *(int(w) if w != '-' else None for w in words[3:5])

def allocated(err):
    m = re.search(r'([\d,]+) bytes allocated in the heap', err.decode('utf-8', 'replace') if isinstance(err, bytes) else err)
    return int(m.group(1).replace(',', '')) if m else None

def problem(small, large, ghc_small, ghc_large):
    """What is wrong with these numbers of bytes, or None."""
    if small is None or large is None: return 'the program does not say what it allocated'
    if large > NOTHING + MOST_BYTES * ghc_large: return f'allocates {large} bytes for the larger input, GHC {ghc_large}'
    # Both are freed of what any program allocates first.
    ours, ghcs = (large + NOTHING) / (small + NOTHING), (ghc_large + NOTHING) / (ghc_small + NOTHING)
    if ours > MOST_GROWTH * max(ghcs, 1): return f'allocates {ours:.2f} times as much for the larger input, GHC {ghcs:.2f} times'
    return None

def retake(word):
    ghc = shutil.which('ghc')
    if not ghc: sys.exit('growth: --retake needs ghc')
    lines = []
    for line in open(TABLE):
        words = line.split('#')[0].split()
        if words and word in words[0]:
            with tempfile.TemporaryDirectory() as tmp:
                shutil.copy(os.path.join(HERE, 'perf', words[0], 'Main.gph'), os.path.join(tmp, 'Main.hs'))   # ghc does not know .gph
                subprocess.check_call([ghc, '-O2', '-rtsopts', '-w', '-v0', 'Main.hs', '-o', 'program'], cwd=tmp)
                figures = [allocated(subprocess.run(['./program', arg, '+RTS', '-s'], cwd=tmp, capture_output=True, check=True).stderr) for arg in words[1:3]]
            line = f'{words[0]:14} {words[1]:>9} {words[2]:>9} {figures[0]:>12} {figures[1]:>12}\n'
            print(line, end='', flush=True)
        lines.append(line)
    with open(TABLE, 'w') as f: f.write(''.join(lines))

if __name__ == '__main__':
    if len(sys.argv) not in (2, 3) or sys.argv[1] != '--retake': sys.exit(__doc__)
    retake(sys.argv[2] if len(sys.argv) > 2 else '')
