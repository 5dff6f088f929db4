#!/usr/bin/env python3
"""Every diagnostic of compiler/support/diag.def is exercised by a test (by name in an expect-error/expect-warning line, or by code in
a shell test), raised somewhere in the compiler, and explained by an entry of compiler/driver/explanations.def (at most 90 columns, in
the same order). Prints what is missing; exits 1 then."""
import os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COLUMNS = 90

def read(path):
    with open(path, 'rb') as h: return h.read().decode('utf-8', 'replace')

def read_all(folder, endings, but=()):
    return '\n'.join(read(os.path.join(d, f)) for d, _, files in os.walk(os.path.join(ROOT, folder)) for f in files
                     if f.endswith(endings) and f not in but)

kinds = re.findall(r'^DIAG\((\d+),\s*(\w+)', read(os.path.join(ROOT, 'compiler/support/diag.def')), re.M)
tests = read_all('testsuite/tests', ('.gph', '.lgph', '.hs', '.lhs', '.sh'))
source = read_all('compiler', ('.cc', '.h', '.re', '.yy', '.def'), ('diag.def', 'explanations.def'))
explanations = read(os.path.join(ROOT, 'compiler/driver/explanations.def'))
explained = dict(re.findall(r'^EXPLAIN\((\w+), R"\(\n(.*?)\n?\)"\)$', explanations, re.M | re.S))
gaps = []
for code, name in kinds:
    if not re.search(r'expect-(error|warning): *%s\b|GPH-%s' % (name, code), tests): gaps.append(f'no test exercises {name} (GPH-{code})')
    if not re.search(r'\bdiag::%s\b' % name, source): gaps.append(f'nothing raises {name} (GPH-{code})')
    if not explained.get(name, '').strip(): gaps.append(f'explanations.def has no entry for {name} (GPH-{code})')
    elif not re.search(r'^    \S', explained[name], re.M): gaps.append(f'the explanation of {name} (GPH-{code}) has no example')
for name in explained:
    if name not in [n for _, n in kinds]: gaps.append(f'explanations.def explains {name}, which is no diagnostic')
for name, text in explained.items():
    if any(len(line) > COLUMNS for line in text.split('\n')): gaps.append(f'the explanation of {name} is wider than {COLUMNS} columns')
if [n for n in explained] != [n for _, n in kinds if n in explained]: gaps.append('explanations.def is not in the order of diag.def')
print('\n'.join(gaps + [f'diagnostics: {len(kinds)} kinds, {len(gaps)} gaps']))
sys.exit(1 if gaps else 0)
