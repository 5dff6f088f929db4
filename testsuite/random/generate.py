"""Random GpH programs: well typed, total but for errors that are caught, deterministic.

  generate.py SEED [SIZE]      prints one program

A program has data types with derived instances, a class with instances, top-level functions (recursive ones count down a fuel
argument, so that all ends), and a main that prints results of every type, each under `try`: an arithmetic error or an incomplete
pattern is part of the answer (that there is one; imprecise exceptions leave open which). Lazy values that would fail are built and
not used; strictness, sharing and evaluation order vary: seq, bang patterns, irrefutable patterns, strict fields, par, pseq. Functions
are values: given some of their arguments and called many times, once or never, looked at, chosen, composed, with work in front of
them, in records, in a state monad; some of what they are given fails if it is needed. shapes.py has more kinds of expressions, type_terms.py the types.
"""
import random, sys
import shapes
from type_terms import BOOL, CHAR, DOUBLE, FIXED, INT, INTEGER, UNSIGNED, chain, fun, functions_of, lst, may, show_type, tup

FOLDS = ["maximum", "minimum", "last", "foldl1 (-)", "foldl1' (-)"]
SCANS = ["scanl", "scanl'"]
# Recursive functions of functions, as programs write them (opt/spec_functions.cc).
SKELETONS = [  # (names, text)
    (['Ops', 'plus', 'zero'], '''data Ops a b = Ops { plus :: a -> b -> b, zero :: b }'''),
    (['each'], '''each :: (a -> b) -> [a] -> [b]
each f (x : xs) = f x : each f xs
each _ [] = []'''),
    (['keep'], '''keep :: (a -> Bool) -> [a] -> [a]
keep _ [] = []
keep p (x : xs) = if p x then x : keep p xs else keep p xs'''),
    (['fold'], '''fold :: (a -> b -> b) -> b -> [a] -> b
fold _ z [] = z
fold f z (x : xs) = f x (fold f z xs)'''),
    (['foldOps'], '''foldOps :: Ops a b -> [a] -> b
foldOps o [] = zero o
foldOps o (x : xs) = plus o x (foldOps o xs)'''),
    (['divide'], '''divide :: (Int -> b) -> (b -> b -> b) -> Int -> Int -> b
divide f g a b | b - a < 2 = f a
               | otherwise = let { m = (a + b) `quot` 2; l = divide f g a m; r = divide f g m b } in l `par` g l r'''),
    (['untilN'], '''untilN :: (a -> Bool) -> (a -> a) -> Int -> a -> a
untilN p f n x | n <= 0 || p x = x
               | otherwise = untilN p f (n - 1) (f x)'''),
    (['Rule', 'rule', 'spare', 'strict', 'applyRule'], '''data Rule a b = Rule { rule :: a -> b, spare :: b, strict :: !(b -> Bool) }
applyRule :: Rule a b -> a -> b
applyRule r x = let { y = rule r x } in if strict r y then y else spare r'''),
    (['St', 'runSt', 'steps'], '''newtype St s a = St { runSt :: s -> (a, s) }
instance Functor (St s) where { fmap f (St g) = St (\\s -> let { (a, t) = g s } in (f a, t)) }
instance Applicative (St s) where { pure a = St (\\s -> (a, s)); St f <*> St g = St (\\s -> let { (h, t) = f s; (a, u) = g t } in (h a, u)) }
instance Monad (St s) where { St g >>= f = St (\\s -> case g s of { (a, t) -> runSt (f a) t }) }
steps :: (Int -> St s a) -> Int -> St s [a]
steps f n = if n <= 0 then return [] else do { x <- f n; xs <- steps f (n - 1); return (x : xs) }'''),
    (['Step', 'step', 'stepTwice'], '''class Step a where { step :: Int -> b -> a -> a; step _ _ x = x; stepTwice :: b -> a -> a; stepTwice b = step 1 b . step 2 b }
instance Step Int where { step k = \\_ x -> (x * 31 + k) `mod` 1000003 }
instance Step Bool where { step k _ x = if even k then x else not x }
instance Step a => Step [a] where { step k b = map (step (k + 1) b) }
instance (Step a, Step b) => Step (a, b) where { step k b ~(x, y) = (step k b x, stepTwice b y) }''')]

SKELETONS += shapes.SKELETONS

class Generator(shapes.Shapes):
    def __init__(self, seed, size):
        self.r, self.size, self.count = random.Random(seed), size, 0
        self.datas, self.functions, self.total, self.out = {}, [], set(), []   # total: the functions made with self.safe

    def name(self, prefix):
        self.count += 1
        return prefix + str(self.count)

    # ---- types
    def base(self): return self.r.choice([INT, INT, INT, INTEGER, BOOL, DOUBLE, CHAR, self.r.choice(FIXED)])
    def type(self, depth=2):
        k = self.r.random()
        if depth == 0 or k < 0.45: return self.base()
        if k < 0.65: return lst(self.type(depth - 1))
        if k < 0.75: return may(self.type(depth - 1))
        if k < 0.87: return tup(*[self.type(depth - 1) for _ in range(self.r.choice([2, 2, 3]))])
        return ('D', self.r.choice(list(self.datas))) if self.datas else self.base()
    def argument_type(self):
        k = self.r.random()
        return fun(self.type(1), self.type(1)) if k < 0.15 else fun(self.type(1), fun(self.type(1), self.type(1))) if k < 0.2 else self.type(2)

    def data(self):
        n = self.name('T')
        cons = []
        for _ in range(self.r.choice([1, 2, 2, 3, 6])):
            c = self.name('C')
            fields = [(self.type(1), self.r.random() < 0.3) for _ in range(self.r.choice([0, 1, 1, 2, 3]))]
            cons.append((c, fields))
        if self.r.random() < 0.4: cons.append((self.name('R'), [(self.base(), self.r.random() < 0.3), (('D', n), self.r.random() < 0.3)]))
        if not any(all(f[0] != ('D', n) for f in fs) for _, fs in cons): cons.append((self.name('C'), []))
        self.datas[n] = cons
        text = ' | '.join(c + ''.join(' ' + ('!' if s else '') + show_type(t) for t, s in fs) for c, fs in cons)
        self.out.append(f'data {n} = {text} deriving (Eq, Ord, Show)')

    # ---- expressions: env is a list of (name, type)
    def leaf(self, t, env):
        vs = [n for n, u in env if u == t]
        if vs and self.r.random() < 0.75: return self.r.choice(vs)
        r = self.r
        if t == INT: return str(r.choice([0, 1, 2, 3, 7, 10, 100, -1, 255, 2 ** 31, 2 ** 60, 2 ** 62, r.randrange(-50, 50), 'minBound :: Int', 'maxBound :: Int'])).join(['(', ')'])
        if t in FIXED: return str(r.choice([0, 1, 2, 7, 100, 127, 128, 255, 2 ** 15, 2 ** 31, 2 ** 63 - 1, f'minBound :: {t}', f'maxBound :: {t}'] + ([2 ** 64 - 1] if t in UNSIGNED else [-1, -128, -(2 ** 63)]))).join(['(', ')'])
        if t == INTEGER: return str(r.choice([0, 1, -1, 5, 2 ** 61, 2 ** 64, -(2 ** 70), 12345678901234567890, r.randrange(-9, 9)])).join(['(', ')'])
        if t == BOOL: return r.choice(['True', 'False'])
        if t == DOUBLE: return r.choice(['0', '1.5', '(-2.25)', '1e10', '0.1', '3'])
        if t == CHAR: return r.choice(["'a'", "'Z'", "' '", "'\\n'", "'\\955'", "'0'"])
        if t[0] == 'L': return '[]' if r.random() < 0.5 else '[' + self.leaf(t[1], env) + ']'
        if t[0] == 'M': return 'Nothing' if r.random() < 0.5 else '(Just ' + self.leaf(t[1], env) + ')'
        if t[0] == 'T': return '(' + ', '.join(self.leaf(x, env) for x in t[1:]) + ')'
        if t[0] == 'F':
            v = self.name('x')
            return f'(\\{v} -> {self.leaf(t[2], env + [(v, t[1])])})'
        cons = [c for c in self.datas[t[1]] if all(f[0] != t for f in c[1])]
        c, fs = r.choice(cons)
        return '(' + ' '.join([c] + [self.leaf(f, env) for f, _ in fs]) + ')' if fs else c

    def expr(self, t, env, n):
        if n <= 0: return self.leaf(t, env)
        r = self.r
        e = lambda u: self.expr(u, env, n - 1)
        at = lambda u: self.annotated(u, env, n - 1)   # where the context does not say the type
        choices = [self.if_, self.let, self.case, self.call, self.call, self.seq, self.apply, self.apply, self.partial]
        specific = {
            INT: [lambda: f'({e(INT)} {r.choice(["+", "-", "*"])} {e(INT)})', lambda: f'({e(INT)} `{r.choice(["div", "mod", "quot", "rem"])}` {self.divisor(INT, env, n)})',
                  lambda: f'(length {at(self.listy())})', lambda: f'(length (show {at(self.listy())}))', lambda: f'(sum {at(lst(INT))})', lambda: f'(foldl (+) 0 {at(lst(INT))})',
                  lambda: f'(fromEnum {at(CHAR)})', lambda: f'(fromInteger {e(INTEGER)})', lambda: f'({r.choice(["max", "min"])} {e(INT)} {e(INT)})', lambda: f'(gcd ({e(INT)} `quot` 2) ({e(INT)} `quot` 2))',
                  lambda: (lambda x, y: f'(foldr (\\{x} {y} -> {self.expr(INT, env + [(x, INT), (y, INT)], n - 2)}) 1 {at(lst(INT))})')(self.name('a'), self.name('b')), lambda: f'(score {at(self.scored())})',
                  lambda: f'(truncate (sin {at(DOUBLE)} * 100))', lambda: f'(popCount {at(INT)} + shiftL {e(INT)} 3 .&. 4095)',
                  lambda: f'({r.choice(FOLDS)} (map {e(fun(INT, INT))} [0 .. {e(INT)} `mod` 7]))',
                  lambda: f'(map {e(fun(INT, INT))} [0 .. 8] !! ({e(INT)} `mod` 9))', lambda: f'(maximum (0 : filter {e(fun(INT, BOOL))} {at(lst(INT))}))',
                  lambda: f'(sum (Map.elems (Map.fromList (zip {at(lst(INT))} {e(lst(INT))}))))', lambda: f'(foldl (-) 0 (Set.toList (Set.fromList {at(lst(INT))})))',
                  lambda: f'({r.choice(["popCount", "countLeadingZeros", "countTrailingZeros", "finiteBitSize"])} {at(r.choice(FIXED))})'] + [lambda: self.integral(INT, env, n)] * 3,
            INTEGER: [lambda: f'({e(INTEGER)} {r.choice(["+", "-", "*"])} {e(INTEGER)})', lambda: f'(toInteger {at(INT)})', lambda: f'({e(INTEGER)} `{r.choice(["div", "mod", "quot", "rem"])}` {self.divisor(INTEGER, env, n)})', lambda: f'(toInteger {at(r.choice(FIXED))})', lambda: f'({r.choice(["fst", "snd"])} ({e(INTEGER)} `{r.choice(["divMod", "quotRem"])}` {self.divisor(INTEGER, env, n)}))',
                      lambda: f'(product (map toInteger (take 5 {e(lst(INT))})))', lambda: f'(abs {e(INTEGER)} ^ (3 :: Int))', lambda: f'(gcd {e(INTEGER)} {e(INTEGER)})'],
            BOOL: [lambda: (lambda u: f'({at(u)} {r.choice(["==", "/=", "<", ">="])} {e(u)})')(self.type(1)), lambda: f'({e(BOOL)} {r.choice(["&&", "||"])} {e(BOOL)})', lambda: f'(not {e(BOOL)})',
                   lambda: f'(even {at(INT)})', lambda: f'(null {at(self.listy())})', lambda: f'(null (filter {e(fun(INT, BOOL))} {at(lst(INT))}))', lambda: f'(elem {e(INT)} {at(lst(INT))})'],
            DOUBLE: [lambda: f'({e(DOUBLE)} {r.choice(["+", "-", "*"])} {e(DOUBLE)})', lambda: f'(fromIntegral {at(self.exact())})', lambda: f'(sqrt (abs {e(DOUBLE)}))', lambda: f'({e(DOUBLE)} / (1 + abs {e(DOUBLE)}))'],
            CHAR: [lambda: f'(toEnum (abs {e(INT)} `mod` 128))', lambda: f'(toUpper {e(CHAR)})', lambda: f'(if isDigit {e(CHAR)} then {e(CHAR)} else {e(CHAR)})'],
        }
        if t in FIXED: choices = choices + [lambda: self.integral(t, env, n)] * 12
        elif isinstance(t, str): choices = choices + specific[t] * 2
        elif t[0] == 'L':
            u = t[1]
            src = self.type(1)
            v = self.name('x')
            choices = choices + [lambda: f'({e(u)} : {e(t)})', lambda: f'({e(t)} ++ {e(t)})', lambda: f'({r.choice(["map", "each"])} {e(fun(src, u))} {at(lst(src))})', lambda: f'({r.choice(["filter", "keep"])} {e(fun(u, BOOL))} {e(t)})',
                                 lambda: f'({r.choice(["take", "drop"])} ({e(INT)} `mod` 5) {e(t)})', lambda: f'(reverse {e(t)})', lambda: f'(zipWith {e(fun(src, fun(INT, u)))} {at(lst(src))} {e(lst(INT))})',
                                 lambda: f'[ {self.expr(u, env + [(v, src)], n - 2)} | {v} <- {at(lst(src))}, {self.expr(BOOL, env + [(v, src)], n - 2)} ]',
                                 lambda: f'(take 4 (iterate {e(fun(u, u))} {e(u)}))', lambda: f'(concatMap {e(fun(src, t))} (take 3 {at(lst(src))}))',
                                 lambda: f'({r.choice(SCANS)} {e(fun(u, fun(src, u)))} {e(u)} (take 6 {at(lst(src))}))', lambda: f'(mapMaybe {e(fun(src, may(u)))} {at(lst(src))})',
                                 lambda: f'(zipWith3 {e(fun(src, fun(INT, fun(BOOL, u))))} {at(lst(src))} {e(lst(INT))} {e(lst(BOOL))})', lambda: f'(catMaybes {at(lst(may(u)))})',
                                 lambda: f"(take 4 (iterate' {e(fun(u, u))} {e(u)}))", lambda: f'[ {self.expr(u, env + [(v, src), (v + "k", INT)], n - 2)} | ({v}k, {v}) <- Map.toList (Map.fromList (zip [0 ..] {at(lst(src))})) ]']
            if u == INT: choices += [lambda: f'[1 .. ({e(INT)} `mod` 9)]', lambda: f'(scanl (+) 0 (take 6 {e(t)}))', lambda: f'(sort {at(t)})']
            if u == CHAR: choices += [lambda: f'(show {at(self.type(1))})', lambda: f'(words (show {at(INT)}) >>= id)']
        elif t[0] == 'M':
            choices = choices + [lambda: f'(Just {e(t[1])})', lambda: f'(fmap {e(fun(INT, t[1]))} {e(may(INT))})', lambda: f'({e(may(INT))} >>= {e(fun(INT, t))})', lambda: f'(lookup {at(INT)} (zip [0 ..] (take 5 {e(lst(t[1]))})))']
        elif t[0] == 'T':
            choices = choices + [lambda: '(' + ', '.join(e(x) for x in t[1:]) + ')'] * 4
            if len(t) == 3 and t[1] == t[2]: choices.append(lambda: f'(swap {e(t)})')
        elif t[0] == 'F':
            return self.lambda_(t, env, n) if n < 2 or r.random() < 0.6 else self.function_value(t, env, n)
        else:
            def build():
                c, fs = r.choice(self.datas[t[1]])
                return '(' + ' '.join([c] + [self.expr(f, env, min(n - 1, 2) if f == t else n - 1) for f, _ in fs]) + ')' if fs else c
            choices = choices + [build] * 4
        def fold():
            u = self.type(1)
            f, z, xs = e(fun(u, fun(t, t))), e(t), f'(take 6 {at(lst(u))})'
            return f'(fold {f} {z} {xs})' if r.random() < 0.7 else f'(foldOps (Ops {f} {z}) {xs})'
        def ruled():
            u = self.type(1)
            return f'(applyRule (Rule {{ rule = {e(fun(u, t))}, spare = {self.argument(t, env, n - 1)}, strict = {e(fun(t, BOOL))} }}) {at(u)})'
        def state():
            u, v = self.type(1), self.name('s')
            k = self.name('k')
            what = self.expr(tup(t, u), env + [(v, u), (k, INT)], n - 2)
            return f'(case runSt (steps (\\{k} -> St (\\{v} -> {what})) ({e(INT)} `mod` 5)) {at(u)} of {{ ({v} : _, _) -> {v}; _ -> {self.leaf(t, env)} }})'
        if t in (INT, BOOL) or t == lst(INT) or t == tup(INT, BOOL): choices = choices + [lambda: f'({r.choice(["step 1", "step 2", "stepTwice"])} {self.argument(INT, env, n - 1)} {at(t)})']
        choices = choices + [lambda: self.shape(t, env, n)] * (2 + len(choices) // 7)
        choices = choices + [r.choice([fold, fold, ruled, state, lambda: f'(divide {e(fun(INT, t))} {e(fun(t, fun(t, t)))} 0 ({e(INT)} `mod` 7))',
                                       lambda: f'(untilN {e(fun(t, BOOL))} {e(fun(t, t))} 4 {e(t)})'])]
        c = r.choice(choices)
        if c in (self.if_, self.let, self.case, self.call, self.seq, self.apply, self.partial): return c(t, env, n)
        return c()

    def annotated(self, t, env, n): return f'({self.expr(t, env, n)} :: {show_type(t)})'
    def listy(self): return lst(self.type(1))
    def scored(self): return self.r.choice([INT, BOOL, lst(INT), may(INT), tup(INT, BOOL)] + [('D', d) for d in self.datas])

    def if_(self, t, env, n): return f'(if {self.expr(BOOL, env, n - 1)} then {self.expr(t, env, n - 1)} else {self.expr(t, env, n - 1)})'
    def seq(self, t, env, n):
        u = self.type(1)
        op = self.r.choice(['seq', 'seq', 'par', 'pseq'])
        return f'({self.annotated(u, env, n - 2)} `{op}` {self.expr(t, env, n - 1)})'
    def let(self, t, env, n):
        v, u = self.name('v'), self.type(2)
        k = self.r.random()
        if k < 0.15:   # never used: may fail
            return f'(let {{ {v} = {self.error() if self.safe else self.r.choice(["error (show (1 :: Int))", "undefined", "1 `div` (0 :: Int)", "head ([] :: [Int])"])} }} in {self.expr(t, env, n - 1)})'
        if k < 0.3 and n >= 3:   # a pair taken apart, lazily or strictly
            a, b, ta, tb = self.name('p'), self.name('p'), self.type(1), self.type(1)
            mark = self.r.choice(['', '~', '!'])
            return f'(let {{ {mark}({a}, {b}) = {self.annotated(tup(ta, tb), env, n - 1)} }} in {self.expr(t, env + [(a, ta), (b, tb)], n - 1)})'
        if k < 0.45 and n >= 3:   # a local loop
            f, x, y = self.name('go'), self.name('x'), self.name('y')
            inner = env + [(x, INT), (y, u)]
            bang = self.r.choice(['', '!'])
            return f'(let {{ {f} :: Int -> {show_type(u)} -> {show_type(u)}; {f} {x} {bang}{y} = if {x} <= 0 then {y} else {f} ({x} - 1) {self.expr(u, inner, n - 2)} }} in ' + \
                   (f'{self.expr(t, env + [(v, u)], n - 1)}'.replace(v, f'({f} ({self.expr(INT, env, 1)} `mod` 6) {self.expr(u, env, n - 2)})') if self.r.random() < 0.3 else
                    f'let {{ {v} = {f} ({self.expr(INT, env, 1)} `mod` 6) {self.expr(u, env, n - 2)} }} in {self.expr(t, env + [(v, u)], n - 1)}') + ')'
        return f'(let {{ {self.r.choice(["", "", "!"])}{v} = {self.annotated(u, env, n - 1)} }} in {self.expr(t, env + [(v, u)], n - 1)})'

    def pattern(self, t, depth, env=None):
        """(text, variables); always may fail unless it is a variable. View patterns use what is in env, if it is given."""
        k = self.r.random()
        if depth > 0 and env is not None and k > 0.92:
            u = self.type(1)
            p, vs = self.pattern(u, depth - 1, env)
            return f'({self.annotated(fun(t, u), env, 1)} -> {p})', vs
        if depth > 0 and k > 0.86:
            p, vs = self.pattern(t, depth - 1, env)
            v = self.name('q')
            if p[0] not in '!~_' and not p[0].islower(): return f'{v}@{p}', vs + [(v, t)]
        if depth > 0 and k > 0.8:
            p, vs = self.pattern(t, depth, env)
            if p[0] not in '!~' and (t[0] == 'T' or not self.safe): return '~' + p, vs
        if depth == 0 or k < 0.35:
            if self.r.random() < 0.2: return '_', []
            v = self.name('q')
            return self.r.choice(['', '', '', '!', '~']) + v, [(v, t)]
        def many(ts):
            ps = [self.pattern(x, depth - 1, env) for x in ts]
            return [p for p, _ in ps], [v for _, vs in ps for v in vs]
        if t in FIXED: return self.r.choice(['0', '1', '127', '255']), []
        if t in (INT, INTEGER): return self.r.choice(['0', '1', '7', '(-1)']), []
        if t == BOOL: return self.r.choice(['True', 'False']), []
        if t == CHAR: return self.r.choice(["'a'", "' '", "'\\n'"]), []
        if t == DOUBLE: return '0.5', []
        if t[0] == 'L':
            if self.r.random() < 0.3: return '[]', []
            if t[1] == CHAR and self.r.random() < 0.2: return self.r.choice(['"a"', '"ab"', '"-1"']), []
            if self.r.random() < 0.2:
                ps, vs = many([t[1]] * self.r.choice([1, 2, 3]))
                return '[' + ', '.join(ps) + ']', vs
            (a, b), vs = many([t[1], t])
            return f'({a} : {b})', vs
        if t[0] == 'M':
            if self.r.random() < 0.4: return 'Nothing', []
            (a,), vs = many([t[1]])
            return f'(Just {a})', vs
        if t[0] == 'T':
            ps, vs = many(t[1:])
            return '(' + ', '.join(ps) + ')', vs
        if t[0] == 'F':
            v = self.name('q')
            return v, [(v, t)]
        c, fs = self.r.choice(self.datas[t[1]])
        ps, vs = many([f for f, _ in fs])
        return ('(' + ' '.join([c] + ps) + ')') if ps else c, vs

    def case(self, t, env, n):
        u = self.type(2)
        alts = []
        for _ in range(self.r.choice([1, 2, 3])):
            p, vs = self.pattern(u, 2, env)
            alts.append(self.alternative(p, '->', t, env + vs, n))
        if self.safe or self.r.random() < 0.85: alts.append(f'_ -> {self.leaf(t, env)}')
        return f'(case {self.annotated(u, env, n - 1)} of {{ ' + '; '.join(alts) + ' })'

    # What may be given to a function: also what fails if it is needed.
    def argument(self, t, env, n): return self.error() if self.r.random() < (0.1 if self.safe else 0.06) else self.expr(t, env, n)
    def known(self): return [f for f in self.functions if f[0] in self.total] if self.safe else self.functions
    def call(self, t, env, n):
        fs = [f for f in self.known() if f[2] == t]
        if not fs: return self.expr(t, env, n - 1)
        f, args, _ = self.r.choice(fs)
        return '(' + ' '.join([f, 'fuel'] + [self.argument(a, env, n - 2) for a in args]) + ')'
    def apply(self, t, env, n):
        fs = [(v, chain(u)[0][:k + 1]) for v, u in env for k, left in enumerate(chain(u)[1]) if left == t]
        if not fs: return self.expr(t, env, n - 1)
        f, args = self.r.choice(fs)
        return '(' + ' '.join([f] + [self.argument(a, env, n - 1) for a in args]) + ')'

    # ---- functions as values
    def lambda_(self, t, env, n):
        v = self.name('x')
        return f'(\\{v} -> {self.expr(t[2], env + [(v, t[1])], n - 1)})'
    def function_value(self, t, env, n):
        """A function that is no lambda: chosen, composed, given some arguments, with work in front of it."""
        r, a, b = self.r, t[1], t[2]
        e = lambda u: self.expr(u, env, n - 1)
        at = lambda u: self.annotated(u, env, n - 1)   # where the context does not say the type
        v, acc, u = self.name('w'), self.name('acc'), self.type(1)
        choices = [lambda: self.if_(t, env, n), lambda: self.seq(t, env, n), lambda: self.case(t, env, n), lambda: f'({e(fun(u, b))} . {at(fun(a, u))})', lambda: f'(flip {at(fun(a, fun(u, b)))} {self.argument(u, env, n - 1)})',
                   lambda: f'(const {self.argument(b, env, n - 1)})', lambda: f'({at(fun(u, t))} {self.argument(u, env, n - 1)})', lambda: f'(rule (Rule {e(t)} (error "spare") (const True)))',
                   lambda: f'(let {{ {r.choice(["", "", "!"])}{v} = {self.annotated(u, env, n - 2)} }} in {self.lambda_(t, env + [(v, u)], n)})']
        if a == b: choices.append(lambda: f'(foldr (\\{v} k {acc} -> k ({self.expr(a, env + [(v, u), (acc, a)], n - 2)})) id (take 4 {self.annotated(lst(u), env, n - 2)}))')
        if not isinstance(a, str) and a[0] == 'M': choices.append(lambda: f'(maybe {self.argument(b, env, n - 1)} {e(fun(a[1], b))})')
        if not isinstance(a, str) and a[0] == 'T' and len(a) == 3: choices.append(lambda: f'(uncurry {e(fun(a[1], fun(a[2], b)))})')
        if not isinstance(b, str) and b[0] == 'F': choices.append(lambda: f'(curry {e(fun(tup(a, b[1]), b[2]))})')
        fs = [(f, args) for f, args, result in self.known() if len(args) > 1 and functions_of(args[-1:], result) == t]
        if fs:
            f, args = r.choice(fs)
            choices += [lambda: '(' + ' '.join([f, 'fuel'] + [self.argument(x, env, n - 2) for x in args[:-1]]) + ')'] * 3
        return r.choice(choices)()
    def partial(self, t, env, n):
        """A function that is given some of its arguments: used many times, once, looked at, or not at all."""
        r, v = self.r, self.name('h')
        fs = [f for f in self.known() if len(f[1]) > 1]
        if fs and r.random() < 0.4:
            f, args, result = r.choice(fs)
            k = r.randrange(1, len(args))
            binds = v + ' = ' + ' '.join([f, 'fuel'] + [self.argument(a, env, n - 2) for a in args[:k]])
        else:
            f, args, result = self.name('g'), [self.type(1) for _ in range(r.choice([2, 2, 3]))], self.type(1)
            k = r.randrange(1, len(args))
            xs = [self.name('x') for _ in args]
            inner = env + list(zip(xs, args))
            if r.random() < 0.4:   # work between the arguments
                w, u = self.name('w'), self.type(1)
                head = env + list(zip(xs[:k], args[:k]))
                text = f'{f} = \\' + ' '.join(xs[:k]) + f' -> let {{ {r.choice(["", "", "!"])}{w} = {self.annotated(u, head, n - 2)} }} in \\' + ' '.join(xs[k:]) + f' -> {self.expr(result, inner + [(w, u)], n - 2)}'
            else:
                text = f'{f} ' + ' '.join(r.choice(['', '', '', '!']) + x for x in xs) + f' = {self.expr(result, inner, n - 2)}'
            pragma = r.choice(['', '', f'{{-# NOINLINE {f} #-}}; '])
            binds = f'{f} :: {show_type(functions_of(args, result))}; {pragma}{text}; {v} = ' + ' '.join([f] + [self.argument(a, env, n - 2) for a in args[:k]])
        rest = functions_of(args[k:], result)
        inner, how = env + [(v, rest)], r.random()
        if how < 0.4 and len(args) - k == 1:   # at each element
            ws = self.name('v')
            xs = self.annotated(lst(args[k]), env, n - 2)
            return f'(let {{ {binds}; {ws} = map {v} (take 5 {xs}) }} in {self.expr(t, inner + [(ws, lst(result))], n - 1)})'
        if how < 0.55: return f'(let {{ {binds} }} in {v} `seq` {self.expr(t, inner, n - 1)})'
        return f'(let {{ {binds} }} in {self.expr(t, inner, n - 1)})'

    # ---- top level
    def function(self):
        if self.r.random() < 0.3: return self.mutual_functions()
        before = len(self.functions)
        if self.r.random() < 0.3:
            self.safely(lambda _: self.equations())
            self.total |= {f for f, _, _ in self.functions[before:]}
        else: self.equations()
    def equations(self):
        f, args, t = self.name('f'), [self.argument_type() for _ in range(self.r.choice([1, 2, 2, 3]))], self.type(2)
        self.functions.append((f, args, t))   # it may call itself, with less fuel
        lines = [f'{f} :: Int -> ' + ' -> '.join(show_type(a) for a in args + [t])]
        if self.r.random() < 0.2: lines.append('{-# ' + self.r.choice(['NOINLINE', 'INLINE']) + f' {f} #-}}')
        vs = [(self.name('a'), a) for a in args]
        lines.append(f'{f} fuel0 ' + ' '.join(v for v, _ in vs) + f' | fuel0 <= 0 = {self.leaf(t, vs)}')
        for _ in range(self.r.choice([0, 1, 2])):
            ps = [self.pattern(a, 2, []) for a in args]
            env = [v for _, w in ps for v in w]
            lines.append(f'{f} fuel0 ' + ' '.join(p for p, _ in ps).replace("fuel", "0") + f' | {self.expr(BOOL, env, 2).replace("fuel", "0")} = let {{ fuel = fuel0 `quot` 2 }} in {self.expr(t, env, self.size)}')
        lines.append(f'{f} fuel0 ' + ' '.join(self.r.choice(['', '', '!']) + v for v, _ in vs) + f' = let {{ fuel = fuel0 `quot` 2 }} in {self.expr(t, vs, self.size)}')
        self.out.append('\n'.join(lines))

    def program(self):
        self.out.append('''{-# LANGUAGE BangPatterns, ViewPatterns #-}
module Main (main) where
import Control.Exception
import Control.Parallel (par, pseq)
import Data.Bits
import Data.Char
import Data.List
import qualified Data.Map as Map
import Data.Maybe
import qualified Data.Set as Set
import Data.Tuple''')
        self.out += shapes.IMPORTS
        self.out.append('''class Score a where { score :: a -> Int; score _ = 3; scores :: [a] -> Int; scores = foldr (\\x s -> (score x + 2 * s) `mod` 1000003) 1 }
instance Score Int where { score n = n `mod` 97 }
instance Score Bool where { score b = if b then 5 else 8 }
instance Score a => Score [a] where { score = scores }
instance Score a => Score (Maybe a) where { score = maybe 0 score }
instance (Score a, Score b) => Score (a, b) where { score (a, b) = score a * 31 + score b }''')
        self.out += [text for _, text in SKELETONS]
        for _ in range(self.r.choice([0, 1, 2])): self.data()
        for d in self.datas: self.out.append(f'instance Score {d}' + (f' where {{ score x = length (show x) }}' if self.r.random() < 0.5 else ''))
        for _ in range(self.r.choice([2, 3, 4, 5])): self.function()
        main = ['main :: IO ()', 'main = do']
        for k in range(6):
            t = self.type(2)
            if self.r.random() < 0.2:
                main.append(f'  attempt {k} (let {{ fuel = 8 }} in {self.recorded(lst(CHAR), [], self.size)})')
                continue
            main.append(f'  attempt {k} (show (let {{ fuel = 8 }} in ({self.expr(t, [], self.size)} :: {show_type(t)})))')
        self.out.append('\n'.join(main))
        self.out.append('''attempt :: Int -> String -> IO ()
attempt k s = do
  r <- try (evaluate (let t = take 2000 s in length t `seq` t))
  putStrLn (show k ++ ": " ++ either (\\e -> (e :: SomeException) `seq` "an exception") id r)''')
        return '\n'.join(self.out) + '\n'

if __name__ == '__main__':
    sys.stdout.write(Generator(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4).program())
