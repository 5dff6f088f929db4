"""C and C++ as .clang-format says, in lines of at most 120 columns; comments filled likewise.

  testsuite/lint/format.py            checks all files of compiler/, runtime/ and tools/
  testsuite/lint/format.py --write    formats them
  testsuite/lint/format.py --write FILE ...   formats these

Columns are checked always, the rest where Debian's clang-format-19 is installed (CLANG_FORMAT=PATH: another place). Tables that one row a line makes readable stand between
`// clang-format off` and `// clang-format on`.
"""
import glob, os, re, shutil, subprocess, sys, textwrap

COLUMNS = 120
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
RULE = re.compile(r'^(?:-{4,}|~{3,}|={4,})')            # a line of its own; "---- title ----" is cut to the width
TITLE = re.compile(r'^Note \[[^\]]*\]$')
GAP = re.compile(r'(?<=[^ .]) {2,}(?=\S)')              # between the columns of a table; behind a full stop: two spaces between sentences
CODE = re.compile(r'->|<-|=>|::|[^=<>!]=[^=]|[{};\\|]')
WORD = re.compile(r"[(`'\"]*[A-Za-z][a-z'-]+[)`'\".,;:]*$")

def is_prose(text):                                     # most of it is words
    tokens = text.split()
    return sum(bool(WORD.match(t)) for t in tokens) * 2 > len(tokens)

class Line:
    """A whole-line comment: `//`, indentation, text."""
    def __init__(self, m): self.mark, self.text, self.whole = m[1], m[3], m[0]
    @property
    def head(self): return self.whole[:len(self.whole) - len(self.text)]
    @property
    def deep(self): return len(self.head) - len(self.mark)       # 1: a paragraph; 3 and more: an example or a table

    def starts(self, column):                           # of a row whose last column begins there; None: it has none
        w = self.whole
        if column >= len(w) or len(self.head) >= column or w[column - 1] != ' ' or w[column] == ' ': return None
        return any(m.end() == column for m in GAP.finditer(w, len(self.head)))

def table(lines, i):
    """(column, end) of the table that begins at lines[i]: rows of the same indentation whose last column begins at the same place, each with lines that go on there.
    A name may be so long that it is followed by one space only. None: no table."""
    best = None
    for m in GAP.finditer(lines[i].whole, len(lines[i].head)):
        column, rows, k = m.end(), 0, i
        while k < len(lines) and not (RULE.match(lines[k].text) or TITLE.match(lines[k].text)):
            if lines[k].head == lines[i].head and lines[k].starts(column) is not None: rows += lines[k].starts(column)
            elif len(lines[k].head) != column: break
            k += 1
        if (rows > 1 or (k > i + 1 and len(lines[i + 1].head) == column)) and (best is None or (k, column) > (best[1], best[0])): best = column, k
    return best

def fill_table(lines, column):
    out, i = [], 0
    while i < len(lines):
        k = i + 1
        while k < len(lines) and len(lines[k].head) == column: k += 1
        row, rest = [x.whole for x in lines[i:k]], lines[i].mark.ljust(column)
        words = ' '.join(x[column:] for x in row)
        out += fill(words, row[0][:column], rest) if any(len(x) > COLUMNS for x in row) and column < COLUMNS * 3 // 4 else row
        i = k
    return out

def fill_block(lines):
    """Lines of one indentation of `//`, without an empty one. What is an example or a figure stays as it is: a wide one has to be made narrower by hand."""
    out, i = [], 0
    while i < len(lines):
        line = lines[i]
        rule = RULE.match(line.text) and (len(line.whole) <= COLUMNS or line.whole.endswith(('--', '~~', '==')))
        if rule or TITLE.match(line.text):
            w = line.whole
            while len(w) > COLUMNS and w.endswith(('--', '~~', '==')): w = w[:-1]
            out.append(w)
            i += 1
            continue
        t = table(lines, i)
        if t:
            out += fill_table(lines[i:t[1]], t[0])
            i = t[1]
            continue
        bullet = BULLET.match(line.text)
        hang = line.head + ' ' * (len(bullet[0]) if bullet else 0)
        gaps = list(GAP.finditer(line.text))
        if line.deep > 2 and not bullet and len(gaps) == 1 and is_prose(line.text[gaps[0].end():]):     # a label and what it says
            out += fill_table([line], len(line.head) + gaps[0].end())
            i += 1
            continue
        if line.deep > 2 and not bullet and (gaps or (CODE.search(line.text) and not is_prose(line.text))):
            out.append(line.whole)
            i += 1
            continue
        k = i + 1
        if k < len(lines) and not bullet and lines[k].deep > line.deep and line.text[-1] not in '.:' and is_prose(line.text) and is_prose(lines[k].text) and \
                not BULLET.match(lines[k].text) and not GAP.search(lines[k].text):
            hang = lines[k].head                        # a paragraph whose first line hangs out
        while k < len(lines):                           # what belongs to the paragraph: the same indentation, and no new item
            n = lines[k]
            if n.head != hang or BULLET.match(n.text) or RULE.match(n.text) or n.text.startswith('Note [') or GAP.search(n.text): break
            k += 1
        para = [x.whole for x in lines[i:k]]
        out += fill(' '.join(x.text for x in lines[i:k]), line.head, hang) if any(len(x) > COLUMNS for x in para) else para
        i = k
    return out

def fill_comments(text):
    """Paragraphs and tables of whole-line comments that have a line that is too long, and long comments behind code, which move above it."""
    out, block, off = [], [], False
    for line in text.split('\n') + [None]:
        if line is not None: off = 'clang-format off' in line or (off and 'clang-format on' not in line)
        m = COMMENT.match(line) if line is not None and not off else None
        if m and (not block or block[0].mark == m[1]):
            block.append(Line(m))
            continue
        out += fill_block(block)
        block = [Line(m)] if m else []
        if m or line is None: continue
        behind = re.match(r'^(\s*)(?!//)(\S.*?[;{},)])\s+//\s?(.*)$', line)
        if len(line) > COLUMNS and not off and not line.endswith('\\') and behind and behind[2].count('"') % 2 == 0 and '//' not in behind[2]:
            inside = behind[2][0] == '}' and behind[2][-1] == '{'                  # } else {: what it is about begins behind it
            head = behind[1] + ('  // ' if inside else '// ')
            above = fill(behind[3], head, head)
            out += [behind[1] + behind[2]] + above if inside else above + [behind[1] + behind[2]]
        else: out.append(line)
    return '\n'.join(out)

def formatted(f, text):
    for _ in range(4):                                  # what one of the two has done may be too long for the other
        new = subprocess.run([TOOL, '--assume-filename=' + f], input=fill_comments(text), capture_output=True, text=True, check=True).stdout
        if new == text: break
        text = new
    return text

def not_stable(names):
    """Those of the files, whose comments are filled, that clang-format would change: it takes many at a time."""
    out = subprocess.run([TOOL, '--dry-run', *names], capture_output=True, text=True, check=True).stderr if names else ''
    return {n for n in names if re.search('^' + re.escape(n) + r':\d+:', out, re.M)}

def files(): return sorted(f for d in ('compiler', 'runtime', 'tools') for f in glob.glob(d + '/**/*', recursive=True) if f.endswith(('.c', '.cc', '.h')))

def write(names):
    if not TOOL: sys.exit('clang-format-19 is not installed')
    for f in names:
        text = open(f, encoding='utf-8').read()
        new = formatted(f, text)
        if new != text: open(f, 'w', encoding='utf-8').write(new)

def main():
    if '--write' in sys.argv:
        these = [a for a in sys.argv[1:] if a != '--write']
        others = [a for a in these if not re.search(r'\.(c|cc|h)$', a)]
        if others: return [f'{a}: neither C nor C++: not touched' for a in others]
        write(these or files())
        return []
    bad = []
    texts = {f: open(f, encoding='utf-8').read() for f in files()}
    looked_at = [f for f, text in texts.items() if not TOOL or fill_comments(text) != text]
    if TOOL: looked_at += not_stable([f for f in texts if f not in looked_at])
    for f, text in texts.items():
        bad += [f'{f}:{n}: more than {COLUMNS} columns' for n in wide(text)]
        if TOOL and f in looked_at and formatted(f, text) != text: bad.append(f'{f}: is not as .clang-format says: testsuite/lint/format.py --write {f}')
    return bad

if __name__ == '__main__':
    bad = main()
    if bad: print('\n'.join(bad))
    sys.exit(1 if bad else 0)
