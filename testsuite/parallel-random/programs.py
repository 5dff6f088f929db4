"""Random parallel and concurrent programs with one answer.

  programs.py KIND SEED        prints one (KIND: parallel, concurrent, mixed, deep)

A program is a list of items; each prints a line. Built with -cpp -DSEQUENTIAL it computes the same lines without parallelism and without a second thread:
par x y = y, strategies that spark do nothing, threads(..) is its argument, and a concurrent item is the plain expression that its result is by construction.
That build gives the answer. Without -DSEQUENTIAL the values are sparked, computed by several threads at once, and cut off by asynchronous exceptions.

Items of kind parallel share lazy values: lists, trees and tables that need themselves, fields of lazy tuples, lazy state threads, memo tables. Definitions
and expressions of testsuite/random/generate.py are among them, with sparks at random places. All text carries marks (marked.py) for the reducer.
"""
import os, random, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'random'))
sys.path.insert(0, HERE)
import deep, generate, handles
from generate import INT, lst
from marked import alt, num, opt, plain

PRAGMAS = '{-# LANGUAGE BangPatterns, CPP, RankNTypes, ScopedTypeVariables, ViewPatterns #-}'
IMPORTS = '''import Control.Concurrent
import Control.Concurrent.STM
import Control.DeepSeq (NFData (..), force)
import Control.Exception
import Control.Monad
import qualified Control.Monad.ST.Lazy as LST
import Control.Monad.ST
import Control.Monad.State.Lazy (State, evalState, execState, runState, state, get, put, modify)
import Data.Array
import Data.Array.ST
import Data.Array.Unboxed (UArray)
import qualified Data.Array.Unboxed as U
import Data.Bits
import Data.Char
import Data.Int
import Data.IORef
import qualified Data.IntMap as IntMap
import qualified Data.IntMap.Strict as IntMapS
import Data.List
import qualified Data.Map as Map
import qualified Data.Map.Strict as MapS
import Data.Maybe
import Data.STRef
import qualified Data.STRef.Lazy as LST
import qualified Data.Sequence as Seq
import qualified Data.Set as Set
import Data.Tuple
import Data.Word
import System.IO
import System.IO.Unsafe
import System.Mem
import System.Mem.Weak
import System.Timeout
import Foreign (FunPtr, Ptr, freeHaskellFunPtr, peek, peekArray, withArrayLen)
import Foreign.C.Types (CInt (..), CSize (..))'''.split('\n')

# What parallelism is in a sequential build: (names, definition). Strategies force what they force by themselves; what a spark would force they leave.
SEQUENTIAL = [
    (['par'], 'infixr 0 `par`\npar :: a -> b -> b\npar _ y = y'),
    (['pseq'], 'infixr 0 `pseq`\npseq :: a -> b -> b\npseq = seq'),
    (['Eval', 'Strategy', 'runEval'], '''newtype Eval a = Eval (() -> Done a)
data Done a = Done a
type Strategy a = a -> Eval a
instance Functor Eval where fmap = liftM
instance Applicative Eval where { pure x = Eval (\\_ -> Done x); (<*>) = ap }
instance Monad Eval where Eval m >>= k = Eval (\\u -> case m u of Done a -> case k a of Eval n -> n u)
runEval :: Eval a -> a
runEval (Eval m) = case m () of Done a -> a'''),
    (['using'], 'infixl 0 `using`\nusing :: a -> Strategy a -> a\nusing x s = runEval (s x)'),
    (['r0'], 'r0 :: Strategy a\nr0 = return'),
    (['rpar'], 'rpar :: Strategy a\nrpar = return'),
    (['rseq'], 'rseq :: Strategy a\nrseq x = Eval (\\_ -> x `seq` Done x)'),
    (['rdeepseq'], 'rdeepseq :: NFData a => Strategy a\nrdeepseq x = Eval (\\_ -> rnf x `seq` Done x)'),
    (['rparWith'], 'rparWith :: Strategy a -> Strategy a\nrparWith _ = return'),
    (['evalTraversable', 'evalList'], 'evalTraversable :: Traversable t => Strategy a -> Strategy (t a)\nevalTraversable = traverse\nevalList :: Strategy a -> Strategy [a]\nevalList = traverse'),
    (['parTraversable', 'parList'], 'parTraversable :: Traversable t => Strategy a -> Strategy (t a)\nparTraversable _ = traverse return\nparList :: Strategy a -> Strategy [a]\nparList _ = traverse return'),
    (['parListChunk', 'parBuffer', 'parListN'], 'parListChunk, parBuffer, parListN :: Int -> Strategy a -> Strategy [a]\nparListChunk _ _ = return\nparBuffer _ _ = return\nparListN _ _ = return'),
    (['parMap'], 'parMap :: Strategy b -> (a -> b) -> [a] -> [b]\nparMap _ = map'),
    (['parTuple2'], 'parTuple2 :: Strategy a -> Strategy b -> Strategy (a, b)\nparTuple2 _ _ = return'),
    (['parTuple3'], 'parTuple3 :: Strategy a -> Strategy b -> Strategy c -> Strategy (a, b, c)\nparTuple3 _ _ _ = return'),
    (['runPar', 'spawn', 'spawn_', 'spawnP', 'ivar', 'parMapM'], '''newtype Par a = Par { runPar :: a }
instance Functor Par where fmap = liftM
instance Applicative Par where { pure = Par; (<*>) = ap }
instance Monad Par where Par a >>= k = k a
spawn, spawn_ :: Par a -> Par (Par a)
spawn = Par
spawn_ = Par
spawnP :: a -> Par (Par a)
spawnP x = Par (Par x)
ivar :: Par a -> Par a
ivar = id
parMapM :: (a -> Par b) -> [a] -> Par [b]
parMapM = mapM'''),
    (['loopFold'], 'loopFold :: (Int, Int) -> (Int -> a) -> (a -> a -> a) -> a -> a\nloopFold r f c z = foldr c z (map f (range r))'),
    (['loopArray'], 'loopArray :: (Int, Int) -> (Int -> a) -> Array Int a\nloopArray r f = array r [(i, f i) | i <- range r]'),
    (['loopScan'], 'loopScan :: (a -> a -> a) -> Array Int a -> Array Int a\nloopScan f a = listArray (bounds a) (scanl1 f (elems a))'),
]
PARALLEL = [
    (['par', 'pseq'], 'import Control.Parallel (par, pseq)'),
    (['Eval', 'Strategy', 'runEval', 'using', 'r0', 'rpar', 'rseq', 'rdeepseq', 'rparWith', 'evalTraversable', 'evalList', 'parTraversable', 'parList', 'parListChunk',
      'parBuffer', 'parListN', 'parMap', 'parTuple2', 'parTuple3'],
     'import Control.Parallel.Strategies (Eval, Strategy, runEval, using, r0, rpar, rseq, rdeepseq, rparWith, evalTraversable, evalList, parTraversable, parList, parListChunk, '
     'parBuffer, parListN, parMap, parTuple2, parTuple3)'),
    (['runPar', 'spawn', 'spawn_', 'spawnP', 'parMapM', 'ivar'], 'import Control.Monad.Par (runPar, spawn, spawn_, spawnP, parMapM)\nimport qualified Control.Monad.Par as Par'),
    (['loopFold', 'loopArray', 'loopScan'], 'import qualified Data.Parallel as Loop'),
]
PARALLEL_DEFS = [   # after the imports
    (['ivar'], 'ivar :: Par.IVar a -> Par.Par a\nivar = Par.get'),
    (['loopFold'], 'loopFold :: (Int, Int) -> (Int -> a) -> (a -> a -> a) -> a -> a\nloopFold = Loop.parFold Loop.auto'),
    (['loopArray'], 'loopArray :: (Int, Int) -> (Int -> a) -> Array Int a\nloopArray = Loop.parGenerate (Loop.batch 3)'),
    (['loopScan'], 'loopScan :: (a -> a -> a) -> Array Int a -> Array Int a\nloopScan = Loop.parScan Loop.auto'),
]
# Definitions of every program that needs them: (names, text)
PRELUDE = [
    (['rnd'], 'rnd :: Int -> Int\nrnd s = (s * 1103515245 + 12345) `mod` 2147483648'),
    (['mix'], 'mix :: [Int] -> Int\nmix = foldl\' (\\a x -> (a * 31 + x) `mod` 1000000007) 7'),
    (['collatz'], 'collatz :: Int -> Int\ncollatz n = if n <= 1 then 0 else 1 + collatz (if even n then n `div` 2 else (3 * n + 1) `mod` 100003)'),
    (['nfib'], 'nfib :: Int -> Int\nnfib n = if n < 2 then 1 else nfib (n - 1) + nfib (n - 2) + 1'),
    (['attempt'], 'attempt :: String -> IO String\nattempt s = either (\\e -> (e :: SomeException) `seq` "an exception") id <$> try (evaluate (let t = take 2000 s in length t `seq` t))'),
    (['threads'], '''-- Threads, the k-th on HEC k if pinned, that each compute all the strings, beginning at different ones.
threads :: Bool -> Int -> [String] -> IO String
#ifdef SEQUENTIAL
threads _ _ ss = mapM attempt ss >>= return . unwords
#else
threads pinned n ss = do
  vs <- forM [0 .. n - 1] (\\k -> do
    v <- newEmptyMVar
    let (a, b) = splitAt (k * 7 `mod` max 1 (length ss)) ss
    _ <- (if pinned then forkOn k else forkIO) (mapM attempt (b ++ a) >>= \\r -> let (c, d) = splitAt (length b) r in evaluate (force (unwords (d ++ c))) >>= putMVar v)
    return v)
  rs <- mapM takeMVar vs
  r <- unwords <$> mapM attempt ss
  return (if all (== r) rs then r else "threads differ: " ++ show (r : rs))
#endif'''),
    (['cut'], '''-- Threads that compute all the strings and are killed, or time out, after so many microseconds.
cut :: [Int] -> [String] -> IO ()
#ifdef SEQUENTIAL
cut _ _ = return ()
#else
cut delays ss = do
  ts <- forM (zip [0 ..] delays) (\\(k, d) -> do
    v <- newEmptyMVar
    t <- forkFinally (void (timeout (if even k then d else 10000000) (mapM_ attemptAll (drop (k `mod` 3) ss ++ ss)))) (\\_ -> putMVar v ())
    when (odd (k :: Int)) (threadDelay d >> killThread t)
    return v)
  mapM_ takeMVar ts
 where attemptAll s = evaluate (length s) `catch` \\e -> (e :: ErrorCall) `seq` return 0
#endif'''),
    (['stopped', 'killed'], '''-- What becomes of a value that takes forever.
stopped, killed :: Int -> Int -> IO String
stopped d x = either (\\e -> "exception: " ++ show (e :: SomeException)) (maybe "stopped" show) <$> try (timeout d (evaluate x))
killed d x = do
  v <- newEmptyMVar
  t <- mask_ (forkIOWithUnmask (\\unmask -> try (unmask (evaluate x)) >>= putMVar v))
  threadDelay d
  killThread t
  either (\\e -> case fromException e of { Just ThreadKilled -> "stopped"; _ -> "exception: " ++ show (e :: SomeException) }) show <$> takeMVar v'''),
    (['forks'], '''-- Runs the actions in a thread each and waits for all.
forks :: [IO a] -> IO [a]
forks as = mapM (\\a -> do { v <- newEmptyMVar; _ <- forkIO (try a >>= putMVar v); return v }) as >>= mapM takeMVar >>= mapM (either (\\e -> throwIO (e :: SomeException)) return)'''),
    (['Tree', 'Leaf', 'Node', 'build', 'treeList', 'treeSum'], '''data Tree = Leaf | Node Tree !Int Tree deriving (Eq, Show)
instance NFData Tree where { rnf Leaf = (); rnf (Node l _ r) = rnf l `seq` rnf r }
build :: Int -> Int -> Tree
build d s = if d <= 0 then Leaf else Node (build (d - 1) (rnd s)) (s `mod` 1000) (build (d - 1) (rnd (s + 1)))
treeList :: Tree -> [Int]
treeList t = go t [] where { go Leaf r = r; go (Node l x r) k = go l (x : go r k) }
treeSum :: Tree -> Int
treeSum Leaf = 0
treeSum (Node l x r) = (treeSum l + x * 3 + treeSum r) `mod` 1000003'''),
    (['Lazy', 'LLeaf', 'LNode', 'lazyTree'], '''data Lazy a = LLeaf | LNode { left :: Lazy a, item :: a, right :: Lazy a }
instance Functor Lazy where { fmap _ LLeaf = LLeaf; fmap f (LNode l x r) = LNode (fmap f l) (f x) (fmap f r) }
instance Foldable Lazy where { foldr _ z LLeaf = z; foldr f z (LNode l x r) = foldr f (f x (foldr f z r)) l }
instance Traversable Lazy where { traverse _ LLeaf = pure LLeaf; traverse f (LNode l x r) = LNode <$> traverse f l <*> f x <*> traverse f r }
instance NFData a => NFData (Lazy a) where { rnf LLeaf = (); rnf (LNode l x r) = rnf l `seq` rnf x `seq` rnf r }
lazyTree :: Int -> Int -> Lazy Int
lazyTree d s = if d <= 0 then LLeaf else LNode (lazyTree (d - 1) (rnd s)) (s `mod` 1000) (lazyTree (d - 1) (rnd (s + 1)))'''),
    (['Rec', 'Rec3', 'ra', 'rb', 'rc', 'rd'], '''data Rec = Rec { ra :: !Int, rb :: Int, rc :: [Int], rd :: !Integer } deriving (Eq, Show)
instance NFData Rec where rnf (Rec _ b c _) = rnf b `seq` rnf c'''),
    (['TNode', 'TNil', 'tInsert', 'tDelete', 'tList'], '''data TNode = TNil | TNode !Int (TVar TNode) (TVar TNode)
tInsert, tDelete :: TVar TNode -> Int -> STM Bool
tInsert v k = readTVar v >>= \\n -> case n of
  TNil -> do { l <- newTVar TNil; r <- newTVar TNil; writeTVar v (TNode k l r); return True }
  TNode q l r -> if k == q then return False else tInsert (if k < q then l else r) k
tDelete v k = readTVar v >>= \\n -> case n of
  TNil -> return False
  TNode q l r
    | k /= q -> tDelete (if k < q then l else r) k
    | otherwise -> do { a <- readTVar l; b <- readTVar r; case (a, b) of { (TNil, _) -> writeTVar v b; (_, TNil) -> writeTVar v a; _ -> tLeast r >>= \\m -> writeTVar v (TNode m l r) }; return True }
tLeast :: TVar TNode -> STM Int
tLeast v = readTVar v >>= \\n -> case n of
  TNil -> error "tLeast"
  TNode q l r -> readTVar l >>= \\a -> case a of { TNil -> readTVar r >>= writeTVar v >> return q; _ -> tLeast l }
tList :: TVar TNode -> STM [Int]
tList v = readTVar v >>= \\n -> case n of { TNil -> return []; TNode q l r -> (\\a b -> a ++ q : b) <$> tList l <*> tList r }'''),
    (['sortC'], '''type Compare = Ptr Int -> Ptr Int -> IO CInt
foreign import ccall "wrapper" mkCompare :: Compare -> IO (FunPtr Compare)
foreign import ccall safe "stdlib.h qsort" cQsort :: Ptr Int -> CSize -> CSize -> FunPtr Compare -> IO ()
sortC :: (Int -> IO ()) -> [Int] -> IO [Int]
sortC act xs = do
  f <- mkCompare (\\a b -> do { x <- peek a; y <- peek b; act x; return (fromIntegral (fromEnum (compare x y) - 1)) })
  r <- withArrayLen xs (\\n p -> cQsort p (fromIntegral n) 8 f >> peekArray n p)
  freeHaskellFunPtr f
  return r'''),
    (['sieveU'], '''sieveU :: Int -> UArray Int Int
sieveU n = runSTUArray (do { a <- newArray (2, n + 2) 1; forM_ [2 .. n] (\\i -> readArray a i >>= \\p -> when (p == 1 && i * i <= n) (forM_ [i * i, i * i + i .. n] (\\j -> writeArray a j 0))); return a })'''),
    (['Supply', 'newSupply', 'supplied'], '''data Supply = Supply Int Supply Supply
newSupply :: IO Supply
newSupply = newIORef 0 >>= \\r -> let { gen = unsafeInterleaveIO (do { n <- unsafeInterleaveIO (atomicModifyIORef' r (\\x -> (x + 1, x))); a <- gen; b <- gen; return (Supply n a b) }) } in gen
supplied :: Int -> Supply -> [Int]
supplied d (Supply n a b) = if d <= 0 then [n] else let { l = supplied (d - 1) a; r = supplied (d - 1) b } in l `par` r `pseq` (n : l ++ r)'''),
    (['label', 'Label', 'LTip', 'LBin'], '''data Label a = LTip | LBin (Label a) a (Label a)
label :: Int -> Int -> [Int]
label d s = list t' []
 where
  (t', ns) = go (build' d s) (1 : ns)
  go LTip ms = (LTip, ms)
  go (LBin l x r) ~(n : ms) = let { (l', ms') = go l ms; (r', ms'') = go r ms' } in l' `par` r' `par` (LBin l' (n * x) r', (n + 1) : ms'')
  build' k x = if k <= 0 || x `mod` 7 == 3 then LTip else LBin (build' (k - 1) (rnd x)) (x `mod` 1000) (build' (k - 1) (rnd (x + 1)))
  list LTip k = k
  list (LBin l x r) k = list l (x : list r k)'''),
    (['Mat', 'mmul'], '''newtype Mat = Mat [[Int]] deriving (Eq, Show)
instance NFData Mat where rnf (Mat r) = rnf r
mmul :: Mat -> Mat -> Mat
mmul (Mat a) (Mat b) = Mat [[sum (zipWith (*) r c) `mod` 10007 | c <- transpose b] | r <- a]
instance Semigroup Mat where (<>) = mmul'''),
    (['Shape', 'Circle', 'Square', 'Both', 'area'], '''class Shape a where { area :: a -> Int; scale :: Int -> a -> a; scale _ x = x }
data Circle = Circle Int
data Square = Square !Int !Int
data Both a b = Both a b
instance Shape Circle where { area (Circle r) = 3 * r * r; scale k (Circle r) = Circle (k * r `mod` 1009) }
instance Shape Square where { area (Square a b) = a * b; scale k (Square a b) = Square (k * a `mod` 1013) b }
instance (Shape a, Shape b) => Shape (Both a b) where { area (Both a b) = area a + area b; scale k (Both a b) = Both (scale k a) (scale (k + 1) b) }'''),
]

class Programs(generate.Generator):
    """kind: parallel, concurrent, mixed (items of both), or deep."""
    def __init__(self, kind, seed, size=3):
        super().__init__(f'{kind}/{seed}', size)
        self.kind, self.seed, self.never = kind, seed, set()
        self.items, self.plain_expr = [], False

    def define(self, names, text): self.out.append((names, text))

    # ---- sparks in the expressions of testsuite/random
    def expr(self, t, env, n):
        e = super().expr(t, env, n)
        if n < 2 or t[0] == 'F': return e
        r, k = self.r, self.r.random()
        if k < 0.12:
            v, u = self.name('z'), self.type(1)
            op = r.choice(['par', 'par', 'pseq'])
            e = alt(f'(let {{ {v} = {super().expr(u, env, n - 2)} :: {generate.show_type(u)} }} in {v} `{op}` {super().expr(t, env + [(v, u)], n - 1)})', e)
        elif k < 0.2 and t[0] == 'L': e = alt(f'({e} `using` {self.list_strategy(False)})', e)
        elif k < 0.24: e = alt(f'({e} `using` {r.choice(["rpar", "rseq", "rparWith rseq"])})', e)
        return alt(e, self.leaf(t, []))

    # ---- pieces
    def n(self, low, high, least=1): return num(self.r.randint(low, high), least)
    def pick(self, *xs): return self.r.choice(xs)
    def arith(self, vs, depth):
        """An Int expression without errors."""
        r = self.r
        if depth <= 0: return r.choice(vs) if r.random() < 0.7 else str(r.choice([1, 2, 3, 7, 10, 255]))
        a, b = self.arith(vs, depth - 1), self.arith(vs, depth - 1)
        return alt(r.choice([f'(({a}) * ({b}) `mod` {r.choice([97, 1009, 10007, 100003])})', f'({a} + {b})', f'({a} - {b})', f'(if even ({a}) then {b} else {a})', f'(max ({a}) ({b}))', f'(gcd ({a}) ({b}))',
                             f'(popCount ({a} :: Int) + {b})', f'(xor ({a}) ({b}) .&. (65535 :: Int))', f'(length (show ({a})) + {b})', f'(collatz (abs ({a}) `mod` 500))', f'(nfib (abs ({a}) `mod` 8))',
                             f'(mod ({a}) {r.choice([3, 17, 256])} * {b})']), a)
    def int_function(self, cost=None):
        v = self.name('x')
        k = self.r.random()
        if k < 0.2: return f'(\\{v} -> nfib ({v} `mod` {self.n(4, 12, 2)}))'
        if k < 0.35: return f'(\\{v} -> collatz (abs {v} `mod` {self.n(100, 3000)} + 1))'
        return f'(\\{v} -> {self.arith([v], self.r.choice([1, 2, 2, 3]))})'
    def spark(self, vs, body, chance=0.85):
        """Sparks some of the variables before the body."""
        r, vs = self.r, list(vs)
        if r.random() > chance: return body
        r.shuffle(vs)
        vs = vs[:r.choice([1, 2, 3, len(vs)])]
        k = r.random()
        if k < 0.3: text = ''.join(f'{v} `par` ' for v in vs) + body
        elif k < 0.6: text = ''.join(f'{v} `par` ' for v in vs[1:]) + f'{vs[0]} `pseq` {body}' if len(vs) > 1 else f'{vs[0]} `par` {body}'
        elif k < 0.8: text = ''.join(f'{v} `{r.choice(["par", "par", "pseq"])}` ' for v in vs) + body
        else: text = 'runEval (' + ' >> '.join(f'{r.choice(["rpar", "rpar", "rseq"])} {v}' for v in vs) + f' >> return ({body}))'
        return alt('(' + text + ')', '(' + body + ')')
    def list_strategy(self, deep=True):
        r = self.r
        inner = r.choice(['rseq', 'rpar', 'rdeepseq', 'rdeepseq'] if deep else ['rseq', 'rpar', 'r0'])
        return r.choice([f'parList {inner}', f'parList {inner}', f'evalList rpar', f'parListChunk {self.n(1, 40)} {inner}', f'parBuffer {self.n(1, 30)} {inner}', f'parListN {self.n(1, 60)} {inner}',
                         f'evalTraversable rpar', f'parTraversable {inner}', f'evalList (rparWith {inner})', f'parList (evalList {inner})'][:9])
    def strategy(self, e, chance=0.6, deep=True):
        """A list, perhaps with a strategy."""
        if self.r.random() > chance: return e
        return alt(f'({e} `using` {self.list_strategy(deep)})', e)
    def mapped(self, f, xs):
        k = self.r.random()
        if k < 0.45: return alt(f'(parMap {self.pick("rseq", "rdeepseq", "rpar")} {f} {xs})', f'(map {f} {xs})')
        if k < 0.75: return self.strategy(f'(map {f} {xs})', 1)
        if k < 0.85: return alt(f'(runPar (mapM (\\x -> spawn (return ({f} x))) {xs} >>= mapM ivar))', f'(map {f} {xs})')
        if k < 0.92: return alt(f'(runPar (parMapM (\\x -> return ({f} x)) {xs}))', f'(map {f} {xs})')
        return f'(map {f} {xs})'

    # ---- lists of Int, finite and without errors: expressions; what they need is defined on the way
    def source(self, scale=1.0):
        n = lambda low, high: num(max(2, int(self.r.randint(low, high) * scale)), 2)
        s = str(self.r.randint(1, 10 ** 6))
        makers = [self.s_random] * 4 + [self.s_knot] * 2 + [self.s_knot2, self.s_primes, self.s_memo, self.s_memo, self.s_lazy_st, self.s_lazy_st, self.s_interleaved, self.s_quicksort, self.s_quicksort,
                  self.s_quicksort, self.s_mergesort, self.s_tree, self.s_lazy_tree, self.s_array, self.s_map, self.s_unzip, self.s_unzip, self.s_accum, self.s_state, self.s_hamming, self.s_strings,
                  self.s_sieve, self.s_sequence, self.s_closures, self.s_infinite_tree, self.s_tuples, self.s_tuples, self.s_repmin, self.s_intmap, self.s_fibs, self.s_even_odd, self.s_matrix, self.s_unsafe, self.s_shapes,
                  self.s_records, self.s_queens, self.s_loop, self.s_deep, self.s_foldlazy, self.s_generated, self.s_supply, self.s_label, self.s_callback, self.s_series, self.s_edit]
        return self.r.choice(makers)(n, s)

    def top(self, prefix, signature, text):
        """Defines NAME :: signature; NAME in the text is written @."""
        f = self.name(prefix)
        self.define([f], (f'@ :: {signature}\n' + text).replace('@', f))
        return f
    def traversed(self, e): return alt(f'({e} `using` {self.pick("parTraversable rseq", "evalTraversable rpar", "evalTraversable rseq", "parTraversable rdeepseq")})', e)
    def s_random(self, n, s): return f'(take {n(100, 2500)} (iterate rnd {s}))'
    def s_knot(self, n, s):
        x = self.name('k')
        return f'(let {{ {x} = {s} : map {self.int_function()} {x} }} in {self.spark([x], f"take {n(100, 600)} {x}", 0.2)})'
    def s_knot2(self, n, s):
        a, b = self.name('k'), self.name('k')
        return f'(let {{ {a} = 1 : zipWith (\\x y -> {self.arith(["x", "y"], 2)}) {a} {b}; {b} = 2 : map {self.int_function()} {a} }} in take {n(50, 400)} {self.pick(a, b)})'
    def s_primes(self, n, s):
        p = self.top('primes', '[Int]', '@ = 2 : ' + self.pick('filter (\\n -> all (\\p -> n `mod` p /= 0) (takeWhile (\\p -> p * p <= n) @)) [3, 5 ..]', '[n | n <- [3, 5 ..], and [n `mod` p /= 0 | p <- takeWhile (\\p -> p * p <= n) @]]'))
        return f'(take {n(40, 250)} {p})'
    def s_memo(self, n, s):
        f, k = self.name('memo'), self.name('m')
        step = self.spark([f'({k} !! (i - 1))', f'({k} !! (i - 2))'], f'(({k} !! (i - 1)) * 3 + ({k} !! (i - 2))) `mod` 1000007')
        self.define([f], f'{f} :: Int -> [Int]\n{f} n = {k}\n where {k} = map step [0 .. n]\n       step i = if i < 2 then i + 1 else {step}')
        return f'({f} {n(20, 90)})'
    def s_lazy_st(self, n, s):
        f = self.name('lazyST')
        self.define([f], f'''{f} :: Int -> [Int]
{f} s = LST.runST (do {{ r <- LST.newSTRef s; let {{ go = do {{ v <- LST.readSTRef r; LST.writeSTRef r ({self.arith(["v", "s"], 2)} + v `mod` 97); vs <- go; return (v : vs) }} }}; go }})''')
        return f'(take {n(50, 500)} ({f} {s}))'
    def s_interleaved(self, n, s):
        f = self.name('counted')
        self.define([f], f'''-- Each element is computed once, whoever asks: the counter says its own place.
{f} :: Int -> [Int]
{f} s = unsafePerformIO (do {{ c <- newIORef (0 :: Int); let {{ go k = unsafeInterleaveIO (do {{ n <- atomicModifyIORef' c (\\x -> (x + 1, x)); t <- go (k + 1); return (n * s + k : t) }}) }}; go (0 :: Int) }})
{{-# NOINLINE {f} #-}}''')
        return f'(take {n(50, 600)} ({f} {s}))'
    def s_quicksort(self, n, s):
        f, d = self.name('qs'), self.pick('d > 0', 'd > 0', 'not (null a)')
        both = self.spark(['l', 'r'], f'({self.pick("l ++ x : r", "l ++ (x : r)", "foldr (:) (x : r) l")})', 1)
        split = self.pick('partition (< x) xs', 'partition (< x) xs', f'part{f} x xs', f'part{f} x xs', '(filter (< x) xs, filter (>= x) xs)', 'foldr (\\y ~(p, q) -> if y < x then (y : p, q) else (p, y : q)) ([], []) xs')
        body = self.pick(f'let {{ (a, b) = {split}; l = {f} (d - 1) a; r = {f} (d - 1) b }} in if {d} then {both} else l ++ x : r',
                         f'if {d} then {both} else l ++ x : r\n where {{ (a, b) = {split}; l = {f} (d - 1) a; r = {f} (d - 1) b }}',
                         f'case {split} of {{ ~(a, b) -> let {{ l = {f} (d - 1) a; r = {f} (d - 1) b }} in if {d} then {both} else l ++ x : r }}')
        self.define([f], f'''{f} :: Int -> [Int] -> [Int]
{f} _ [] = []
{f} d (x : xs) = {body}
part{f} :: Int -> [Int] -> ([Int], [Int])
part{f} _ [] = ([], [])
part{f} x (y : ys) = let (a, b) = part{f} x ys in if y < x then (y : a, b) else (a, y : b)''')
        return f'({f} {n(2, 12)} {self.s_random(n, s)})'
    def s_mergesort(self, n, s):
        f = self.name('ms')
        self.define([f], f'''{f} :: Int -> [Int] -> [Int]
{f} _ [] = []
{f} _ [x] = [x]
{f} d xs = {self.spark(["l", "r"], f"merge{f} l r", 1)}
 where {{ (a, b) = {self.pick("splitAt (length xs `div` 2) xs", f"halve{f} xs")}; l = {f} (d - 1) a; r = {f} (d - 1) b }}
halve{f} :: [a] -> ([a], [a])
halve{f} (x : y : r) = let {{ ~(a, b) = halve{f} r }} in (x : a, y : b)
halve{f} r = (r, [])
merge{f} :: [Int] -> [Int] -> [Int]
merge{f} (x : xs) (y : ys) | x <= y = x : merge{f} xs (y : ys) | otherwise = y : merge{f} (x : xs) ys
merge{f} xs ys = xs ++ ys''')
        return f'({f} 9 {self.s_random(lambda a, b: n(a // 2, b // 3), s)})'
    def s_tree(self, n, s):
        f = self.name('up')
        self.define([f], f'''{f} :: Int -> Tree -> Tree
{f} _ Leaf = Leaf
{f} d (Node l x r) = let {{ l1 = {f} (d - 1) l; r1 = {f} (d - 1) r; y = {self.arith(["x", "d"], 2)} }} in {self.spark(["l1", "r1", "y"], "Node l1 y r1", 1)}''')
        return f'(treeList ({f} {self.n(1, 9)} (build {self.n(4, 9)} {s})))'
    def s_lazy_tree(self, n, s):
        st = self.pick('parTraversable rseq', 'evalTraversable rpar', 'evalTraversable (rparWith rdeepseq)', 'parTraversable rpar')
        t = f'(fmap {self.int_function()} (lazyTree {self.n(4, 8)} {s}))'
        return f'(foldr (:) [] {alt(f"({t} `using` {st})", t)})'
    def s_array(self, n, s):
        f = self.name('table')
        i, j = self.pick(('(i - 1)', '(i - 2)'), ('(i - 1)', '(i `div` 2)'), ('(i `div` 2)', '(i `div` 3)'))
        each = self.spark([f'(a ! {i})', f'(a ! {j})'], f'(a ! {i} * 5 + a ! {j} + {self.arith(["i"], 1)}) `mod` 1000003')
        how = self.pick('listArray (0, n) [g i | i <- [0 .. n]]', 'array (0, n) [(i, g i) | i <- [0 .. n]]', 'array (0, n) (map (\\i -> (i, g i)) [n, n - 1 .. 0])')
        self.define([f], f'''{f} :: Int -> Array Int Int
{f} n = a where
  a = {how}
  g i = if i < 3 then i + 1 else {each}''')
        body = f'({f} {n(50, 600)})'
        return f'(elems {self.traversed(body)})'
    def s_map(self, n, s):
        m, k = self.name('m'), self.name('i')
        b = f'(Map.fromList [({k}, if {k} < 2 then {k} + 1 else ({m} Map.! ({k} - 1) * 7 + {m} Map.! ({k} `div` 2)) `mod` 100003) | {k} <- [0 .. {n(30, 300)}]])'
        b2 = alt(f'({b} `using` {self.pick("parTraversable rseq", "evalTraversable rpar", "parTraversable rdeepseq")})', b)
        return f'(let {{ {m} = {self.pick(b, b2)} :: Map.Map Int Int }} in {self.pick(f"Map.elems {m}", f"map snd (Map.toList (Map.map {self.int_function()} {m}))", f"Map.foldr (:) [] (Map.filter even {m})", f"Map.elems (Map.unionWith (+) {m} (Map.mapKeys (* 2) {m}))")})'
    def s_unzip(self, n, s):
        a, b = self.name('u'), self.name('u')
        src = self.s_random(lambda p, q: n(p // 2, q // 2), s)
        mark = self.pick('', '~', '')
        how = self.pick(f'unzip (map (\\x -> ({self.arith(["x"], 2)}, {self.arith(["x"], 1)})) {src})', f'span (> 0) (map (\\x -> {self.arith(["x"], 2)}) {src})', f'partition even (map {self.int_function()} {src})',
                        f'splitAt {n(5, 200)} (map {self.int_function()} {src})', f'foldr (\\x ~(p, q) -> ({self.arith(["x"], 1)} : p, x `mod` 10 : q)) ([], []) {src}', f'break (\\x -> x `mod` 37 == 5) {src}')
        return f'(let {{ {mark}({a}, {b}) = {how} }} in {self.spark([a, b, f"(length {a})", f"(mix {b})"], f"({a} ++ {b})", 1)})'
    def s_accum(self, n, s):
        a, b = self.name('u'), self.name('u')
        return f'(let {{ ({a}, {b}) = {self.pick("mapAccumL", "mapAccumR")} (\\s x -> ({self.arith(["s", "x"], 1)} `mod` 1009, {self.arith(["s", "x"], 2)})) 1 {self.s_random(lambda p, q: n(p // 4, q // 4), s)} }} in {self.spark([a, b, f"(mix {b})"], f"({a} : {b})")})'
    def s_state(self, n, s):
        f = self.name('label')
        self.define([f], f'''{f} :: Tree -> State Int [Int]
{f} Leaf = return []
{f} (Node l x r) = do {{ a <- {f} l; k <- get; put ({self.arith(["k", "x"], 1)} `mod` 10007); b <- {f} r; return (a ++ (k + x) : b) }}''')
        a, b = self.name('u'), self.name('u')
        return f'(let {{ ({a}, {b}) = runState ({f} (build {self.n(3, 8)} {s})) 1 }} in {self.spark([a, b], f"{b} : {a}")})'
    def s_hamming(self, n, s):
        f = self.name('ham')
        self.define([f], f'''{f} :: [Integer]
{f} = 1 : merge3 (map (2 *) {f}) (merge3 (map (3 *) {f}) (map (5 *) {f}))
 where merge3 p@(x : xs) q@(y : ys) | x < y = x : merge3 xs q | x > y = y : merge3 p ys | otherwise = x : merge3 xs ys
       merge3 p q = p ++ q''')
        return f'(map fromInteger (take {n(50, 400)} {f}))'
    def s_strings(self, n, s):
        src = self.s_random(lambda a, b: n(a // 4, b // 8), s)
        return self.pick(f'(map read (words (unwords (map show {src}))))', f'(map digitToInt (filter isDigit (show {src})))', f'(map ord (concatMap (reverse . show) {self.strategy(src)}))', f'(read (show (map {self.int_function()} {src})))',
                         f'(map length (lines (map (\\c -> if c == \'7\' then \'\\n\' else c) (concatMap show {src}))))')
    def s_sieve(self, n, s):
        f = self.name('sieve')
        self.define([f], f'''{f} :: Int -> UArray Int Bool
{f} n = runSTUArray (do {{ a <- newArray (2, n) True; forM_ [2 .. n] (\\i -> do {{ p <- readArray a i; when (p && i * i <= n) (forM_ [i * i, i * i + i .. n] (\\j -> writeArray a j False)) }}); return a }})''')
        return self.mapped(f'(\\k -> length (filter id (U.elems ({f} ({self.n(10, 100)} + k)))))', f'[1 .. {n(5, 40)}]')
    def s_sequence(self, n, s):
        src = self.s_random(lambda a, b: n(a // 3, b // 4), s)
        q = f'(fmap {self.int_function()} (Seq.fromList {src}))'
        return f'(foldr (:) [] ({self.pick("Seq.reverse", "Seq.sort", "id", "Seq.drop 3")} {self.traversed(q)}))'
    def s_closures(self, n, s):
        fs = self.name('fs')
        return f'(let {{ {fs} = [{", ".join(self.int_function() for _ in range(self.r.randint(2, 4)))}, (+ 1), subtract 3, foldr (.) id (replicate 3 (* 2))] }} in concatMap (\\x -> {self.strategy(f"(map ($ x) {fs})", 0.7)}) [1 .. {n(10, 100)}])'
    def s_infinite_tree(self, n, s):
        f = self.name('inf')
        self.define([f], f'''{f} :: (Int -> Int) -> Int -> Int
{f} g = at (grow 0 1) where {{ grow k d = LNode (grow (k + d) (2 * d)) (g k) (grow (k + 2 * d) (2 * d)); at t k | k == 0 = item t | odd k = at (left t) (k `div` 2) | otherwise = at (right t) (k `div` 2 - 1); at :: Lazy Int -> Int -> Int }}''')
        t, k = self.name('t'), self.name('i')
        return f'(let {{ {t} = {f} (\\{k} -> if {k} < 2 then {k} else {self.spark([f"({t} ({k} - 1))"], f"({t} ({k} - 1) + {t} ({k} `div` 2) * 3) `mod` 10007", 0.6)}) }} in map {t} [0 .. {n(20, 150)}])'
    def s_tuples(self, n, s):
        f = self.name('five')
        k = self.r.choice([3, 4, 5])
        vs = [f'v{i}' for i in range(k)]
        new = [f'{self.r.choice(["x : ", "x + 1 : ", "(x * 3) `mod` 101 : "])}{v}' if i == 0 else v for i, v in enumerate(vs)]
        rot = new[1:] + new[:1] if self.r.random() < 0.5 else [new[(i + 1) % k] for i in range(k)]
        self.define([f], f'''{f} :: [Int] -> ({", ".join(["[Int]"] * k)})
{f} [] = ({", ".join(["[]"] * k)})
{f} (x : xs) = let {{ {self.pick("", "~")}({", ".join(vs)}) = {f} xs }} in {self.spark(vs, "(" + ", ".join(rot) + ")", 0.4)}''')
        ws = [self.name('w') for _ in vs]
        return f'(let {{ ({", ".join(ws)}) = {f} {self.s_random(lambda a, b: n(a // 2, b // 2), s)} }} in {self.spark([f"(mix {w})" for w in ws] + ws, "(" + " ++ ".join(ws) + ")", 1)})'
    def s_repmin(self, n, s):
        f = self.name('rep')
        self.define([f], f'''{f} :: Tree -> [Int]
{f} t = out where {{ (out, m) = go t; go Leaf = ([], maxBound); go (Node l x r) = let {{ (a, p) = go l; (b, q) = go r }} in {self.spark(["a", "b", "p", "q"], "(a ++ (x - m) : b, min x (min p q))", 0.7)} }}''')
        return f'({f} (build {self.n(3, 8)} {s}))'
    def s_intmap(self, n, s):
        src = self.s_random(lambda a, b: n(a // 2, b // 3), s)
        m = f'(IntMap.fromListWith (+) (map (\\x -> (x `mod` 101, {self.arith(["x"], 2)})) {src}))'
        return self.pick(f'(IntMap.elems {self.traversed(m)})', f'(map sum (IntMap.elems (IntMap.fromListWith (++) (map (\\x -> (x `mod` 13, [x])) {src}))))',
                         f'(Set.toList (Set.map (`mod` 1009) (Set.fromList {src})))', f'(concatMap (\\(k, v) -> [k, v]) (Map.toAscList (MapS.fromListWith (+) (map (\\x -> (x `mod` 89, 1)) {src}))))')
    def s_fibs(self, n, s):
        f = self.name('fibs')
        return f'(let {{ {f} = 0 : 1 : zipWith (+) {f} (tail {f}) :: [Integer] }} in map (\\k -> fromInteger ({f} !! k `mod` 1000003)) {self.pick("[0 .. ", "[1, 3 .. ")}{n(30, 200)}])'
    def s_even_odd(self, n, s):
        f = self.name('ev')
        odd = f'({self.arith(["d", "k"], 2)} : a)'
        self.define([f], f'''{f}, {f}o :: Int -> Int -> [Int]
{f} d k = if k <= 0 then [d] else let {{ a = {f}o (d + 1) (k - 1); b = {f}o (d + 2) (k - 2) }} in {self.spark(["a", "b"], "(a ++ b)", 1)}
{f}o d k = if k <= 0 then [] else let {{ a = {f} (d * 3 `mod` 1009) (k - 1) }} in {self.spark(["a"], odd, 0.7)}''')
        return f'({f} 1 {self.n(5, 13)})'
    def s_matrix(self, n, s):
        m = self.name('mat')
        return f'(let {{ {m} = Mat [[(i * j + {s}) `mod` 100 | j <- [1 .. {self.n(3, 9)}]] | i <- [1 .. {self.n(3, 9)}]]; power k (Mat x) = if k <= 0 then Mat (take (length x) x) else let {{ h = power (k `div` 2 - 1) (Mat x); Mat y = mmul (Mat x) (Mat (transpose x)) }} in h `par` Mat (map (map (`mod` 1009)) y) }} in case power {self.n(1, 9)} {m} of Mat rows -> concat {self.strategy("rows")})'
    def s_unsafe(self, n, s):
        f = self.name('once')
        self.define([f], f'''-- A value that counts how often it is computed: once.
{f} :: Int -> Int -> [Int]
{f} n s = unsafePerformIO (do {{ c <- newIORef (0 :: Int); let {{ xs = [unsafePerformIO (atomicModifyIORef' c (\\x -> (x + 1, ())) >> return (k * s + {self.arith(["k"], 2)})) | k <- [1 .. n]] }}; return (xs ++ [unsafePerformIO (evaluate (length (filter (> 0) xs)) >> readIORef c)]) }})
{{-# NOINLINE {f} #-}}''')
        return f'({f} {n(20, 600)} {s})'
    def s_shapes(self, n, s):
        f = self.name('areas')
        body = self.mapped('(\\k -> area (scale k (Both (f k) (g (k + 1)))))', '[1 .. n]')
        self.define([f], f'''{f} :: (Shape a, Shape b) => (Int -> a) -> (Int -> b) -> Int -> [Int]
{f} f g n = {body}''')
        return f'({f} Circle ' + self.pick('(\\k -> Square k 3)', '(\\k -> Both (Circle k) (Square 2 k))') + f' {n(20, 200)})'
    def s_records(self, n, s):
        f = self.name('steps')
        self.define([f], f'''{f} :: Rec -> Rec
{f} r = r {{ ra = {self.arith(["ra r", "rb r"], 1)} `mod` 10007, rb = {self.arith(["ra r", "rb r"], 2)} + length (rc r), rc = take 9 (ra r : rc r), rd = (rd r * 3 + 1) `mod` 1000000000000000000000 }}''')
        rs = f'(take {n(20, 150)} (iterate {f} (Rec {s} 2 [] 1)))'
        return f'(concatMap (\\r -> [ra r, rb r, sum (rc r), fromInteger (rd r `mod` 1009)]) {self.strategy(rs, 0.7)})'
    def s_queens(self, n, s):
        f = self.name('queens')
        self.define([f], f'''{f} :: Int -> Int -> [[Int]]
{f} n k = if k <= 0 then [[]] else let {{ r = {f} n (k - 1) }} in {self.spark(["r"], "[q : qs | qs <- r, q <- [1 .. n], and [q /= c && abs (q - c) /= d | (d, c) <- zip [1 ..] qs]]", 0.4)}''')
        return f'(map mix {self.strategy(f"({f} {self.n(3, 6)} {self.n(3, 6)})", 0.8)})'
    def s_loop(self, n, s):
        return self.pick(f'(elems (loopArray (1, {n(20, 200)}) {self.int_function()}))', f'(elems (loopScan (\\a b -> (a + b) `mod` 1009) (loopArray (0, {n(20, 200)}) {self.int_function()})))',
                         f'[loopFold (1, {n(20, 300)}) {self.int_function()} (+) 0]', f'[loopFold (1, {self.n(3, 20)}) (\\i -> loopFold (1, i) {self.int_function()} (+) 0) (+) 0]')
    def s_deep(self, n, s):
        f = self.name('deep')
        self.define([f], f'''{f} :: Int -> Int -> Int
{f} n s = if n <= 0 then s else let {{ a = {f} (n - 1) (rnd s `mod` 1009) }} in {self.pick("n + a", "a + n `mod` 7", "(if even n then 1 + a else a)", "max a n + 1")}''')
        return self.mapped(f'(\\k -> {f} (k * {n(50, 800)}) k)', f'[1 .. {self.n(2, 12)}]')
    def s_foldlazy(self, n, s):
        x = self.name('acc')
        return f'(let {{ {x} = foldl (\\a k -> a + {self.arith(["k", "a"], 2)} `mod` 101) 0 {self.s_random(lambda a, b: n(a, b // 2), s)} }} in {self.spark([x], f"[{x}, {x} + 1]")})'
    def s_supply(self, n, s):
        return self.mapped(self.int_function(), f'(sort (supplied {self.n(2, 9)} (unsafePerformIO newSupply)))')
    def s_label(self, n, s):
        return f'(label {self.n(3, 9)} {s})'
    def s_callback(self, n, s):
        return f'(unsafePerformIO (sortC (\\_ -> return ()) {self.s_random(lambda a, b: n(a // 4, b // 20), s)}))'
    def s_series(self, n, s):
        """Power series that need each other."""
        a, b = self.name('sin'), self.name('cos')
        integral = '(\\c xs -> c : zipWith (\\x k -> (x * k + c) `mod` 100003) xs [1 ..])'
        return f'(let {{ {a} = {integral} {self.n(0, 5, 0)} {b}; {b} = {integral} 1 (map negate {a}) }} in {self.spark([a, b], f"take {n(50, 500)} (zipWith (+) {a} {b})")})'
    def s_edit(self, n, s):
        """A table whose cells are sparked where they are needed: the edit distance."""
        f = self.name('edit')
        inner = self.spark(["p", "q", "r"], "1 + minimum [r, q, p]", 0.9)
        self.define([f], f'''{f} :: [Int] -> [Int] -> [Int]
{f} xs ys = let {{ n = length xs; m = length ys; a = listArray (1, n) xs; b = listArray (1, m) ys; t = array ((0, 0), (n, m)) [((i, j), go i j) | i <- [0 .. n], j <- [0 .. m]] :: Array (Int, Int) Int; go i j = if i == 0 then j else if j == 0 then i else if a ! i == b ! j then t ! (i - 1, j - 1) else let {{ p = t ! (i - 1, j); q = t ! (i, j - 1); r = t ! (i - 1, j - 1) }} in {inner} }} in [t ! (n, m), sum (elems t)]''')
        return f'({f} (map (`mod` 5) {self.s_random(lambda a, b: num(self.r.randint(3, 40), 1), s)}) (map (`mod` 6) {self.s_random(lambda a, b: num(self.r.randint(3, 40), 1), s)}))'
    def s_generated(self, n, s):
        """Values of the functions of testsuite/random, which may raise: not these lists, they are there for the items."""
        return self.s_random(n, s)

    def transformed(self, xs):
        """An expression of a list that holds the list's elements, changed."""
        k = self.name('j')
        tails = f'(\\{k} -> map {self.int_function()} (take 40 {k}))'
        return self.r.choice([lambda: self.mapped(self.int_function(), xs)] * 4 + [
            lambda: f'(scanl (\\a x -> {self.arith(["a", "x"], 1)} `mod` 10007) 1 {xs})', lambda: f'(filter (\\x -> x `mod` {self.n(2, 7, 2)} /= 1) {xs})', lambda: f'(zipWith (\\x y -> {self.arith(["x", "y"], 2)}) {xs} (drop 1 {xs}))',
            lambda: f'(reverse {xs})', lambda: f'(sort {xs})', lambda: f'(concat {self.mapped(tails, f"(take 30 (tails {xs}))")})', lambda: f'(map snd (sortOn (negate . fst) (zip [0 :: Int ..] {xs})))',
            lambda: f'(map mix (transpose [take 50 {xs}, drop 3 (take 60 {xs}), [1 .. 20]]))'])()
    def consumer(self, xs):
        """(expression, type) of something small."""
        r = self.r
        return r.choice([(f'mix {xs}', 'Int')] * 4 + [(f'sum (take {self.n(10, 1000)} {xs})', 'Int'), (f'length {xs}', 'Int'), (f'sum (zipWith (*) {xs} (cycle [1, -1, 3]))', 'Int'), (f'foldr (\\x a -> (x + 2 * a) `mod` 1000003) 1 {xs}', 'Int'),
            (f'sum (map toInteger {xs})', 'Integer'), (f'product (map (\\x -> toInteger x + 1) (take 20 {xs}))', 'Integer'), (f'length (show {xs})', 'Int'), (f'maximum (0 : {xs})', 'Int'), (f'length (group (sort {xs}))', 'Int'),
            (f'Map.foldr (+) 0 (Map.fromListWith (+) (zip (map (`mod` 17) {xs}) {xs}))', 'Int'), (f'foldl\' xor 0 {xs}', 'Int'), (f'sum (take 5 (drop {self.n(5, 300)} {xs}))', 'Int'), (f'mix {self.transformed(xs)}', 'Int'), (f'mix {self.transformed(xs)}', 'Int'),
            (f'mix {self.transformed(xs)}', 'Int'), (f'and (zipWith (<=) {xs} (drop 1 {xs}))', 'Bool'), (f'fmap (+ 1) (find (> {self.n(10, 1000)}) {xs})', 'Maybe Int'), (f'listToMaybe (drop {self.n(5, 100)} {xs})', 'Maybe Int'),
            (f'[x | Just x <- [lookup k (zip {xs} [0 :: Int ..]) | k <- take 10 {xs}]]', '[Int]'), (f'traverse (\\x -> if x > maxBound - 1 then Left x else Right (x `mod` 3)) (take 12 {xs})', 'Either Int [Int]'),
            (f'treeSum (foldr (\\x t -> case t of {{ Leaf -> Node Leaf x Leaf; Node l y q -> Node q x l }}) Leaf (take 200 {xs}))', 'Int'), (f'runEval (do {{ a <- rpar (mix {xs}); b <- {self.pick("rseq", "rpar")} (length {xs}); return (a + b) }})', 'Int'),
            (f'(case (mix {xs}, length {xs}) `using` parTuple2 {self.pick("rseq", "rdeepseq")} rseq of (a, b) -> a - b)', 'Int'), (f'runPar (do {{ a <- spawnP (mix {xs}); b <- spawn_ (return (length {xs})); x <- ivar a; y <- ivar b; return (x + y) }})', 'Int')])

    # ---- items
    def pure_item(self):
        """Shared lazy lists, several things computed of them."""
        r = self.r
        binds, vs = [], []
        for _ in range(r.choice([1, 1, 2, 3])):
            v = self.name('xs')
            binds.append(f'{v} = {self.source(0.7) if not vs or r.random() < 0.6 else self.transformed(r.choice(vs))} :: [Int]')
            vs.append(v)
        shared = self.name('shared') if r.random() < 0.35 else None
        es, results = [], []
        for _ in range(r.choice([1, 2, 3, 4, 5])):
            e, t = self.consumer(r.choice(vs))
            v = self.name('y')
            binds.append(f'{v} = {alt(e, "0") if t in ("Int", "Integer") else e} :: {t}')
            es.append(v)
        strings = [f'show {v}' for v in es]
        listed = lambda ss: '[' + ', '.join(ss) + ']'
        sparked = self.spark(es + vs, listed(strings), 0.7)
        if r.random() < 0.3: sparked = alt(f'({sparked} `using` {r.choice(["parList rdeepseq", "parListChunk 2 rdeepseq", "evalList rpar", "parBuffer 2 rdeepseq"])})', sparked)
        if shared:                                      # a CAF
            self.define([shared], f'{shared} :: [String]\n{shared} = let {{ {"; ".join(binds)} }} in {sparked}\n{{-# NOINLINE {shared} #-}}')
            let, value = '', shared
        else: let, value = f'let {{ {"; ".join(binds)}; ss = {sparked} }}', 'ss'
        out = []
        if let: out.append(let)
        k = r.random()
        if self.kind != 'parallel' or k < 0.25:
            if r.random() < (0.5 if self.kind != 'parallel' else 0.3):
                self.never.add('-V0')
                out.append(opt(f'cut [{", ".join(str(r.choice([1, 20, 50, 100, 200, 300, 500, 800])) for _ in range(r.choice([1, 2, 4, 6])))}] {value}'))
            k = r.random() * 0.6
        if k < 0.5: out.append(alt(f'threads {r.choice(["False", "False", "True"])} {self.n(1, 6)} {value}', f'attempt (unwords {value})'))
        elif k < 0.8: out.append(f'attempt (unwords {value})')
        else: out.append(f'unwords <$> mapM attempt {value}')
        return '\n'.join(f'  {line}' for line in out)

    def generated_item(self):
        """Expressions of testsuite/random: types, functions, errors."""
        if not self.functions:
            for _ in range(self.r.choice([0, 1, 2])): self.data()
            for d in self.datas: self.out.append((None, f'instance Score {d}' + (f' where {{ score x = length (show x) }}' if self.r.random() < 0.5 else '')))
            for _ in range(self.r.choice([2, 3, 4])): self.function()
        t = self.type(2)
        if self.r.random() < 0.2: e = f'(let {{ fuel = 8 }} in {self.recorded(lst(generate.CHAR), [], self.size)})'
        else: e = f'(show (let {{ fuel = 8 }} in ({self.expr(t, [], self.size)} :: {generate.show_type(t)})))'
        more = [f'(show ({self.expr(u, [("fuel", INT)], 2)} :: {generate.show_type(u)}))' for u in [self.type(1)]]
        return f'  let {{ fuel = 4; ss = [{", ".join([e] + more)}] }}\n  ' + alt(f'threads False {self.n(1, 4)} ss', 'unwords <$> mapM attempt ss', 'attempt (unwords ss)')

    def program(self):
        r = self.r
        count = r.choice([6, 8, 10] if self.kind == 'deep' else [3, 5, 6, 8])
        for k in range(count):
            if self.kind == 'deep': text = self.deep_item()
            elif self.kind == 'concurrent': text = self.concurrent_item() if r.random() < 0.75 else (False, self.pure_item())
            else: text = (False, self.generated_item()) if r.random() < 0.18 else (False, self.pure_item())
            self.items.append(text)
        order = r.choice(['mapM', 'mapM', 'forks'])
        defs = [split_names(d) for d in self.out]
        return Program(self.kind, self.seed, defs, self.items, order, sorted(self.never))

def split_names(d):
    """A definition as (names, text): what it defines; None: an instance of the type named in it."""
    if isinstance(d, tuple) and d[0] is not None: return d
    text = d[1] if isinstance(d, tuple) else d
    if text.startswith('data '): return (re.findall(r'\b[A-Z]\d+\b', text.split(' deriving')[0]), text)
    if text.startswith('instance Score '): return (['instance ' + text.split()[2]], text)
    return ([text.split(' ::')[0]], text)

SCORE = [(['Score', 'score', 'scores'], '''class Score a where { score :: a -> Int; score _ = 3; scores :: [a] -> Int; scores = foldr (\\x s -> (score x + 2 * s) `mod` 1000003) 1 }
instance Score Int where { score n = n `mod` 97 }
instance Score Bool where { score b = if b then 5 else 8 }
instance Score a => Score [a] where { score = scores }
instance Score a => Score (Maybe a) where { score = maybe 0 score }
instance (Score a, Score b) => Score (a, b) where { score (a, b) = score a * 31 + score b }''')]
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")

class Program:
    """defs: (names, marked text); items: (whether it is concurrent, marked text of a do block, or (parallel text, sequential text))."""
    def __init__(self, kind, seed, defs, items, order, never):
        self.kind, self.seed, self.defs, self.items, self.order, self.never, self.imports = kind, seed, defs, items, order, never, IMPORTS
    def copy(self, **changes):
        p = Program(self.kind, self.seed, self.defs, self.items, self.order, self.never)
        p.imports = self.imports
        p.__dict__.update(changes)
        return p
    def uses(self, names):
        """Whether one of the names is in the program's text, which holds only what is used."""
        words = set(WORD.findall(self.text()))
        return bool(words & set(names))
    def text(self):
        items = []
        for k, (conc, it) in enumerate(self.items, 1):
            head = f'item{k} :: IO String\n'
            if conc: items.append(f'{head}#ifdef SEQUENTIAL\nitem{k} = do\n{plain(it[1])}\n#else\nitem{k} = do\n{plain(it[0])}\n#endif')
            else: items.append(f'{head}item{k} = do\n{plain(it)}')
        # What the items need, and what that needs.
        defs = PRELUDE + handles.PRELUDE + deep.DEEP_PRELUDE + deep.LIBRARY_PRELUDE + generate.SKELETONS + SCORE + [(names, plain(text)) for names, text in self.defs]
        words = set(WORD.findall('\n'.join(items)))
        if self.order == 'forks' and len(items) > 1: words.add('forks')
        used, more = set(), True
        while more:
            more = False
            for i, (names, text) in enumerate(defs):
                if i not in used and (words & set(names) or any(n.startswith('instance ') and n[9:] in words and 'score' in words for n in names)):
                    used.add(i)
                    words |= set(WORD.findall(text))
                    more = True
        out = [PRAGMAS, 'module Main (main) where'] + self.imports + [text for names, text in handles.IMPORTS if words & set(names)]
        need = set()
        while True:
            n = {w for names, text in SEQUENTIAL if words & set(names) for w in WORD.findall(text)} | words
            if n == words: break
            words = n
        out.append('#ifdef SEQUENTIAL')
        out += [text for names, text in SEQUENTIAL if words & set(names)]
        out.append('#else')
        out += [text for names, text in PARALLEL if words & set(names)] + [text for names, text in PARALLEL_DEFS if words & set(names)]
        out.append('#endif')
        out += [defs[i][1] for i in sorted(used)] + items
        names = '[' + ', '.join(f'item{k}' for k in range(1, len(items) + 1)) + ']'
        out.append('main :: IO ()')
        if self.order == 'forks' and len(items) > 1: out.append(f'#ifdef SEQUENTIAL\nmain = sequence {names} >>= mapM_ putStrLn\n#else\nmain = forks {names} >>= mapM_ putStrLn\n#endif')
        else: out.append(f'main = mapM_ (>>= putStrLn) {names}')
        return '\n'.join(out) + '\n'

def make(kind, seed):
    g = Programs(kind, seed)
    if kind == 'deep': deep.install(g)
    elif kind != 'parallel':
        import concurrency
        concurrency.install(g)
    return g.program()

if __name__ == '__main__': sys.stdout.write(make(sys.argv[1], int(sys.argv[2])).text())
