"""C and C++ as .clang-format says, in lines of at most 120 columns; comments filled likewise.

  testsuite/lint/format.py            checks; files that testsuite/lint/unformatted names may still be as they are, and one that no longer needs to be there must go
  testsuite/lint/format.py --write    formats all files of compiler/, runtime/ and tools/ and empties that list
  testsuite/lint/format.py --write FILE ...   these

Columns are checked always, the rest where Debian's clang-format-19 is installed (CLANG_FORMAT=PATH: another place). Tables that one row a line makes readable stand between
`// clang-format off` and `// clang-format on`.
"""
import glob, os, re, shutil, subprocess, sys, textwrap

COLUMNS = 120
LIST = 'testsuite/lint/unformatted'
TOOL = os.environ.get('CLANG_FORMAT') or shutil.which('clang-format-19')

def wide(text):
    out, off = [], False
    for n, line in enumerate(text.split('\n'), 1):
        off = 'clang-format off' in line or (off and 'clang-format on' not in line)
        if len(line) > COLUMNS and not off: out.append(n)
    return out

def glue(text):                                         # a Note's title stays on its line: `make lint` and readers look for it there
    return re.sub(r'Note \[[^\]]*\]', lambda m: m[0].replace(' ', '\0'), text)

def fill(text, first, rest):
    lines = textwrap.wrap(glue(text), COLUMNS, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)
    return [line.replace('\0', ' ') for line in lines]

COMMENT = re.compile(r'^(\s*//)( +)(\S.*)$')
BULLET = re.compile(r'^(?:[-*]|\d+\.) +')

def fill_comments(text):
    """Paragraphs of whole-line comments that have a line that is too long, and long comments behind code, which move above it."""
    out, lines, i, off = [], text.split('\n'), 0, False
    while i < len(lines):
        line = lines[i]
        off = 'clang-format off' in line or (off and 'clang-format on' not in line)
        m = COMMENT.match(line)
        if m and not off:
            head = m[1] + m[2]
            bullet = BULLET.match(m[3])
            hang = head + ' ' * (len(bullet[0]) if bullet else 0)
            words, k = [m[3]], i + 1
            while k < len(lines):                       # what belongs to the paragraph: the same indentation, and no new item
                n = COMMENT.match(lines[k])
                if not n or n[1] + n[2] != hang or BULLET.match(n[3]) or '  ' in n[3] or re.match(r'Note \[|~~~|----', n[3]): break
                words.append(n[3])
                k += 1
            para = lines[i:k]
            out += fill(' '.join(words), head, hang) if any(len(x) > COLUMNS for x in para) else para
            i = k
            continue
        if len(line) > COLUMNS and not off and not line.endswith('\\'):
            m = re.match(r'^(\s*)(?!//)(\S.*?[;{},)])\s+//\s?(.*)$', line)
            if m and m[2].count('"') % 2 == 0 and '//' not in m[2]:
                out += fill(m[3], m[1] + '// ', m[1] + '// ') + [m[1] + m[2]]
                i += 1
                continue
        out.append(line)
        i += 1
    return '\n'.join(out)

def formatted(f, text):
    for _ in range(4):                                  # what one of the two has done may be too long for the other
        new = subprocess.run([TOOL, '--assume-filename=' + f], input=fill_comments(text), capture_output=True, text=True, check=True).stdout
        if new == text: break
        text = new
    return text

def files(): return sorted(f for d in ('compiler', 'runtime', 'tools') for f in glob.glob(d + '/**/*', recursive=True) if f.endswith(('.c', '.cc', '.h')))

def write(names):
    if not TOOL: sys.exit('clang-format-19 is not installed')
    for f in names:
        text = open(f, encoding='utf-8').read()
        new = formatted(f, text)
        if new != text: open(f, 'w', encoding='utf-8').write(new)

def main():
    listed = open(LIST, encoding='utf-8').read().split()
    if '--write' in sys.argv:
        names = [a for a in sys.argv[1:] if a != '--write']
        write(names or files())
        done = set(names or files())
        open(LIST, 'w', encoding='utf-8').writelines(f + '\n' for f in listed if f not in done)
        return []
    bad = [f'{LIST}: {f} is not there' for f in listed if not os.path.exists(f)]
    for f in files():
        text = open(f, encoding='utf-8').read()
        if f not in listed:
            bad += [f'{f}:{n}: more than {COLUMNS} columns' for n in wide(text)]
            if TOOL and formatted(f, text) != text: bad.append(f'{f}: is not as .clang-format says: testsuite/lint/format.py --write {f}')
    return bad

if __name__ == '__main__':
    bad = main()
    if bad: print('\n'.join(bad))
    sys.exit(1 if bad else 0)
