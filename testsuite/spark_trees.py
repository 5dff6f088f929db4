"""The sparks of the eight programs of the GUMSMP paper as trees for tools/gph-sim: who makes which, and how much each does of its own.

A tree is a list of (parent, units, order, window): what a line of gph-sim's --sparks=FILE says, with the work in a program's own units (calls of nfib, steps of Euclid's algorithm,
iterations), which are counted here, or by a variant of the program. A run of the sequential program says what a unit takes. Each function follows its program in examples/.
"""
import functools, math, os, subprocess, sys

@functools.lru_cache(None)
def nfib(n): return 1 if n < 2 else nfib(n - 1) + nfib(n - 2) + 1

def parfib(n, threshold, tree=None, parent=-1):
    """One branch is a spark; the other one, which its maker evaluates, sparks in turn. What was sparked last is needed first."""
    tree = [] if tree is None else tree
    me = len(tree)
    tree.append([parent, 0, 'young', 0])
    while n >= 2 and n > threshold:
        parfib(n - 1, threshold, tree, me)
        n -= 2
    tree[me][1] = nfib(n)
    return tree

def parmapfib(count, n, threshold):
    tree = [[-1, 0, 'old', 0]]
    for i in range(1, count + 1): parfib(n - i % 2, threshold, tree, 0)
    return tree

COINS, NUMBERS = [250, 100, 25, 10, 5, 1], [55, 88, 88, 99, 122, 177]
def coins(amount, depth):
    counts = {}
    def alone(amount, i):
        """Calls for an amount with all of the coins from i on, without sparks: so many of coin i, each time with the others."""
        if amount == 0 or i == len(COINS): return 1
        if (amount, i) not in counts:
            most = min(amount // COINS[i], NUMBERS[i])
            # a call for each number of the coin that is taken, and what the others make of the rest
            counts[amount, i] = most + 1 + sum(alone(amount - k * COINS[i], i + 1) for k in range(most + (amount != most * COINS[i])))
        return counts[amount, i]
    def rest(amount, i, n):
        """The same with n of coin i."""
        if amount == 0 or i == len(COINS): return 1
        most = min(amount // COINS[i], n)
        return most + 1 + sum(alone(amount - k * COINS[i], i + 1) for k in range(most + (amount != most * COINS[i])))
    tree = []
    todo = [(-1, depth, amount, 0, NUMBERS[0])]
    while todo:
        parent, d, a, i, n = todo.pop()
        me, mine = len(tree), 0
        tree.append([parent, 0, 'young', 0])
        sparks = []
        while True:
            if d == 0 or a == 0 or i == len(COINS):
                mine += rest(a, i, n)
                break
            mine += 1
            if COINS[i] <= a and n > 0:
                sparks.append((me, d - 1 if n == 1 else d, a - COINS[i], i, n - 1))
                d -= 1
            i += 1
            n = NUMBERS[i] if i < len(COINS) else 0
        tree[me][1] = mine
        todo += reversed(sparks)
    return tree

def sumeuler(n, chunk):
    """Steps of Euclid's algorithm for k and all below: 12 ln 2 / pi^2 times ln k, plus 1.47, on average."""
    cost = lambda k: k * (0.843 * math.log(k) + 1.47)
    return [[-1, 0, 'old', 0]] + [[0, sum(cost(k) for k in range(top, max(top - chunk, 0), -1)), 'old', 0] for top in range(n, 0, -chunk)]

def worpitzky(x, n, threshold):
    @functools.lru_cache(None)
    def calls(n, k): return 1 if k <= 0 or k >= n else 1 + calls(n - 1, k - 1) + calls(n - 1, k)
    tree = [[-1, 0, 'old', 0]]
    def eulerian(parent, m, k):
        me, mine = len(tree), 0
        tree.append([parent, 0, 'young', 0])
        while m > threshold and 0 < k < m:
            mine += 1
            eulerian(me, m - 1, k - 1)
            m -= 1
        tree[me][1] = mine + calls(m, k)
    for k in range(n + 1): eulerian(0, n, k)
    return tree

def mandel(size, limit, rows=256, columns=32, corner=(-2.0, -1.25), side=2.5):
    """Iterations of some points of some lines; what is between is like its neighbours."""
    rows, columns = min(rows, size), min(columns, size)
    def line(r):
        total = 0
        for col in range(columns):
            z, n, c = 0j, 0, complex(corner[0] + side * (col + 0.5) / columns, corner[1] + side * (r + 0.5) / rows)
            while n < limit and z.real * z.real + z.imag * z.imag <= 4:
                z = z * z + c
                n += 1
            total += n
        return max(total, 1) * size / columns
    lines = [line(r) for r in range(rows)]
    return [[-1, 0, 'old', 64]] + [[0, lines[i * rows // size], 'old', 0] for i in range(size)]

# ---- programs that search: a variant of the program says of each spark how deep it lies and how much it does, parents before their sparks

VARIANTS = {'minimax': '''
counted :: [[Field]] -> Int -> Player -> Int -> Int -> Board -> (Int, Int)
counted allLines depth p low high b
  | depth == 0 || over allLines b = (if p == Cross then value allLines b else negate (value allLines b), 1)
  | otherwise = go low 1 (free b)
  where
    go best n [] = n `seq` (best, n)
    go best n (f : fs)
      | best >= high = (best, n)
      | otherwise = case counted allLines (depth - 1) (other p) (negate high) (negate best) (put p f b) of
          (v, k) -> let m = n + k; w = max best (negate v) in m `seq` w `seq` go w m fs

tree :: Int -> [[Field]] -> Int -> Int -> Player -> Board -> [(Int, Int)]
tree at allLines levels depth p b
  | levels == 0 || depth == 0 || over allLines b = [(at, snd (counted allLines depth p (-10000) 10000 b))]
  | otherwise = (at, 1) : concat [tree (at + 1) allLines (levels - 1) (depth - 1) (other p) (put p f b) | f <- free b]

main :: IO ()
main = do
  [n, depth] <- map read <$> getArgs
  let allLines = ends n
      start = put Nought 1 (put Cross 0 (Board n M.empty))
  mapM_ (\\(at, k) -> putStrLn (show at ++ " " ++ show k)) ((0, 0) : concat [tree 1 allLines 1 (depth - 1) Nought (put Cross f start) | f <- free start])
''', 'maze': '''
counted :: Int -> S.Set Place -> Place -> Int
counted n seen p
  | p == (n - 1, n - 1) = 1
  | otherwise = go 1 (next n seen p)
  where
    go k [] = k
    go k (q : qs) = let m = k + counted n (S.insert q seen) q in m `seq` go m qs

tree :: Int -> Int -> Int -> S.Set Place -> Place -> [(Int, Int)]
tree at threshold n seen p
  | p /= (n - 1, n - 1) && S.size seen <= threshold = (at, 1) : concat [tree (at + 1) threshold n (S.insert q seen) q | q <- next n seen p]
  | otherwise = [(at, counted n seen p)]

main :: IO ()
main = do
  [n, threshold] <- map read <$> getArgs
  mapM_ (\\(at, k) -> putStrLn (show at ++ " " ++ show k)) (tree 0 threshold n (S.singleton (0, 0)) (0, 0))
'''}

def searched(gphc, source, program, args, tmp, limit):
    exe = os.path.join(tmp, program + '-tree')
    if not os.path.exists(exe):
        text = open(source).read()
        if text.count('\nmain :: IO ()\n') != 1: sys.exit(f'spark_trees: {source} has not got one main')
        with open(exe + '.gph', 'w') as f: f.write(text[:text.index('\nmain :: IO ()\n')] + VARIANTS[program])
        p = subprocess.run([gphc, '-O2', exe + '.gph', '-o', exe], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit)
        if p.returncode: sys.exit(f'spark_trees: gphc exits {p.returncode} for {exe}.gph: {p.stdout.decode("utf-8", "replace")[:500]}')
    p = subprocess.run([exe, *map(str, args)], stdout=subprocess.PIPE, timeout=limit)
    if p.returncode: sys.exit(f'spark_trees: {exe} exits {p.returncode}')
    tree, above = [], []
    for line in p.stdout.decode().split('\n')[:-1]:
        at, units = map(int, line.split())
        tree.append([above[at - 1] if at else -1, units, 'old', 0])
        above[at:] = [len(tree) - 1]
    return tree

def write(tree, seconds, path):
    """Each unit takes so many seconds."""
    with open(path, 'w') as f:
        for parent, units, order, window in tree: f.write(f'{parent} {units * seconds:.9g} {order}' + (f' {window}' if window else '') + '\n')
