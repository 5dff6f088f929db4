"""Checks that each folder of compiler/ includes only what the dependency rule of docs/style.md allows. The rooms of runtime/ are in rooms.py, which checks them, too."""
import os, re, sys
import rooms
# 'gph' is runtime/include/gph; of it the desugarer reads only the table known_closures.def.
allowed = {
    'support': set(), 'types': {'support'}, 'syntax': {'support', 'types'}, 'rename': {'support', 'types', 'syntax'},
    'core': {'support', 'types'}, 'typecheck': {'support', 'types', 'syntax', 'rename'},
    'desugar': {'support', 'types', 'syntax', 'rename', 'typecheck', 'core', 'gph'}, 'opt': {'support', 'types', 'core'},
    'stg': {'support', 'types', 'core'}, 'low': {'support', 'types', 'core', 'stg', 'gph'}, 'backend': {'support'},
    'backend/c': {'support', 'low', 'gph', 'backend'}, 'backend/llvm': {'support', 'types', 'core', 'low', 'gph', 'backend', 'backend/c'},
}
bad = []
for d, _, files in os.walk('compiler'):
    folder = os.path.relpath(d, 'compiler')
    if folder not in allowed: continue
    for f in files:
        if not f.endswith(('.h', '.cc', '.re', '.yy')): continue
        for n, line in enumerate(open(os.path.join(d, f)), 1):
            m = re.match(r'\s*#include "((?:backend/\w+|\w+))/', line)
            if m and m.group(1) != folder and m.group(1) not in allowed[folder]:
                bad.append(f'{d}/{f}:{n}: {folder} must not include {m.group(1)}')
if bad: print('\n'.join(bad))
sys.exit(1 if rooms.main() or bad else 0)
