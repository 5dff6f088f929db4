"""Makes a program that fails smaller, as long as it goes on failing; and its flags fewer."""
import math, os, shutil, tempfile, time
import marked

class Reducer:
    def __init__(self, program, way, how, fl, cores, outcome, exe, runner):
        self.program, self.way, self.how, self.flags, self.cores, self.outcome, self.exe, self.runner = program, way, how, list(fl), cores, outcome, exe, runner
        self.runs, self.tried, self.note, self.rate = 10, 0, '', 0
        self.folder = tempfile.mkdtemp(prefix='reduce-', dir=runner.opt.tmp)

    def fails(self, exe, fl, runs):
        """Whether one of so many runs fails."""
        for _ in range(runs):
            if time.monotonic() > self.end: return False
            if exe.run(fl, self.cores).kind != 'ok': return True
        return False

    def build(self, program):
        """The program compiled, with its answer; None if that does not work."""
        self.tried += 1
        d = os.path.join(self.folder, str(self.tried))
        os.mkdir(d)
        source = os.path.join(d, 'Main.hs')
        with open(source, 'w') as f: f.write(program.text())
        path = os.path.join(d, self.way)
        if self.runner.compile(source, path, self.how[0] + ['-cpp'])[0] != 0: return None
        ref = self.runner.Reference(d, source)
        if ref.problem: return None
        return self.runner.Exe(path, self.way, ref.want)

    def try_program(self, program):
        exe = self.build(program)
        ok = exe is not None and self.fails(exe, self.flags, self.runs)
        shutil.rmtree(os.path.join(self.folder, str(self.tried)), ignore_errors=True)
        if ok: self.program = program
        return ok

    def reduce(self, seconds):
        began = time.monotonic()
        self.end = began + seconds
        if self.outcome.kind in ('hang',): self.end = began + 3 * seconds
        # How often does it fail?
        failures = runs = 0
        while failures < 4 and runs < 300 and time.monotonic() < began + seconds / 3:
            runs += 1
            failures += self.exe.run(self.flags, self.cores).kind != 'ok'
        self.rate = failures / max(runs, 1)
        if failures == 0:
            self.note = f'did not fail again in {runs} runs'
            return None
        self.runs = min(300, math.ceil(4 / self.rate))
        for f in list(self.flags):
            fewer = [g for g in self.flags if g != f]
            if f.startswith('--numa-debug='): fewer = [g for g in fewer if not g.startswith('--numa-place=')]
            if time.monotonic() < self.end and self.fails(self.exe, fewer, self.runs): self.flags = fewer
        again = True
        while again and time.monotonic() < self.end:
            again = self.pass_items() | self.pass_marks('alt') | self.pass_marks('num')
        self.pass_imports()
        return self

    def pass_items(self):
        p, smaller = self.program, False
        if p.order != 'mapM': smaller |= self.try_program(p.copy(order='mapM'))
        if len(p.items) > 1:
            for it in p.items:                                # one alone
                if time.monotonic() > self.end: return smaller
                if self.try_program(p.copy(items=[it])): return True
            for it in list(p.items):
                if len(self.program.items) > 1 and time.monotonic() < self.end: smaller |= self.try_program(self.program.copy(items=[i for i in self.program.items if i is not it]))
        return smaller

    def pass_marks(self, kind):
        smaller, gone = False, set()
        while time.monotonic() < self.end:
            p = self.program
            texts = [t for _, it in p.items for t in (it if isinstance(it, tuple) else (it,))] + [t for names, t in p.defs if p.uses(names)]
            change = next((c for c in marked.changes(texts, kind) if c not in gone), None)
            if change is None: break
            gone.add(change)
            sub = lambda t: marked.apply(t, change)
            q = p.copy(items=[(c, tuple(map(sub, it)) if isinstance(it, tuple) else sub(it)) for c, it in p.items], defs=[(names, sub(t)) for names, t in p.defs])
            if q.text() != p.text() and self.try_program(q): smaller = True
        return smaller

    def pass_imports(self):
        """What is not needed any more; all that can go, goes in one or two steps."""
        p = self.program
        for i in p.imports:
            q = self.program.copy(imports=[j for j in self.program.imports if j != i])
            if time.monotonic() < self.end + 20 and self.build(q): self.program = q
            shutil.rmtree(os.path.join(self.folder, str(self.tried)), ignore_errors=True)

    @property
    def text(self): return self.program.text()

    def report(self):
        if self.note: return self.note
        return f'fails in {self.rate:.0%} of the runs; {self.tried} smaller programs tried; reduced to {len(self.text.splitlines())} lines (Reduced.hs), flags {" ".join(self.flags)}'
