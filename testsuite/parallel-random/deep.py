"""Random items with deep stacks: towers of phases, each some levels of recursion in one shape, on a thread's stack one above the other.

A phase is a function p of the number of its levels and of the value below it, unevaluated, which the innermost level needs: so the phases of `p1 40 (p2 5000 (p1 300 7))`
stand on the stack together. What a level does to the value that comes from below follows from its number alone, so the flat form p' is a loop that needs no stack; it is
the answer. Drawn are: how many levels; what lives across a call (values of all kinds, few or seventy, unboxed ones, what is passed on unchanged or takes turns); the type
of the results; how many functions take turns, known or not; the monad; lists, knots, lazy arrays, references and state that make chains of thunks; Show, Eq, Ord and
NFData of nested data; exceptions through all levels, handlers at each; and, between phases, another thread, a spark, a thread that is cut off, a collection, C that calls back.
"""
import re
from marked import alt, num, opt

M = 1000003

# What lives across a call: (type, made of {k}, used as an Int)
LOCALS = {'list': ('[Int]', 'dList ({k})', 'dSum {v}'), 'box': ('DBox', 'dBox ({k})', 'dUnbox {v}'), 'integer': ('Integer', 'dInteger ({k})', 'fromInteger ({v} `mod` 1009)'),
          'tuple': ('(Int, Int, Int, [Int], Int)', 'dTuple ({k})', '(case {v} of (a, _, b, c, _) -> a + b + dSum c)'), 'int': ('Int', 'dInt ({k})', '{v}'), 'double': ('Double', 'dDouble ({k})', 'truncate {v}'),
          'function': ('(Int -> Int)', 'dFunction ({k})', '{v} 3'), 'string': ('String', 'dString ({k})', 'length {v}'), 'maybe': ('(Maybe Int)', 'dMaybe ({k})', 'maybe 1 (+ 2) {v}'),
          'array': ('(UArray Int Int)', 'dArray ({k})', '{v} U.! 1')}
POINTERS = ['list', 'list', 'list', 'box', 'integer', 'tuple', 'function', 'string', 'maybe', 'array']
DEEP_PRELUDE = [
    (['DBox', 'dBox', 'dUnbox'], 'data DBox = DBox Int\ndBox :: Int -> DBox\ndBox k = DBox (k `mod` 251)\n{-# NOINLINE dBox #-}\ndUnbox :: DBox -> Int\ndUnbox (DBox n) = n'),
    (['dList'], 'dList :: Int -> [Int]\ndList k = [k `mod` 17, k `mod` 5]\n{-# NOINLINE dList #-}'),
    (['dSum'], "dSum :: [Int] -> Int\ndSum = foldl' (+) 0"),
    (['dInteger'], 'dInteger :: Int -> Integer\ndInteger k = 1000000000000000000000 + toInteger k\n{-# NOINLINE dInteger #-}'),
    (['dTuple'], 'dTuple :: Int -> (Int, Int, Int, [Int], Int)\ndTuple k = (k `mod` 3, k, k `mod` 7, [k `mod` 11], 1)\n{-# NOINLINE dTuple #-}'),
    (['dInt'], 'dInt :: Int -> Int\ndInt k = (k * 7919) `mod` 1013\n{-# NOINLINE dInt #-}'),
    (['dDouble'], 'dDouble :: Int -> Double\ndDouble k = fromIntegral (k `mod` 1009) + 0.25\n{-# NOINLINE dDouble #-}'),
    (['dFunction'], 'dFunction :: Int -> Int -> Int\ndFunction k = case k `mod` 13 of m -> \\x -> x * m\n{-# NOINLINE dFunction #-}'),
    (['dString'], "dString :: Int -> String\ndString k = replicate (k `mod` 4) 'x'\n{-# NOINLINE dString #-}"),
    (['dMaybe'], 'dMaybe :: Int -> Maybe Int\ndMaybe k = if even k then Nothing else Just (k `mod` 19)\n{-# NOINLINE dMaybe #-}'),
    (['dArray'], 'dArray :: Int -> UArray Int Int\ndArray k = U.listArray (0, 1) [k, k `mod` 23]\n{-# NOINLINE dArray #-}'),
    (['Carried'], 'newtype Carried = Carried Int deriving Show\ninstance Exception Carried'),
    (['Nest', 'N0', 'NL', 'NR', 'NB', 'nested'], '''data Nest = N0 Int | NL Nest Int | NR Int Nest | NB { nA :: Int, nB :: Nest } deriving (Eq, Ord, Show)
instance NFData Nest where { rnf (N0 n) = rnf n; rnf (NL d n) = rnf d `seq` rnf n; rnf (NR n d) = rnf n `seq` rnf d; rnf (NB n d) = rnf n `seq` rnf d }
-- Nested so deep, made from inside; which: 0 to the left, 1 to the right, 2 both in turns, 3 records.
nested :: Int -> Int -> Int -> Nest
nested which n z = foldl' (\\d k -> case if which == 2 then k `mod` 2 else which of { 0 -> NL d (k `mod` 100); 1 -> NR (k `mod` 100) d; _ -> NB (k `mod` 100) d }) (N0 z) [1 .. n]'''),
    (['shownLength'], '''-- The length of what `show` makes of it.
shownLength :: Int -> Int -> Int -> Int
shownLength which n z = foldl' (\\l k -> l + length (show (k `mod` 100)) + (if which == 3 then 17 else 6)) (3 + length (show z)) [1 .. n]'''),
    (['bounded'], '''-- The value, or, where the stack has a limit (+RTS -K) and that was met, what it would have been.
bounded :: Int -> Int -> IO String
bounded v flat = either (\\e -> case fromException e of { Just StackOverflow -> show flat; _ -> "exception: " ++ show (e :: SomeException) }) show <$> try (evaluate v)'''),
    (['dElsewhere'], '''-- Another thread evaluates it.
dElsewhere :: Int -> Int
dElsewhere z = unsafePerformIO (do { v <- newEmptyMVar; _ <- forkIO (try (evaluate z) >>= putMVar v); takeMVar v >>= either (\\e -> throwIO (e :: SomeException)) return })
{-# NOINLINE dElsewhere #-}'''),
    (['dCutOff'], '''-- Threads begin to evaluate it and are killed, or time out; then we do.
dCutOff :: [Int] -> Int -> Int
dCutOff ds z = unsafePerformIO (do
  forM_ (zip [0 :: Int ..] ds) (\\(i, d) -> if even i then void (timeout d (try (evaluate z) :: IO (Either StackLimit Int))) else do { t <- forkIO (void (try (evaluate z) :: IO (Either StackLimit Int))); threadDelay d; killThread t })
  evaluate z)
{-# NOINLINE dCutOff #-}
newtype StackLimit = StackLimit AsyncException deriving Show
instance Exception StackLimit where { toException (StackLimit e) = toException e; fromException e = case fromException e of { Just StackOverflow -> Just (StackLimit StackOverflow); _ -> Nothing } }'''),
    (['dCollected'], 'dCollected :: Int -> Int\ndCollected z = unsafePerformIO (evaluate z >>= \\r -> performGC >> return r)\n{-# NOINLINE dCollected #-}\n'),
    (['dCollecting'], 'dCollecting :: Int -> Int\ndCollecting z = unsafePerformIO (performGC >> evaluate z)\n{-# NOINLINE dCollecting #-}'),
    (['dInterleaved'], 'dInterleaved :: Int -> Int\ndInterleaved z = unsafePerformIO (unsafeInterleaveIO (evaluate z) >>= \\r -> yield >> return r)\n{-# NOINLINE dInterleaved #-}'),
    (['dThroughC'], '''-- C calls back for it, several times; an exception does not go through C.
dThroughC :: Int -> Int
dThroughC z = unsafePerformIO (do { r <- newIORef (Right 0); _ <- sortC (\\_ -> try (evaluate z) >>= writeIORef r) [2, 1]; readIORef r >>= either (\\e -> throwIO (e :: SomeException)) return })
{-# NOINLINE dThroughC #-}'''),
    (['later'], 'later :: a -> a\nlater x = x\n{-# NOINLINE later #-}'),
    (['dSparked'], 'dSparked :: Int -> Int\ndSparked z = z `par` (nfib 10 `pseq` z)'),
    (['dMasked'], 'dMasked :: Int -> Int\ndMasked z = unsafePerformIO (mask_ (evaluate z))\n{-# NOINLINE dMasked #-}'),
    (['dCaught'], 'dCaught :: Int -> Int\ndCaught z = unsafePerformIO (evaluate z `catch` \\(Carried n) -> return n)\n{-# NOINLINE dCaught #-}'),
    (['dTimed'], 'dTimed :: Int -> Int\ndTimed z = unsafePerformIO (timeout 100000000 (evaluate z) >>= maybe (return 0) return)\n{-# NOINLINE dTimed #-}'),
]

def install(g):
    """Gives the generator g its deep items. They share their phases: it is them that take time to compile."""
    g.phases = []
    g.deep_item = lambda: deep_item(g)

def levels(g, most):
    """How many: some dozen, or as many as fill small segments, or many large ones."""
    low, high = g.r.choice([(0.5, 2), (1.5, 2.7), (2, 3.3), (2.3, 3.7), (2.7, 4), (3, 4.5), (4, most)])
    return int(10 ** min(most, g.r.uniform(low, high)))

HANDLER = re.compile(r'\b(catch|catchSTM|try|finally|bracket|withMVar|timeout)\b')
class Phase:
    """name: of the deep function; its flat form is called name'. most: the log of the most levels. handles: whether there are handlers among its frames. They raise
    again what is not theirs, an asynchronous exception, too, which then belongs to the value: such a phase is not cut off."""
    def __init__(self, g, name, most):
        self.name, self.most = name, most
        self.handles = any(HANDLER.search(text) for d in g.out if isinstance(d, tuple) for names, text in [d] if names and names[0].startswith(name) and not names[0][len(name):len(name) + 1].isdigit())

# ---- results of levels: (type, made of an Int, Int of a variable)
RESULTS = [('Int', '{x}', '{v}')] * 4 + [('DBox', '(DBox {x})', '(case {v} of DBox q -> q)')] * 3 + [
    ('Double', '(fromIntegral ({x}))', '(truncate {v})'), ('Integer', '(toInteger ({x}))', '(fromInteger {v})'), ('(Int, Int)', '(let u = {x} in (u `div` 2, u - u `div` 2))', '(case {v} of (p, q) -> p + q)'),
    ('(Int, Double)', '(let u = {x} in (u, 0.5))', '(case {v} of (p, q) -> p + truncate q)'), ('(Maybe Int)', '(Just $! {x})', '(fromMaybe 0 {v})'), ('[Int]', '[{x}]', '(dSum {v})'),
    ('(Int, [Int], Int)', '(let u = {x} in (u, [], 0))', '(case {v} of (p, q, w) -> p + dSum q + w)'), ('(Either Int Int)', '(let u = {x} in if even u then Left u else Right u)', '(either id id {v})')]

# monad: (its type, how the phase runs it, the innermost level's value z as an action)
MONADS = {'IO': ('IO', 'unsafePerformIO ({go})', 'evaluate z'), 'ST': ('ST s', 'runST ({go})', '(return $! z)'), 'STM': ('STM', 'z `seq` unsafePerformIO (atomically ({go}))', 'return z'),
          'State': ('State Int', 'evalState ({go}) 0', 'return z'), 'Maybe': ('Maybe', 'fromJust ({go})', 'Just z'), 'LST': ('LST.ST s', 'LST.runST ({go})', 'return z')}

def recursion(g):
    """One to four functions that take turns, all with their own frames."""
    r = g.r
    p, many = g.name('p'), r.choice([1, 1, 1, 2, 3])
    rtype, made, used = r.choice(RESULTS)
    monad = r.choice(['IO', 'IO', 'ST', 'STM', 'State', 'Maybe', 'LST']) if r.random() < 0.3 else None
    # Passed on: the same all the way, in turns, or made anew for each level.
    passed = r.choice([0, 0, 0, 1, 2, 3, 6, 6, 9])
    how = r.choice(['same', 'turns', 'turns', 'anew']) if passed else 'same'
    kinds = [r.choice(['list', 'box', 'function'])] * passed if how == 'turns' else [r.choice(POINTERS + ['int', 'double']) for _ in range(passed)]
    args = [f'a{i}' for i in range(passed)]
    strict = r.random() < 0.5
    shapes, flats = [], []
    names = [f'{p}x{i}' for i in range(many)]
    unknown = r.random() < 0.25
    for i, f in enumerate(names):
        shape, flat = level(g, p, names, i, rtype, made, used, monad, list(zip(args, kinds)), how, unknown, strict)
        shapes.append(shape)
        flats.append(flat)
    types = ''.join(LOCALS[k][0] + ' -> ' for k in kinds)
    result = f'({MONADS[monad][0]}) {rtype}' if monad else rtype
    text = ''.join(f'{f} :: Int -> Int -> Int -> {types}{result}\n{s}\n' + ('{-# NOINLINE ' + f + ' #-}\n' if r.random() < 0.6 else '') for f, s in zip(names, shapes))
    if unknown and monad not in ('ST', 'LST'): text += f'{p}fs :: [Int -> Int -> Int -> {types}{result}]\n{p}fs = [{", ".join(names)}]\n{{-# NOINLINE {p}fs #-}}\n'
    first = [LOCALS[k][1].format(k=f'n + {i}') for i, k in enumerate(kinds)]
    entry = lambda f: ' '.join([f, 'n', 'n', 'z'] + [f'({e})' for e in first])
    go = f'case n `mod` {many} of {{ ' + '; '.join(f'{i if i < many - 1 else "_"} -> {entry(f)}' for i, f in enumerate(names)) + ' }'
    if monad: go = MONADS[monad][1].format(go=go)
    text += f'{p} :: Int -> Int -> Int\n{p} n z = (case {go} of v -> {used.format(v="v")})\n'
    text += f'{p}q :: Int -> Int -> Int -> Int\n{p}q n k r = case k `mod` {many} of {{ ' + '; '.join(f'{i if i < many - 1 else "_"} -> {e}' for i, e in enumerate(flats)) + ' }\n'
    text += f"{p}' :: Int -> Int -> Int\n{p}' n z = foldl' (\\r k -> {p}q n k r) z [1 .. n]"
    g.define([p, p + "'"], text)
    return Phase(g, p, 2.4 if monad == 'STM' else 4 if monad in ('State', 'LST') else 5.3 if passed + many < 6 else 5)

def lean(g):
    """Frames with nothing but the return address, and up to nine pointers that live across the call: many on the root stack, or as many as in the frame."""
    r, p, many = g.r, g.name('p'), g.r.choice([0, 1, 1, 1, 2, 3, 4, 6, 9])
    turns = r.random() < 0.7
    kinds = [r.choice(['list', 'box', 'function'])] * many if turns else [r.choice(POINTERS) for _ in range(many)]
    args = [f'a{i}' for i in range(many)]
    types, uses = ''.join(LOCALS[k][0] + ' -> ' for k in kinds), ''.join(' + ' + LOCALS[k][2].format(v=a) for a, k in zip(args, kinds))
    names, given = ''.join(' ' + a for a in args), ''.join(' ' + a for a in (args[1:] + args[:1] if turns else args))
    sure = r.choice(['{-# NOINLINE @ #-}\n'] * 6 + [''])
    below = g.pick(*['(@x (k - 1){given} z)'] * 3, '(later (@x (k - 1){given} z))').format(given=given)
    again = '; '.join(f'{a} = {LOCALS[k][1].format(k=f"n + ({j} + n - k) `mod` {many}" if turns else f"n + {j}")}' for j, (a, k) in enumerate(zip(args, kinds)))
    first = ''.join(f' ({LOCALS[k][1].format(k=f"n + {j}")})' for j, k in enumerate(kinds))
    body = f'(r * 3 + 1{uses}) `mod` {M}'
    text = f"""@c :: DBox -> {types}DBox
@c (DBox r){names} = DBox ({body})
{sure.replace('@', '@c')}@x :: Int -> {types}DBox -> DBox
@x 0{" _" * many} z = z
@x k{names} z = @c {below}{names}
{sure.replace('@', '@x')}@, @' :: Int -> Int -> Int
@ n z = dUnbox (@x n{first} (DBox z))
@' n z = foldl' (\\r k -> let {{ {again} }} in {body}) z [1 .. n]"""
    g.define([p, p + "'"], text.replace('@', p))
    return Phase(g, p, 5.3)

def chain(g):
    """Sums that each evaluate the one before, with one word of their own and the update entry on the root stack: as many as in their frames."""
    p = g.name('p')
    g.define([p, p + "'"], f"""{p}c :: DBox -> DBox -> DBox
{p}c (DBox r) (DBox x) = DBox ((r * {g.r.choice([1, 3, 5])} + x) `mod` {M})
{{-# NOINLINE {p}c #-}}
{p}x :: DBox -> [DBox] -> [DBox]
{p}x r [] = [r]
{p}x r (x : xs) = r : {p}x ({p}c r x) xs
{{-# NOINLINE {p}x #-}}
{p}, {p}' :: Int -> Int -> Int
{p} n z = dUnbox (last ({p}x (DBox z) (map dBox [1 .. n])))
{p}' n z = foldl' (\\r k -> dUnbox ({p}c (DBox r) (dBox k))) z [1 .. n]""")
    return Phase(g, p, 5)

def level(g, p, names, i, rtype, made, used, monad, args, how, unknown, strict):
    """(the text of function i, its flat form: of n, k and r)."""
    r = g.r
    f, many = names[i], len(names)
    count = r.choice([0, 0, 1, 1, 1, 2, 2, 3, 4, 6, 9]) if r.random() < 0.97 else r.choice([20, 66, 90])
    kinds = [r.choice(POINTERS) if r.random() < 0.75 else r.choice(['int', 'double']) for _ in range(count)]
    if r.random() < 0.15: kinds = [r.choice(['int', 'double'])] * count
    locals_ = [(f'v{j}', k, r.random() < 0.75) for j, k in enumerate(kinds)]
    binds = '; '.join(f'{"!" if bang else ""}{v} = {LOCALS[k][1].format(k=f"k + {j}")}' for j, (v, k, bang) in enumerate(locals_))
    live = [(v, k) for v, k, _ in locals_] + [(a, k) for a, k in args if how != 'anew' or r.random() < 0.8]
    if how == 'anew' or how == 'same': live = [x for x in live if r.random() < 0.9]
    uses = ' + '.join(LOCALS[k][2].format(v=v) for v, k in live)
    body = g.pick(f'(x * {r.choice([3, 5, 7])} + k', '(x + 2 * k', '(x + 1', '(x', '(x * 3') + (f' + {uses}' if uses else '') + f') `mod` {M}'
    # What the level does with x, the Int from below; in a function of its own, perhaps.
    if live and r.random() < 0.4:
        c, k, kt = f'{f}c', *(('k ', 'Int -> ') if re.search(r'\bk\b', body) else ('', ''))
        g.define([c], f'{c} :: Int -> {kt}{"".join(LOCALS[k][0] + " -> " for _, k in live)}Int\n{c} x {k}{" ".join(v for v, _ in live)} = {body}\n{{-# NOINLINE {c} #-}}')
        combine = lambda x: f'({c} ({x}) {k}{" ".join(v for v, _ in live)})'
    else: combine = lambda x: f'(let {{ x = {x} }} in {body})'
    bang = '!' if strict else ''
    params = ' '.join([f, 'k', 'n', 'z'] + [bang + a for a, _ in args])
    if how == 'turns': given = [a for a, _ in args[1:] + args[:1]]
    elif how == 'same': given = [a for a, _ in args]
    else: given = ['(' + LOCALS[k][1].format(k=f'k - 1 + {j}') + ')' for j, (_, k) in enumerate(args)]
    to = names[(i - 1) % many]
    if unknown and monad not in ('ST', 'LST'): to = f'({p}fs !! {(i - 1) % many})'
    rec = ' '.join([to, '(k - 1)', 'n', 'z'] + given)
    let = f'let {{ {binds} }} in ' if binds else ''
    x = used.format(v='r')
    if monad: inner = monadic(g, monad, rec, made, combine(x))
    else: inner = g.pick(*[f'case {rec} of {{ r -> {made.format(x=combine(x))} }}'] * 3, *[f'case {rec} of {{ !r -> {made.format(x=combine(x))} }}'] * 3,
                         f'let {{ r = {rec} }} in {made.format(x=combine(x))}', f'let {{ r = later ({rec}) }} in dInt k `seq` {made.format(x=combine(x))}',
                         f'let {{ r = {rec} }} in r `par` (dInt k `pseq` {made.format(x=combine(x))})' if r.random() < 0.5 else f'case later ({rec}) of {{ !r -> {made.format(x=combine(x))} }}')
    bottom = f'fmap (\\y -> {made.format(x="y")}) ({MONADS[monad][2]})' if monad else made.format(x='z')
    shape = f'{params}\n  | k <= 0 = {bottom}\n  | otherwise = {let}{inner}'
    # Flat: what was passed is made again.
    if how == 'turns': again = [f'{a} = {LOCALS[k][1].format(k=f"n + ({j} + n - k) `mod` {len(args)}")}' for j, (a, k) in enumerate(args)]
    elif how == 'same': again = [f'{a} = {LOCALS[k][1].format(k=f"n + {j}")}' for j, (a, k) in enumerate(args)]
    else: again = [f'{a} = {LOCALS[k][1].format(k=f"k + {j}")}' for j, (a, k) in enumerate(args)]
    both = '; '.join(again + ([binds] if binds else []))
    return shape, (f'let {{ {both} }} in ' if both else '') + combine('r')

def monadic(g, monad, rec, made, value):
    ret = f'return {g.pick("$", "$!")} ({made.format(x=value)})' if monad not in ('LST', 'State') else f'return ({made.format(x=value)})'
    plain_ = f'do {{ r <- {rec}; {ret} }}'
    if monad == 'IO':
        return g.pick(plain_, plain_, f'fmap (\\r -> {made.format(x=value)}) ({rec})', f'do {{ r <- ({rec}) `catch` (\\(Carried y) -> return {made.format(x="y")}); {ret} }}', f'do {{ r <- mask_ ({rec}); {ret} }}',
                      f'do {{ r <- ({rec}) `finally` return (); {ret} }}', f'do {{ v <- newMVar k; r <- withMVar v (\\_ -> {rec}); {ret} }}', f'do {{ when (k `mod` {g.r.choice([50, 700, 5000])} == 7) yield; r <- {rec}; when (k `mod` 900 == 7) yield; {ret} }}',
                      f'do {{ r <- try ({rec}); case r of {{ Left (Carried y) -> return {made.format(x="y")}; Right r -> {ret} }} }}', f'do {{ r <- unsafeInterleaveIO ({rec}); {ret} }}',
                      f'do {{ when (k `mod` {g.r.choice([300, 3000])} == 9) performGC; r <- {rec}; {ret} }}', f'do {{ ~[r] <- forM [k - 1] (\\_ -> {rec}); {ret} }}')
    if monad == 'STM':
        return g.pick(plain_, f'do {{ r <- ({rec}) `orElse` retry; {ret} }}', f'do {{ r <- retry `orElse` ({rec}); {ret} }}', f'do {{ r <- ({rec}) `catchSTM` (\\(Carried y) -> return {made.format(x="y")}); {ret} }}',
                      f'do {{ v <- newTVar k; r <- {rec}; _ <- readTVar v; {ret} }}')
    if monad == 'State': return g.pick(plain_, f'do {{ modify (+ 1); r <- {rec}; {ret} }}', f'fmap (\\r -> {made.format(x=value)}) ({rec})')
    if monad == 'ST': return g.pick(plain_, f'do {{ v <- newSTRef k; r <- {rec}; _ <- readSTRef v; {ret} }}', f'fmap (\\r -> {made.format(x=value)}) ({rec})')
    return g.pick(plain_, f'fmap (\\r -> {made.format(x=value)}) ({rec})', f'({rec}) >>= \\r -> {ret}')

# ---- phases of the library's recursion: {s} is the step, of the level's number and the value from below
LIBRARY = ['foldr {s} z [n, n - 1 .. 1]', 'foldl (flip {s}) z [1 .. n]', 'last (scanl (flip {s}) z [1 .. n])', 'snd (iterate (\\(k, r) -> (k + 1, {s} k r)) (1, z) !! n)', 'let xs = z : zipWith {s} [1 .. n] xs in xs !! n',
           'let a = listArray (0, n) [if i == 0 then z else {s} i (a ! (i - 1)) | i <- [0 .. n]] :: Array Int Int in a ! n', 'let m = Map.fromDistinctAscList [(i, if i == 0 then z else {s} i (m Map.! (i - 1))) | i <- [0 .. n]] in m Map.! n',
           'execState (mapM_ (\\k -> modify ({s} k)) [1 .. n]) z', 'runST (newSTRef z >>= \\v -> mapM_ (\\k -> modifySTRef v ({s} k)) [1 .. n] >> readSTRef v)', 'unsafePerformIO (newIORef z >>= \\v -> mapM_ (\\k -> modifyIORef v ({s} k)) [1 .. n] >> readIORef v)',
           'unsafePerformIO (newTVarIO z >>= \\v -> mapM_ (\\k -> atomically (modifyTVar v ({s} k))) [1 .. n] >> readTVarIO v)', 'foldr (.) id (map {s} [n, n - 1 .. 1]) z', 'foldr (\\k f r -> f ({s} k r)) id [1 .. n] z', 'fst (mapAccumR (\\r k -> ({s} k r, ())) z [n, n - 1 .. 1])',
           'fst (mapAccumL (\\r k -> ({s} k r, k)) z [1 .. n])', 'head (foldr (\\k ~(r : _) -> [{s} k r]) [z] [n, n - 1 .. 1])', 'foldr (\\k m -> m >>= \\r -> [{s} k r]) [z] [n, n - 1 .. 1] !! 0', 'fst (foldl (\\(r, q) k -> ({s} k r, q + 1)) (z, 0 :: Int) [1 .. n])',
           'unsafePerformIO (foldr (\\k m -> m >>= \\r -> return $! {s} k r) (evaluate z) [n, n - 1 .. 1])', 'unsafePerformIO (foldr (\\k m -> unsafeInterleaveIO m >>= \\r -> return ({s} k r)) (return z) [n, n - 1 .. 1])',
           "foldl (flip {s}) (z + length (filter (< 0) (unsafePerformIO (forM [1 .. n] (\\k -> return $! k)))) + 0) [1 .. n]", 'foldl (flip {s}) z (runST (do {{ v <- newSTRef 0; replicateM n (modifySTRef v (+ 1) >> readSTRef v) }}))',
           'Map.foldr {s} z (Map.fromList [(negate k, k) | k <- [1 .. n]])', 'IntMap.foldl (flip {s}) z (IntMap.fromList [(k, k) | k <- [1 .. n]])', 'foldr {s} z (Seq.fromList [n, n - 1 .. 1])', 'foldl (flip {s}) z (Seq.fromList [1 .. n])',
           'foldr {s} z (listArray (1, n) [n, n - 1 .. 1] :: Array Int Int)', 'appEndoD (mconcat (map (EndoD . {s}) [n, n - 1 .. 1])) z', 'foldr1 (\\_ r -> r) [0, foldr (\\k r -> {s} k $ later r) z [n, n - 1 .. 1]]', 'head (foldl (++) [foldl (flip {s}) z [1 .. n]] (replicate n [1]))',
           'until ((> n) . fst) (\\(k, r) -> (k + 1, {s} k r)) (1, z) `seq2` snd', 'either id id (foldM (\\r k -> Right ({s} k r)) z [1 .. n] :: Either Int Int)', 'LST.runST (LST.newSTRef z >>= \\v -> mapM_ (\\k -> LST.modifySTRef v ({s} k)) [1 .. n] >> LST.readSTRef v)',
           '(case foldr (\\k (a, b, c) -> ({s} k a, k : b, c + 1)) (z, [], 0 :: Int) [n, n - 1 .. 1] of (a, b, c) -> a + (length b - c))', 'unwrapD (foldr (\\k d -> D1 (unwrapD d `seq` {s} k (unwrapD d))) (D1 z) [n, n - 1 .. 1])']
LIBRARY_PRELUDE = [(['EndoD', 'appEndoD'], 'newtype EndoD = EndoD { appEndoD :: Int -> Int }\ninstance Semigroup EndoD where EndoD f <> EndoD g = EndoD (\\x -> f (g x))\ninstance Monoid EndoD where mempty = EndoD id'),
                   (['seq2'], 'seq2 :: a -> (a -> b) -> b\nseq2 x f = f x'), (['D1', 'unwrapD'], 'data D1 = D1 Int\nunwrapD :: D1 -> Int\nunwrapD (D1 n) = n')]

def step(g, p):
    """Defines the step of phase p: of the level's number and the value from below."""
    s, r = f'{p}s', g.r
    kind = r.choice([None, None] + POINTERS)
    extra = f' + (let {{ v = {LOCALS[kind][1].format(k="k")} }} in {LOCALS[kind][2].format(v="v")})' if kind else ''
    body = g.pick(f'(r * {r.choice([3, 5, 7])} + k{extra}) `mod` {M}', f'(r + 2 * k{extra}) `mod` {M}', f'case dInt k of m -> (r + m{extra}) `mod` {M}', f'if k `mod` 3 == 0 then r else (r + 1{extra}) `mod` {M}',
                  f'fromInteger ((toInteger r * 3 + toInteger k{" + toInteger (0" + extra + ")" if extra else ""}) `mod` {M})')
    g.define([s], f'{s} :: Int -> Int -> Int\n{s} k r = {body}' + ('\n{-# NOINLINE ' + s + ' #-}' if r.random() < 0.6 else ''))
    return s

def define(g, p, deep, flat):
    g.define([p, p + "'"], f"{p} :: Int -> Int -> Int\n{p} n z = {deep}" + ('\n{-# NOINLINE ' + p + ' #-}' if g.r.random() < 0.3 else '') + f"\n{p}' :: Int -> Int -> Int\n{p}' n z = {flat}")

def library(g):
    p = g.name('p')
    s = step(g, p)
    define(g, p, g.pick(*LIBRARY).format(s=s), f"foldl' (\\r k -> {s} k r) z [1 .. n]")
    return Phase(g, p, 4.8)

def data(g):
    """Nested data, shown, compared and evaluated; z is inside."""
    p, w = g.name('p'), g.r.choice([0, 1, 2, 3])
    deep, flat = g.pick((f'length (show (nested {w} n z))', f'shownLength {w} n z'), (f'let d = nested {w} n z in if d == nested {w} n z then z + 1 else 0', '(z + 1)'), (f'case compare (nested {w} n z) (nested {w} n (z + 1)) of {{ LT -> z + 2; _ -> 0 }}', '(z + 2)'),
                        (f'(let d = nested {w} n z in rnf d `seq` (z + 3))', '(z + 3)'), (f'(case max (nested {w} n z) (nested {w} n (z + 1)) of d -> inside d)', '(z + 1)'), (f'sizeN (nested {w} n z)', '(z + n)'))
    if 'inside' in deep: g.define(['inside'], 'inside :: Nest -> Int\ninside (N0 k) = k\ninside (NL d _) = inside d\ninside (NR _ d) = inside d\ninside (NB _ d) = inside d')
    if 'sizeN' in deep: g.define(['sizeN'], 'sizeN :: Nest -> Int\nsizeN (N0 k) = k\nsizeN (NL d _) = 1 + sizeN d\nsizeN (NR _ d) = sizeN d + 1\nsizeN (NB _ d) = case sizeN d of k -> k + 1')
    define(g, p, f'({deep}) `mod` {M}', f'({flat}) `mod` {M}')
    return Phase(g, p, 4.7)

def thrown(g):
    """An exception with the value from below goes through all levels; the thunks there raise it again."""
    p = g.name('p')
    s = step(g, p)
    down = g.pick(f'{p}d k z = if k <= 0 then throw (Carried z) else {s} k ({p}d (k - 1) z)', f'{p}d k z = foldr {s} (throw (Carried z)) [k, k - 1 .. 1]', f'{p}d k z = foldl (flip {s}) (z `seq` throw (Carried z)) [1 .. k]',
                  f'{p}d k z = if k <= 0 then throw (Carried z) else let {{ r = {p}d (k - 1) z }} in case dList k of !l -> r + dSum l', f'{p}d k z = if k <= 0 then throw (Carried z) else unsafePerformIO (evaluate ({p}d (k - 1) z) `catch` \\e -> case e of {{ Carried m | m < 0 -> return m; _ -> throwIO e }})')
    g.define([p + 'd'], f'{p}d :: Int -> Int -> Int\n{down}\n{{-# NOINLINE {p}d #-}}')
    twice = g.pick(f'unsafePerformIO (let {{ t = {p}d n z }} in do {{ a <- try (evaluate t); b <- try (evaluate t); case (a, b) of {{ (Left (Carried x), Left (Carried y)) | x == y -> return x; _ -> return 0 }} }})',
                   f'unsafePerformIO (evaluate ({p}d n z) `catch` \\(Carried x) -> return x)', f'unsafePerformIO (either (\\(Carried x) -> x) id <$> try (evaluate ({p}d n z) `finally` return ()))')
    define(g, p, twice, 'z `seq` z')
    return Phase(g, p, 4.8 if 'catch` \\e' not in down else 4.3)

def actions(g):
    """Handlers, brackets and transactions at each level; some levels throw their value to the next."""
    p = g.name('p')
    s, often = step(g, p), g.r.choice([3, 50, 1000])
    body = g.pick(f'do {{ r <- go (k - 1) `catch` \\(Carried x) -> return x; let {{ !w = {s} k r }}; if k `mod` {often} == 1 && k < n then throwIO (Carried w) else return w }}',
                  f'do {{ r <- bracket (newMVar k) takeMVar (\\v -> readMVar v >>= \\j -> go (j - 1)); return $! {s} k r }}', f'do {{ e <- try (go (k - 1)); r <- case e of {{ Left (Carried x) -> return x; Right x -> return x }}; if k `mod` {often} == 1 && k < n then throwIO (Carried ({s} k r)) else return $! {s} k r }}',
                  f'unsafeInterleaveIO (do {{ r <- go (k - 1); return $! {s} k r }})', f'mask (\\restore -> do {{ r <- restore (go (k - 1)); return $! {s} k r }})', f'do {{ x <- newIORef 0; (go (k - 1) >>= writeIORef x) `finally` yield; r <- readIORef x; return $! {s} k r }}',
                  f'do {{ xs <- forM [k - 1] go; return $! {s} k (head xs) }}', f'fmap ({s} k) (go (k - 1))', f'(\\r _ -> {s} k r) <$> go (k - 1) <*> return ()', f'do {{ v <- newEmptyMVar; when (k `mod` 500 == 7) (void (forkIO (putMVar v ()))); r <- go (k - 1); when (k `mod` 500 == 7) (takeMVar v); return $! {s} k r }}',
                  f'do {{ r <- timeout 100000000 (go (k - 1)); return $! maybe 0 ({s} k) r }}' if g.r.random() < 0.4 else f'do {{ r <- go (k - 1); evaluate ({s} k r) }}')
    define(g, p, f'unsafePerformIO (let {{ go :: Int -> IO Int; go k = if k <= 0 then evaluate z else {body} }} in go n)', f"foldl' (\\r k -> {s} k r) z [1 .. n]")
    return Phase(g, p, 3.7 if 'timeout' in body else 4.5)

def classes(g):
    """Polymorphic recursion: as many dictionaries as levels."""
    p = g.name('p')
    s, c = step(g, p), p.capitalize()
    g.define([p, p + "'"], f'''class C{c} a where c{p} :: a -> Int -> Int
data E{c} = E{c}
data W{c} a = W{c} Int a
instance C{c} E{c} where c{p} _ z = z
instance C{c} a => C{c} (W{c} a) where c{p} (W{c} k x) z = {s} k (c{p} x z)
{p}g :: C{c} a => Int -> Int -> a -> Int -> Int
{p}g k n x z = if k > n then c{p} x z else {p}g (k + 1) n (W{c} k x) z
{p}, {p}' :: Int -> Int -> Int
{p} n z = {p}g 1 n E{c} z
{p}' n z = foldl' (\\r k -> {s} k r) z [1 .. n]''')
    return Phase(g, p, 4.3)

def deep_item(g):
    r = g.r
    if not g.phases:
        # Programs of the leanest frames alone are soon compiled, and only where nearly all frames are small do the roots get ahead of them.
        shapes = [lean] * 3 + [chain] if r.random() < 0.4 else [recursion] * 5 + [lean] * 5 + [chain, chain] + [library] * 5 + [data, thrown, actions, actions, classes]
        g.phases = [r.choice(shapes)(g) for _ in range(r.choice([3, 4, 5]))]
    # Whether it is cut off: from outside, or on the way.
    cut = r.choice(['', '', 'outside', 'inside'])
    phases = [p for p in g.phases if not (cut and p.handles)]
    if not phases: phases, cut = g.phases, ''
    phases = r.sample(phases, min(len(phases), r.choice([1, 2, 2, 3, 5])))
    tower, room, cutting = num(r.randint(1, 999), 1), 400_000, cut == 'inside'
    for _ in range(r.choice([1, 2, 3, 4, 6, 9])):
        p = r.choice(phases)
        n = min(levels(g, p.most), room)
        room -= n
        tower = alt(f'({p.name}% {num(n, 0)} {tower})', tower)
        if cutting and r.random() < 0.5:
            tower = alt(f'(dCutOff {[r.choice([1, 10, 50, 100, 300, 1000, 3000]) for _ in range(r.choice([1, 2, 3]))]} {tower})', tower)
            cutting = False
        elif r.random() < 0.25: tower = alt(f'({r.choice(BETWEEN if not cut else UNHANDLED)} {tower})', tower)
    if cut or 'dTimed' in tower: g.never.add('-V0')
    return contexts(g, tower, cut == 'outside')

UNHANDLED = ['dElsewhere', 'dCollected', 'dCollecting', 'dInterleaved', 'dSparked', 'dMasked', 'later']
BETWEEN = UNHANDLED + ['dThroughC', 'dCaught', 'dTimed']

def contexts(g, tower, cut):
    """Who evaluates it, and how often."""
    r, v = g.r, g.name('v')
    flat = re.sub(r'\(dCutOff \[[^\]]*\] ', '(id ', tower.replace('%', "'"))
    for c in BETWEEN: flat = flat.replace(f'({c} ', '(id ')
    deep, n, one = tower.replace('%', ''), g.n(1, 4), f'bounded {v} w'
    soon = r.choice([1, 10, 100, 300, 1000, 3000])
    limited = "`catch` (\\e -> case e of { StackOverflow -> return (); _ -> throwIO e })"
    text = g.pick(f'timeout {soon} (evaluate {v}) >> return ()', f'(do {{ t <- forkIO (void ({one})); threadDelay {soon}; killThread t }})', f'replicateM_ {g.n(1, 5)} (timeout {soon} (evaluate {v}))',
                  f'(do {{ ts <- replicateM {g.n(1, 4)} (forkIO (void ({one}))); threadDelay {soon}; mapM_ killThread ts }})') if cut else ''
    if text: text = opt(f'({text}) {limited}\n')
    several = f'unwords . nub <$> forks [{one} | _ <- [1 .. {n}]]'
    text += g.pick(one, several, f'unwords . nub <$> forks (replicate {n} ({one}))', f'{v} `par` ({one})', *[f'do {{ s <- newEmptyMVar; _ <- forkIO ({one} >>= putMVar s); takeMVar s }}'] * 2)
    return (True, ('\n'.join('  ' + l for l in (f'let {{ {v} = {deep} :: Int; w = {flat} :: Int }}\n' + text).split('\n')), f'  return (show ({flat} :: Int))'))
