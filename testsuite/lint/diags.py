#!/usr/bin/env python3
"""Every diagnostic of compiler/support/diag.def is exercised by a test (by name in an expect-error/expect-warning line, or by code in
a shell test) and explained by `gphc --explain`. Prints what is missing; exits 1 then."""
import os, re, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
kinds = re.findall(r'^DIAG\((\d+),\s*(\w+)', open(os.path.join(ROOT, 'compiler/support/diag.def')).read(), re.M)
text = []
for folder, _, files in os.walk(os.path.join(ROOT, 'testsuite/tests')):
    for f in files:
        with open(os.path.join(folder, f), 'rb') as h: text.append(h.read().decode('utf-8', 'replace'))
tests = '\n'.join(text)
explain = open(os.path.join(ROOT, 'compiler/driver/explain.cc')).read()
missing = 0
for code, name in kinds:
    if not re.search(r'expect-(error|warning): *%s\b|GPH-%s' % (name, code), tests):
        print(f'no test exercises {name} (GPH-{code})'); missing += 1
    if not re.search(r'\b%s\b|\b%s\b' % (code, name), explain):
        print(f'--explain has no entry for {name} (GPH-{code})'); missing += 1
print(f'diagnostics: {len(kinds)} kinds, {missing} gaps')
sys.exit(1 if missing else 0)
