"""Checks that every `See Note [Title]` (or `Note [Title]` in passing) has a definition: a comment line that begins with `Note [Title]`."""
import os, re, sys
defined, used = set(), []
for root in ('compiler', 'runtime', 'stdlib'):
    for d, _, files in os.walk(root):
        for f in files:
            if not f.endswith(('.h', '.cc', '.c', '.S', '.re', '.yy', '.def', '.hs', '.gph')): continue
            for n, line in enumerate(open(os.path.join(d, f), encoding='utf-8', errors='replace'), 1):
                m = re.match(r'\s*(?://|\*|--|#|/\*|\{-)*\s*Note \[([^\]]+)\]', line)
                if m: defined.add(m.group(1))
                for t in re.findall(r'[Ss]ee Note \[([^\]]+)\]', line): used.append((f'{d}/{f}:{n}', t))
bad = [f'{where}: no definition of Note [{t}]' for where, t in used if t not in defined]
print('\n'.join(bad))
sys.exit(1 if bad else 0)
