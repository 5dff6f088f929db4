"""The rooms of runtime/ and their floors, as the sources have them; what breaks their order; and the page docs/runtime-map.md, which is made from them.

  testsuite/lint/rooms.py            checks, and that the page is current
  testsuite/lint/rooms.py --write    writes the page

- An include goes to a lower room, or stays in its own.
- What a header declares, the .c (or .S) of the same name defines, which includes the header. A room's hooks.h declares what it wants of the rooms above: a higher room defines it.
- No .c declares for itself what another one defines. Code in the style of generated code (gph/codegen.h) does: it takes nothing but the contract in include/gph.
"""
import collections, glob, os, re, sys

# From the ground up; what the room is for.
ROOMS = [
    ('include/gph', 'what generated code, the compiler and the runtime agree on'),
    ('base', 'atomics, the operating system, flags, dying'),
    ('state', 'what the rooms above share: the records of a HEC and of a thread, the deque, the spark pool'),
    ('heap', 'blocks, allocation, remembered sets; objects; how roots are visited'),
    ('prof', 'statistics, event log, sparks by place, where the time went, work and span'),
    ('eval', 'code that generated code calls; black holes, stacks, exceptions'),
    ('sched', 'HECs, workers, threads, sparks, loops, stop-the-world, timer, deadlock'),
    ('prim', 'primitive operations out of line; ffi_*.c are plain helpers of the stdlib'),
    ('gc', 'the collector, which sees all that refers to the heap; weak pointers; the heap check'),
    ('dist', 'several processes (-parallel, MPI): global addresses, packing, messages, load distribution'),
    ('', 'from main() to the first light thread'),
]
FLOOR = {room: n for n, (room, _) in enumerate(ROOMS)}
PAGE = 'docs/runtime-map.md'
# Headers whose functions are defined elsewhere in their room: one for each operating system; the assembly; one file for each way to do it.
DEFINED_IN = {'base/os.h': ['base/os_linux.c'], 'eval/stubs.h': ['eval/stubs.S'], 'sched/sharing.h': ['sched/share_steal.c', 'sched/share_push.c']}

def room(f): return os.path.dirname(f)
def name_of(r): return r or 'runtime'

class Sources:
    def __init__(self, root='.'):
        top = root + '/runtime/'
        found = sorted(glob.glob(top + '*.*') + glob.glob(top + '*/*.*') + glob.glob(top + 'include/gph/*'))
        self.text = {os.path.relpath(f, top): open(f, encoding='utf-8').read() for f in found if f.endswith(('.c', '.h', '.S', '.def'))}
        self.includes = {f: self.included(f, t) for f, t in self.text.items()}
        self.defines, self.declares = {}, {}                # name -> file; (file, name)
        for f, t in self.text.items():
            if f.endswith('.S'):
                for m in re.finditer(r'^(gph_\w+):', t, re.M): self.defines[m[1]] = f
            elif f.endswith('.c'): self.read_definitions(f, t)
            elif f.endswith('.h') and room(f) != 'include/gph': self.read_declarations(f, t)

    def included(self, f, text):
        out = []
        for n, line in enumerate(text.split('\n'), 1):
            m = re.match(r'\s*#\s*include "([^"]+)"', line)
            if not m: continue
            for to in (m[1], 'include/' + m[1], os.path.join(room(f), m[1])):
                if to in self.text:
                    out.append((n, to))
                    break
        return out

    def read_definitions(self, f, text):
        # GphInfo tables are made by macros of eval/entry.c: any argument of a macro at the beginning of a line.
        for m in re.finditer(r'^(?!static|typedef|extern|#|//|return|\s)[\w _*()]*?\b(gph_\w+)\s*\([^;]*?\)\s*\{', text, re.M): self.defines.setdefault(m[1], f)
        for m in re.finditer(r'^(?!static|typedef|extern|#|//|return|\s)([\w *]+?\bgph_\w+[^(){}\n]*?)(?:=|;)', text, re.M):
            for name in re.findall(r'\bgph_\w+', m[1]): self.defines.setdefault(name, f)
        for m in re.finditer(r'^[A-Z_]+\((gph_\w+)', text, re.M): self.defines.setdefault(m[1], f)
        for m in re.finditer(r'^\w[\w *]*?VARIANT\((gph_\w+)\)\(', text, re.M):
            for v in ('_seq', '_par'): self.defines.setdefault(m[1] + v, f)

    def read_declarations(self, f, text):
        for n, line in enumerate(text.split('\n'), 1):
            if re.match(r'static|typedef|#|//|\s|\}', line): continue
            m = re.match(r'GPH_GC_VARIANTS\(\w+, (gph_\w+)', line)
            if m: self.declares[f, m[1] + '_seq'] = n
            elif re.match(r'[\w *]*\b(gph_\w+)\s*\([^{]*\)[^{]*;', line): self.declares[f, re.match(r'[\w *]*?\b(gph_\w+)\s*\(', line)[1]] = n
        for m in re.finditer(r'^extern ([^;({]*);', text, re.M):
            for name in re.findall(r'\bgph_\w+', m[1]): self.declares[f, name] = text[:m.start()].count('\n') + 1

    def check(self):
        bad = []
        for f, incs in self.includes.items():
            if room(f) not in FLOOR: bad.append(f'runtime/{f}: room {room(f)} is not in testsuite/lint/rooms.py')
        for f, incs in self.includes.items():
            for n, to in incs:
                if FLOOR.get(room(to), 99) > FLOOR.get(room(f), 0): bad.append(f'runtime/{f}:{n}: {name_of(room(f))} must not include {to}: it is a higher room. A hook?')
                if to.endswith('.c') and not f.endswith('_par.c'): bad.append(f'runtime/{f}:{n}: includes {to}')
        for (f, name), n in self.declares.items():
            where = self.defines.get(name)
            if where is None: bad.append(f'runtime/{f}:{n}: {name} is defined nowhere')
            elif os.path.basename(f) == 'hooks.h':
                if FLOOR[room(where)] <= FLOOR[room(f)]: bad.append(f'runtime/{f}:{n}: {name} is no hook: runtime/{where} defines it')
            elif where not in [f[:-2] + '.c'] + DEFINED_IN.get(f, []): bad.append(f'runtime/{f}:{n}: {name} is defined in runtime/{where}: to be declared in its header')
        for f, t in self.text.items():
            own = f[:-2] + '.h'
            if f.endswith('.c') and own in self.text and own not in [to for _, to in self.includes[f]]: bad.append(f'runtime/{f}:1: does not include {own}')
            if f.endswith('.c') and 'gph/codegen.h' not in t:
                for m in re.finditer(r'^\s*extern [^;\n]*?\b(gph_\w+)', t, re.M):
                    if '__attribute__((weak))' not in m.string[m.start():m.string.index('\n', m.end())] and self.defines.get(m[1]) != f:
                        bad.append(f'runtime/{f}:{t[:m.start()].count(chr(10)) + 1}: declares {m[1]} for itself: include the header that does')
        return bad

    def about(self, f):
        """The first sentence of the essay at its head, without its name."""
        words = []
        for line in self.text[f].split('\n'):
            m = re.match(r'(?://|/\*|\*|#(?!\w))\s?(.*)', line)
            if not m or not m[1].strip(): break
            words.append(m[1].strip())
        text = re.sub(r'^[\w./]+: ', '', ' '.join(words))
        return re.split(r'(?<=[^.][.:])\s+(?=[A-Z`+]|$)|\s*\*/', text)[0].rstrip(':')

    def hooks(self):
        return [(f, name, self.defines.get(name, '?')) for (f, name) in sorted(self.declares) if os.path.basename(f) == 'hooks.h']

    def page(self):
        out = ['# The runtime: rooms and arrows', '',
               'Made by `testsuite/lint/rooms.py --write` from the sources of runtime/; `make lint` checks that it is current. A room is a folder. An arrow is an include: it goes down.',
               'What a room wants of those above it stands in its hooks.h, and one of them defines it.', '', '## Rooms, from the top down', '', '| room | what | includes files of |', '|---|---|---|']
        arrows = collections.defaultdict(set)
        for f, incs in self.includes.items():
            for _, to in incs:
                if room(to) != room(f): arrows[room(f), room(to)].add((f, to))
        for r, what in reversed(ROOMS):
            to = [f'{name_of(t)}' for t, _ in reversed(ROOMS) if (r, t) in arrows]
            out.append(f"| {name_of(r)} | {what} | {', '.join(to)} |")
        out += ['', '## Arrows', '', 'From the room on the left to the headers of the one above: how many of its files use them.', '',
                '| | ' + ' | '.join(name_of(t) for t, _ in reversed(ROOMS[:-1])) + ' |', '|---|' + '---:|' * (len(ROOMS) - 1)]
        for r, _ in reversed(ROOMS[1:]):
            out.append(f'| {name_of(r)} | ' + ' | '.join(str(len({f for f, _ in arrows[r, t]})) if (r, t) in arrows else '' for t, _ in reversed(ROOMS[:-1])) + ' |')
        out += ['', '## Hooks', '', 'What is called upward: by the room on the left, and all above it.', '', '| room | defined in | what |', '|---|---|---|']
        by = collections.defaultdict(list)
        for f, name, where in self.hooks(): by[FLOOR[room(f)], where].append(name)
        for floor, where in sorted(by, key=lambda k: (-k[0], -FLOOR[room(k[1])], k[1])): out.append(f"| {ROOMS[floor][0]} | {where} | {', '.join(sorted(by[floor, where]))} |")
        out += ['', '## Files', '']
        for r, _ in reversed(ROOMS):
            out += [f'**{name_of(r)}**', '']
            for f in sorted(self.text):
                if room(f) != r: continue
                about = self.about(f)
                if f.endswith('.h') and f[:-2] + '.c' in self.text: continue
                see = re.match(r'[Ss]ee (\w+\.h)', about)
                if see and os.path.join(r, see[1]) in self.text: about = self.about(os.path.join(r, see[1]))
                about = re.sub(r'\s*[Ss]ee [\w./]+\.$', '', about)
                out.append(f'- {os.path.basename(f)}: {about}')
            out.append('')
        return '\n'.join(out).rstrip('\n') + '\n'

def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
    s = Sources()
    if '--write' in sys.argv:
        open(PAGE, 'w', encoding='utf-8').write(s.page())
        return 0
    bad = s.check()
    if not bad and (not os.path.exists(PAGE) or open(PAGE, encoding='utf-8').read() != s.page()): bad.append(f'{PAGE}: is not current: testsuite/lint/rooms.py --write')
    print('\n'.join(bad), end='\n' if bad else '')
    return 1 if bad else 0

if __name__ == '__main__': sys.exit(main())
