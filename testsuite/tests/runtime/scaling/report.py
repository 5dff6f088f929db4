"""Reads what +RTS --scaling printed."""
import re

class Report:
    """text: all of standard error. work, span: seconds; parallelism; most, estimate: {HECs: speed-up}; sites: {name: (% of the span, % of the work, strands, change of the span in % if twice as fast)}."""
    def __init__(self, text):
        at = text.index('Scaling: how parallel the program is')
        self.text = text[at:]
        def number(pattern): return float(re.search(pattern, self.text).group(1))
        self.hecs = int(number(r'measured with (\d+) HEC'))
        self.work, self.strands = number(r'\n  Work +([\d.]+)s'), int(number(r'of (\d+) strand'))
        self.span, self.parallelism, self.collections = number(r'\n  Span +([\d.]+)s'), number(r'\n  Parallelism +([\d.]+)'), number(r'\n  Collections +([\d.]+)s')
        def row(name): return [float(x) for x in re.search(rf'\n  {name} +(.*)', self.text).group(1).split()]
        counts = [int(n) for n in row('HECs')]
        assert counts == [2, 4, 8, 16, 32, 64], counts
        self.most, self.estimate = dict(zip(counts, row('at most'))), dict(zip(counts, row('estimate')))
        self.sites = {m[4]: (float(m[0]), float(m[1]), int(m[2]), float(m[3]))
                      for m in re.findall(r'\n +([\d.]+)% +([\d.]+)% +(\d+) +(-[\d.]+)%  (.*)', self.text)}
        self.verdict = self.text.strip().splitlines()[-1].strip()
        # What holds of every report.
        for n in counts:
            assert self.most[n] <= n and self.estimate[n] <= self.most[n] + 0.01, self.text
            assert abs(self.most[n] - min(n, self.parallelism)) <= 0.02 * n, self.text
        assert self.span <= self.work + 0.001 and self.parallelism >= 0.99, self.text
        if len(self.sites) < 12: assert abs(sum(s[0] for s in self.sites.values()) - 100) < 1 or not self.sites, self.text
        for s in self.sites.values(): assert -50.1 <= s[3] <= 0, self.text
