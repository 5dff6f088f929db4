"""Random concurrent items in which several threads read or write one Handle. What they read and write is fixed as a multiset: of lines, records or characters; a reading
operation that an exception cuts off may have taken something, so only those that take nothing (hIsEOF, hLookAhead, hReady) are cut off while there is input."""
from marked import alt, opt

# What an item may do beside, which takes nothing: on a handle that is read, and on one that is written.
LOOKS = ['void (hIsEOF r)', 'void (hLookAhead r)', 'void (hReady r)', 'void (hWaitForInput r 1)', 'void (hGetBuffering r)', 'void (hGetEncoding r)', 'hSetBuffering r LineBuffering', 'hSetBuffering r (BlockBuffering (Just 7))',
         'hSetEncoding r utf8', 'void (hIsOpen r)', 'void (hIsReadable r)', 'void (evaluate (show r))', 'void (hIsEOF r) >> void (hLookAhead r)', 'hSetBinaryMode r False', 'void (hGetLine w)', 'void (hIsSeekable r)']
FILE_LOOKS = LOOKS[:-2] + ['void (hTell r)', 'void (hFileSize r)', 'void (hTell r)']
WRITES = ['hFlush w', 'hFlush w', 'void (hGetBuffering w)', 'hSetBuffering w LineBuffering', 'hSetBuffering w (BlockBuffering Nothing)', 'hSetBuffering w (BlockBuffering (Just 3))', 'hSetEncoding w utf8', 'void (hIsWritable w)',
          'void (evaluate (show w))', 'void (hGetLine w)', 'hPutStr w ""', 'hSetNewlineMode w noNewlineTranslation']
FILE_WRITES = WRITES + ['void (hTell w)', 'void (hFileSize w)', 'void (hTell w)']
MODES = ['LineBuffering', 'LineBuffering', 'BlockBuffering Nothing', 'BlockBuffering (Just 1)', 'BlockBuffering (Just 100)', 'BlockBuffering (Just 20000)']
GET_LINES = ['hGetLine', 'hGetLine', '(fmap B.unpack . B.hGetLine)', '(\\h -> evaluate . force =<< hGetLine h)']

def some(g, acts, most=3): return [g.r.choice(acts) for _ in range(g.r.randint(0, most))]
def pesters(g, acts):
    """(before, after): threads that do such things until the item is done."""
    chosen = some(g, acts)
    if not chosen: return '', ''
    g.never.add('-V0')
    each = ', '.join(f'[{c}]' for c in chosen)             # a thread for each, or one for all
    acts = each if g.r.random() < 0.5 else alt(f'[{", ".join(chosen)}]', f'[{chosen[0]}]')
    pester = f'pester stop {g.r.choice([20, 100, 300, 1000])} a'
    return (f'stop <- newIORef False\npests <- mapM (\\a -> do {{ v <- newEmptyMVar; _ <- forkFinally ({pester}) (\\_ -> putMVar v ()); return v }}) [{acts}]\n',
            'writeIORef stop True\nmapM_ takeMVar pests\n')

def length_of(g): return g.r.choice([1, 5, 30, 30, 200, 490, 490])

def put_line(g):
    return g.r.choice(['hPutStr w (line ++ "\\n")', 'hPutStrLn w line', 'hPutStrLn w line', 'B.hPutStr w (B.pack (line ++ "\\n"))', 'B.hPutStrLn w (B.pack line)', 'hPutStr w (unlines [line])'])

def pipe_lines(g):
    """Writers and readers of one pipe; as many lines are read as are written."""
    t, n, m, length = g.n(1, 5), g.n(1, 120), g.n(1, 5), length_of(g)
    looks, looked = pesters(g, LOOKS + WRITES)
    mode, put, get = g.r.choice(MODES), put_line(g), g.r.choice(GET_LINES)
    # at the end readers wait for what never comes, and are killed; what is written then is there for others
    waiting = opt(f'ts <- replicateM {g.n(1, 4)} (forkIO (void ({g.r.choice(["hGetLine r", "B.hGetLine r >> return []", "hGetChar r >> return []", "B.hGet r 10 >> return []"])})))\n{g.r.choice(["yield", "threadDelay 100", "return ()"])}\nmapM_ killThread {alt("(reverse ts)", "ts")}\n')
    return f'''
(r, w) <- createPipe
hSetBuffering w ({mode})
left <- newIORef ({t} * {n} :: Int)
{looks}let {{ readAll = do {{ k <- atomicModifyIORef' left (\\k -> (k - 1, k)); if k <= 0 then return [] else (:) <$> {get} r <*> readAll }} }}
both <- forks ([readAll | _ <- [1 .. {m} :: Int]] ++ [forM_ [1 .. {n}] (\\i -> let {{ line = lineOf {length} k i }} in {put} {opt(">> yield")}) >> hFlush w >> return [] | k <- [1 .. {t}]])
{looked}{waiting}hPutStr w "the end\\n" >> hClose w
l <- hGetLine r
e <- hIsEOF r
hClose r
return (show (hash (sort (concat both)), length (concat both), l, e))''', f'return (let xs = [lineOf {length} k i | k <- [1 .. {t}], i <- [1 .. {n}]] in show (hash (sort xs), length xs, "the end", True))'

def pipe_records(g):
    """Records of one size, read as such, or character by character by who has a lock."""
    t, n, m, size = g.n(1, 4), g.n(1, 60), g.n(1, 5), g.r.choice([1, 3, 10, 100, 400, 4096 if g.r.random() < 0.3 else 20])
    looks, looked = pesters(g, LOOKS + WRITES)
    mode = g.r.choice(MODES)
    locked = g.r.random() < 0.4
    get = g.r.choice([f'B.unpack <$> B.hGet r {size}', f'B.unpack <$> B.hGet r {size}', f'allocaBytes {size} (\\p -> hGetBuf r p {size} >>= \\k -> B.unpack <$> B.packCStringLen (p, k))'])
    one = g.r.choice(['hGetChar r', 'hLookAhead r >>= \\c -> hGetChar r >>= \\d -> return (if c == d then c else minBound)', 'hIsEOF r >> hGetChar r'])
    if locked: get = f'withMVar lock (\\_ -> replicateM {size} ({one}))'
    put = g.r.choice(['hPutStr w', '(B.hPutStr w . B.pack)', '(\\s -> B.useAsCStringLen (B.pack s) (\\(p, k) -> hPutBuf w p k))'])
    return f'''
(r, w) <- createPipe
hSetBuffering w ({mode})
left <- newIORef ({t} * {n} :: Int)
{"lock <- newMVar ()" if locked else "return ()"}
{looks}let {{ readAll = do {{ k <- atomicModifyIORef' left (\\k -> (k - 1, k)); if k <= 0 then return [] else (:) <$> ({get}) <*> readAll }} }}
both <- forks ([readAll | _ <- [1 .. {m} :: Int]] ++ [forM_ [1 .. {n}] (\\i -> {put} (recordOf {size} k i) {opt(">> yield")}) >> hFlush w >> return [] | k <- [1 .. {t}]])
{looked}hClose w
e <- hIsEOF r
hClose r
return (show (hash (sort (concat both)), length (concat both), e))''', f'return (let xs = [recordOf {size} k i | k <- [1 .. {t}], i <- [1 .. {n}]] in show (hash (sort xs), length xs, True))'

def pipe_contents(g):
    """Some lines are read one by one, the rest lazily, by threads that are cut off."""
    g.never.add('-V0')
    n, first, m, length = g.n(1, 400), g.r.choice([0, 0, 1, 5]), g.n(1, 4), length_of(g)
    contents = g.r.choice(['hGetContents r', 'hGetContents r', 'B.unpack . L.toStrict <$> L.hGetContents r', "hGetContents' r", 'B.unpack <$> B.hGetContents r'])
    timeouts = opt(f'forM_ [1 .. {g.n(1, 10)}] (\\j -> timeout (j * {g.r.choice([7, 50, 200])}) (evaluate k))')
    slowly = opt(f'>> {g.r.choice(["yield", "threadDelay 10", "when (i `mod` 16 == 0) (threadDelay 200)"])} ')
    return f'''
(r, w) <- createPipe
hSetBuffering w ({g.r.choice(MODES + ["NoBuffering"])})
_ <- forkIO (forM_ [1 .. {n} + {first}] (\\i -> hPutStr w (lineOf {length} 1 i ++ "\\n") {slowly}) >> hClose w)
xs <- concat <$> forks [hGetLine r >>= \\l -> return [l] | _ <- [1 .. {first} :: Int]]
s <- {contents}
let {{ ls = lines s; k = length s }}
ts <- replicateM {g.n(1, 4)} (forkIO (void (evaluate {g.r.choice(["k", "(hash ls)"])})))
{timeouts}
forM_ ts (\\t -> {g.r.choice(["yield", "threadDelay 20", "return ()"])} >> killThread t)
rs <- forks [evaluate (k + hash ls * 0) | _ <- [1 .. {m} :: Int]]
{opt("hClose r")}
return (show (length (nub rs), hash (sort (xs ++ ls))))''', f'return (show (1 :: Int, hash (sort [lineOf {length} 1 i | i <- [1 .. {n} + {first}]])))'

def file_readers(g):
    """Threads that read one file, each until its end."""
    n, m, length, name = g.n(1, 1500), g.n(1, 5), length_of(g), g.name('file')
    looks, looked = pesters(g, [l for l in FILE_LOOKS if ' w' not in l])
    if g.r.random() < 0.3:
        get = g.r.choice(['B.hGetSome r 100', 'B.hGet r 1000', '(B.hGetNonBlocking r 0 >> B.hGetSome r 40000)', 'B.hGetLine r >>= \\l -> return (B.snoc l \'\\n\')'])
        return f'''
writeFile "{name}" (unlines [lineOf {length} 1 i | i <- [1 .. {n}]])
r <- openFile "{name}" ReadMode
{looks}let {{ go acc = ((\\b -> if B.null b then Nothing else Just b) <$> ({get})) `catch` (\\e -> if isEOFError e then return Nothing else throwIO e) >>= maybe (return acc) (\\b -> go (b : acc)) }}
bs <- forks [go [] | _ <- [1 .. {m} :: Int]]
{looked}hClose r
return (show (let {{ b = B.concat (concat bs) }} in (B.length b, B.count '\\n' b, B.count '3' b)))''', f'return (show (let {{ b = B.pack (unlines [lineOf {length} 1 i | i <- [1 .. {n}]]) }} in (B.length b, B.count \'\\n\' b, B.count \'3\' b)))'
    get = g.r.choice(GET_LINES)
    which = f'"{name}"'
    opening = f'r <- openFile {which} ReadMode'
    if not getattr(g, 'has_stdin', False) and g.r.random() < 0.3:
        g.has_stdin = True
        opening = f'f <- openFile {which} ReadMode\nhDuplicateTo f stdin >> hClose f\nlet {{ r = stdin }}'
        looks, looked = '', ''
    binary = opt('hSetBinaryMode r True\n')
    return f'''
writeFile "{name}" (unlines [lineOf {length} 1 i | i <- [1 .. {n}]])
{opening}
{binary}{looks}let {{ go acc = (Just <$> {get} r) `catch` (\\e -> if isEOFError e then return Nothing else throwIO e) >>= maybe (return acc) (\\l -> go (l : acc)) }}
ls <- concat <$> forks [go [] | _ <- [1 .. {m} :: Int]]
{looked}e <- hIsEOF r
return (show (hash (sort ls), length ls, e))''', f'return (let xs = [lineOf {length} 1 i | i <- [1 .. {n}]] in show (hash (sort xs), length xs, True))'

def file_writers(g):
    """Threads that write lines to one file; those that are killed have written whole lines, the first ones of theirs."""
    t, n, length, name = g.n(1, 5), g.n(1, 200), length_of(g), g.name('file')
    looks, looked = pesters(g, FILE_WRITES)
    put, mode = put_line(g), g.r.choice(['WriteMode', 'WriteMode', 'AppendMode', 'ReadWriteMode'])
    if mode == 'AppendMode' and looks: looks, looked = looks.replace('void (hTell w)', 'hFlush w'), looked
    start = f'''
writeFile "{name}" ""
w <- openFile "{name}" {mode}
hSetBuffering w ({g.r.choice(MODES)})
{looks}'''
    if g.r.random() < 0.5: return start + f'''_ <- forks [forM_ [1 .. {n}] (\\i -> let {{ line = lineOf {length} k i }} in {put} {opt(">> yield")}) | k <- [1 .. {t}]]
{looked}hClose w
ls <- lines <$> readFile "{name}"
return (show (hash (sort ls), length ls))''', f'return (let xs = [lineOf {length} k i | k <- [1 .. {t}], i <- [1 .. {n}]] in show (hash (sort xs), length xs))'
    g.never.add('-V0')
    return start + f'''ts <- forM [1 .. {t}] (\\k -> do {{ v <- newEmptyMVar; t <- forkFinally (forM_ [1 .. {n}] (\\i -> let {{ line = lineOf {length} k i }} in {put})) (\\_ -> putMVar v ()); return (t, v) }})
{g.r.choice(["yield", "threadDelay 50", "threadDelay 1000"])}
forM_ ts (\\(t, v) -> killThread t >> takeMVar v)
{looked}hClose w
ls <- lines <$> readFile "{name}"
return (show (and [take (length mine) [lineOf {length} k i | i <- [1 ..]] == mine | k <- [1 .. {t}], let {{ mine = filter (isPrefixOf (show k ++ " ")) ls }}], all ((> 1) . length . words) ls))''', 'return (show (True, True))'

def slots(g):
    """A file of numbers that are read, and written anew, by who has the lock."""
    t, n, m, name = g.n(1, 4), g.n(1, 60), g.n(1, 9), g.name('file')
    looks, looked = pesters(g, [a for a in ['void (hTell w)', 'void (hFileSize w)', 'hFlush w', 'void (hGetEncoding w)', 'void (hIsSeekable w)', 'void (hGetBuffering w)', 'hSetBuffering w LineBuffering']])
    get = g.r.choice(['hGetLine w', 'B.unpack <$> B.hGet w 6', 'replicateM 6 (hGetChar w)'])
    return f'''
writeFile "{name}" (concat (replicate {m} "000000\\n"))
w <- openFile "{name}" ReadWriteMode
lock <- newMVar ()
{looks}_ <- forks [forM_ [1 .. {n}] (\\i -> withMVar lock (\\_ -> do
  let {{ at = toInteger (7 * ((i * k) `mod` {m})) }}
  hSeek w AbsoluteSeek at
  s <- {get}
  hSeek w {g.r.choice(["AbsoluteSeek at", "RelativeSeek (at - at) >> hSeek w AbsoluteSeek at"])}
  hPutStr w (drop 1 (show (1000001 + read s :: Int))){opt(" >> hFlush w")})) | k <- [1 .. {t}]]
{looked}hClose w
xs <- map read . lines <$> readFile "{name}"
return (show (sum xs :: Int, length xs))''', f'return (show ({t} * {n} :: Int, {m} :: Int))'

def closing(g):
    """The handle is closed while others read it: each reader has a line, or an IOException."""
    g.never.add('-V0')
    t, n = g.n(1, 6), g.n(0, 5, 0)
    get = g.r.choice(GET_LINES)
    close = g.r.choice(['hClose w >> hClose r', 'forkIO (hClose r) >> hClose w', 'forkIO (threadDelay 20 >> hClose w) >> hClose r', 'timeout 50 (hClose r) >> hClose w >> hClose r', 'forkIO (hClose w) >> forkIO (hClose r) >> hClose r'])
    written = opt(f'forM_ [1 .. {n}] (\\i -> hPutStrLn w (lineOf 30 1 i)) >> hFlush w')
    return f'''
(r, w) <- createPipe
vs <- replicateM {t} (do {{ v <- newEmptyMVar; _ <- forkIO ((try ({get} r) :: IO (Either IOException String)) >>= putMVar v); return v }})
{written}
{opt(g.r.choice(["yield", "threadDelay 50"]))}
_ <- {close}
xs <- mapM takeMVar vs
hClose r
c <- hIsClosed r
return (show (c, all (`elem` [lineOf 30 1 i | i <- [1 .. {n}]]) [l | Right l <- xs], length xs))''', f'return (show (True, True, {t} :: Int))'

def full_pipe(g):
    """More than a pipe takes, by writers some of which are killed while they wait."""
    g.never.add('-V0')
    t, n, killed = g.n(1, 4), g.n(10, 200), g.r.random() < 0.5
    mode, put = g.r.choice(MODES), put_line(g)
    drain = g.r.choice(['B.hGetContents r', 'B.concat <$> (let { go = B.hGetSome r 1000 >>= \\b -> if B.null b then return [] else (b :) <$> go } in go)'])
    if not killed: return f'''
(r, w) <- createPipe
hSetBuffering w ({mode})
v <- newEmptyMVar
_ <- forkIO (threadDelay {g.r.choice([1, 100, 2000])} >> {drain} >>= putMVar v)
_ <- forks [forM_ [1 .. {n}] (\\i -> let {{ line = lineOf 490 k i }} in {put}) | k <- [1 .. {t}]]
hClose w
ls <- map B.unpack . B.lines <$> takeMVar v
return (show (hash (sort ls), length ls))''', f'return (let xs = [lineOf 490 k i | k <- [1 .. {t}], i <- [1 .. {n}]] in show (hash (sort xs), length xs))'
    return f'''
(r, w) <- createPipe
hSetBuffering w ({mode})
ts <- forM [1 .. {t}] (\\k -> do {{ v <- newEmptyMVar; t <- forkFinally (forM_ [1 ..] (\\i -> let {{ line = lineOf 490 k i }} in {put})) (\\_ -> putMVar v ()); return (t, v) }})
threadDelay {g.r.choice([10, 1000, 3000])}
end <- newEmptyMVar
_ <- forkIO ({g.r.choice(["return ()", "threadDelay 300"])} >> B.hGetContents r >>= putMVar end)
forM_ ts (\\(t, v) -> killThread t >> takeMVar v)
hClose w
b <- takeMVar end
return (show (B.length b >= 0))''', 'return (show True)'

def unbuffered(g):
    """Characters that writers without buffering write are all there, in some order."""
    t, n, m = g.n(1, 4), g.n(1, 150), g.n(1, 4)
    other = g.r.choice(["'x'", "'\\1234'", "'\\9786'"])
    return f'''
(r, w) <- createPipe
hSetBuffering w NoBuffering
left <- newIORef ({t} * {n} :: Int)
let {{ readAll = do {{ k <- atomicModifyIORef' left (\\k -> (k - 1, k)); if k <= 0 then return [] else (:) <$> hGetChar r <*> readAll }} }}
both <- forks ([readAll | _ <- [1 .. {m} :: Int]] ++ [hPutStr w (take {n} (cycle [toEnum (64 + k), {other}])) >> return [] | k <- [1 .. {t}]])
return (show (sort (map fromEnum (concat both)) == sort (map fromEnum (concat both)), length (concat both)))''', f'return (show (True, {t} * {n} :: Int))'

def lazy_lines(g):
    """A line that is read lazily, and cut off."""
    g.never.add('-V0')
    n = g.n(1, 30)
    get = g.r.choice(['hGetLine r', 'B.unpack <$> B.hGetLine r', 'B.unpack <$> B.hGet r 7'])
    return f'''
(r, w) <- createPipe
l <- unsafeInterleaveIO ({get})
forM_ [1 .. {n}] (\\j -> timeout (j * {g.r.choice([3, 20, 100])} `mod` 300) (evaluate (length l)))
t <- forkIO (void (evaluate (length l)))
{opt("yield")}
killThread t
forkIO (hPutStr w "abcdefg\\n123\\n" >> hClose w)
rs <- forks [evaluate (take 7 l) | _ <- [1 .. {g.n(1, 3)} :: Int]]
ls <- filter (not . null) . lines <$> hGetContents r
return (show (nub rs, ls))''', 'return (show (["abcdefg"], ["123"]))'

CAT = 'createProcess (proc "cat" []) { std_in = CreatePipe, std_out = CreatePipe }'
UNTIL_END = """let { untilEnd act = let { go acc = (Just <$> act) `catch` (\\e -> if isEOFError e then return Nothing else throwIO e) >>= maybe (return acc) (\\l -> go (l : acc)) } in go [] }"""

def children(g):
    """Children that copy: threads write to each and read from it, and several wait for its end."""
    g.never.add('-V0')
    p, t, n, m, length = g.n(1, 3), g.n(1, 3), g.n(1, 60), g.n(1, 4), length_of(g)
    looks, looked = (text.replace('\n', '; ') for text in pesters(g, [l.replace(' r', ' o') for l in LOOKS if ' w' not in l]))
    put, get = put_line(g).replace(' w ', ' i '), g.r.choice(GET_LINES + ['(fmap T.unpack . T.hGetLine)'])
    waiters = g.n(1, 3)
    return f'''
{UNTIL_END}
ls <- forks [do {{ (Just i, Just o, _, c) <- {CAT}; hSetBuffering i ({g.r.choice(MODES)}); {looks}
    w <- newEmptyMVar
  ; _ <- forkIO (forks [forM_ [1 .. {n}] (\\j -> let {{ line = lineOf {length} (k + q) j }} in {put}) | k <- [1 .. {t}]] >> hClose i >> putMVar w ())
  ; xs <- forks (replicate {m} (untilEnd ({get} o)))
  ; takeMVar w; {looked}es <- forks (replicate {waiters} (waitForProcess c)); hClose o
  ; return (all (== ExitSuccess) es, concat xs) }} | q <- take {p} [0, 100 ..]]
return (show (all fst ls, hash (sort (concatMap snd ls)), length (concatMap snd ls)))''', f'return (let xs = [lineOf {length} (k + q) j | q <- take {p} [0, 100 ..], k <- [1 .. {t}], j <- [1 .. {n}]] in show (True, hash (sort xs), length xs))'

def ended_child(g):
    """Readers of a child that is ended have what it had written, and then the end."""
    g.never.add('-V0')
    n, m = g.n(0, 5, 0), g.n(1, 4)
    end = g.r.choice(['terminateProcess c', 'forks [terminateProcess c, terminateProcess c] >> return ()', 'forkIO (threadDelay 100 >> terminateProcess c) >> return ()'])
    before = g.r.choice(['timeout 100 (waitForProcess c) >> return ()', 'ts <- replicateM 2 (forkIO (void (waitForProcess c)))\nmapM_ killThread ts', 'getProcessExitCode c >> return ()'])
    return f'''
{UNTIL_END}
(Just i, Just o, _, c) <- {CAT}
vs <- replicateM {m} (do {{ v <- newEmptyMVar; _ <- forkIO (untilEnd (hGetLine o) >>= putMVar v); return v }})
forM_ [1 .. {n}] (\\j -> hPutStrLn i (lineOf 30 1 j)) >> hFlush i
{opt(before)}
{end}
e <- forks [waitForProcess c, waitForProcess c]
xs <- mapM takeMVar vs
hClose i `catch` (\\x -> (x :: IOException) `seq` return ())
return (show (nub e, all (`elem` [lineOf 30 1 j | j <- [1 .. {n}]]) (concat xs)))''', 'return (show ([ExitFailure (-15)], True))'

def duplicates(g):
    """Writers each have a duplicate of the handle; a line goes out at once and whole."""
    t, n, m, length = g.n(1, 5), g.n(1, 80), g.n(1, 4), length_of(g)
    put, get = g.r.choice(['hPutStrLn w line', 'hPutStr w (line ++ "\\n")', 'B.hPutStr w (B.pack (line ++ "\\n")) >> hFlush w']), g.r.choice(GET_LINES)
    return f'''
{UNTIL_END}
(r, w0) <- createPipe
ws <- forM [1 .. {t}] (\\k -> do {{ w <- hDuplicate w0; hSetBuffering w LineBuffering; return (k, w) }})
hClose w0
xs <- forks (replicate {m} (untilEnd ({get} r)) ++ [(forM_ [1 .. {n}] (\\i -> let {{ line = lineOf {length} k i }} in {put} {opt(">> yield")}) >> hClose w) >> return [] | (k, w) <- ws])
return (show (hash (sort (concat xs)), length (concat xs)))''', f'return (let xs = [lineOf {length} k i | k <- [1 .. {t}], i <- [1 .. {n}]] in show (hash (sort xs), length xs))'

def kept_lines(g):
    """Lines that are looked at only when all have been read and memory was collected, by several threads."""
    t, n, m, length = g.n(1, 3), g.n(1, 150), g.n(1, 4), length_of(g)
    get = g.r.choice(['hGetLine r', 'hGetLine r', 'unsafeInterleaveIO (return ()) >> hGetLine r', 'T.unpack <$> T.hGetLine r'])
    collect = g.r.choice(['performGC', 'performGC >> performGC', 'return ()', 'forks [performGC, performGC] >> return ()'])
    return f'''
{UNTIL_END}
(r, w) <- createPipe
hSetBuffering w ({g.r.choice(MODES)})
_ <- forkIO (forks [forM_ [1 .. {n}] (\\i -> hPutStrLn w (lineOf {length} k i)) | k <- [1 .. {t}]] >> hClose w)
xs <- concat <$> forks (replicate {m} (untilEnd ({get})))
{collect}
{opt(g.spark(["(hash xs)"], "return ()", 1))}
hs <- forks [evaluate (hash (sort xs)) | _ <- [1 .. {m} :: Int]]
return (show (nub hs, length xs))''', f'return (let xs = [lineOf {length} k i | k <- [1 .. {t}], i <- [1 .. {n}]] in show ([hash (sort xs)], length xs))'

def conversation(g):
    """Who has the lock says a line to the other side, and reads its answer."""
    g.never.add('-V0')
    t, n, length = g.n(1, 5), g.n(1, 40), length_of(g)
    child = g.r.random() < 0.5
    start = f'(Just w, Just r, _, c) <- {CAT}' if child else f'''(r0, w) <- createPipe
(r, w0) <- createPipe
{UNTIL_END}
done <- newEmptyMVar
_ <- forkIO (untilEnd ({g.r.choice(["hGetLine r0 >>= hPutStrLn w0", "hGetLine r0 >>= hPutStr w0 . (++ [toEnum 10])", "B.hGetLine r0 >>= B.hPutStrLn w0"])} >> hFlush w0) >> hClose w0 >> putMVar done ())'''
    ask = alt(f'timeout {g.r.choice([10, 100])} (hWaitForInput r 1000) >> hGetLine r', 'hGetLine r') if g.r.random() < 0.3 else g.r.choice(['hGetLine r', 'hIsEOF r >> hGetLine r', 'hLookAhead r >> hGetLine r', '(B.unpack <$> B.hGetLine r)'])
    return f'''
{start}
hSetBuffering w LineBuffering
lock <- newMVar ()
xs <- forks [forM [1 .. {n}] (\\i -> let {{ line = lineOf {length} k i }} in withMVar lock (\\_ -> hPutStrLn w line >> ({ask})) >>= \\l -> return (l == line)) | k <- [1 .. {t}]]
hClose w
e <- hIsEOF r
{"_ <- waitForProcess c" if child else "takeMVar done"}
return (show (and (concat xs), length (concat xs), e))''', f'return (show (True, {t} * {n} :: Int, True))'

ITEMS = [pipe_lines, pipe_lines, pipe_lines, pipe_records, pipe_records, pipe_contents, pipe_contents, file_readers, file_readers, file_writers, file_writers, slots, closing, full_pipe, unbuffered, lazy_lines, children, ended_child, duplicates, kept_lines, kept_lines, conversation]

PRELUDE = [
    (['lineOf'], '''-- The i-th line of the k-th writer, at most so long and then some.
lineOf :: Int -> Int -> Int -> String
lineOf most k i = show k ++ ' ' : show i ++ replicate ((k * 37 + i * 101) `mod` most) (toEnum (97 + i `mod` 26))'''),
    (['recordOf'], '''recordOf :: Int -> Int -> Int -> String
recordOf size k i = take size (show (k * 1000 + i) ++ repeat (toEnum (97 + (k + i) `mod` 26)))'''),
    (['hash'], '''hash :: [String] -> Int
hash = foldl' (\\a l -> foldl' (\\b c -> (b * 31 + fromEnum c) `mod` 1000000007) (a * 7 + 1) l) 7'''),
    (['pester'], '''-- Does such things again and again, for at most so many microseconds each.
pester :: IORef Bool -> Int -> [IO ()] -> IO ()
pester stop d as = go (cycle as) where
  go [] = return ()
  go (b : bs) = readIORef stop >>= \\s -> if s then return () else (void (timeout d b) `catch` \\e -> (e :: IOException) `seq` return ()) >> yield >> go bs'''),
]
IMPORTS = [
    (['createPipe', 'createProcess'], 'import System.Process'),
    (['ExitSuccess', 'ExitFailure'], 'import System.Exit'),
    (['T'], 'import qualified Data.Text as T\nimport qualified Data.Text.IO as T'),
    (['B'], 'import qualified Data.ByteString.Char8 as B'),
    (['L'], 'import qualified Data.ByteString.Lazy as L'),
    (['isEOFError'], 'import System.IO.Error (isEOFError)'),
    (['hDuplicate', 'hDuplicateTo'], 'import GHC.IO.Handle (hDuplicate, hDuplicateTo)'),
    (['allocaBytes'], 'import Foreign (allocaBytes)'),
]
