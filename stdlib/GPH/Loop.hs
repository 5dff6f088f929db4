{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The engine of Data.Parallel: runs the batches 0 .. n - 1 of a loop, each once, on the caller and on the HECs that are idle. What a batch
-- is, the caller knows. Who runs which batch is decided in runtime/sched/loop.c; how helpers come and are waited for is told in
-- Note [Joining a loop] in runtime/sched/loop_open.c.
--
-- Note [Exceptions of a loop]
-- ~~~~~~~~~~~~~~~~~~~~~~~~~~~
-- A batch that raises is noted; no batch above the lowest of these is begun any more, all below it are run, so the exception of the
-- lowest batch that raises is the loop's, whatever the schedule.
--
-- 'runPure' serves loops inside a pure value. It catches only what a batch raises itself ('catchSync'): an asynchronous exception goes through
-- it like through any evaluation, and what it cuts off can be resumed when the value is wanted after all. Helpers go on, as sparks do.
--
-- 'runIO' serves actions: when it returns or raises, nothing of the loop is running. So workers that run a batch above one that raised, or all
-- of them when the caller gets an asynchronous exception, are interrupted by a 'LoopKill'. A worker may be killed only while it runs a batch
-- that is not wanted: gph_loop_kill marks it, which its next claim would see; it then waits, on its MVar, until the killer has thrown.
-- A handler inside a batch may raise an asynchronous exception again (bracket does): those of the type SomeAsyncException are known by it and
-- end the loop at once, rather than after all lower batches, one of which may be endless.
module GPH.Loop (runPure, runIO) where

import Control.Concurrent.MVar
import Control.Exception
import Data.IORef
import GPH.Conc (ThreadId, getNumCapabilities, myThreadId)
import GPH.Exception (block, blockUninterruptible, catchSync, unblock)
import GPH.IOBase (ThreadId(..), throwTo)
import GPH.Prim
import GPH.Strand (watched)
import GPH.Types (IO(..), Int(..))
import System.IO.Unsafe (unsafePerformIO)

-- | The loop's memory: GphLoop in runtime/sched/loop.h.
data Loop = Loop (MutableByteArray# RealWorld)

foreign import ccall unsafe "gph_loop_bytes" c_bytes :: IO Int
foreign import ccall unsafe "gph_loop_init" c_init :: MutableByteArray# RealWorld -> Int -> Int -> Int -> Int -> IO Int
foreign import ccall unsafe "gph_loop_next" c_claim :: MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_loop_current" c_current :: MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_loop_fail" c_fail :: MutableByteArray# RealWorld -> Int -> IO ()
foreign import ccall unsafe "gph_loop_kill" c_kill :: MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_loop_wanted" c_wanted :: MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_loop_close" c_close :: MutableByteArray# RealWorld -> IO ()
foreign import ccall unsafe "gph_loop_over" c_over :: MutableByteArray# RealWorld -> IO ()
foreign import ccall unsafe "gph_loop_joined" c_joined :: MutableByteArray# RealWorld -> IO Int

claim, current, kill, wanted :: Loop -> Int -> IO Int
claim (Loop l) w = c_claim l w
current (Loop l) w = c_current l w
kill (Loop l) w = c_kill l w
wanted (Loop l) w = c_wanted l w
{-# INLINE claim #-}

failAt :: Loop -> Int -> IO ()
failAt (Loop l) b = c_fail l b

close, over :: Loop -> IO ()
close (Loop l) = c_close l
over (Loop l) = c_over l

joined :: Loop -> IO Int
joined (Loop l) = c_joined l

killed :: Int
killed = -3                                            -- GPH_LOOP_KILLED

-- | A loop of so many batches with so many levels inside, and the number of helpers that may come. What a batch does is named in the report of @--scaling@.
newLoop :: Int -> Int -> a -> IO (Loop, Int)
newLoop level batches code = do
  hec <- currentHec
  bytes@(I# bytes#) <- c_bytes
  l@(Loop m) <- IO (\s -> case newAlignedPinnedByteArray# bytes# 64# s of (# s1, m #) -> (# s1, Loop m #))
  helpers <- c_init m bytes batches level hec
  IO (\s -> case loopCode# m code s of s1 -> (# s1, () #))
  return (l, helpers)

currentHec :: IO Int
currentHec = IO (\s -> case myThreadId# s of (# s1, t #) -> case threadStatus# t s1 of (# s2, _, h, _ #) -> (# s2, I# h #))

catchAny :: IO a -> (SomeException -> IO a) -> IO a
catchAny = catch
{-# INLINE catchAny #-}

-- ---- Helpers --------------------------------------------------------------------------------------------------------------
-- Note [A helper works once]
-- ~~~~~~~~~~~~~~~~~~~~~~~~~~
-- A thunk may be evaluated by two threads: by the helper, and by the caller, which wants to wait for it, when the helper has not marked it as a black
-- hole yet (a few instructions, or, with lazy black-holing, until the helper is put aside). The caller would then be the helper a second time, and take
-- its work for done. So each helper has two marks: that it has begun, which one thread can set, and that it is done. The caller looks at the thunk only
-- after the helper has begun, to wait without spinning, and believes the second mark alone.
data Thunks = Thunks (MutableArray# RealWorld ()) (MutableByteArray# RealWorld)

-- | Helper w's work is the value of the w-th thunk (from 1). See Note [A helper works once].
newThunks :: Int -> (Int -> IO ()) -> IO Thunks
newThunks n@(I# n#) work = do
  ts@(Thunks a _) <- IO (\s -> case newArray# n# () s of
    (# s1, a #) -> case newByteArray# (n# *# 16#) s1 of
      (# s2, marks #) -> case setByteArray# marks 0# (n# *# 16#) 0# s2 of s3 -> (# s3, Thunks a marks #))
  let fill w@(I# w#)
        | w > n = return ts
        | otherwise = IO (\s -> case writeArray# a (w# -# 1#) (unsafePerformIO (once ts w (work w))) s of s1 -> (# s1, () #)) >> fill (w + 1)
  fill 1

once :: Thunks -> Int -> IO () -> IO ()
once ts w act = do
  before <- mark ts (begun w) 0 1
  if before == 0 then act >> mark ts (done w) 0 1 >> return () else return ()

begun, done :: Int -> Int
begun w = 2 * w - 2
done w = 2 * w - 1

-- | Replaces a mark if it is as said (ordered before and after); what it was.
mark :: Thunks -> Int -> Int -> Int -> IO Int
mark (Thunks _ marks) (I# i) (I# old) (I# new) = IO (\s -> case casIntArray# marks i old new s of (# s1, was #) -> (# s1, I# was #))

-- | Offers the work to idle HECs, if there is any for them.
open :: Loop -> Thunks -> Int -> IO ()
open (Loop l) (Thunks a _) (I# n) = case n of
  0# -> return ()
  _ -> IO (\s -> case openLoop# l a n s of s1 -> (# s1, () #))

-- | Waits until the helpers that came are done; the loop is closed.
await :: Loop -> Thunks -> (Int -> IO Bool) -> IO ()
await l ts@(Thunks a _) needed = do
  n <- joined l
  let go w
        | w > n = return ()
        | otherwise = do
            yes <- needed w
            if yes then wait w else return ()
            go (w + 1)
      -- See Note [A helper works once].
      wait w@(I# w#) = do
        over <- mark ts (done w) 0 0
        if over /= 0 then return () else do
          started <- mark ts (begun w) 0 0
          if started /= 0
            then IO (\s -> case readArray# a (w# -# 1#) s of (# s1, t #) -> case seq# t s1 of (# s2, _ #) -> (# s2, () #))
            else return ()
          over' <- mark ts (done w) 0 0
          if over' /= 0 then return () else IO (\s -> case yield# s of s1 -> (# s1, () #)) >> wait w
  go 1

type Failure = IORef (Maybe (Int, SomeException))

note :: Loop -> Failure -> Int -> SomeException -> IO ()
note l failure b e = do
  atomicModifyIORef' failure (\old -> case old of
    Just (b', _) | b' <= b -> (old, ())
    _ -> (Just (b, e), ()))
  failAt l b

-- | Is there one HEC, and nobody who wants to know of batches (@+RTS --scaling@)?
onlyHec :: IO Bool
onlyHec = do
  hecs <- getNumCapabilities
  if hecs /= 1 then return False else fmap not watched

inOrder :: Int -> (Int -> IO ()) -> IO ()
inOrder n body = go 0
  where
    go b | b >= n = return ()
         | otherwise = body b >> go (b + 1)
{-# INLINE inOrder #-}

-- ---- Pure loops -----------------------------------------------------------------------------------------------------------
-- | Levels inside, number of batches, what a batch does: it must only write what nobody else reads or writes.
runPure :: Int -> Int -> (Int -> IO ()) -> IO ()
runPure level n body
  | n <= 1 = inOrder n body
  | otherwise = do
      alone <- onlyHec
      if alone then inOrder n body else parallelPure level n body
{-# NOINLINE runPure #-}

parallelPure :: Int -> Int -> (Int -> IO ()) -> IO ()
parallelPure level n body = do
  (l, helpers) <- newLoop level n body
  failure <- newIORef Nothing
  thunks <- newThunks helpers (\w -> drain l failure body w >> close l)
  open l thunks helpers
  drain l failure body 0
  close l
  await l thunks (\w -> fmap (/= 0) (wanted l w))
  over l
  r <- readIORef failure
  case r of
    Nothing -> return ()
    Just (_, e) -> throwIO e
{-# NOINLINE parallelPure #-}

drain :: Loop -> Failure -> (Int -> IO ()) -> Int -> IO ()
drain l failure body w = next
  where
    next = claim l w >>= from
    from b
      | b < 0 = return ()
      | otherwise = do
          done <- catchSync (steps b) (\e -> current l w >>= \c -> note l failure c e >> return False)
          if done then return () else next
    steps b = do
      body b
      b' <- claim l w
      if b' < 0 then return True else steps b'

-- ---- Loops of actions -----------------------------------------------------------------------------------------------------
newtype LoopKill = LoopKill Failure                    -- whose loop it is
instance Show LoopKill where
  showsPrec _ _ = showString "parallel loop interrupted"
instance Exception LoopKill where
  toException = asyncExceptionToException
  fromException = asyncExceptionFromException

data Worker = Worker !ThreadId !(MVar ())              -- the MVar is filled by a killer that has thrown

data Workers = Workers (MutableArray# RealWorld Worker)

data Run = Run
  { loop :: !Loop
  , failed :: !Failure
  , registered :: !Workers
  , count :: !Int                                      -- workers that there may be
  , restore :: IO () -> IO ()                          -- the caller's masking state
  , setup :: Int -> IO (Int -> IO ()) }

-- | As 'runPure', for actions. A worker begins with the set-up, which is given the worker's number (the caller's is 0) and yields what a batch
-- does; a worker that gets no batch does not. When it raises so does the loop.
runIO :: Int -> Int -> (Int -> IO (Int -> IO ())) -> IO ()
runIO level n prepare
  | n <= 0 = return ()
  | otherwise = do
      alone <- onlyHec
      if alone || n == 1 then prepare 0 >>= inOrder n else parallelIO level n prepare
{-# NOINLINE runIO #-}

parallelIO :: Int -> Int -> (Int -> IO (Int -> IO ())) -> IO ()
parallelIO level n prepare = do
  masked <- getMaskingState
  me <- myThreadId
  (l, helpers@(I# helpers#)) <- newLoop level n prepare
  failure <- newIORef Nothing
  ws <- IO (\s -> case newArray# (helpers# +# 1#) (error "GPH.Loop: no worker") s of (# s1, a #) -> (# s1, Workers a #))
  let back = case masked of
        Unmasked -> unblock
        MaskedInterruptible -> block
        MaskedUninterruptible -> blockUninterruptible
      run = Run l failure ws (helpers + 1) back prepare
      helper w = do
        t <- myThreadId
        _ <- block (worker run t w)
        close l
  thunks <- newThunks helpers helper
  interrupted <- block (do
    open l thunks helpers
    mine <- worker run me 0
    close l
    let waitAll = await l thunks (\_ -> return True)
    r <- case mine of
      Just _ -> return mine
      Nothing -> catchAny (back waitAll >> return Nothing) (\e -> return (Just e))
    case r of
      Nothing -> return ()
      Just _ -> failAt l (-1) >> killOthers run 0 >> waitAll
    return r)
  over l
  raised <- readIORef failure
  case (interrupted, raised) of
    (Nothing, Nothing) -> return ()
    (Nothing, Just (_, e)) -> throwIO e
    (Just e, Just (_, e')) | Just NonTermination <- fromException e -> throwIO e'   -- it waited for a helper that is in a deadlock
    -- Thrown, not raised: a loop around this one must take it as what it is.
    (Just e, _) -> throwTo me e >> throwIO e
{-# NOINLINE parallelIO #-}

-- | What a worker does, masked. The caller's yields the asynchronous exception that ended it.
worker :: Run -> ThreadId -> Int -> IO (Maybe SomeException)
worker run me w@(I# w#) = do
  door <- newEmptyMVar
  case registered run of
    Workers a -> IO (\s -> case writeArray# a w# (Worker me door) s of s1 -> (# s1, () #))
  bodyRef <- newIORef Nothing
  let l = loop run
      next = claim l w >>= from
      from b
        | b == killed = current l w >> throughDoor >>= continue
        | b < 0 = return Nothing
        | otherwise = do
            r <- catchAny (catchSync (restore run (steps b) >> return Nothing) raised) (\e -> return (Just e))
            case r of
              Nothing -> next
              Just e -> interrupted e
      continue Nothing = next
      continue (Just e) = other (-1) e
      steps b = do
        known <- readIORef bodyRef
        body <- case known of
          Just body -> return body
          Nothing -> do
            body <- setup run w
            writeIORef bodyRef (Just body)
            return body
        batches body b
      -- Leaves the batch it was given last, or the mark of a killer, for next to find.
      batches body b = do
        body b
        b' <- claim l w
        if b' < 0 then return () else batches body b'
      raised e = do
        b <- current l w
        if b == killed
          then throughDoor
          else if passedOn e then return (Just e) else failWith b e >> return Nothing
      interrupted e = do
        b <- current l w
        rest <- if b == killed then throughDoor else return Nothing
        case rest of
          Just e' -> other b e'
          Nothing | isMine e -> next
                  | otherwise -> other b e
      -- Thrown at this thread by somebody else. At a helper: it counts as raised by what it was doing.
      other b e
        | w == 0 = return (Just e)
        | b < 0 = next
        | otherwise = failWith b e >> next
      failWith b e = do
        known <- readIORef bodyRef
        note l (failed run) (maybe (-1) (const b) known) e
        killOthers run w
      -- An asynchronous exception that a handler inside the batch (bracket) has raised again.
      passedOn e = case fromException e of
        Just (SomeAsyncException _) -> True
        Nothing -> False
      isMine e = case fromException e of
        Just (LoopKill r) -> r == failed run
        Nothing -> False
      -- Until the killer has thrown, and that has arrived.
      throughDoor = do
        r <- catchAny (block (takeMVar door) >> return Nothing) (\e -> return (Just e))
        case r of
          Nothing -> return Nothing
          Just e | isMine e -> throughDoor
                 | otherwise -> throughDoor >>= \more -> return (Just (maybe e id more))
  next

-- | Interrupts the workers that run batches above the lowest that failed.
killOthers :: Run -> Int -> IO ()
killOthers run self = go 0
  where
    go w@(I# w#)
      | w == count run = return ()
      | w == self = go (w + 1)
      | otherwise = do
          yes <- kill (loop run) w
          if yes == 0
            then go (w + 1)
            else do
              Worker t door <- case registered run of Workers a -> IO (\s -> readArray# a w# s)
              blockUninterruptible (throwTo t (LoopKill (failed run)) >> putMVar door ())
              go (w + 1)
