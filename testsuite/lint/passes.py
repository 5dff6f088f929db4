"""Checks that the tables of docs/pipeline.md between `<!-- NAME -->` and `<!-- end -->` say what the compiler's tables say: the optimiser's passes
(kPasses and kSteps of opt/pipeline.cc) and the stages behind it (driver/lower.cc). --write: makes them so."""
import re, sys

def rows(path, table):
    text = open(path, encoding='utf-8').read()
    body = re.search(r'const \w+ %s\[\] = \{\n(.*?)\n\};' % table, text, re.S).group(1)
    return [' '.join(row.split()) for row in re.findall(r'^\s*(\{".*?\}),?[^\S\n]*(?://[^\n]*)?$', body, re.M | re.S)]   # a row may have several lines

def strings(row):                                       # a long one may be in parts
    row = re.sub(r'"\s+"', '', row)
    return re.findall(r'"((?:[^"\\]|\\.)*)"', row)

passes = rows('compiler/opt/pipeline.cc', 'kPasses')
steps = rows('compiler/opt/pipeline.cc', 'kSteps')
level, times = {}, {}
for s in steps:
    name, rest = strings(s)[0], s.split(',')
    level[name] = min(level.get(name, 9), int(rest[1]))
    times[name] = times.get(name, 0) + 1
level['occur-anal'] = min(level.get('occur-anal', 9), level['simplify'])   # simplify's rounds begin with it
out = ['| pass | from -O | steps | what |', '|---|---|---|---|']
for p in passes:
    name, what = strings(p)[:2]
    out.append(f'| {name} | {level.get(name, "-")} | {times.get(name, 0)} | {what} |')
tables = {'passes': out}
out = ['| stage | from -O | what |', '|---|---|---|']
for table in ('kStgStages', 'kLowStages', 'kUnitStages'):
    for r in rows('compiler/driver/lower.cc', table):
        s = strings(r)
        out.append(f'| {s[0]} | {r.split(",")[1].strip()} | {s[-1]} |')
tables['stages'] = out

page = 'docs/pipeline.md'
text = old = open(page, encoding='utf-8').read()
for name, lines in tables.items():
    place = re.compile(r'(<!-- %s -->\n).*?(<!-- end -->)' % name, re.S)
    if not place.search(text): sys.exit(f'{page}: no place for the table of {name}')
    text = place.sub(lambda m: m.group(1) + '\n'.join(lines) + '\n' + m.group(2), text)
if text != old:
    if '--write' in sys.argv: open(page, 'w', encoding='utf-8').write(text)
    else: sys.exit(f'{page}: its tables are not those of the compiler: python3 testsuite/lint/passes.py --write')
