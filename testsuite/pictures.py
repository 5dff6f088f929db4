"""What testsuite/figures, figures-equals and figures-gumsmp share: csv files, and pictures (svg) of what is in them."""
import collections, csv, html, math

# A line of a csv file.
Row = collections.namedtuple('Row', 'program series unit hecs ours low high paper paper_hecs')

def number(x): return '' if x is None else f'{x:.4g}' if isinstance(x, float) else str(x)

def write_csv(path, rows):
    with open(path, 'w', newline='') as f:
        w = csv.writer(f, lineterminator='\n')
        w.writerow(Row._fields)
        for r in rows: w.writerow([number(x) for x in r])

OURS, PAPERS = ['#1b5fa8', '#4f93d8', '#9cc4ee', '#123b66'], ['#7a7a7a', '#a8a8a8', '#cfcfcf', '#555555']

class Svg:
    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []
    def text(self, x, y, s, size=12, anchor='start', turn=None, fill='#222'):
        turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ''
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{turned}>{html.escape(s)}</text>')
    def rect(self, x, y, w, h, fill): self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}"/>')
    def line(self, points, stroke, width=1.0, dash=''):
        d = f' stroke-dasharray="{dash}"' if dash else ''
        self.parts.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" stroke="{stroke}" stroke-width="{width}"{d}/>')
    def circle(self, x, y, fill, stroke): self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" stroke="{stroke}"/>')
    def write(self, path):
        with open(path, 'w') as f:
            f.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}" font-family="sans-serif">\n')
            f.write('<rect width="100%" height="100%" fill="#ffffff"/>\n' + '\n'.join(self.parts) + '\n</svg>\n')

def ticks(low, high):
    """Round numbers that cover low to high, about six of them."""
    raw = max(high - low, 1e-9) / 6
    unit = 10 ** math.floor(math.log10(raw))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= raw)
    return [k * step for k in range(math.floor(low / step), math.ceil(high / step) + 1)]

LEFT, TOP, BOTTOM = 60, 96, 70           # margins of a picture

def frame(figure, notes, width, height, low, high, unit):
    """A picture with title, notes and a scale; returns it with the function from a value to its height."""
    top = max(TOP, 50 + 14 * len(notes))
    height += top - TOP
    svg = Svg(round(width), height)
    svg.text(16, 24, getattr(figure, 'heading', f'Figure {figure.number}. {figure.title}'), 15)
    for i, n in enumerate(notes): svg.text(16, 42 + 14 * i, n, 11, fill='#666')
    scale = ticks(low, high)
    def y(v): return top + (height - top - BOTTOM) * (scale[-1] - v) / (scale[-1] - scale[0])
    for t in scale:
        svg.line([(LEFT, y(t)), (width - 16, y(t))], '#888' if abs(t) < 1e-12 else '#e4e4e4')
        svg.text(LEFT - 6, y(t) + 4, f'{t:g}', 10, 'end')
    svg.text(16, (top + height - BOTTOM) / 2, unit, 11, 'middle', turn=-90)
    return svg, y

def legend(svg, entries):
    x = LEFT
    for label, colour in entries:
        svg.rect(x, svg.height - 22, 11, 11, colour)
        svg.text(x + 15, svg.height - 12, label, 11)
        x += 30 + 6.2 * len(label)

def bars(figure, notes, rows, path):
    """For each program (Figure 10: for each measure) a bar for each series, ours and the paper's. Too large counts go beyond the scale, with their number."""
    plotted = [r for r in rows if figure.number != 10 or r.unit.endswith(', s')]
    group_of = (lambda r: r.unit) if figure.number == 10 else (lambda r: r.program)
    several = len({r.series for r in plotted if r.ours is not None}) > 1
    who = getattr(figure, 'who', 'gphc')
    def label_of(kind, r):
        if kind == 'ours': parts = [who, r.series if several else '', f'{r.hecs} HECs']
        else: parts = ['paper', r.series, f'{r.paper_hecs} cores' if r.paper_hecs else '']
        return ', '.join(x for x in (parts[:2] if figure.number == 10 else parts) if x)
    values = [(group_of(r), label_of(kind, r), getattr(r, kind)) for kind in ('ours', 'paper') for r in plotted if getattr(r, kind) is not None]
    groups, labels = list(dict.fromkeys(map(group_of, plotted))), list(dict.fromkeys(v[1] for v in values))
    mine = [l for l in labels if l.startswith(who)]
    colours = {l: (OURS if l in mine else PAPERS)[(mine.index(l) if l in mine else labels.index(l) - len(mine)) % 4] for l in labels}
    numbers = sorted(v[2] for v in values)
    top = max(1.6 * numbers[-2], 1) if figure.number == 12 and len(numbers) > 1 and numbers[-1] > 5 * max(numbers[-2], 1) else max(numbers[-1], 0)
    width = max(640, LEFT + 32 + len(groups) * (16 + 17 * len(labels)), LEFT + sum(30 + 6.2 * len(l) for l in labels), 16 + 9 * len(figure.title), 16 + 6 * max(map(len, notes)))
    svg, y = frame(figure, notes, width, 420, min(numbers[0], 0), max(top, 1e-6), plotted[0].unit if figure.number != 10 else 'seconds')
    pitch = (width - LEFT - 32) / len(groups)
    w = (pitch - 14) / len(labels)
    for g, name in enumerate(groups):
        x0 = LEFT + 8 + g * pitch
        svg.text(x0 + (pitch - 14) / 2, svg.height - 44, name, 11, 'middle')
        for group, label, v in values:
            if group != name: continue
            x, shown = x0 + labels.index(label) * w, min(v, ticks(0, top)[-1]) if top > 0 else v
            svg.rect(x, min(y(shown), y(0)), max(w - 2, 1), max(abs(y(shown) - y(0)), 0.5), colours[label])
            svg.text(x + w / 2 + 2, min(y(shown), y(0)) - 3, f'{v:.1f}' if isinstance(v, float) and abs(v) < 100 else f'{v:.0f}', 8, 'start', turn=-60)
    legend(svg, [(l, colours[l]) for l in labels])
    svg.write(path)

def curves(figure, notes, rows, path):
    """For each program a curve of ours by the number of HECs, and the paper's two points."""
    palette = ['#1b5fa8', '#c0392b', '#2e8b57', '#8e44ad', '#d68910', '#16a085', '#7f5539', '#555555']
    most = max([r.hecs for r in rows if r.hecs] + [r.paper_hecs for r in rows if r.paper_hecs])
    programs = list(dict.fromkeys(r.program for r in rows))
    width = max(760, 16 + 6 * max(map(len, notes)), LEFT + sum(30 + 6.2 * len(p) for p in programs))
    svg, y = frame(figure, notes, width, 520, 0, max([most if most < 9 else 0] + [x for r in rows for x in (r.ours, r.paper) if x]), 'speed-up')
    def x(n): return LEFT + 20 + (width - LEFT - 60) * (n - 1) / max(most - 1, 1)
    for n in sorted({r.hecs or r.paper_hecs for r in rows} | set(range(1, min(most, 8) + 1))): svg.text(x(n), svg.height - 50, str(n), 10, 'middle')
    svg.text(x(most), svg.height - 36, 'HECs', 10, 'middle')
    svg.line([(x(1), y(1)), (x(most), y(most))], '#bbb', 1, '4 4')
    for i, p in enumerate(programs):
        mine = sorted((r.hecs, r.ours) for r in rows if r.program == p and r.ours is not None)
        svg.line([(x(n), y(v)) for n, v in mine], palette[i], 1.8)
        for n, v in mine: svg.circle(x(n), y(v), palette[i], palette[i])
        for r in rows:
            if r.program == p and r.paper is not None: svg.circle(x(r.paper_hecs), y(r.paper), '#ffffff', palette[i])
    legend(svg, list(zip(programs, palette)))
    svg.write(path)
