"""Random loops that never end, whatever is made of them: each has to be stopped, at every level of optimisation, and none may be called a thunk that depends on itself.

A loop goes round with a state: numbers that are even and stay even, others that change or stay as they are, and an exit that only an odd number takes. What a round does,
which rounds there are, how many functions take turns and in which monad or list they go is drawn.
"""
# What keeps a number even, and what is never true of one; {x} is the number, {k} an even constant.
STEPS = ['{x} + {k}', '{x} - {k}', '{x}', '{k}', '3 * {x}', 'negate {x}', '2 * rnd {x}', '{x} * {x}', '2 * ({x} `div` 3)', '2 * ({x} `mod` 1009)', 'abs {x} + {k}', '{x} `xor` {k}', '({x} .&. 1022) + 2', '{x} `shiftL` 1',
         '{x} `quot` 4 * 2', 'max {k} {x}', 'min {x} {k}', 'if {x} > 1000 then 0 else {x} + {k}', '2 * length (show {x})', 'fromInteger (2 * toInteger {x})', 'fst ({x} + {k}, {x})', 'sum [{x}, {k}, {x}]',
         '2 * (case {x} of {{ 0 -> 1; 2 -> 0; n -> n `div` 2 }})', '2 * truncate (fromIntegral ({x} `mod` 1000) / 3 + 0.5 :: Double)', '2 * nfib ({x} `mod` 12)', '2 * collatz ({x} `mod` 100)']
NEVER = ['odd {x}', '{x} == 7', '{x} .&. 1 /= 0', '{x} `mod` 4 == 3', '{x} `rem` 2 /= 0', 'testBit {x} 0', 'not (even {x})', 'even ({x} + 1)', '{x} `divMod` 2 /= ({x} `div` 2, 0)', 'elem {x} [1, 3 .. 9]',
         'last (show {x}) == \'7\'', 'signum ({x} `mod` 2) > 0', '{x} /= {x}', '2 * ({x} `shiftR` 1) /= {x}']
SOMETIMES = ['{x} > 100', '{x} `mod` 6 == 0', 'even (rnd {x} `div` 8)', '{x} < 0', '{x} == 0', 'True', 'length (show {x}) > 3']

def step(g, x):
    k = 2 * g.r.randint(-30, 60)
    return '(' + g.pick(*STEPS).format(x=x, k=k if k >= 0 else f'({k})') + ')'
def never(g, x): return g.pick(*NEVER).format(x=x)
def sometimes(g, x): return g.pick(*SOMETIMES).format(x=x)

def functions(g, name, outer=()):
    """The text of one to three functions that take turns, and a call. Their parameters: numbers that stay even, first; others, that are passed on or change. outer: even numbers in scope."""
    many = g.r.choice([1, 1, 1, 2, 3])
    evens, others = g.r.randint(1, 2), g.r.randint(0, 2)
    names = [name + "'" * i for i in range(many)]
    xs, ys = [f'x{i}' for i in range(evens)], [f'y{i}' for i in range(others)]
    same = g.r.random() < 0.3                                # each round is as the one before
    def call():
        args = [x if same or g.r.random() < 0.2 else step(g, g.pick(*xs, *outer)) for x in xs]
        args += [y if same or g.r.random() < 0.4 else g.pick(f'({y} + 1)', f'({y} * 7 + x0)', '3', *outer, f'(rnd {y})', f'(length (show {y}))') for y in ys]
        return ' '.join([g.pick(*names), *args])
    def rounds(depth):
        how = g.r.random()
        if depth == 0 or how < 0.35: return call()
        if how < 0.6: return f'(if {sometimes(g, g.pick(*xs))} then {rounds(depth - 1)} else {rounds(depth - 1)})'
        if how < 0.7: return f'(let {{ z = {step(g, xs[0])} }} in if z == 5 then z else {rounds(depth - 1)})'
        if how < 0.8: return f'(case ({xs[-1]}, {g.pick("x0", "1")}) of {{ (1, n) -> n; (n, _) | n > 50 -> {rounds(depth - 1)}; _ -> {rounds(depth - 1)} }})'
        if how < 0.9: return f'({xs[-1]} `seq` {rounds(depth - 1)})'
        return f'({rounds(depth - 1)} {g.pick("`seq`", "+ nfib 12 +", "`max`")} {xs[0]})'       # not a tail call: the stack grows
    strict = g.r.choice(['', '!'])
    text = []
    for f in names:
        params = ' '.join(strict + p for p in xs + ys)
        out = g.pick(xs[0], '0', *ys, *outer)
        text.append(f'{f} :: {"Int -> " * (evens + others)}Int\n{f} {params}\n  | {never(g, g.pick(*xs, *xs, *outer))} = {out}\n  | otherwise = {rounds(g.r.randint(0, 2))}')
        if g.r.random() < 0.25: text.append(f'{{-# NOINLINE {f} #-}}')
    return '\n'.join(text), ' '.join([name, *[str(2 * g.r.randint(0, 40)) for _ in xs], *[str(g.r.randint(0, 9)) for _ in ys]])

def local(g, name):
    """A loop inside a function whose parameter, even, stays as it is."""
    text, call = functions(g, 'go', ['x'])
    inner = '\n'.join('    ' + l for l in text.split('\n'))
    return f'{name} :: Int -> Int\n{name} x = {call} + x\n  where\n{inner}', f'{name} {2 * g.r.randint(0, 9)}'

def lists(g, name):
    evens = g.pick('iterate (\\a -> {s}) 4', '[0, 2 ..]', 'cycle [2, 4, 8]', 'repeat 6', 'map (2 *) [1 ..]', 'filter even [1 ..]', 'concat (repeat [2, 4])', 'concatMap (\\a -> [2 * a, 4]) [1 ..]', 'unfoldr (\\a -> Just (a, {s})) 2',
                   'scanl (\\a b -> a + 2 * b) 0 [1 ..]', '(let {{ t = 2 : map (\\a -> {s}) t }} in t)', '[a * b | a <- [2, 4 ..], b <- [1 .. 3]]', 'zipWith (*) [2, 4 ..] [1 ..]').format(s=step(g, 'a'))
    if g.r.random() < 0.4: evens = f'map (\\a -> {step(g, "a")}) ({evens})'
    evens += ' :: [Int]'
    n = never(g, 'a')
    use = g.pick(f'length (filter (\\a -> {n}) ({evens}))', f'head (filter (\\a -> {n}) ({evens}))', f'length ({evens})', f'foldl\' (+) 0 ({evens})', f'fromEnum (all even ({evens}))', f'fromEnum (any (\\a -> {n}) ({evens}))',
                 f'head (dropWhile even ({evens}))', f'length (takeWhile even ({evens}))', f'last ({evens})', f'head [a | a <- {evens}, {n}]', f'fromMaybe 0 (find (\\a -> {n}) ({evens}))',
                 f'length (show (sum ({evens})))', f'fromEnum (elem 7 ({evens}))', f'length (last (lines (map (\\a -> if {n} then \'\\n\' else \'x\') ({evens}))))', f'fst (foldl\' (\\(p, q) a -> (q, p + a)) (0, 1) ({evens}))',
                 f'foldr (\\a r -> if {n} then a else r) 0 ({evens})', f'length (words (concatMap show ({evens})))')
    if g.r.random() < 0.5: return f'{name} :: Int\n{name} = {use}', name
    return f'{name} :: Int -> Int\n{name} k = k + {use}', f'{name} {g.r.randint(0, 9)}'

def others(g, name):
    a, n = step(g, 'a'), never(g, 'a')
    body = g.pick(f'until (\\a -> {n}) (\\a -> {a})', f'let {{ fix f = let {{ y = f y }} in y }} in fix (\\r a -> if {n} then a else r {a})', f'(\\b -> LST.runST (LST.newSTRef b >>= \\r -> let {{ l = LST.readSTRef r >>= \\a -> if {n} then return a else LST.writeSTRef r {a} >> l }} in l))',
                  f'(\\b -> evalState (let {{ l = get >>= \\a -> if {n} then return a else put {a} >> l }} in l) b)', f'(\\b -> fromMaybe 1 (let {{ l a = if {n} then Nothing else Just {a} >>= l }} in l b))',
                  f'(\\b -> either id id (let {{ l a = if {n} then Left a else Right {a} >>= l }} in l b))',
                  f'(\\b -> unsafePerformIO (newIORef b >>= \\r -> let {{ l = readIORef r >>= \\a -> if {n} then return () else writeIORef r $! {a} }} in forever l))',
                  f'(\\b -> let {{ t = foldr (\\i r a -> if {n} then a + i else r {a}) (\\a -> t a) [1 .. 3 :: Int] }} in t b)', f'(\\b -> let {{ l a r = if {n} then r a else l {a} r }} in l b (+ 1))',
                  f'(\\b -> fromInteger (let {{ l a = if a `mod` 2 == 1 then a else l (a + 2 :: Integer) }} in l (toInteger b)))', f'(\\b -> truncate (let {{ l a = if a < 0 then a else l (a / 2 + 1 :: Double) }} in l (abs (fromIntegral b))))',
                  f'(\\b -> let {{ l (a, c) = if {n} then c else l ({a}, c + 1) }} in l (b, 0))', f'(\\b -> snd (let {{ l a = if {n} then (a, a) else l {a} }} in l b))', f'(\\b -> head (let {{ l a = if {n} then [a] else l {a} }} in l b))')
    body = body.replace('\\b -> ', '\\b0 -> let { b = 2 * b0 } in ', 1) if body.startswith('(\\b') else f'{body} . (2 *)'
    if g.r.random() < 0.5: return f'{name} :: Int -> Int\n{name} = {body}', f'{name} {g.r.randint(0, 9)}'
    return f'{name} :: Int -> Int\n{name} k = ({body}) k', f'{name} {g.r.randint(0, 9)}'

def endless(g):
    g.never.add('-V0')
    calls = []
    for _ in range(g.r.randint(1, 3)):
        name = g.name('endless')
        text, call = g.pick(functions, functions, local, lists, others)(g, name)
        g.define([name], text)
        calls.append(call)
    delay = lambda: g.r.choice([100, 1000, 3000, 10000])
    ways = []
    for c in calls:
        ways.append(g.pick(f'stopped {delay()} ({c})', f'stopped {delay()} ({c})', f'killed {delay()} ({c})', f'(let {{ t = {c} }} in unwords . nub <$> forks [stopped {delay()} t, stopped {delay()} t, killed {delay()} t])',
                           f'(let {{ t = {c} }} in stopped {delay()} t >> stopped {delay()} t)', f'(let {{ t = {c} }} in stopped {delay()} (t `par` (nfib 15 `pseq` t)))',
                           f'(let {{ t = {c} }} in killed {delay()} (t + 1) >> stopped {delay()} (fromMaybe 0 (Just $! t)))'))
    return 'rs <- sequence [' + ', '.join(ways) + ']\nreturn (unwords (nub rs))', 'return "stopped"'
