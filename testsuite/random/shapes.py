"""More shapes of the expressions of random programs (generate.py): functions and lists that need each other, matching with view patterns and pattern guards,
references in ST and IO, maps, sized integers, monads, classes with superclasses, functions that are looked at and perhaps called, and determined exceptions.

A shape is a method (type, environment, size) that returns an expression of the type, or None where it has none.

Determined exceptions: an expression made with self.safe set (safely()) has no error but `error "one"`, so which exception it raises, if one, is
no choice of the compiler's, and what catches it may tell which it was. Such an expression uses nothing that was made without the flag.
"""
from type_terms import BOOL, CHAR, FIXED, INT, INTEGER, SIGNED, UNSIGNED, fun, functions_of, lst, may, show_type, tup

IMPORTS = '''import Control.Monad
import Control.Monad.ST
import qualified Control.Monad.ST.Lazy as LST
import Data.IORef
import Data.Int
import qualified Data.IntMap as IntMap
import qualified Data.IntMap.Strict as IntMapS
import qualified Data.Map.Strict as MapS
import Data.STRef
import qualified Data.STRef.Lazy as LST
import Data.Word
import System.IO.Unsafe'''.split('\n')
SKELETONS = [  # (names, text)
    (['looked', 'called', 'Held', 'held'], '''looked :: (a -> b) -> c -> c
looked f x = f `seq` x
{-# NOINLINE looked #-}
called :: Int -> (a -> b) -> a -> [b] -> [b]
called n f x ys = f `seq` (if n <= 0 then ys else f x : called (n - 1) f x ys)
{-# NOINLINE called #-}
data Held a b = Held !(a -> b)
held :: Bool -> Held a b -> a -> b -> b
held b (Held f) x y = if b then f x else y
{-# NOINLINE held #-}'''),
    (['Rd', 'runRd', 'askRd', 'localRd', 'Kt', 'runKt', 'callKt', 'Tick', 'tick', 'ticks', 'loopM', 'getSt', 'putSt', 'modSt'], '''newtype Rd r a = Rd { runRd :: r -> a }
instance Functor (Rd r) where { fmap f (Rd g) = Rd (f . g) }
instance Applicative (Rd r) where { pure = Rd . const; Rd f <*> Rd g = Rd (\\r -> f r (g r)) }
instance Monad (Rd r) where { Rd g >>= f = Rd (\\r -> runRd (f (g r)) r) }
askRd :: Rd r r
askRd = Rd id
localRd :: (r -> r) -> Rd r a -> Rd r a
localRd f (Rd g) = Rd (g . f)
newtype Kt r a = Kt { runKt :: (a -> r) -> r }
instance Functor (Kt r) where { fmap f (Kt g) = Kt (\\k -> g (k . f)) }
instance Applicative (Kt r) where { pure a = Kt (\\k -> k a); Kt f <*> Kt g = Kt (\\k -> f (\\h -> g (k . h))) }
instance Monad (Kt r) where { Kt g >>= f = Kt (\\k -> g (\\a -> runKt (f a) k)) }
callKt :: ((a -> Kt r b) -> Kt r a) -> Kt r a
callKt f = Kt (\\k -> runKt (f (\\a -> Kt (\\_ -> k a))) k)
getSt :: St s s
getSt = St (\\s -> (s, s))
putSt :: s -> St s ()
putSt s = St (\\_ -> ((), s))
modSt :: (s -> s) -> St s ()
modSt f = St (\\s -> ((), f s))
class Monad m => Tick m where { tick :: Int -> m (); tick _ = return (); ticks :: Int -> m Int; ticks n = tick n >> return (n + 1) }
instance Tick (Rd r)
instance Tick (Kt r) where { tick n = Kt (\\k -> n `seq` k ()) }
instance Tick (St s) where { tick n = St (\\s -> if n < 0 then ((), s) else s `seq` ((), s)); ticks n = fmap (const n) (tick (n * 3)) }
loopM :: Tick m => (Int -> a -> m a) -> Int -> a -> m a
loopM f n x = if n <= 0 then return x else tick n >> f n x >>= loopM f (n - 1)'''),
    (['Twist', 'enlarge', 'twist', 'breadth', 'Ranked', 'ranking', 'better', 'bestOf'], '''class Eq a => Twist a where { enlarge :: Int -> a -> a; enlarge k x = if k <= 0 then x else enlarge (k - 1) (twist x); twist :: a -> a; twist = enlarge 1; breadth :: a -> Int; breadth _ = 1 }
class (Twist a, Show a) => Ranked a where { ranking :: a -> Int; ranking x = breadth x * 3 + length (show (twist x)); better :: a -> a -> a; better x y = if ranking x < ranking y || x == y then y else x; bestOf :: a -> [a] -> a; bestOf = foldr better }
instance Twist Int where { twist x = x * 5 + 1; breadth x = x `mod` 13 }
instance Twist Bool where { enlarge k x = even k == x }
instance Twist Char where { twist c = if c == 'a' then 'b' else 'a' }
instance Twist a => Twist [a] where { twist = reverse . map twist; breadth = foldr (\\x n -> breadth x + n) 0 }
instance Twist a => Twist (Maybe a) where { twist = fmap twist; breadth = maybe 0 breadth }
instance (Twist a, Twist b) => Twist (a, b) where { enlarge k ~(x, y) = (enlarge k x, enlarge (k - 1) y); breadth p = breadth (fst p) }
instance Ranked Int where { bestOf = foldl (\\x y -> better y x) }
instance Ranked Bool where { better x _ = x }
instance Ranked Char
instance Ranked a => Ranked [a] where { ranking xs = foldr (\\x n -> n * 2 + ranking x) 0 (take 9 xs) }
instance Ranked a => Ranked (Maybe a)
instance (Ranked a, Ranked b) => Ranked (a, b) where { ranking (x, y) = ranking x - ranking y }'''),
    (['caught', 'recorded'], '''caught :: (String -> b) -> (a -> b) -> a -> b
caught h k x = unsafePerformIO (either (\\e -> case e of { ErrorCall m -> h m }) k <$> try (evaluate x))
recorded :: ((String -> IO ()) -> IO String) -> String
recorded act = unsafePerformIO (do { out <- newIORef ""; r <- try (act (\\s -> modifyIORef out (\\t -> t ++ s ++ " "))); s <- readIORef out; return (s ++ either (\\e -> case e of { ErrorCall m -> "raised " ++ m }) id r) })
{-# NOINLINE recorded #-}''')]

class Shapes:
    safe = False   # no error but `error "one"`

    def safely(self, make):
        """What make(environment) returns, made with the flag; the environment is empty unless it was set before."""
        before, self.safe = self.safe, True
        try: return make(before)
        finally: self.safe = before

    def small(self, env, k, n=1): return f'({self.annotated(INT, env, n)} `mod` {k})'
    def shape(self, t, env, n):
        many = [self.mutual, self.mutual, self.matrix, self.matrix, self.references, self.references, self.maps, self.maps, self.monadic, self.monadic, self.ranked] + [self.looked] * 6 + [
                self.caught, self.caught, self.tied]
        if n >= 2 and t == lst(CHAR): many += [self.recorded] * 5
        if n >= 2 and t[0] == 'L': many += [self.knot] * 3
        made = self.r.choice(many)(t, env, n) if n >= 2 else None
        return made or self.expr(t, env, n - 1)

    # ---- recursion
    def mutual(self, t, env, n):
        """Local functions that call each other and count down, with accumulators."""
        r = self.r
        fs, types = [self.name('mu') for _ in range(r.choice([2, 2, 3]))], [self.type(1) for _ in range(r.choice([1, 1, 2]))]
        if r.random() < 0.4: types[0] = t
        binds = ['; '.join(self.counting(f, fs, types, t, env, n)) for f in fs]
        return f'(let {{ {"; ".join(binds)} }} in {fs[0]} {self.small(env, r.choice([3, 4, 8]))} ' + ' '.join(self.argument(u, env, n - 2) for u in types) + ')'
    def counting(self, f, fs, types, t, env, n, top=False):
        """The signature and equations of f, one of fs: Int -> types -> t, which call each other."""
        r, k, xs = self.r, self.name('k'), [self.name('a') for _ in types]
        inner = env + [(k, INT)] + list(zip(xs, types))
        def again():
            g = r.choice([h for h in fs if h != f] * 3 + [f])
            return f'({g} ({k} - 1) ' + ' '.join(x if r.random() < 0.35 else self.argument(u, inner, n - 2) for x, u in zip(xs, types)) + ')'
        v = self.name('v')
        steps = [again, again, lambda: f'(if {self.expr(BOOL, inner, n - 2)} then {again()} else {again()})', lambda: f'(if {self.expr(BOOL, inner, n - 2)} then {again()} else {self.expr(t, inner, n - 2)})',
                 lambda: f'(let {{ {r.choice(["", "", "!"])}{v} = {again()} }} in {self.expr(t, inner + [(v, t)], n - 2)})', lambda: f'(case {again()} of {{ {v} -> {self.expr(t, inner + [(v, t)], n - 2)} }})']
        if t[0] == 'L': steps += [lambda: f'({self.expr(t[1], inner, n - 2)} : {again()})'] * 2
        if t in (INT, INTEGER) or t in FIXED: steps += [lambda: f'({again()} {r.choice("+-*")} {self.expr(t, inner, n - 2)})'] * 2
        if t[0] == 'T' and len(t) == 3:
            p, q = self.name('p'), self.name('p')
            steps += [lambda: f'(let {{ {r.choice(["", "~", "!"])}({p}, {q}) = {again()} }} in ({self.expr(t[1], inner + [(p, t[1])], n - 2)}, {q}))'] * 2
        marks = [r.choice(['', '', '!']) for _ in xs]
        end, step = self.expr(t, inner, n - 2), r.choice(steps)()
        out = [f'{f} :: ' + ' -> '.join(show_type(u) for u in [INT] + types + [t])]
        if r.random() < 0.25: out.append(f'{{-# NOINLINE {f} #-}}')
        args = ' '.join(m + x for m, x in zip(marks, xs))
        fuel = f'let {{ fuel = {k} `quot` 2 }} in ' if top else ''
        if top or r.random() < 0.5: out.append(f'{f} {k} {args} | {k} <= 0 = {end.replace("fuel", "0") if top else end} | otherwise = {fuel}{step}')
        else: out += [f'{f} 0 {args} = let {{ {k} = 0 :: Int }} in {end}', f'{f} {k} {args} = {step}']
        return out
    def mutual_functions(self):
        """The same at the top; fuel is what they count."""
        r = self.r
        fs, types, t = [self.name('f') for _ in range(r.choice([2, 2, 3]))], [self.type(1) for _ in range(r.choice([1, 2, 2]))], self.type(2)
        if r.random() < 0.4: types[0] = t
        def make(_):
            for f in fs: self.out.append('\n'.join(self.counting(f, fs, types, t, [], self.size - 1, True)))
        if r.random() < 0.4:
            self.safely(make)
            self.total |= set(fs)
        else: make(False)
        self.functions += [(f, types, t) for f in fs]
    def knot(self, t, env, n):
        """Lists that need each other."""
        r, u, w, a, b, v = self.r, t[1], self.type(1), self.name('k'), self.name('k'), self.name('v')
        e = lambda x: self.expr(x, env, n - 2)
        over = r.choice([f'map {e(fun(u, w))} {a}', f'zipWith {e(fun(u, fun(w, w)))} {a} {b}', f'scanl {e(fun(w, fun(u, w)))} {e(w)} {a}'])
        lazy = r.choice(['', '', f'{{-# NOINLINE {a} #-}}; '])
        return f'(let {{ {a} :: {show_type(t)}; {a} = {self.argument(u, env, n - 2)} : map {e(fun(w, u))} {b}; {lazy}{b} :: {show_type(lst(w))}; {b} = {e(w)} : {over} }} in take {self.small(env, 6)} {a})'
    def tied(self, t, env, n):
        """A pair that is taken apart and needs itself: its first part is made from its second."""
        u, p, q = self.type(1), self.name('p'), self.name('q')
        return f'(let {{ {self.r.choice(["", "~"])}({p}, {q}) = ({self.expr(t, env + [(q, u)], n - 1)}, {self.annotated(u, env, n - 2)}) }} in {p})'

    # ---- matching
    def guards(self, env, n):
        """(text, variables): guards of one right side."""
        r, out, vs = self.r, [], []
        for _ in range(r.choice([1, 1, 2])):
            k, inner = r.random(), env + vs
            if k < 0.4: out.append(self.expr(BOOL, inner, n))
            elif k < 0.85:
                u = self.type(1)
                p, ws = self.pattern(u, 2, inner)
                out.append(f'{p} <- {self.annotated(u, inner, n)}')
                vs = vs + ws
            else:
                v, u = self.name('v'), self.type(1)
                out.append(f'let {{ {v} = {self.annotated(u, inner, n)} }}')
                vs = vs + [(v, u)]
        return ', '.join(out), vs
    def alternative(self, p, arrow, t, env, n):
        """A right side with guards, which may fall through."""
        out = p
        for _ in range(self.r.choice([0, 0, 1, 1, 2])):
            g, vs = self.guards(env, n - 2)
            out += f' | {g} {arrow} {self.expr(t, env + vs, n - 1)}'
        return out if out != p else f'{p} {arrow} {self.expr(t, env, n - 1)}'
    def matrix(self, t, env, n):
        """A local function, or a case of a tuple, with several columns of patterns that overlap."""
        r, types = self.r, [self.type(2) for _ in range(self.r.choice([2, 2, 3]))]
        f, rows = self.name('mx'), []
        local = r.random() < 0.5
        for _ in range(r.choice([2, 3, 4])):
            columns = [self.pattern(u, 2, env) for u in types]
            inner = env + [v for _, vs in columns for v in vs]
            ps = [p for p, _ in columns]
            rows.append(self.alternative(f'{f} {" ".join(ps)}' if local else f'({", ".join(ps)})', '=' if local else '->', t, inner, n - 1))
        if self.safe or r.random() < 0.8: rows.append((f'{f} {" ".join(["_"] * len(types))} = ' if local else '_ -> ') + self.leaf(t, env))
        if local: return f'(let {{ {f} :: {" -> ".join(show_type(u) for u in types + [t])}; {"; ".join(rows)} }} in {f} {" ".join(self.argument(u, env, n - 2) for u in types)})'
        return f'(case ({", ".join(self.annotated(u, env, n - 2) if r.random() < 0.9 else f"({self.argument(u, env, n - 2)} :: {show_type(u)})" for u in types)}) of {{ {"; ".join(rows)} }})'

    # ---- references
    def references(self, t, env, n):
        """A block that works on references; what they hold may fail if it is needed."""
        r, kind = self.r, self.r.choice(['ST', 'ST', 'IO', 'lazy'])
        q, noun = 'LST.' if kind == 'lazy' else '', 'IORef' if kind == 'IO' else 'STRef'
        changed = [f'{q}modify{noun}'] * 2 + ([] if kind == 'lazy' else [f"modify{noun}'"])
        out, refs, inner = [], [], env
        def new(u):
            s = self.name('r')
            out.append(f'{s} <- {q}new{noun} ({self.argument(u, inner, n - 2)} :: {show_type(u)})')
            refs.append((s, u))
        def change(env):
            s, u = r.choice(refs)
            if r.random() < 0.6: return f'{r.choice(changed)} {s} {self.expr(fun(u, u), env, n - 2)}'
            return f'{q}write{noun} {s} {self.argument(u, env, n - 2)}'
        new(t if r.random() < 0.6 else self.type(1))
        for _ in range(r.choice([2, 3, 4, 5])):
            k = r.random()
            if k < 0.15: new(self.type(1))
            elif k < 0.5: out.append(change(inner))
            elif k < 0.65:
                v, (s, u) = self.name('v'), r.choice(refs)
                out.append(f'{v} <- {q}read{noun} {s}')
                inner = inner + [(v, u)]
            elif k < 0.8:
                i = self.name('i')
                out.append(f'forM_ [0 .. {self.small(inner, 4)}] (\\{i} -> {change(inner + [(i, INT)])})')
            elif k < 0.9: out.append(f'when {self.expr(BOOL, inner, n - 2)} ({change(inner)})')
            else:
                u = self.type(1)
                out.append(f'{self.annotated(u, inner, n - 2)} `seq` return ()')
        same = [s for s, u in refs if u == t]
        out.append(f'{q}read{noun} {r.choice(same)}' if same and r.random() < 0.7 else f'return {self.expr(t, inner, n - 1)}')
        return f'({ {"ST": "runST", "IO": "unsafePerformIO", "lazy": "LST.runST"}[kind] } (do {{ ' + '; '.join(out) + ' }))'

    # ---- maps
    def map_value(self, u, env, n):
        """(module, a map from Int)"""
        r, m = self.r, self.r.choice(['Map', 'IntMap'])
        ms = lambda: r.choice([m, m + 'S'])
        key = lambda: f'{self.small(env, 6)}'
        value, e = lambda: self.argument(u, env, n - 2), lambda x: self.expr(x, env, n - 2)
        text = r.choice([lambda: f'({ms()}.fromList (zip [0 ..] {self.annotated(lst(u), env, n - 1)}))', lambda: f'({ms()}.singleton {key()} ({value()} :: {show_type(u)}))',
                         lambda: f'({ms()}.fromListWith {e(fun(u, fun(u, u)))} [({key()}, {value()}), ({key()}, {value()} :: {show_type(u)})])'])()
        typed = ('Map.Map Int ' if m == 'Map' else 'IntMap.IntMap ') + show_type(u)
        for _ in range(r.choice([1, 2, 3])):
            text = r.choice([lambda: f'({ms()}.insert {key()} {value()} {text})', lambda: f'({ms()}.insertWith {e(fun(u, fun(u, u)))} {key()} {value()} {text})', lambda: f'({ms()}.adjust {e(fun(u, u))} {key()} {text})',
                             lambda: f'({ms()}.alter {e(fun(may(u), may(u)))} {key()} {text})', lambda: f'({m}.delete {key()} {text})', lambda: f'({ms()}.map {e(fun(u, u))} {text})',
                             lambda: f'({ms()}.unionWith {e(fun(u, fun(u, u)))} {text} ({m}.insert {key()} {value()} {m}.empty))', lambda: f'({m}.union {text} ({ms()}.singleton {key()} {value()}))',
                             lambda: f'({ms()}.mapWithKey (\\_ -> {e(fun(u, u))}) {text})', lambda: f'({m}.filter {e(fun(u, BOOL))} {text})', lambda: f'({ms()}.mapMaybe {e(fun(u, may(u)))} {text})',
                             lambda: f'({ms()}.insertWithKey (\\_ -> {e(fun(u, fun(u, u)))}) {key()} {value()} {text})', lambda: f'({ms()}.update {e(fun(u, may(u)))} {key()} {text})'])()
            text = f'({text} :: {typed})'
        return m, text
    def maps(self, t, env, n):
        r, u, v = self.r, self.type(1), self.name('v')
        other = lambda: self.map_value(u, env, n)
        def found():
            m, text = self.map_value(t, env, n)
            return f'({m}.findWithDefault {self.argument(t, env, n - 2)} {self.small(env, 6)} {text})'
        def looked_up():
            m, text = other()
            return f'(case {m}.lookup {self.small(env, 6)} {text} of {{ Just {v} -> {self.expr(t, env + [(v, u)], n - 2)}; Nothing -> {self.expr(t, env, n - 2)} }})'
        def folded():
            m, text = other()
            how = r.choice([("foldr", fun(u, fun(t, t))), ("foldr'", fun(u, fun(t, t))), ("foldl", fun(t, fun(u, t))), ("foldl'", fun(t, fun(u, t))), ('foldrWithKey', fun(INT, fun(u, fun(t, t)))), ('foldlWithKey', fun(t, fun(INT, fun(u, t))))])
            return f'({m}.{how[0]} {self.expr(how[1], env, n - 2)} {self.argument(t, env, n - 2)} {text})'
        def kept():
            m, text = other()
            return f'(let {{ {v} = {text} }} in {v} `seq` {self.expr(t, env, n - 2)})'
        choices = [found, found, looked_up, folded, folded, kept]
        def of(what): return lambda: (lambda m, text: f'({what(m)} {text})')(*other())
        if t == INT: choices += [of(lambda m: f'{m}.size'), of(lambda m: f'sum $ {m}.keys'), of(lambda m: f'{m}.foldr (\\_ {v} -> {v} + 1) 0')] * 2
        if t == BOOL: choices += [of(lambda m: f'{m}.member {self.small(env, 6)}'), of(lambda m: f'{m}.null')] * 2
        if t[0] == 'L': choices += [lambda: (lambda m, text: f'({m}.elems {text})')(*self.map_value(t[1], env, n))] * 3
        return r.choice(choices)()

    # ---- sized integers
    def divisor(self, t, env, n):
        if not self.safe and self.r.random() < 0.6: return self.expr(t, env, n - 1)
        if self.r.random() < 0.5: return f'(1 + abs {self.expr(t, env, n - 1)} `mod` 9)'   # also of the least number this is positive
        return self.r.choice(['2', '3', '10', '100'] + ([] if t in UNSIGNED else ['(-2)', '(-3)', '(-7)']))
    def integral(self, t, env, n):
        """Operations of a type with a width, or Int."""
        r, v, w = self.r, self.name('q'), self.name('q')
        e = lambda u: self.expr(u, env, n - 1)
        at = lambda u: self.annotated(u, env, n - 1)
        amount = lambda k: self.small(env, k, n - 1)
        choices = [lambda: f'({e(t)} {r.choice(["+", "-", "*", ".&.", ".|."])} {e(t)})', lambda: f'({e(t)} `{r.choice(["div", "mod", "quot", "rem"])}` {self.divisor(t, env, n)})', lambda: f'({r.choice(["negate", "abs", "signum", "complement"])} {e(t)})',
                   lambda: f'(fromIntegral {at(r.choice(FIXED + [INT, INTEGER]))})', lambda: f'(fromInteger {e(INTEGER)})', lambda: f'({r.choice(["shiftL", "shiftR", "rotateL", "rotateR", "setBit", "clearBit", "complementBit"])} {e(t)} {amount(70)})',
                   lambda: f'({r.choice(["unsafeShiftL", "unsafeShiftR"])} {e(t)} {amount(8)})', lambda: f'({r.choice(["shift", "rotate"])} {e(t)} ({amount(80)} - 40))', lambda: f'({r.choice(["xor", "max", "min"])} {e(t)} {e(t)})',
                   lambda: f'(case {e(t)} `{r.choice(["divMod", "quotRem"])}` {self.divisor(t, env, n)} of {{ ({v}, {w}) -> {v} * 3 - {w} }})', lambda: f'({r.choice(["fst", "snd"])} ({e(t)} `{r.choice(["divMod", "quotRem"])}` {self.divisor(t, env, n)}))',
                   lambda: f'({e(t)} ^ {amount(6)})', lambda: f'(last (take (1 + {amount(5)}) [{e(t)} ..]))', lambda: f'(sum (take 4 [{e(t)}, {e(t)} ..]))', lambda: f'(read (show {at(t)}))',
                   lambda: f'(if testBit {at(t)} {amount(64)} then {e(t)} else {e(t)})', lambda: r.choice(['minBound', 'maxBound'])]
        if not self.safe: choices += [lambda: f'({r.choice(["succ", "pred"])} {e(t)})', lambda: f'({r.choice(["shiftL", "shiftR", "shift"])} {e(t)} {e(INT)})', lambda: f'(toEnum {e(INT)})']
        return f'({r.choice(choices)()} :: {t})'
    # What becomes a Double: not words above 2 ^ 63, which GHC 9.0 truncates without -O and rounds with it.
    def exact(self): return self.r.choice(SIGNED + ['Word8', 'Word16', 'Word32', INT])

    # ---- monads and classes
    def block(self, kind, s, u, env, n):
        """A do block of a monad over s with a result of type u: kind is Rd, St or Kt."""
        r, out, inner = self.r, [], env
        def result(env): return f'return ({self.argument(u, env, n - 2) if r.random() < 0.3 else self.expr(u, env, n - 1)} :: {show_type(u)})'
        for _ in range(r.choice([1, 2, 2, 3])):
            k, v, w = r.random(), self.name('m'), self.type(1)
            e = lambda x: self.expr(x, inner, n - 2)
            if k < 0.2: out.append(f'let {{ {v} = {self.annotated(w, inner, n - 2)} }}')
            elif k < 0.3:
                out.append(f'{v} <- ticks {e(INT)}')
                w = INT
            elif k < 0.45:
                i, x = self.name('i'), self.name('x')
                body = self.block(kind, s, w, inner + [(i, INT), (x, w)], n - 2) if n >= 4 and r.random() < 0.4 else f'return {self.expr(w, inner + [(i, INT), (x, w)], n - 2)}'
                out.append(f'{v} <- loopM (\\{i} {x} -> {body}) {self.small(inner, 4)} ({self.argument(w, inner, n - 2)} :: {show_type(w)})')
            elif k < 0.55:
                i = self.name('i')
                out.append(f'{v} <- mapM (\\{i} -> return {self.expr(w, inner + [(i, INT)], n - 2)}) [1 .. {self.small(inner, 4)}]')
                out.append(f'let {{ {v}s = {v} :: {show_type(lst(w))} }}')
                w = lst(w)
            elif kind == 'Rd':
                if r.random() < 0.5:
                    out.append(f'{v} <- askRd')
                    w = s
                else: out.append(f'{v} <- localRd {e(fun(s, s))} ({self.block(kind, s, w, inner, n - 2) if n >= 4 else "fmap " + self.annotated(fun(s, w), inner, n - 2) + " askRd"})')
            elif kind == 'St':
                if r.random() < 0.4:
                    out.append(f'{v} <- getSt')
                    w = s
                else:
                    out.append(r.choice([f'modSt {e(fun(s, s))}', f'putSt {self.argument(s, inner, n - 2)}']))
                    continue
            else:
                q = self.name('exit')
                if r.random() < 0.6: out.append(f'{v} <- callKt (\\{q} -> if {e(BOOL)} then {q} {self.argument(w, inner, n - 2)} else return ({e(w)} :: {show_type(w)}))')
                else: out.append(f'{v} <- Kt (\\{q} -> if {e(BOOL)} then {e(s)} else {q} ({e(w)} :: {show_type(w)}))')
            inner = inner + [(v, w)]
        out.append(result(inner))
        return 'do { ' + '; '.join(out) + ' }'
    def monadic(self, t, env, n):
        r, s = self.r, self.type(1)
        kind = r.choice(['Rd', 'St', 'St', 'Kt'])
        if kind == 'Rd': return f'(runRd ({self.block(kind, s, t, env, n)}) ({self.argument(s, env, n - 2)} :: {show_type(s)}))'
        if kind == 'Kt':
            u = self.type(1)
            return f'(runKt ({self.block(kind, t, u, env, n)}) {self.annotated(fun(u, t), env, n - 2)})'
        if r.random() < 0.4:
            u = self.type(1)
            return f'(snd (runSt (({self.block(kind, t, u, env, n)}) :: St {show_type(t)} {show_type(u)}) {self.argument(t, env, n - 2)}))'
        return f'(fst (runSt ({self.block(kind, s, t, env, n)}) ({self.argument(s, env, n - 2)} :: {show_type(s)})))'
    def ranked_type(self, depth=2):
        r = self.r
        if depth == 0 or r.random() < 0.4: return r.choice([INT, INT, BOOL, CHAR])
        return r.choice([lambda: lst(self.ranked_type(depth - 1)), lambda: may(self.ranked_type(depth - 1)), lambda: tup(self.ranked_type(depth - 1), self.ranked_type(depth - 1))])()
    def is_ranked(self, t):
        if isinstance(t, str): return t in (INT, BOOL, CHAR)
        return t[0] in 'LMT' and len(t) <= 3 and all(self.is_ranked(u) for u in t[1:])
    def ranked(self, t, env, n):
        r, u = self.r, self.ranked_type()
        e, at = lambda x: self.expr(x, env, n - 1), lambda x: self.annotated(x, env, n - 1)
        if self.is_ranked(t):
            return r.choice([lambda: f'(twist {at(t)})', lambda: f'(enlarge ({e(INT)} `mod` 4) {at(t)})', lambda: f'(better {at(t)} {e(t)})', lambda: f'(bestOf {self.argument(t, env, n - 1)} (take 4 {at(lst(t))}))'] + ([lambda: f'(ranking {at(u)})'] if t == INT else []))()
        return f'(if ranking {at(u)} > {e(INT)} then {e(t)} else {e(t)})'

    # ---- functions that are looked at
    def looked(self, t, env, n):
        """A function that is not inlined, given some arguments, of which some fail if they are needed, goes to what looks at it and calls it as often as nobody knows."""
        r, f, v, q = self.r, self.name('g'), self.name('h'), self.name('q')
        binds, first, tops = [], [], self.known()
        if tops and r.random() < 0.3:
            f, args, u = r.choice(tops)
            first = ['fuel']
        else:
            args, u = [self.type(1) for _ in range(r.choice([1, 2, 2, 2, 3, 3]))], t if r.random() < 0.5 else self.type(1)
            xs, w = [self.name('x') for _ in args], self.type(1)
            inner = list(zip(xs, args))
            if r.random() < 0.35:   # a free variable that may fail
                x = self.name('y')
                binds.append(f'{x} = {self.failing(w, env, n - 2)} :: {show_type(w)}')
                inner.append((x, w))
            needed = ''.join(f'{x} `seq` ' for x, _ in inner if r.random() < 0.6)   # the others if the expression needs them
            binds.append(f'{f} :: {show_type(functions_of(args, u))}; {{-# NOINLINE {f} #-}}; {f} {" ".join(r.choice(["", "", "!"]) + x for x in xs)} = {needed}{self.expr(u, env + inner, n - 2)}')
        k = r.choice([max(0, len(args) - 2), len(args) - 1, len(args) - 1])   # so many are given
        g = f'({" ".join([f] + first + [self.failing(a, env, n - 2, 0.45) for a in args[:k]])})'
        if r.random() < 0.35:
            binds.append(f'{v} = {g}')
            g = v
        seen = g
        if len(args) - k == 2: g = f'({g} {self.failing(args[-2], env, n - 2)})'
        if r.random() < 0.15: g = f'(\\{q} -> {g} {q})'
        e, last, times = lambda: self.expr(t, env, n - 2), lambda: self.failing(args[-1], env, n - 2), self.small(env, r.choice([2, 3]))
        def use(x):   # a result of type u
            return x if u == t and r.random() < 0.7 else f'(let {{ {r.choice(["", "", "!"])}{v}r = {x} :: {show_type(u)} }} in {self.expr(t, env + [(v + "r", u)], n - 2)})'
        calls = [lambda: f'(foldr seq {e()} (called {times} {g} {last()} []))', lambda: f'(case called {times} {g} {last()} [] of {{ {q} : _ -> {use(q)}; [] -> {e()} }})',
                 lambda: f'(let {{ {v}s = called {times} {g} {last()} [{self.failing(u, env, n - 2)}] }} in {self.expr(t, env + [(v + "s", lst(u))], n - 2)})']
        made = r.choice([lambda: f'(looked {seen} {e()})', lambda: f'({seen} `seq` {e()})', lambda: use(f'(held {self.expr(BOOL, env, 1)} (Held {g}) {last()} {self.argument(u, env, n - 2)})')] + calls * 2)()
        return f'(let {{ {"; ".join(binds)} }} in {made})' if binds else made
    def failing(self, t, env, n, chance=0.3): return self.error() if self.r.random() < chance else self.expr(t, env, n)
    def error(self): return '(error "one")' if self.safe else '(error "needed")'

    # ---- determined exceptions
    def caught(self, t, env, n):
        """Which exception there was is told, and what there was instead."""
        r, u, m, v = self.r, self.type(1), self.name('m'), self.name('v')
        what = self.safely(lambda before: f'({self.failing(u, env if before else [], n - 1) if r.random() < 0.3 else self.expr(u, env if before else [], n - 1)} :: {show_type(u)})')
        other = self.expr(t, env + [(m, lst(CHAR))], n - 2)
        return f'(caught (\\{m} -> {other}) (\\{v} -> {self.expr(t, env + [(v, u)], n - 2)}) {what})'
    def recorded(self, t, env, n):
        """Actions that say what they do; the exception comes where it comes."""
        out = self.name('out')
        return self.safely(lambda before: f'(recorded (\\{out} -> {self.actions(out, env if before else [], n, [])}))')
    def actions(self, out, env, n, refs, depth=0):
        """A do block with a String as its result."""
        r, lines, inner, refs = self.r, [], env, list(refs)
        say, two = lambda: f'{out} "{self.name("s")}"', lambda: f'throwIO (ErrorCall "{self.name("two")}")'
        for _ in range(r.choice([2, 3, 4]) if depth == 0 else r.choice([1, 2])):
            k, v, u = r.random(), self.name('v'), self.type(1)
            e = lambda x: self.expr(x, inner, n - 2)
            value = lambda x: f'({self.failing(x, inner, n - 2)} :: {show_type(x)})'
            if r.random() < 0.4: lines.append(say())
            if k < 0.12:
                lines.append(f'{v} <- {r.choice(["evaluate", "return", "return $!"])} {value(u)}')
                inner = inner + [(v, u)]
            elif k < 0.24:
                s = self.name('r')
                lines.append(f'{s} <- newIORef {value(u)}')
                refs.append((s, u))
            elif k < 0.5 and refs:
                s, u = r.choice(refs)
                if r.random() < 0.3:
                    lines.append(f'{v} <- readIORef {s}')
                    inner = inner + [(v, u)]
                else: lines.append(r.choice([r.choice(['modifyIORef ', "modifyIORef' "]) + f'{s} {self.expr(fun(u, u), inner, n - 2)}', f'writeIORef {s} {self.failing(u, inner, n - 2)}']))
            elif k < 0.6: lines.append(f'try (evaluate {value(u)}) >>= either (\\{v} -> case {v} of {{ ErrorCall {v}m -> {out} ("caught " ++ {v}m) }}) (\\{v} -> {r.choice([say(), f"{out} (take 30 (show {v}))", f"evaluate (length (show {v})) >>= {out} . show"])})')
            elif k < 0.68: lines.append(f'when {e(BOOL)} ({r.choice([say(), two()])})')
            elif k < 0.78:   # an action that may not need its argument, or needs it late
                h, x = self.name('act'), self.name('x')
                bang = r.choice(['', '', '!'])
                lines.append(f'let {{ {r.choice(["", f"{{-# NOINLINE {h} #-}}; "])}{h} :: {show_type(u)} -> IO (); {h} {bang}{x} = ' +
                             r.choice([f'{say()} >> void (evaluate {x})', f'if {self.expr(BOOL, inner, n - 2)} then {say()} else void (evaluate {x})', f'{say()} >> when {self.expr(BOOL, inner + [(x, u)], n - 2)} ({two()}) >> ({x} `seq` {say()})',
                                       f'{x} `seq` {say()}']) + ' }')
                lines.append(f'{h} {self.failing(u, inner, n - 2)}' if r.random() < 0.8 else f'mapM_ {h} {self.annotated(lst(u), inner, n - 2)}')
            elif k < 0.93 and depth < 2:
                body = self.actions(out, inner, n - 1, refs, depth + 1)
                lines.append(f'{v} <- ' + r.choice([f'({body}) `catch` (\\{v}e -> case {v}e of {{ ErrorCall {v}m -> return ("caught " ++ {v}m) }})', f'({body}) `finally` {say()}', f'({body}) `onException` {say()}', f'bracket_ ({say()}) ({say()}) ({body})',
                                                    f'mask_ ({body})', f'handle (\\{v}e -> case {v}e of {{ ErrorCall {v}m -> {say()} >> throwIO (ErrorCall ({v}m ++ "x")) }}) ({body})']))
                inner = inner + [(v, lst(CHAR))]
            else: lines.append(say())
        t = self.type(1)
        lines.append(f'return (take 40 (show {self.annotated(t, inner, n - 1)}))')
        return 'do { ' + '; '.join(lines) + ' }'
