#!/usr/bin/env python3
"""Writes the manual pages and the shells' completions, from the tables that parsing and --help follow: what a flag is stands there, once.

  scripts/gen-manual.py DIR      from the root of the sources; writes DIR/gphc.1, gph-scope.1, gphc-rts.7, gphc.bash, _gphc, gphc.fish

Tables: compiler/driver/options.def (gphc's flags), runtime/base/flags.def (those of a compiled program), compiler/syntax/extensions.def, diag.def (warnings),
and the help text of tools/gph-scope/main.cc.
"""
import os, re, sys

def read(path):
    with open(path, encoding='utf-8') as f: return f.read()

STRING = r'"((?:[^"\\]|\\.)*)"'
def unquote(s): return re.sub(r'\\(.)', r'\1', s)

class Flag:
    """spelling, argument as --help shows it, help; section: a heading instead."""
    def __init__(self, section='', name='', kind='None', arg='', help=''): self.section, self.name, self.kind, self.arg, self.help = section, name, kind, arg, help
    def shown(self):
        if self.kind in ('Separate', 'Either'): return f'{self.name} {self.arg}'
        if self.kind in ('Equals', 'EqualsOrSeparate'): return f'{self.name}={self.arg}'
        if self.kind == 'OptEquals': return f'{self.name}[={self.arg}]'
        return self.name + self.arg
    def choices(self): return self.arg.split('|') if re.fullmatch(r'[a-z0-9]+(\|[a-z0-9]+)+', self.arg) else []

def compiler_flags():
    out = []
    for line in read('compiler/driver/options.def').split('\n'):
        if m := re.match(r'SECTION\(' + STRING, line): out.append(Flag(section=unquote(m[1])))
        elif m := re.match(r'FLAG\(' + STRING + r', (\w+), ' + STRING + r', .*, ' + STRING + r'\)$', line): out.append(Flag('', unquote(m[1]), m[2], unquote(m[3]), unquote(m[4])))
        elif line.startswith('FLAG('): sys.exit(f'gen-manual.py does not understand: {line}')
    return out

def runtime_flags():
    """(flag, whether it needs -rtsopts); those that are refused are left out."""
    out = []
    text = re.sub(r'//[^\n"]*$', '', read('runtime/base/flags.def'), flags=re.M)
    rows = re.findall(r'^FLAG\((.*?)\)$', text, re.M | re.S)
    if len(rows) != len(re.findall(r'^FLAG\(', text, re.M)): sys.exit('gen-manual.py does not understand a row of flags.def')
    for row in rows:
        m = re.match(STRING + r',\s*' + STRING + r',\s*(SOME|ALL),(.*),\s*' + STRING + '$', row, re.S)
        if not m: sys.exit(f'gen-manual.py does not understand: {row}')
        if re.search(r'\blater\b', m[4]): continue
        out.append((Flag('', unquote(m[1]), 'Joined', unquote(m[2]), unquote(m[5])), m[3] == 'ALL'))
    return out

def extensions(): return sorted(set(re.findall(r'^EXTENSION\((\w+), (?:On|Pragma)\)', read('compiler/syntax/extensions.def'), re.M)))
def warnings(): return sorted(set(re.findall(r'^DIAG\(\d+,\s*\w+,\s*warning,\s*"([^"]+)"', read('compiler/support/diag.def'), re.M)))
def version(): return read('VERSION').strip()

# ---- manual pages: man(7)
def esc(s): return ('\\&' if s.startswith('.') else '') + s.replace('\\', '\\e').replace('-', '\\-').replace("'", '\\(aq')
def sentence(s): return s[:1].upper() + s[1:] + ('' if s.endswith('.') else '.')
def bold(s): return '\\fB' + esc(s) + '\\fR'

def page(name, section, what, parts):
    out = ['.\\" made by scripts/gen-manual.py', f'.TH {name.upper()} {section} "" "gphc {version()}" "gphc"', '.SH NAME', f'{esc(name)} \\- {esc(what)}']
    return '\n'.join(out + parts) + '\n'

def items(flags): return [x for f in flags for x in ('.TP', bold(f.shown()), esc(sentence(f.help)))]

def gphc_page(flags):
    parts = ['.SH SYNOPSIS', '.B gphc', '[\\fIflags\\fR] \\fIFile.gph\\fR [\\fImore.gph\\fR | \\fIfile.c\\fR | \\fIfile.o\\fR | \\fB\\-l\\fIlib\\fR ...]', '.SH DESCRIPTION',
             esc('gphc compiles programs in GpH, the lazy functional language of Glasgow Parallel Haskell: Haskell 2010 with par, pseq and evaluation strategies. It compiles the program '
                 'whose Main is in File.gph, and all that it imports, at once, and links it with its runtime; with -threaded the program evaluates sparks on several processors. The result '
                 'is the same whatever their number.'),
             '.PP', 'What a compiled program takes between', bold('+RTS'), 'and', bold('-RTS'), 'is in', '.BR gphc\\-rts (7).', '.SH OPTIONS']
    for f in flags: parts += ['.SS ' + esc(f.section)] if f.section else items([f])
    parts += ['.SH EXIT STATUS', esc('0 if all went well; 1 if the program has errors; 2 for a command line that is not understood.'),
              '.SH ENVIRONMENT', '.TP', bold('XDG_CACHE_HOME'), esc('Where compiled objects are kept for the next time: in gphc/units there (default: ~/.cache).'), '.TP', bold('TMPDIR'), 'Where temporary files go.',
              '.SH EXAMPLES', '.nf', esc('gphc -O2 -threaded Main.gph -o prog'), esc('./prog +RTS -N4 -s'), esc('./prog +RTS -N4 --spark-report'), esc("gphc -e 'sum [1..10]'"), '.fi',
              '.SH SEE ALSO', '.BR gphc\\-rts (7),', '.BR gph\\-scope (1)']
    return page('gphc', 1, 'compiler for Glasgow Parallel Haskell', parts)

def rts_page(flags):
    some, all_ = [f for f, a in flags if not a], [f for f, a in flags if a]
    parts = ['.SH SYNOPSIS', '.I program', '[\\fIarguments\\fR] \\fB+RTS\\fR \\fIflags\\fR [\\fB\\-RTS\\fR \\fImore arguments\\fR]', '.SH DESCRIPTION',
             esc('Programs that gphc made take flags for the runtime between +RTS and -RTS, or the end of the command line. None of them changes what a program computes. The variable '
                 'GPHRTS may hold such flags, too.'),
             '.SH FLAGS THAT EACH PROGRAM TAKES'] + items(some) + ['.SH FLAGS THAT NEED -rtsopts'.replace('-', '\\-'), esc('These want a program linked with gphc -rtsopts.')] + items(all_)
    return page('gphc-rts', 7, 'run-time flags of programs that gphc compiled', parts + ['.SH SEE ALSO', '.BR gphc (1),', '.BR gph\\-scope (1)'])

def scope_page():
    text = unquote_c(re.search(r'kHelp\[\] =\s*((?:"(?:[^"\\]|\\.)*"\s*)+);', read('tools/gph-scope/main.cc'))[1])
    lines = text.split('\n')
    parts = ['.SH SYNOPSIS', '.nf'] + [esc(l.strip()) for l in lines[1:] if l.startswith('  gph-scope')] + ['.fi', '.SH DESCRIPTION', esc(sentence(lines[0].split(': ', 1)[1])), '.SH OPTIONS']
    rest = []
    for l in lines[1:]:
        if m := re.match(r'  (-\S.*?)(?:\s{2,}(.*))?$', l): parts += ['.TP', bold(m[1]), esc(sentence(m[2] or 'print a text and exit'))]
        elif l and not l.startswith('  '): rest.append(esc(l))
    return page('gph-scope', 1, 'shows what a parallel program did', parts + ['.SH NOTES'] + rest + ['.SH SEE ALSO', '.BR gphc (1),', '.BR gphc\\-rts (7)'])

def unquote_c(text): return ''.join(s.replace('\\n', '\n').replace('\\"', '"').replace('\\\\', '\\') for s in re.findall(STRING, text))

# ---- completions
def words(flags):
    """All that can be completed as a word of its own: flags, and those with a choice of values once for each value."""
    out = []
    for f in flags:
        if f.section: continue
        sep = '=' if f.kind in ('Equals', 'EqualsOrSeparate', 'OptEquals') else ''
        if f.choices() and f.kind not in ('Separate', 'Either'): out += [f.name + sep + c for c in f.choices()]
        if f.kind in ('None', 'OptEquals', 'Separate', 'Either', 'EqualsOrSeparate') or (not f.choices() and f.name not in ('-f', '-l', '-L', '-i', '-D', '-U', '-I')): out.append(f.name + (sep if f.kind == 'Equals' else ''))
    out += ['-X' + x for x in extensions()] + ['-W' + w for w in ['all', 'extra', 'error'] + warnings()]
    return list(dict.fromkeys(out))

def rts_words(flags):
    out = []
    for f, _ in flags: out += [f.name + c for c in f.choices()] or [f.name]
    return list(dict.fromkeys(out))

FILES = ('gph', 'lgph', 'hs', 'lhs', 'c', 'o', 'a', 'core')
def separate(flags): return [f for f in flags if f.kind in ('Separate', 'Either', 'EqualsOrSeparate')]
def takes(f): return 'dir' if 'DIR' in f.arg else 'file' if 'FILE' in f.arg else 'command' if 'PROGRAM' in f.arg else ''

def bash(flags, rts):
    cases = ''.join(f'    {f.name}) COMPREPLY=($(compgen -{ {"dir": "d", "file": "f", "command": "c"}[takes(f)] } -- "$cur")); return ;;\n' for f in separate(flags) if takes(f))
    return f'''# Completion of gphc's command line and of +RTS flags behind --run, for bash; made by scripts/gen-manual.py.
_gphc() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} i rts=
  # bash makes words of their own of = and what follows
  if [ "$cur" = = ]; then cur="$prev="; elif [ "$prev" = = ]; then cur="${{COMP_WORDS[COMP_CWORD-2]}}=$cur"; fi
  case $prev in
{cases}    -e) return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do case ${{COMP_WORDS[i]}} in +RTS) rts=1 ;; -RTS) rts= ;; esac; done
  if [ -n "$rts" ]; then COMPREPLY=($(compgen -W "{' '.join(rts)}" -- "$cur"))
  elif [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "{' '.join(words(flags))}" -- "$cur"))
  else COMPREPLY=($(for i in {' '.join(FILES)}; do compgen -f -X "!*.$i" -- "$cur"; done) $(compgen -d -S / -- "$cur")); fi
  case $cur in *=*) COMPREPLY=("${{COMPREPLY[@]#*=}}") ;; esac
  case ${{COMPREPLY[0]}} in */|*=) compopt -o nospace ;; esac
}}
complete -F _gphc gphc
_gph_scope() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}}
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "-o --from --to --json --help --version" -- "$cur"))
  else COMPREPLY=($(compgen -f -X '!*.eventlog' -- "$cur") $(compgen -d -S / -- "$cur")); fi
}}
complete -F _gph_scope gph-scope
'''

def zsh(flags, rts):
    def quoted(s): return "'" + s.replace("'", "'\\''") + "'"
    described = [f'{f.name}:{f.help}' for f in flags if not f.section and f.name in words(flags)]
    plain = [w for w in words(flags) if w not in {f.name for f in flags}]
    return '#compdef gphc gph-scope\n# made by scripts/gen-manual.py\n' + f'''_gphc() {{
  local -a flags rts
  if [[ $service = gph-scope ]]; then _arguments '-o[where to write]:file:_files' '--from[from this second]:seconds' '--to[up to this second]:seconds' '--json[trace events]' '--help' '--version' '*:event log:_files -g "*.eventlog"'; return; fi
  if (( ${{words[(I)+RTS]}} > ${{words[(I)-RTS]}} )); then
    rts=({' '.join(quoted(w.replace(':', chr(92) + ':')) for w in rts)})
    _describe 'run-time flag' rts; return
  fi
  case $words[CURRENT-1] in
{''.join(f"    {f.name}) { {'dir': '_files -/', 'file': '_files', 'command': '_command_names -e'}[takes(f)] }; return ;;" + chr(10) for f in separate(flags) if takes(f))}  esac
  if [[ $PREFIX = -* ]]; then
    flags=({' '.join(quoted(d.split(':', 1)[0].replace(':', chr(92) + ':') + ':' + d.split(':', 1)[1]) for d in described)} {' '.join(map(quoted, plain))})
    _describe 'flag' flags
  else _files -g '*.({'|'.join(FILES)})'; fi
}}
_gphc "$@"
'''

def fish(flags, rts):
    def q(s): return "'" + s.replace('\\', '\\\\').replace("'", "\\'") + "'"
    out = ['# made by scripts/gen-manual.py', 'function __gphc_in_rts', "  set -l on 1", "  for w in (commandline -opc); switch $w; case '+RTS'; set on 0; case '-RTS'; set on 1; end; end", '  return $on', 'end']
    helps = {f.name: f.help for f in flags if not f.section}
    for w in words(flags): out.append(f"complete -c gphc -n 'not __gphc_in_rts' -a {q(w)} -d {q(helps.get(w, helps.get(w.split('=')[0], '')))}")
    for w in rts: out.append(f"complete -c gphc -n __gphc_in_rts -f -a {q(w)}")
    out += ['complete -c gph-scope -a ' + q(w) for w in ('-o', '--from', '--to', '--json', '--help', '--version')]
    return '\n'.join(out) + '\n'

def main():
    if len(sys.argv) != 2: sys.exit(__doc__)
    to, flags, rts = sys.argv[1], compiler_flags(), runtime_flags()
    os.makedirs(to, exist_ok=True)
    all_rts = rts_words(rts)
    for name, text in [('gphc.1', gphc_page(flags)), ('gph-scope.1', scope_page()), ('gphc-rts.7', rts_page(rts)), ('gphc.bash', bash(flags, all_rts)), ('_gphc', zsh(flags, all_rts)), ('gphc.fish', fish(flags, all_rts))]:
        with open(os.path.join(to, name), 'w', encoding='utf-8') as f: f.write(text)

main()
