"""Random concurrent items: the text of an IO action, and the plain expression that it must return (Programs in programs.py)."""
import handles
from endless import endless
from marked import alt, num, opt

def install(g):
    """Gives the generator g its concurrent items."""
    g.concurrent_item = lambda: concurrent_item(g)

def concurrent_item(g):
    make = g.r.choice([pipeline, pipeline, chans, bank, bank, bounded, bounded, lock, brackets, brackets, storm, storm, finalizers, finalize_once, semaphore, ring, ring, timeouts, poisoned, poisoned, once, once,
                       lazy_st_shared, lazy_st_shared, raising, raising, swaps, deep_stm, deep_stm, ioref, philosophers, delays, duplicated, unmasked, lazy_tvars, modify_killed, retry_killed, tmvar_tchan,
                       nested_timeouts, par_io, par_io, weak_live, mvar_fair, interrupted_loop, stm_exceptions, async_shared, capabilities, capabilities, nested_threads, nested_threads, barrier, tvar_tree, callbacks,
                       supervisor, insisting, insisting, lazy_file, ping_pong, endless, endless, impossible_states, impossible_states] + handles.ITEMS)
    conc, seq = make(g)
    lines = lambda text: '\n'.join('  ' + l for l in text.strip('\n').split('\n'))
    return (True, (lines(conc), lines(seq)))

def pipeline(g):
    k, n = g.n(1, 5), g.n(10, 200)
    f = g.int_function()
    how = g.r.choice([('newEmptyMVar', 'takeMVar', 'putMVar'), ('newChan', 'readChan', 'writeChan'), (f'newTBQueueIO {g.r.choice([1, 2, 7])}', '(atomically . readTBQueue)', '(\\q -> atomically . writeTBQueue q)'),
                      ('newEmptyTMVarIO', '(atomically . takeTMVar)', '(\\q -> atomically . putTMVar q)'), ('newTQueueIO', '(atomically . readTQueue)', '(\\q -> atomically . writeTQueue q)')])
    new, take, give = how
    strict = g.r.choice(['$', '$!'])
    fork = g.r.choice(['forkIO', 'forkIO', 'forkOn j'])
    return f'''
chans <- replicateM ({k} + 1) ({new})
forM_ (zip3 [0 :: Int ..] chans (tail chans)) (\\(j, a, b) -> {alt(fork, "forkIO")} (replicateM_ {n} ({take} a >>= \\x -> {give} b {strict} ({f} x + j))))
_ <- forkIO (forM_ [1 .. {n}] ({give} (head chans)))
xs <- replicateM {n} ({take} (last chans))
return (show (mix xs, length xs))''', f'return (let xs = map (foldr (.) id (reverse [\\x -> {f} x + j | j <- [0 .. {k} - 1]])) [1 .. {n}] in show (mix xs, length xs))'

def chans(g):
    t, n = g.n(1, 6), g.n(10, 120)
    read = g.r.choice([f'replicateM ({t} * {n}) (readChan c)', f'take ({t} * {n}) <$> getChanContents c'])
    return f'''
c <- newChan
forM_ [1 .. {t}] (\\k -> forkIO (forM_ [1 .. {n}] (\\i -> writeChan c (k * 1000 + i) {opt(">> when (i `mod` 7 == 0) yield")})))
xs <- {read}
return (show (length xs, sum xs, and [ys == sort ys | k <- [1 .. {t}], let ys = filter ((== k) . (`div` 1000)) xs]))''', f'return (let xs = [k * 1000 + i | k <- [1 .. {t}], i <- [1 .. {n}]] in show (length xs, sum xs, True))'

def bank(g):
    a, t, n = g.n(2, 20, 2), g.n(1, 8), g.n(10, 150)
    lazy = g.r.choice(["modifyTVar'", 'modifyTVar'])
    extra = [opt('when (k `mod` 17 == 0) (do { s <- atomically (sum <$> mapM readTVar accs); when (s /= 100 * length accs) (atomically (modifyTVar\' bad (+ 1))) })'),
             opt('when (k `mod` 29 == 0) (void (try (atomically (writeTVar a 0 >> throwSTM (userError "x"))) :: IO (Either IOException ())))'),
             opt('when (k `mod` 31 == 0) (atomically ((writeTVar a 0 >> void (throwSTM (userError "y"))) `catchSTM` (\\e -> (e :: IOException) `seq` return ())))'),
             opt('when (k `mod` 23 == 0) (void (atomically ((writeTVar b 7 >> retry) `orElse` return ())))'), opt('when (k `mod` 13 == 0) yield'),
             opt('when (k `mod` 19 == 0) (atomically (do { xs <- mapM readTVar accs; zipWithM_ writeTVar accs (drop 1 xs ++ take 1 xs) }))')]
    g.r.shuffle(extra)
    extra = '\n        '.join(extra[:g.r.randint(0, 5)])
    second = alt(f"`orElse` (do {{ x <- readTVar c; when (x < amount) retry; writeTVar c (x - amount); {lazy} a (+ amount) }}) ", '')
    return f'''
accs <- replicateM {a} (newTVarIO (100 :: Int))
bad <- newTVarIO (0 :: Int)
let step i k = do
        let {{ pick j = accs !! (j `mod` length accs); a = pick (i * 7 + k * 13); b = pick (i * 3 + k * 5 + 1); c = pick (i + k); amount = i * k `mod` 37 }}
        atomically ((do {{ x <- readTVar a; when (x < amount) retry; writeTVar a (x - amount); {lazy} b (+ amount) }}) {second}`orElse` return ())
        {extra}
_ <- forks [mapM_ (step i) [1 .. {n}] | i <- [1 .. {t} :: Int]]
s <- atomically (sum <$> mapM readTVar accs)
b <- readTVarIO bad
return (show (s, b))''', f'return (show (100 * {a}, 0))'

def bounded(g):
    p, c, n, cap = g.n(1, 4), g.r.randint(1, 3), g.n(10, 100), g.r.choice([1, 2, 5])
    return f'''
q <- newTVarIO ([] :: [Int])
q2 <- newTVarIO ([] :: [Int])
got <- newTVarIO (0 :: Int, 0 :: Int)
let putQ v x = do {{ xs <- readTVar v; when (length xs >= {cap}) retry; writeTVar v (xs ++ [x]) }}
    takeQ v = do {{ xs <- readTVar v; case xs of {{ [] -> retry; y : ys -> writeTVar v ys >> return y }} }}
    consume = do {{ x <- atomically ({alt("takeQ q `orElse` takeQ q2", "takeQ q")}); if x < 0 then return () else atomically (modifyTVar' got (\\(a, b) -> a `seq` b `seq` (a + 1, b + x))) >> consume }}
dones <- replicateM {c} (do {{ v <- newEmptyMVar; _ <- forkIO (consume >> putMVar v ()); return v }})
_ <- forks [forM_ [1 .. {n}] (\\i -> atomically ({alt("if even i then putQ q (i * k) else putQ q2 (i * k)", "putQ q (i * k)")})) | k <- [1 .. {p}]]
atomically (do {{ (a, _) <- readTVar got; when (a < {p} * {n}) retry }})
replicateM_ {c} (atomically (putQ q (-1)))
mapM_ takeMVar dones
show <$> readTVarIO got''', f'return (show ({p} * {n}, sum [i * k | k <- [1 .. {p}], i <- [1 .. {n} :: Int]]))'

def lock(g):
    t, n = g.n(1, 8), g.n(10, 200)
    lazy = g.r.choice(['return (x + 1)', '(return $! x + 1)'])
    count = opt('readIORef r >>= \\y -> (writeIORef r $! y + 1) >> ')
    return f'''
m <- newMVar (0 :: Int)
r <- newIORef (0 :: Int)
_ <- forks [replicateM_ {n} (modifyMVar_ m (\\x -> {count}{lazy})) | _ <- [1 .. {t} :: Int]]
x <- takeMVar m
y <- readIORef r
return (show (x, y == x || y == 0))''', f'return (show ({t} * {n}, True))'

def brackets(g):
    g.never.add('-V0')
    t, n = g.n(1, 8), g.n(3, 40)
    work = g.r.choice(['evaluate (nfib 12)', 'yield', 'threadDelay 50', 'evaluate (mix [1 .. 300])', 'atomically (readTVar gate >>= check)'])
    form = g.r.choice([f'bracket_ (inc inside 1) (inc inside (-1)) ({work})', f'(mask (\\restore -> inc inside 1 >> (void (restore ({work})) `onException` inc inside (-1)) >> inc inside (-1)))', f'bracket (inc inside 1) (\\_ -> inc inside (-1)) (\\_ -> void ({work}))'])
    return f'''
inside <- newIORef (0 :: Int)
total <- newIORef (0 :: Int)
gate <- newTVarIO {g.r.choice(["True", "False"])}
let inc r k = atomicModifyIORef' r (\\x -> (x + k, ()))
ts <- forM [1 .. {t}] (\\k -> do
  v <- newEmptyMVar
  i <- forkFinally (forM_ [1 .. {n} + k] (\\_ -> void ({form}))) (\\_ -> inc total 1 >> putMVar v ())
  return (i, v))
forM_ (zip [1 ..] ts) (\\(j, (i, _)) -> {g.r.choice(["yield", "threadDelay (j * 37)", "evaluate (nfib (j `mod` 9))"])} >> {alt("when (even (j :: Int)) (killThread i)", "return ()") if "gate" not in work else "(killThread i >> when (j > (1000 :: Int)) yield)"})
mapM_ (takeMVar . snd) ts
a <- readIORef inside
b <- readIORef total
return (show (a, b))''', f'return (show (0 :: Int, {t}))'

def storm(g):                       # the target counts what it catches; masked outside of its wait
    t, n = g.n(1, 6), g.n(3, 40)
    wait = g.r.choice(['takeMVar never', 'threadDelay 1000000', 'atomically retry', 'evaluate (length (cycle [1, 2, 3 :: Int])) >> return ()', 'forever yield', 'readMVar never', 'forever (evaluate (nfib 9))'])
    if 'cycle' in wait or 'forever' in wait: g.never.add('-V0')
    return f'''
never <- newEmptyMVar :: IO (MVar ())
done <- newEmptyMVar
let {{ loop :: Int -> (forall a. IO a -> IO a) -> IO (); loop c restore = if c >= {t} * {n} then putMVar done c else (restore ({wait}) `catch` \\e -> (e :: ErrorCall) `seq` return ()) >> loop (c + 1) restore }}
target <- mask_ (forkIOWithUnmask (\\unmask -> loop 0 unmask))
_ <- forks [replicateM_ {n} (throwTo target (ErrorCall (show k)) {opt(">> yield")}) | k <- [1 .. {t} :: Int]]
c <- takeMVar done
{opt("putMVar never ()")}
return (show c)''', f'return (show ({t} * {n}))'

def finalizers(g):
    n = g.n(5, 200)
    return f'''
count <- newIORef (0 :: Int)
refs <- forM [1 .. {n}] (\\k -> do {{ r <- newIORef (k :: Int); w <- mkWeakIORef r (atomicModifyIORef' count (\\c -> (c + 1, ()))); return (r, w) }})
let (dropped, kept) = splitAt ({n} `div` 2) refs
ks <- mapM (readIORef . fst) dropped
performGC
{opt("xs <- evaluate (mix (take 3000 (iterate rnd 7)))")}
performGC
yield
alive <- mapM (deRefWeak . snd) kept
vs <- mapM (readIORef . fst) kept
c <- readIORef count
return (show (sum ks + sum vs, all isJust alive, c <= {n} `div` 2))''', f'return (show (sum [1 .. {n} :: Int], True, True))'

def finalize_once(g):
    n, t = g.n(3, 60), g.n(1, 6)
    return f'''
count <- newIORef (0 :: Int)
ws <- forM [1 .. {n}] (\\k -> do {{ r <- newIORef (k :: Int); mkWeakIORef r (atomicModifyIORef' count (\\c -> (c + 1, ()))) }})
_ <- forks [mapM_ finalize (if even t then ws else reverse ws) {opt(">> performGC")} | t <- [1 .. {t} :: Int]]
let settle k = do {{ c <- readIORef count; if c >= {n} || k > (2000 :: Int) then return c else threadDelay 500 >> settle (k + 1) }}
gone <- and <$> mapM (fmap isNothing . deRefWeak) ws
c <- settle 0
return (show (c, gone))''', f'return (show ({n} :: Int, True))'

def weak_live(g):
    n = g.n(3, 50)
    return f'''
keys <- mapM newIORef [1 .. {n} :: Int]
ws <- forM keys (\\k -> mkWeak k (map (+ 1) [1 .. 50 :: Int]) Nothing)
rs <- forks [forM ws (\\w -> do {{ {opt("when (t == 1) performGC;")} r <- deRefWeak w; return (maybe 0 sum r) }}) | t <- [1 .. {g.n(1, 4)} :: Int]]
s <- sum <$> mapM readIORef keys
return (show (s, nub (concat rs)))''', f'return (show (sum [1 .. {n} :: Int], [sum [2 .. 51 :: Int]]))'

def semaphore(g):
    t, n, w = g.n(2, 8), g.n(3, 40), g.r.randint(1, 3)
    new, take, give = g.r.choice([('newQSem', 'waitQSem', 'signalQSem'), ('newQSemN', '(`waitQSemN` 1)', '(`signalQSemN` 1)')])
    work = g.r.choice(['yield', 'return ()', 'void (evaluate (nfib 9))'])
    g.never.add('-V0')
    killed = opt(f'ts <- forM [1 .. {t}] (\\_ -> do {{ v <- newEmptyMVar; i <- forkFinally (replicateM_ {n} body) (\\_ -> putMVar v ()); return (i, v) }})\nforM_ ts (\\(i, _) -> yield >> killThread i)\nmapM_ (takeMVar . snd) ts')
    return f'''
s <- {new} {w}
inside <- newIORef (0 :: Int)
most <- newIORef (0 :: Int)
let inc k = atomicModifyIORef' inside (\\x -> (x + k, x + k))
    body = bracket_ ({take} s) ({give} s) (bracket (inc 1) (\\_ -> inc (-1)) (\\k -> atomicModifyIORef' most (\\m -> (max m k, ())) >> {work}))
{killed}
_ <- forks [replicateM_ {n} body | _ <- [1 .. {t} :: Int]]
m <- readIORef most
i <- readIORef inside
return (show (m <= {w}, i))''', f'return (show (True, 0 :: Int))'

def ring(g):
    t, m = g.n(2, 20, 2), g.n(2, 30)
    stm = g.r.random() < 0.6
    if stm: return f'''
vs <- mapM newTVarIO (0 : replicate ({t} - 1) (-1)) :: IO [TVar Int]
_ <- forks [forM_ [1 .. {m}] (\\_ -> do {{ x <- atomically (do {{ x <- readTVar a; when (x < 0) retry; writeTVar a (-1); return x }}); atomically (do {{ y <- readTVar b; when (y >= 0) retry; writeTVar b (x + 1) }}) }}) | (a, b) <- zip vs (tail vs ++ [head vs])]
show . maximum <$> mapM readTVarIO vs''', f'return (show ({t} * {m} :: Int))'
    return f'''
vs <- replicateM {t} newEmptyMVar :: IO [MVar Int]
forM_ (zip vs (drop 1 vs)) (\\(a, b) -> forkIO (replicateM_ {m} (takeMVar a >>= \\x -> putMVar b $! x + 1)))
let {{ go k x = if k >= {m} then return x else putMVar (head vs) x >> takeMVar (last vs) >>= go (k + 1 :: Int) }}
x <- go 0 0
return (show x)''', f'return (show (({t} - 1) * {m}))'

def timeouts(g):
    """Lazy values cut off by timeouts and killThread, and used afterwards."""
    g.never.add('-V0')
    v = g.name('v')
    src = g.source(1.0)
    k = g.n(1, 8)
    e, t = g.consumer(v)
    return f'''
let {{ {v} = {src}; result = {e} :: {t} }}
{opt("_ <- forkIO (void (try (evaluate (length (show result))) :: IO (Either SomeException Int)))")}
_ <- forks [forM_ [1 .. {g.n(1, 15)}] (\\j -> timeout (j * {g.r.choice([3, 7, 37, 100])} * i) (evaluate (length (show result))) {opt(">> yield")}) | i <- [1 .. {k}]]
ts <- forM [1 .. {g.n(1, 8)} :: Int] (\\i -> forkIO (void (evaluate (mix (drop i {v}))) `catch` \\e -> (e :: AsyncException) `seq` return ()))
forM_ ts (\\i -> {g.r.choice(["yield", "return ()", "threadDelay 20"])} >> killThread i)
attempt (show (result, mix {v}))''', f'let {{ {v} = {src}; result = {e} :: {t} }}\nattempt (show (result, mix {v}))'

def poisoned(g):
    """A value whose evaluation inside a transaction, a handler or a finalizer was cut off is a value still."""
    g.never.add('-V0')
    n = g.n(8, 18, 2)
    where = g.r.choice(['atomically (when (t < 0) retry)', 'atomically ((when (t < 0) retry) `orElse` return ())', 'atomically ((when (t < 0) retry) `catchSTM` (\\e -> throwSTM (e :: SomeException)))', 'void (evaluate t)', '(evaluate t >>= \\x -> when (x < 0) (putStrLn "!")) `onException` evaluate t',
                        'modifyMVar_ m (\\x -> return $! x + t)', 'mask (\\restore -> restore (void (evaluate t)))', 'void (evaluate t) `catch` (\\e -> evaluate t >> throwIO (e :: ErrorCall))', 'void (atomicModifyIORef\' r (\\x -> (x + t, x)))'])
    t = f'let {{ t = nfib {n} + mix (map nfib [1 .. {g.n(2, 12)}]) }}'
    return f'''
m <- newMVar (0 :: Int)
r <- newIORef (0 :: Int)
{t}
ts <- replicateM {g.n(1, 6)} (forkIO (({where}) `catch` \\e -> (e :: SomeException) `seq` return ()))
{g.r.choice(["yield", "threadDelay 30", "threadDelay 100", "return ()"])}
mapM_ killThread ts
{opt("_ <- readMVar m >>= evaluate . (+ 0)")}
attempt (show t)''', f'{t}\nattempt (show t)'

def once(g):
    n, t = g.n(20, 800), g.n(2, 6)
    kind = g.r.choice(['unsafePerformIO', 'unsafePerformIO', 'unsafeInterleaveIO'])
    make = ('return (map (\\k -> unsafePerformIO (act k)) [1 .. N])' if kind == 'unsafePerformIO' else 'mapM (\\k -> unsafeInterleaveIO (act k)) [1 .. N]').replace('N', n)
    use = g.r.choice(['evaluate (sum xs)', 'evaluate (sum (reverse xs))', 'evaluate (foldr (\\x a -> x `par` x + a) 0 xs)'])
    return f'''
c <- newIORef (0 :: Int)
let {{ act k = atomicModifyIORef' c (\\x -> (x + 1, ())) >> evaluate (sum [1 .. k `mod` 50]) }}
xs <- {make} :: IO [Int]
{opt(g.spark(["(sum xs)"], "return ()", 1))}
ys <- forks [{use} | _ <- [1 .. {t} :: Int]]
k <- readIORef c
return (show (nub ys, k))''', f'return (show ([sum [sum [1 .. k `mod` 50] | k <- [1 .. {n} :: Int]]], {n}))'

def lazy_st_shared(g):
    s, n, t = g.r.randint(1, 10 ** 6), g.n(20, 600), g.n(2, 6)
    return f'''
let {{ lz = LST.runST (do {{ r <- LST.newSTRef ({s} :: Int); let {{ go = do {{ v <- LST.readSTRef r; LST.writeSTRef r (v * 3 `mod` 1000003); vs <- go; return (v : vs) }} }}; go }}) }}
{opt("let { a = sum (take 100 lz); b = lz !! 50 } in a `par` b `par` return ()")}
ys <- forks [evaluate (sum (take ({n} + i) lz)) | i <- [1 .. {t}]]
return (show (sum ys))''', f'return (show (sum [sum (take ({n} + i) (iterate (\\v -> v * 3 `mod` 1000003) ({s} :: Int))) | i <- [1 .. {t}]]))'

def raising(g):
    n, t = g.n(1, 30), g.n(1, 6)
    e = g.r.choice(['error "e"', 'throw Overflow', '1 `div` (0 :: Int)', 'fromJust Nothing', 'head []'])
    sparks = opt("_ <- mapM (\\x -> x `par` return ()) xs")
    return f'''
let {{ xs = [if k `mod` 3 == 0 then nfib (k `mod` 10) `seq` {e} else nfib (k `mod` 12) | k <- [1 .. {n} :: Int]] :: [Int]; s = sum xs }}
{opt("s `par` return ()")}
{sparks}
rs <- forks [do {{ a <- mapM (\\x -> try (evaluate x)) xs; b <- try (evaluate s); return (map (either (\\e -> (e :: SomeException) `seq` (-1)) id) (b : a)) }} | _ <- [1 .. {t} :: Int]]
return (show (length (nub rs), mix (head rs)))''', f'return (show (1 :: Int, mix ((if {n} >= 3 then (-1) else sum [nfib (k `mod` 12) | k <- [1 .. {n}]]) : [if k `mod` 3 == 0 then (-1) else nfib (k `mod` 12) | k <- [1 .. {n} :: Int]])))'

def swaps(g):
    t, n = g.n(1, 6), g.n(5, 80)
    return f'''
m <- newMVar [0 :: Int]
out <- newMVar []
_ <- forks [forM_ [1 .. {n}] (\\i -> do {{ old <- swapMVar m [k * 1000 + i]; modifyMVar_ out (return . (old ++)); {opt("_ <- tryReadMVar m; ")}return () }}) | k <- [1 .. {t}]]
a <- takeMVar m
b <- takeMVar out
return (show (mix (sort (a ++ b))))''', f'return (show (mix (sort (0 : [k * 1000 + i | k <- [1 .. {t}], i <- [1 .. {n}]]))))'

def deep_stm(g):
    d, t = g.n(2, 100), g.n(1, 5)
    kind = g.r.choice(['orElse', 'catchSTM', 'mixed'])
    step = {'orElse': '(modifyTVar\' v (+ 1) >> retry) `orElse` nest v (k - 1)', 'catchSTM': '(nest v (k - 1) >> modifyTVar\' v (+ 1000) >> throwSTM (ErrorCall "x")) `catchSTM` (\\e -> (e :: ErrorCall) `seq` modifyTVar\' v (+ 1))',
            'mixed': 'if even k then (modifyTVar\' v (+ 5) >> retry) `orElse` nest v (k - 1) else (nest v (k - 1) `orElse` return ()) `catchSTM` (\\e -> (e :: ErrorCall) `seq` return ())'}[kind]
    return f'''
v <- newTVarIO (0 :: Int)
let {{ nest :: TVar Int -> Int -> STM (); nest v k = if k <= 0 then modifyTVar' v (+ 1) else {step} }}
_ <- forks [replicateM_ {g.n(1, 5)} (atomically (nest v {d})) >> atomically (readTVar v >>= \\x -> when (x < 0) retry) | _ <- [1 .. {t} :: Int]]
x <- readTVarIO v
return (show (x > 0, x < 1000))''', 'return (show (True, True))'

def impossible_states(g):
    """What a transaction does with two variables that are always equal is never what the program does, whatever it has read."""
    t, n, w = g.n(1, 4), g.n(20, 2000), g.n(1, 3)
    wait = g.r.choice(['return ()', '(nfib (x `mod` 12) `seq` return ())', '(readTVar c >>= \\z -> when (z < 0) retry)', '(forM_ [1 .. 20 :: Int] (\\i -> modifyTVar\' c (+ i)))'])
    other = g.r.choice(['(let { f :: Int -> Int; f k = if odd k then k else f (k + 2) } in f (2 * x)) `seq` return ()', '(let { r = r + x :: Int } in r) `seq` return ()', '(length (cycle [x, y])) `seq` return ()',
                        '(let { go = do { z <- readTVar c; if z == minBound then return () else go } } in go)', 'error "impossible"', 'throwSTM (ErrorCall "impossible")', '([y] !! (x + 1)) `seq` return ()', 'retry', 'writeTVar bad (x, y)',
                        '(sum [x, x + 2 ..]) `seq` return ()', '(let { xs = 1 : map (+ length xs) [x .. y + 2] } in sum xs) `seq` return ()', '(let Just z = (Nothing :: Maybe Int) in z) `seq` return ()'])
    look = f'do {{ x <- readTVar a; {wait}; y <- readTVar b; if x == y then return () else {other} }}'
    look = g.r.choice([look, look, f'(({look}) `orElse` return ())', f'(({look}) `catchSTM` (\\e -> throwSTM (e :: SomeException)))'])
    around = g.r.choice(['{}', '{}', 'timeout 100000000 ({}) >> return ()', 'mask_ ({})', 'void (try ({}) >>= \\r -> case r of {{ Left e -> throwIO (e :: SomeException); Right () -> return () }})'])
    return f'''
a <- newTVarIO (0 :: Int)
b <- newTVarIO (0 :: Int)
c <- newTVarIO (0 :: Int)
bad <- newTVarIO (0, 0 :: Int)
_ <- forks ([replicateM_ {n} (atomically (modifyTVar' a (+ 1) >> modifyTVar' b (+ 1)){opt(" >> yield")}) | _ <- [1 .. {w} :: Int]] ++ [replicateM_ {n} ({around.format(f"atomically ({look})")}) | _ <- [1 .. {t} :: Int]])
xy <- (,) <$> readTVarIO a <*> readTVarIO b
z <- readTVarIO bad
return (show (xy, z))''', f'return (show (({n} * {w}, {n} * {w}), (0, 0)))'

def ioref(g):
    t, n = g.n(1, 8), g.n(10, 300)
    how = g.r.choice(["atomicModifyIORef' r (\\x -> (x + 1, ()))", 'atomicModifyIORef r (\\x -> (x + 1, ()))', 'atomicModifyIORef r (\\x -> (x + 1, x)) >>= \\y -> when (y < 0) yield', "void (atomicModifyIORef' r (\\x -> (x + 1, x * 2)))"])
    return f'''
r <- newIORef (0 :: Int)
_ <- forks [replicateM_ {n} ({how}) | _ <- [1 .. {t} :: Int]]
show <$> readIORef r''', f'return (show ({t} * {n}))'

def philosophers(g):
    t, n = g.n(2, 7, 2), g.n(3, 40)
    return f'''
forksT <- replicateM {t} (newTMVarIO ())
meals <- newTVarIO (0 :: Int)
_ <- forks [replicateM_ {n} (do {{ atomically (takeTMVar a >> takeTMVar b); {opt("yield; ")}atomically (putTMVar a () >> putTMVar b () >> modifyTVar' meals (+ 1)) }}) | (a, b) <- zip forksT (tail forksT ++ [head forksT])]
show <$> readTVarIO meals''', f'return (show ({t} * {n}))'

def delays(g):
    t = g.n(1, 20)
    ready = opt('_ <- try (hReady stdin) :: IO (Either IOException Bool)\n')
    return f'''
{ready}vs <- forM [1 .. {t}] (\\k -> do {{ v <- newEmptyMVar; _ <- forkIO (threadDelay (k * {g.r.choice([1, 10, 77])} `mod` 1000) >> {g.r.choice(["return ()", "yield", "void (evaluate (nfib 10))"])} >> putMVar v k); return v }})
xs <- mapM takeMVar vs
return (show (sum xs))''', f'return (show (sum [1 .. {t} :: Int]))'

def duplicated(g):
    t, n = g.n(1, 5), g.n(5, 80)
    return f'''
c <- newChan
cs <- replicateM {t} (dupChan c)
sums <- forM cs (\\d -> do {{ v <- newEmptyMVar; _ <- forkIO (replicateM {n} (readChan d) >>= \\xs -> putMVar v $! mix xs); return v }})
writeList2Chan c [1 .. {n}]
rs <- mapM takeMVar sums
return (show (nub rs))''', f'return (show [mix [1 .. {n}]])'

def unmasked(g):
    n = g.n(1, 20)
    return f'''
rs <- forM [1 .. {n} :: Int] (\\k -> do
  v <- newEmptyMVar
  _ <- mask_ (forkIO (getMaskingState >>= putMVar v))
  _ <- (if even k then mask_ else id) (forkIOWithUnmask (\\u -> u getMaskingState >>= \\s -> modifyMVar_ v (\\x -> return (if s == Unmasked then x else Unmasked))))
  t <- forkFinally (evaluate (nfib (k `mod` 9))) (\\r -> either (\\_ -> return ()) (\\_ -> return ()) r)
  t `seq` readMVar v)
return (show (length (filter (== MaskedInterruptible) rs)))''', f'return (show ({n} :: Int))'

def lazy_tvars(g):
    t, n = g.n(1, 6), g.n(10, 120)
    return f'''
v <- newTVarIO (0 :: Int)
ws <- replicateM 5 (newTVarIO [] ) :: IO [TVar [Int]]
_ <- forks [forM_ [1 .. {n}] (\\k -> atomically (modifyTVar v (\\x -> x + nfib (k `mod` 5)) >> modifyTVar (ws !! (k `mod` 5)) (k :))) | _ <- [1 .. {t} :: Int]]
rs <- forks [do {{ x <- readTVarIO v; ys <- mapM readTVarIO ws; evaluate (x + mix (sort (concat ys))) }} | _ <- [1 .. 4 :: Int]]
return (show (nub rs))''', f'return (show [{t} * sum [nfib (k `mod` 5) | k <- [1 .. {n}]] + mix (sort (concat (replicate {t} [1 .. {n}])))])'

def modify_killed(g):
    g.never.add('-V0')
    t, n = g.n(1, 8), g.n(5, 100)
    more = opt("_ <- forks [replicateM_ 10 (mask_ (modifyMVar_ m (return . (+ 1)) >> atomicModifyIORef' c (\\x -> (x + 1, ())))) | _ <- [1 .. 3 :: Int]]")
    return f'''
m <- newMVar (0 :: Int)
c <- newIORef (0 :: Int)
ts <- replicateM {t} (forkIO (replicateM_ {n} (mask_ (modifyMVar_ m (\\x -> return (x + 1)) >> atomicModifyIORef' c (\\x -> (x + 1, ()))))))
{g.r.choice(["yield", "threadDelay 50", "threadDelay 300"])}
mapM_ killThread ts
{more}
x <- takeMVar m
y <- readIORef c
return (show (x == y))''', 'return (show True)'

def retry_killed(g):
    g.never.add('-V0')
    t = g.n(1, 60)
    return f'''
v <- newTVarIO (0 :: Int)
woken <- newTVarIO (0 :: Int)
ts <- forM [1 .. {t} :: Int] (\\k -> forkIO (atomically (readTVar v >>= \\x -> when (x < k) retry) >> atomically (modifyTVar' woken (+ 1))))
_ <- forks [replicateM_ {g.n(1, 20)} (atomically (modifyTVar' v (+ 1)) {opt(">> yield")}) | _ <- [1 .. {g.n(1, 5)} :: Int]]
mapM_ killThread (drop ({t} `div` 2) ts)
atomically (writeTVar v 1000000)
atomically (readTVar woken >>= \\w -> when (w < {t} `div` 2) retry)
mapM_ killThread ts
w <- readTVarIO woken
return (show (w >= {t} `div` 2, w <= {t}))''', 'return (show (True, True))'

def tmvar_tchan(g):
    t, n = g.n(1, 5), g.n(5, 80)
    return f'''
c <- newTChanIO
b <- newBroadcastTChanIO
rs <- replicateM {t} (do {{ d <- atomically (dupTChan b); v <- newEmptyTMVarIO; _ <- forkIO (replicateM {n} (atomically (readTChan d)) >>= atomically . putTMVar v . mix); return v }})
_ <- forkIO (forM_ [1 .. {n}] (\\i -> atomically (writeTChan b i)))
_ <- forks [forM_ [1 .. {n}] (\\i -> atomically (if i `mod` 5 == 0 then unGetTChan c (k * i) else writeTChan c (k * i))) | k <- [1 .. {t}]]
xs <- replicateM ({t} * {n}) (atomically (readTChan c))
ys <- mapM (atomically . takeTMVar) rs
return (show (sum xs, nub ys))''', f'return (show (sum [k * i | k <- [1 .. {t}], i <- [1 .. {n}]], [mix [1 .. {n}]]))'

def nested_timeouts(g):
    g.never.add('-V0')
    forever = g.r.choice(['forever yield', 'evaluate (length (cycle "ab"))', 'threadDelay 100000000', 'newEmptyMVar >>= \\m -> takeMVar (m :: MVar Int)', 'atomically retry', 'evaluate (let f :: Int -> Int; f k = if k < 0 then 0 else f (k + 1 - k `mod` 2) in f 1)'])
    d = g.r.choice([1, 100, 1000, 5000])
    return f'''
rs <- forks [timeout 1000000000 (timeout ({d} * k) (void ({forever}))) | k <- [1 .. {g.n(1, 5)}]]
a <- timeout 1000000000 (evaluate (nfib 10))
return (show (nub rs, a))''', 'return (show ([Just (Nothing :: Maybe ())], Just (nfib 10)))'

def par_io(g):
    """Threads that force the same sparked values."""
    v = g.name('v')
    src = g.source(0.8)
    sparks = opt("mapM_ (\\s -> s `par` return ()) sums")
    return f'''
let {{ {v} = {src}; parts = takeWhile (not . null) (map (take 10) (iterate (drop 10) {v})); sums = map mix parts }}
{sparks}
rs <- forks [evaluate (mix (if even k then sums else reverse (map (+ 0) (reverse sums)))) | k <- [1 .. {g.n(1, 6)} :: Int]]
return (show (nub rs))''', f'return (show [mix (map mix (takeWhile (not . null) (map (take 10) (iterate (drop 10) {src}))))])'

def mvar_fair(g):
    t, n = g.n(2, 10, 2), g.n(3, 40)
    return f'''
turn <- newMVar (0 :: Int)
log' <- newIORef []
go <- newEmptyMVar
ts <- forM [1 .. {t}] (\\k -> do {{ v <- newEmptyMVar; _ <- forkIO (readMVar go >> replicateM_ {n} (modifyMVar_ turn (\\x -> modifyIORef log' ((k, x) :) >> return (x + 1))) >> putMVar v ()); return v }})
putMVar go ()
mapM_ takeMVar ts
l <- readIORef log'
return (show (map snd (reverse l) == [0 .. {t} * {n} - 1], sort (map fst l) == concatMap (replicate {n}) [1 .. {t}]))''', 'return (show (True, True))'

def interrupted_loop(g):
    g.never.add('-V0')
    v = g.name('v')
    src = g.source(0.8)
    bind = f'let {{ {v} = {src}; s = loopFold (0, {g.n(10, 100)}) (\\i -> nfib (i `mod` 9) + mix (take i {v})) (+) 0 }}'
    return f'''
{bind}
forM_ [1 .. {g.n(1, 8)}] (\\k -> timeout (k * {g.r.choice([5, 20, 60])}) (evaluate s))
attempt (show s)''', f'{bind}\nattempt (show s)'

def stm_exceptions(g):
    t, n = g.n(1, 6), g.n(3, 60)
    return f'''
v <- newTVarIO (0 :: Int)
rs <- forks [forM [1 .. {n}] (\\i -> do {{ r <- try (atomically (modifyTVar' v (+ 1) >> when (i `mod` 3 == 0) (throwSTM (ErrorCall "three")) >> {opt("when (i `mod` 5 == 0) (void (return $! 1 `div` (0 :: Int))) >> ")}readTVar v)); return (either (\\e -> (e :: SomeException) `seq` (1 :: Int)) (const 0) r) }}) | _ <- [1 .. {t} :: Int]]
x <- readTVarIO v
return (show (x + sum (concat rs)))''', f'return (show ({t} * {n}))'

def async_shared(g):
    """One long lazy chain, many threads that force parts of it, killed in turn; what they left is right."""
    g.never.add('-V0')
    v = g.name('v')
    f = g.int_function()
    n = g.n(50, 1500)
    return f'''
let {{ {v} = scanl (\\a x -> (a * 3 + {f} x) `mod` 1000003) 1 [1 .. {n}]; ends = {v} ++ [length {v}] }}
ts <- forM [1 .. {g.n(1, 10)}] (\\k -> {g.r.choice(["forkIO", "forkOn k"])} (void (evaluate (ends !! ({n} `div` k)))))
forM_ ts (\\t -> {g.r.choice(["yield", "threadDelay 10", "return ()"])} >> killThread t)
_ <- forks [evaluate (ends !! ({n} `div` k)) | k <- [1 .. {g.n(1, 4)}]]
attempt (show (mix ends))''', f'attempt (show (mix (let {{ {v} = scanl (\\a x -> (a * 3 + {f} x) `mod` 1000003) 1 [1 .. {n}] }} in {v} ++ [length {v}])))'

def capabilities(g):
    """The number of capabilities changes all the time."""
    g.never.add('-V0')
    v = g.name('v')
    src = g.source(0.8)
    counts = ', '.join(str(g.r.choice([1, 1, 2, 2, 3, 4, 6])) for _ in range(g.r.choice([2, 3, 5])))
    sparks = opt('_ <- mapM (\\p -> p `par` return ()) parts')
    kills = opt(f'ts <- forM [1 .. {g.n(1, 8)}] (\\k -> forkOn k (void (evaluate (mix (drop k {v})))))\nforM_ ts (\\t -> yield >> killThread t)')
    return f'''
caps <- getNumCapabilities
stop <- newIORef False
done <- newEmptyMVar
let {{ change ks = readIORef stop >>= \\s -> if s then putMVar done () else setNumCapabilities (head ks) >> {g.r.choice(["yield", "threadDelay 100", "threadDelay 1"])} >> change (tail ks) }}
_ <- forkIO (change (cycle [{counts}]))
let {{ {v} = {src}; parts = map (\\k -> mix (drop k {v})) [0 .. 3] }}
{sparks}
{kills}
rs <- forks [evaluate (mix parts) | _ <- [1 .. {g.n(1, 6)} :: Int]]
writeIORef stop True
takeMVar done
setNumCapabilities caps
return (show (nub rs))''', f'return (show [mix (map (\\k -> mix (drop k {src})) [0 .. 3])])'

def nested_threads(g):
    """A tree of threads, each of which ends with its parent, cut at the root."""
    g.never.add('-V0')
    work = g.r.choice(['threadDelay 100000000', 'forever yield', 'takeMVar never', 'void (evaluate (nfib 12))', 'atomically retry', 'forever (evaluate (nfib 9))', 'yield'])
    return f'''
never <- newEmptyMVar :: IO (MVar ())
live <- newIORef (0 :: Int)
let {{ inc k = atomicModifyIORef' live (\\n -> (n + k, ()));
      start :: IO () -> IO (ThreadId, MVar (Either SomeException ()));
      start act = do {{ v <- newEmptyMVar; t <- mask_ (forkIOWithUnmask (\\u -> try (u act) >>= putMVar v)); return (t, v) }};
      end (t, v) = uninterruptibleMask_ (killThread t >> readMVar v);
      both a b = mask (\\restore -> do {{ x <- start a; y <- start b; restore (mapM_ (\\(_, v) -> readMVar v >>= either throwIO return) [x, y]) `onException` mapM_ end [x, y] }});
      tree :: Int -> IO ();
      tree d = bracket_ (inc 1) (inc (-1)) (if d <= 0 then {work} else both (tree (d - 1)) (tree (d - 1))) }}
rs <- forM [1 .. {g.n(1, 8)}] (\\k -> do {{ x <- start (tree (k `mod` {g.n(2, 4, 2)})); {g.r.choice(["yield", "threadDelay (k * 40)", "return ()"])}; end x }})
putMVar never ()
n <- readIORef live
return (show (n, length rs > 0))''', 'return (show (0 :: Int, True))'

def barrier(g):
    t, n = g.n(1, 8), g.n(2, 30)
    return f'''
b <- newTVarIO (0 :: Int, 0 :: Int)
out <- newMVar []
let {{ wait = do {{ g <- atomically (do {{ (c, g) <- readTVar b; writeTVar b (if c + 1 == {t} then (0, g + 1) else (c + 1, g)); return g }}); atomically (readTVar b >>= \\(_, h) -> check (h > g)) }} }}
_ <- forks [forM_ [1 .. {n}] (\\r -> modifyMVar_ out (return . (r :)) >> wait) | _ <- [1 .. {t} :: Int]]
l <- takeMVar out
return (show (mix (reverse l)))''', f'return (show (mix (concatMap (replicate {t}) [1 .. {n}])))'

def tvar_tree(g):
    t, n, m = g.n(1, 6), g.n(5, 100), g.n(3, 60, 2)
    look = opt("when (k == 3) (atomically (do { l <- tList root; c <- readTVar size; when (length l /= c || l /= nub (sort l)) (modifyTVar' bad (+ 1)) }))")
    return f'''
root <- newTVarIO TNil
size <- newTVarIO (0 :: Int)
bad <- newTVarIO (0 :: Int)
_ <- forks [forM_ (take {n} (iterate rnd (i * 7919))) (\\s -> do
  let {{ k = s `div` 64 `mod` {m} }}
  atomically (if even (s `div` 4096) then tInsert root k >>= \\ok -> when ok (modifyTVar' size (+ 1)) else tDelete root k >>= \\ok -> when ok (modifyTVar' size (subtract 1)))
  {look}
  return ()) | i <- [1 .. {t}]]
(l, c) <- atomically ((,) <$> tList root <*> readTVar size)
b <- readTVarIO bad
return (show (length l == c, l == nub (sort l), b))''', 'return (show (True, True, 0))'

def callbacks(g):
    """C that calls Haskell: comparisons that yield, compute, collect, or wait for the others' thunks."""
    v = g.name('v')
    src = g.source(0.2)
    act = g.r.choice(['\\_ -> return ()', '\\x -> when (x `mod` 8 == 0) yield', '\\x -> void (evaluate (nfib (x `mod` 7)))', '\\x -> void (evaluate (costs !! (x `mod` 10)))', '\\x -> when (x `mod` 200 == 0) performGC', '\\x -> when (x `mod` 32 == 0) (threadDelay 1)'])
    return f'''
let {{ {v} = take 200 {src}; costs = map nfib [1 .. 10] }}
rs <- forks [sortC ({act}) {v} | _ <- [1 .. {g.n(1, 5)} :: Int]]
return (show (map mix (nub rs), sum costs))''', f'return (show ([mix (sort (take 200 {src}))], sum (map nfib [1 .. 10])))'

def supervisor(g):
    """A server that dies and is started again; no request is lost."""
    t, n = g.n(1, 5), g.n(3, 50)
    return f'''
q <- newTQueueIO
total <- newTVarIO (0 :: Int)
died <- newTVarIO (0 :: Int)
let {{ server = do {{ m <- atomically (readTQueue q); case m of {{ Nothing -> return (); Just k -> atomically (modifyTVar' total (+ k)) >> when (k `mod` 7 == 0) (throwIO (ErrorCall "seven")) >> server }} }};
      supervise = try server >>= \\r -> case r of {{ Left (ErrorCall _) -> atomically (modifyTVar' died (+ 1)) >> supervise; Right () -> return () }} }}
end <- newEmptyMVar
_ <- forkIO (supervise >> putMVar end ())
_ <- forks [forM_ [1 .. {n}] (\\i -> atomically (writeTQueue q (Just (i * k)))) | k <- [1 .. {t}]]
atomically (writeTQueue q Nothing)
takeMVar end
show <$> ((,) <$> readTVarIO total <*> readTVarIO died)''', f'return (show (sum [i * k | k <- [1 .. {t}], i <- [1 .. {n}]] :: Int, length [() | k <- [1 .. {t}], i <- [1 .. {n}], i * k `mod` (7 :: Int) == 0]))'

def insisting(g):
    """Deep recursion, state threads and loops that time out again and again, by several threads, until they are there."""
    g.never.add('-V0')
    v = g.name('v')
    e = g.r.choice([f'foldr (+) 0 [1 .. {g.n(100, 30000)}]', f'mix (U.elems (sieveU {g.n(50, 5000)}))', f'nfib {g.n(5, 18)}', f'mix {g.source(1.0)}', f'sum (map (length . show . product . enumFromTo 1) [1 .. {g.n(5, 60)} :: Integer])'])
    return f'''
let {{ {v} = {e} :: Int; insist d = timeout d (evaluate {v}) >>= maybe (insist (d + d `div` 4 + 10)) return }}
rs <- forks [insist (k * {g.r.choice([1, 10, 30])}) | k <- [1 .. {g.n(1, 6)}]]
return (show (nub rs))''', f'return (show [{e} :: Int])'

def lazy_file(g):
    """Lazy input, of a file of each item's own, that several threads read and are cut off from."""
    g.never.add('-V0')
    name, n = g.name('file'), g.n(10, 4000)
    return f'''
writeFile "{name}" (unlines (map show [1 .. {n}]))
s <- readFile "{name}"
let {{ ls = lines s; v = sum (map length ls) }}
ts <- replicateM {g.n(1, 6)} (forkIO (void (evaluate {g.r.choice(["v", "(length s)"])})))
forM_ ts (\\t -> {g.r.choice(["yield", "threadDelay 20", "return ()"])} >> killThread t)
{opt("_ <- timeout 50 (evaluate v)")}
rs <- forks [evaluate v | _ <- [1 .. {g.n(1, 4)} :: Int]]
return (show (nub rs, length ls))''', f'return (show ([sum (map (length . show) [1 .. {n}])], {n}))'

def ping_pong(g):
    n = g.n(2, 80)
    wait = g.r.choice(['threadDelay 1000000', 'threadDelay 1', 'takeMVar never'])
    return f'''
done <- newEmptyMVar
never <- newEmptyMVar :: IO (MVar ())
ps <- replicateM 2 newEmptyMVar
let {{ send t k = uninterruptibleMask_ (throwTo t (ErrorCall (show (k :: Int))));
      player other first = do {{ t <- readMVar (ps !! other); when first (send t 0); go t }};
      go t = do {{ r <- try (forever ({wait})); case r of {{ Left (ErrorCall k) | read k >= {n} -> putMVar done (read k) | otherwise -> send t (read k + 1) >> if read k + 1 >= {n} then putMVar done (read k + 1) else go t; Right () -> return () }} }} }}
ts <- mask_ (mapM (\\k -> forkIO (player (1 - k) (k == 0))) [0, 1])
zipWithM_ putMVar ps ts
a <- takeMVar done
b <- takeMVar done
putMVar never ()
return (show (max a b :: Int))''', f'return (show ({n} :: Int))'
