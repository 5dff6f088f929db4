"""Text with marks that say how it can become smaller: what a generator writes and the reducer cuts.

  alt(a, b, ..)    reads as a; a smaller program has b, ... there
  opt(a)           reads as a; a smaller program has nothing there
  num(n, low)      reads as n; a smaller program has a smaller number, down to low

Marks nest, and they survive formatting, joining and replacing of text; plain() takes them out. Each has a number: its copies in other places
change with it.
"""
import itertools

ALT, OR, END, NUM = '\x01', '\x02', '\x03', '\x04'
counter = itertools.count(1)

def alt(*texts): return f'{ALT}{next(counter)}{OR}' + OR.join(texts) + END
def opt(text): return alt(text, '')
def num(n, low=1): return f'{NUM}{next(counter)}{OR}{n}{OR}{min(low, n)}{END}'

def parse(text):
    """A list of parts: text, ('alt', id, [list of parts, ...]), ('num', id, n, low)."""
    def parts(i):
        out = []
        while i < len(text) and text[i] not in (OR, END):
            c = text[i]
            if c == ALT:
                j = text.index(OR, i)
                ident, i, alternatives = int(text[i + 1:j]), j, []
                while text[i] != END:
                    p, i = parts(i + 1)
                    alternatives.append(p)
                out.append(('alt', ident, alternatives))
                i += 1
            elif c == NUM:
                j = text.index(END, i)
                out.append(('num', *map(int, text[i + 1:j].split(OR))))
                i = j + 1
            else:
                j = i
                while j < len(text) and text[j] not in (ALT, OR, END, NUM): j += 1
                out.append(text[i:j])
                i = j
        return out, i
    return parts(0)[0]

def unparse(tree):
    def one(p):
        if isinstance(p, str): return p
        if p[0] == 'alt': return f'{ALT}{p[1]}{OR}' + OR.join(unparse(a) for a in p[2]) + END
        return f'{NUM}{p[1]}{OR}{p[2]}{OR}{p[3]}{END}'
    return ''.join(map(one, tree))

def plain(text):
    def go(tree): return ''.join(p if isinstance(p, str) else go(p[2][0]) if p[0] == 'alt' else str(p[2]) for p in tree)
    return go(parse(text))

def changes(texts, kind):
    """Every way to make the texts smaller at one mark, outermost marks first: (id, what); of kind 'alt' or 'num'."""
    found, level = {}, [parse(t) for t in texts]
    while level:
        below = []
        for tree in level:
            for p in tree:
                if isinstance(p, str): continue
                if p[0] == 'alt':
                    if kind == 'alt': found.update({(p[1], k): 1 for k in range(len(p[2]) - 1, 0, -1)})
                    below.append(p[2][0])
                elif kind == 'num' and p[2] > p[3]: found.update({(p[1], n): 1 for n in sorted({p[3], (p[2] + 3 * p[3]) // 4, (p[2] + p[3]) // 2}) if n < p[2]})
        level = below
    return list(found)

def apply(text, change):
    """The text with one change."""
    ident, what = change
    def go(tree):
        out = []
        for p in tree:
            if isinstance(p, str): out.append(p)
            elif p[0] == 'num': out.append(('num', ident, what, min(what, p[3])) if p[1] == ident else p)
            elif p[1] == ident: out += p[2][what] if what < len(p[2]) else [p]
            else: out.append(('alt', p[1], [go(p[2][0])] + p[2][1:]))
        return out
    return unparse(go(parse(text)))
