"""Macros of runtime/, and functions that its headers declare, which nothing uses. (That a function which is declared is defined, rooms.py checks.)
Fields and variables of runtime/, compiler/ and tools/ that are mentioned once, and functions of the compiler's headers that nothing calls.

A use is the name anywhere but where it is defined or declared, in runtime/, in the compiler (whose back ends print C), in the stdlib's foreign imports or in tests.
A name may be put together: by NAME_##x of another macro, NAME_\\x of the assembler's, or by the compiler from a string "NAME_".
"""
import collections, glob, os, re, sys

def read(*patterns):
    names = [f for p in patterns for f in sorted(glob.glob(p, recursive=True)) if os.path.isfile(f)]
    return {f: open(f, encoding='utf-8', errors='replace').read() for f in names}

runtime = read('runtime/**/*.[chS]', 'runtime/**/*.def')
others = read('compiler/**/*.*', 'stdlib/**/*.hs', 'stdlib/**/*.gph', 'testsuite/unit/*.cc', 'testsuite/model/**/*', 'testsuite/sanitized', 'testsuite/tests/**/*.c', 'testsuite/tests/**/*.sh')

def code(text): return re.sub(r'/\*.*?\*/', '', re.sub(r'(?<!:)//[^\n]*', '', text), flags=re.S)

uses, prefixes = collections.Counter(), set()
for f, text in {**runtime, **others}.items():
    if f in runtime: text = code(text)
    prefixes.update(re.findall(r'\b([A-Za-z]\w*_)(?:\s*##|\\)', text))
    prefixes.update(re.findall(r'"(GPH_\w+)"', text) if f.startswith('compiler') else [])
    text = re.sub(r'#\s*(?:define|undef)\s+\w+', '', text)
    uses.update(re.findall(r'[A-Za-z_]\w*', text))

SYSTEM = {'_GNU_SOURCE'}                                # for the system's headers
def put_together(name): return any(name.startswith(p) for p in prefixes)

bad = []
for f, text in runtime.items():
    for m in re.finditer(r'^[ \t]*#[ \t]*define[ \t]+(\w+)', text, re.M):
        if uses[m[1]] == 0 and m[1] not in SYSTEM and not put_together(m[1]): bad.append(f'{f}:{text[:m.start()].count(chr(10)) + 1}: nothing uses the macro {m[1]}')
# Declared in a header and defined in a .c: twice. What is defined in the header stands there once.
for f, text in runtime.items():
    if not f.endswith('.h'): continue
    plain = code(text)
    for m in re.finditer(r'^(?!static|typedef|#)[\w *]*?\b(gph_\w+)\s*\([^;{}]*\)[^;{}]*;', plain, re.M):
        if uses[m[1]] <= 2 and not put_together(m[1]) and not re.match(r'gph_\w+_roots$', m[1]): bad.append(f'{f}: nothing uses the function {m[1]}')

# Here a use is any other mention of the name: common names hide dead ones, and none that is used is called dead.
ours = {**runtime, **read('compiler/**/*.h', 'compiler/**/*.cc', 'compiler/**/*.re', 'compiler/**/*.yy', 'compiler/**/*.def', 'tools/**/*.h', 'tools/**/*.c', 'tools/**/*.cc', 'testsuite/unit/*.cc')}
plain = {f: code(text) for f, text in ours.items()}
mentions = collections.Counter(w for text in plain.values() for w in re.findall(r'[A-Za-z_]\w*', text))
# Not of the lexer, whose rules stand in what looks like a comment.
defined = {w for f, text in plain.items() if f.endswith(('.cc', '.yy')) for line in text.split('\n') if line[:1].isalpha() or line[:1] == '_' for w in re.findall(r'[ *&:](\w+)\(', line)[:1]}
GUARDS = re.compile(r'(?:\w+::)*(?:Scope|CrashContext|Timer|ShortLoops)\b')   # their life is their use
for f, text in plain.items():
    if f.startswith('testsuite/'): continue
    for m in re.finditer(r'^[ \t]+(?:const |volatile |unsigned |struct )*([A-Za-z_][\w:<>, *&]*?)[ *&]([a-z_]\w*)(?:\[[^\]\n]*\])?(?:\s*=\s*[^;(){}\n]*|\{[^}\n]*\})?;', text, re.M):
        if mentions[m[2]] == 1 and not GUARDS.match(m[1].strip()) and m[1].split()[0] not in ('return', 'goto', 'using', 'typedef', 'delete', 'namespace', 'friend'):
            bad.append(f'{f}: nothing uses {m[2]}')
    if not f.endswith('.h') or f.startswith('runtime/'): continue
    for m in re.finditer(r'^[ \t]*(?!return\b)[\w:<>, *&]+?[ *&](\w+)\([^;{}]*\)(?: const)?;', text, re.M):
        if mentions[m[1]] <= 1 + (m[1] in defined): bad.append(f'{f}: nothing calls {m[1]}' if m[1] in defined else f'{f}: {m[1]} has no body')
if bad: print('\n'.join(bad))
sys.exit(1 if bad else 0)
