"""What the pages (docs/, each README.md, CONTRIBUTING.md) name is there: the files that they link to or mention, the places within pages, the runtime's functions,
types and macros (gph_..., Gph..., GPH_...), other names_with_underscores, the Notes and the files that they are in. Words that stand for others (NAME, PASS, ...) and files of the reader's own (t.gph, Main.hs) are none of ours."""
import collections, os, re, subprocess, sys
try: tracked = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard'], capture_output=True, text=True, check=True).stdout.splitlines()
except (OSError, subprocess.CalledProcessError): sys.exit(0)
files = {f for f in tracked if os.path.exists(f)}
folders = {'/'.join(f.split('/')[:n]) for f in files for n in range(1, f.count('/') + 1)}
names = {os.path.basename(f) for f in files}
tails = {'/'.join(f.split('/')[n:]) for f in files for n in range(f.count('/') + 1)}
pages = sorted(f for f in files if f.endswith('.md') and (f.startswith('docs/') or os.path.basename(f) in ('README.md', 'CONTRIBUTING.md')) and not f.startswith('examples/'))

source = {f: open(f, encoding='utf-8', errors='replace').read() for f in files
          if f.startswith(('compiler/', 'runtime/', 'tools/', 'stdlib/', 'scripts/', 'testsuite/')) and re.search(r'\.(c|cc|h|def|S|re|yy|hs|gph|py|sh|mk)$', f)}
words = {w for t in source.values() for w in re.findall(r'\w+', t)}
begun = {w[:n] for w in words if w.startswith(('gph_', 'Gph', 'GPH_')) for n in range(4, len(w))}     # GPH_RT0..5, gph_ap1, put together by macros
stems = {n.split('.')[0] for n in names}
notes = collections.defaultdict(set)
for f, t in source.items():
    for m in re.finditer(r'^\s*(?://|\*|--|#|/\*|\{-)*\s*Note \[([^\]]+)\]', t, re.M): notes[m[1]].add(f)
OURS = r'(?<![\w/.+-])((?:[\w+-]+/)*[\w.+-]+\.(?:c|cc|h|def|S|re|yy|py|md|mk|awk))(?![\w*])'
OTHERS = {'stdio.h', 'MODULE_stub.h', 'config.mk'}            # C's, a program's, the build's

STAND_INS = {'occ_unique', 'snake_case', 'f_s1', 'history_size'}

def anchors(page):
    heads = re.findall(r'^#+ (.*)$', open(page, encoding='utf-8').read(), re.M)
    return {re.sub(r'[^\w\- ]', '', h.lower()).strip().replace(' ', '-') for h in heads}

bad = []
for page in pages:
    text = open(page, encoding='utf-8').read()
    here = os.path.dirname(page)
    def say(at, what): bad.append(f'{page}:{text[:at].count(chr(10)) + 1}: {what}')
    for m in re.finditer(r'\]\(([^)#\s]*)(?:#([^)\s]*))?\)', text):
        if re.match(r'\w+:', m[1]): continue
        to = os.path.normpath(os.path.join(here, m[1])) if m[1] else page
        if to not in files and to not in folders: say(m.start(), f'links to {m[1]}, which is not there')
        elif m[2] and to.endswith('.md') and m[2] not in anchors(to): say(m.start(), f'{to} has no section #{m[2]}')
    for m in re.finditer(OURS, text):
        f = m[1]
        if f in OTHERS or re.search(r'[A-Z]{3,}\.|\bNAME\b|XX|NN', f) and not f.endswith('README.md') or re.search(r'\bA/B', f): continue
        if f in tails or os.path.normpath(os.path.join(here, f)) in files: continue
        say(m.start(), f'there is no file {f}')
    for m in re.finditer(r'\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b', text):
        if not m[0].startswith('gph_') and m[0] not in words and m[0] not in stems and m[0] not in STAND_INS: say(m.start(), f'nothing is called {m[0]}')
    for m in re.finditer(r'Note\s+\[([^\]]+)\](?:\s+in\s+([\w/]+\.\w+))?', text):
        title = ' '.join(m[1].split())
        if title == 'Title': continue
        if title not in notes: say(m.start(), f'there is no Note [{title}]')
        elif m[2] and not any(('/' + f).endswith('/' + m[2]) for f in notes[title]): say(m.start(), f'Note [{title}] is in {", ".join(sorted(notes[title]))}')
    for m in re.finditer(r'\b(gph_\w+|Gph[A-Z]\w+|GPH_\w+)\b(?!\*)', text):
        if m[1] not in words and m[1] not in begun and not re.search(r'_Name\b|_[A-Z]+__|^GPH_\d', m[1]): say(m.start(), f'nothing is called {m[1]}')
if bad: print('\n'.join(bad))
sys.exit(1 if bad else 0)
