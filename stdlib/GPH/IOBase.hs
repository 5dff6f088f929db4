{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Escapes from IO, mutable variables, MVars and threads: the primitives' typed faces.
module GPH.IOBase where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Show
import GPH.Exception
import GPH.ST

-- ---- Out of IO ------------------------------------------------------------------------------------------------------
-- | The action runs at most once even when several HECs ask for the result.
unsafePerformIO :: IO a -> a
unsafePerformIO (IO m) = runRW# (\s -> case noDuplicate# s of s1 -> m s1)
{-# NOINLINE unsafePerformIO #-}

-- | What a top-level binding holds (NOINLINE): that is claimed atomically whatever --blackhole= says, as all top-level thunks are. unsafePerformIO, in the stdlib,
-- would have all thunks of every program so.
topLevelIO :: IO a -> a
topLevelIO (IO m) = runRW# m
{-# NOINLINE topLevelIO #-}

unsafeDupablePerformIO :: IO a -> a
unsafeDupablePerformIO (IO m) = runRW# m

unsafeInterleaveIO :: IO a -> IO a
-- What is put off refers to a mutable variable: so it never moves to another process (docs/distributed.md), where standard input, say, is not what it is here.
unsafeInterleaveIO (IO m) = IO (\s -> case newMutVar# () s of
  (# s1, home #) -> case unsafeDupableInterleaveIO (IO (\t -> case noDuplicate# t of
    t1 -> case m t1 of (# t2, x #) -> case touch# (STRef home) t2 of t3 -> (# t3, x #))) of IO n -> n s1)

unsafeDupableInterleaveIO :: IO a -> IO a
unsafeDupableInterleaveIO (IO m) = IO (\s -> let r = case m s of (# _, res #) -> res in (# s, r #))
{-# NOINLINE unsafeDupableInterleaveIO #-}

-- | The result may be used lazily inside; another thread that does so waits until there is one.
fixIO :: (a -> IO a) -> IO a
fixIO k =
  newEmptyMVar >>= \var ->
  unsafeDupableInterleaveIO (readMVar var `catchException` cyclic) >>= \ans ->
  k ans >>= \result -> putMVar var result >> return result
 where
  cyclic BlockedIndefinitelyOnMVar = throwIO FixIOException

data FixIOException = FixIOException
instance Show FixIOException where showsPrec _ FixIOException = showString "cyclic evaluation in fixIO"
instance Exception FixIOException

-- ---- IORef ------------------------------------------------------------------------------------------------------------
newtype IORef a = IORef (STRef RealWorld a)

instance Eq (IORef a) where
  IORef a == IORef b = a == b

newIORef :: a -> IO (IORef a)
newIORef x = IO (\s -> case newMutVar# x s of (# s1, v #) -> (# s1, IORef (STRef v) #))
{-# INLINE newIORef #-}

readIORef :: IORef a -> IO a
readIORef (IORef (STRef v)) = IO (\s -> readMutVar# v s)
{-# INLINE readIORef #-}

writeIORef :: IORef a -> a -> IO ()
writeIORef (IORef (STRef v)) x = IO (\s -> case writeMutVar# v x s of s1 -> (# s1, () #))
{-# INLINE writeIORef #-}

modifyIORef, modifyIORef' :: IORef a -> (a -> a) -> IO ()
modifyIORef ref f = readIORef ref >>= \x -> writeIORef ref (f x)
modifyIORef' ref f = readIORef ref >>= \x -> let x' = f x in x' `seq` writeIORef ref x'
{-# INLINE modifyIORef #-}
{-# INLINE modifyIORef' #-}

-- | The pair is evaluated at once, as in GHC, its components are not.
--
-- What is written is a thunk for the first component of a thunk, which this thread evaluates at once: were it to raise, it would go on doing so for whoever reads the variable.
-- But not behind another thread's thunk that has no value yet: it would wait, and others for its own, and so on, a queue that grows as long as anybody comes (each spark that
-- waits in it makes its HEC begin another one).
atomicModifyIORef :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef ref@(IORef (STRef v)) f = IO (\s -> case tryAtomicModifyMutVar2# v f s of
  (# s1, 1#, _, r #) -> case r of (_, b) -> (# s1, b #)
  (# s1, _, x, _ #) -> case contended ref x f of IO m -> m s1)
{-# INLINE atomicModifyIORef #-}

atomicModifyIORef' :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef' ref f = IO (\s -> case atomicModifyIORef ref (\a -> case f a of v@(a', _) -> a' `seq` v) of
  IO m -> case m s of (# s1, b #) -> seq# b s1)

-- The new content is computed first, and written if the variable holds x as before.
contended :: IORef a -> a -> (a -> (a, b)) -> IO b
contended ref@(IORef (STRef v)) x f =
  (fmap Just (IO (\s -> case f x of r@(_, _) -> (# s, r #))) `catchSync` \_ -> return Nothing) >>= \computed -> case computed of
    Nothing -> IO (\s -> case atomicModifyMutVar2# v f s of   -- what raises is written, and raises
      (# s1, _, r #) -> case r of (_, b) -> (# s1, b #))
    Just (new, b) -> IO (\s -> case casMutVar# v x new s of
      (# s1, 0#, _ #) -> (# s1, b #)
      (# s1, _, _ #) -> case atomicModifyIORef ref f of IO m -> m s1)
{-# NOINLINE contended #-}

atomicWriteIORef :: IORef a -> a -> IO ()
atomicWriteIORef ref a = atomicModifyIORef ref (\_ -> (a, ()))

-- ---- MVar --------------------------------------------------------------------------------------------------------------
data MVar a = MVar (MVar# RealWorld a)

instance Eq (MVar a) where
  MVar a == MVar b = isTrue# (sameMVar# a b)

newEmptyMVar :: IO (MVar a)
newEmptyMVar = IO (\s -> case newMVar# s of (# s1, v #) -> (# s1, MVar v #))

newMVar :: a -> IO (MVar a)
newMVar x = newEmptyMVar >>= \v -> putMVar v x >> return v

takeMVar, readMVar :: MVar a -> IO a
takeMVar (MVar v) = IO (\s -> takeMVar# v s)
readMVar (MVar v) = IO (\s -> readMVar# v s)

putMVar :: MVar a -> a -> IO ()
putMVar (MVar v) x = IO (\s -> case putMVar# v x s of s1 -> (# s1, () #))

tryTakeMVar, tryReadMVar :: MVar a -> IO (Maybe a)
tryTakeMVar (MVar v) = IO (\s -> case tryTakeMVar# v s of
  (# s1, 0#, _ #) -> (# s1, Nothing #)
  (# s1, _, a #) -> (# s1, Just a #))
tryReadMVar (MVar v) = IO (\s -> case tryReadMVar# v s of
  (# s1, 0#, _ #) -> (# s1, Nothing #)
  (# s1, _, a #) -> (# s1, Just a #))

tryPutMVar :: MVar a -> a -> IO Bool
tryPutMVar (MVar v) x = IO (\s -> case tryPutMVar# v x s of (# s1, n #) -> (# s1, isTrue# (n /=# 0#) #))

isEmptyMVar :: MVar a -> IO Bool
isEmptyMVar (MVar v) = IO (\s -> case isEmptyMVar# v s of (# s1, n #) -> (# s1, isTrue# (n /=# 0#) #))

withMVar :: MVar a -> (a -> IO b) -> IO b
withMVar m io = mask (\restore ->
  takeMVar m >>= \a -> (restore (io a) `onException` putMVar m a) >>= \b -> putMVar m a >> return b)

modifyMVar_ :: MVar a -> (a -> IO a) -> IO ()
modifyMVar_ m io = mask (\restore ->
  takeMVar m >>= \a -> (restore (io a) `onException` putMVar m a) >>= \a' -> putMVar m a')

-- ---- Threads -------------------------------------------------------------------------------------------------------------
data ThreadId = ThreadId ThreadId#

instance Eq ThreadId where
  ThreadId a == ThreadId b = isTrue# (compareThreadIds# a b ==# 0#)

instance Ord ThreadId where
  compare (ThreadId a) (ThreadId b) = case compareThreadIds# a b of
    c -> case c <# 0# of { 1# -> LT; _ -> case c of { 0# -> EQ; _ -> GT } }

instance Show ThreadId where
  showsPrec d (ThreadId t) = showString "ThreadId " . showsPrec d (W# (threadIdToWord64# t))

myThreadId :: IO ThreadId
myThreadId = IO (\s -> case myThreadId# s of (# s1, t #) -> (# s1, ThreadId t #))

throwTo :: Exception e => ThreadId -> e -> IO ()
throwTo (ThreadId t) e = IO (\s -> case killThread# t (toException e) s of s1 -> (# s1, () #))

killThread :: ThreadId -> IO ()
killThread tid = throwTo tid ThreadKilled

yield :: IO ()
yield = IO (\s -> case yield# s of s1 -> (# s1, () #))

threadDelay :: Int -> IO ()
threadDelay (I# us) = IO (\s -> case delay# us s of s1 -> (# s1, () #))

-- | The new thread starts with the handler for what its action does not catch.
forkIO :: IO () -> IO ThreadId
forkIO action = IO (\s -> case fork# (childAction action) s of (# s1, t #) -> (# s1, ThreadId t #))

forkOn :: Int -> IO () -> IO ThreadId
forkOn (I# cpu) action = IO (\s -> case forkOn# cpu (childAction action) s of (# s1, t #) -> (# s1, ThreadId t #))

childAction :: IO () -> IO ()
childAction action = catchAny action childHandler

-- Killed and deadlocked threads end silently; what else is uncaught is reported, and the thread ends. What the program's handler raises comes here again, as in GHC.
childHandler :: SomeException -> IO ()
childHandler e = catchAny (childEnds e) childHandler

childEnds :: SomeException -> IO ()
childEnds e = case fromException e of
  Just BlockedIndefinitelyOnMVar -> return ()
  Nothing -> case fromException e of
    Just BlockedIndefinitelyOnSTM -> return ()
    Nothing -> case fromException e of
      Just ThreadKilled -> return ()
      Just StackOverflow -> reportException e
      _ -> reportUncaught e

-- | What reports an exception that nobody catches.
uncaughtHandler :: IORef (SomeException -> IO ())
uncaughtHandler = topLevelIO (newIORef reportException)
{-# NOINLINE uncaughtHandler #-}

setUncaughtExceptionHandler :: (SomeException -> IO ()) -> IO ()
setUncaughtExceptionHandler = writeIORef uncaughtHandler

getUncaughtExceptionHandler :: IO (SomeException -> IO ())
getUncaughtExceptionHandler = readIORef uncaughtHandler

reportUncaught :: SomeException -> IO ()
reportUncaught e = readIORef uncaughtHandler >>= \handler -> handler e

-- | Reports on stderr as the program's top level would.
reportException :: SomeException -> IO ()
reportException e = hFlushQuietly >> reportText (programName ++ ": " ++ displayUncaught e) >> reportTrace

foreign import ccall unsafe "gph_trace_uncaught" c_trace_uncaught :: IO ()

-- | With gphc -g, below the message: where the exception was raised that this thread raised last.
reportTrace :: IO ()
reportTrace = c_trace_uncaught

foreign import ccall unsafe "gph_debug_write" c_debug_write :: ByteArray# -> Int# -> IO ()
foreign import ccall unsafe "gph_program_name" c_program_name :: Int# -> Addr#
foreign import ccall unsafe "gph_handle_std" c_handle_std :: Int# -> Addr#
foreign import ccall unsafe "gph_handle_flush" c_handle_flush :: Addr# -> IO Int

programName :: [Char]
programName = unpackCString# (c_program_name 0#)

hFlushQuietly :: IO ()
hFlushQuietly = c_handle_flush (c_handle_std 1#) >> return ()

-- | What is printed of an uncaught exception, without the program's name.
displayUncaught :: SomeException -> [Char]
displayUncaught (SomeException e) = showsPrec 0 e ""

-- | Text and a newline to stderr, past all buffers, in one piece.
reportText :: [Char] -> IO ()
reportText msg = IO (\s -> case encodeAll (msg ++ "\n") s of
  (# s1, EncodedText ba n #) -> unIO (c_debug_write ba n) s1)

data EncodedText = EncodedText ByteArray# Int#

-- | The whole string as UTF-8 (NUL-terminated too), evaluated first.
encodeAll :: [Char] -> State# RealWorld -> (# State# RealWorld, EncodedText #)
encodeAll str s0 = case newByteArray# (size str 0# +# 1#) s0 of
  (# s1, mba #) -> case fill mba 0# str s1 of
    (# s2, n #) -> case writeWord8Array# mba n 0## s2 of
      s3 -> case unsafeFreezeByteArray# mba s3 of (# s4, ba #) -> (# s4, EncodedText ba n #)
  where
    size :: [Char] -> Int# -> Int#
    size [] n = n
    size (C# c : cs) n = size cs (n +# utf8Size# c)
    fill :: MutableByteArray# RealWorld -> Int# -> [Char] -> State# RealWorld -> (# State# RealWorld, Int# #)
    fill _ i [] s = (# s, i #)
    fill mba i (C# c : cs) s = case writeUtf8# mba i c s of s1 -> fill mba (i +# utf8Size# c) cs s1

-- | The same where its address is wanted.
encodePinned :: [Char] -> State# RealWorld -> (# State# RealWorld, EncodedText #)
encodePinned msg s = case encodeAll msg s of
  (# s1, EncodedText ba n #) -> case newPinnedByteArray# (n +# 1#) s1 of
    (# s2, mba #) -> case copyByteArray# ba 0# mba 0# (n +# 1#) s2 of
      s3 -> case unsafeFreezeByteArray# mba s3 of (# s4, pinned #) -> (# s4, EncodedText pinned n #)

-- Bytes of a character in UTF-8.
utf8Size# :: Char# -> Int#
utf8Size# c = case ord# c of
  n -> case n <# 0x80# of
    1# -> 1#
    _ -> case n <# 0x800# of
      1# -> 2#
      _ -> case n <# 0x10000# of { 1# -> 3#; _ -> 4# }

writeUtf8# :: MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> State# RealWorld
writeUtf8# mba i c s = case ord# c of
  n -> case n <# 0x80# of
    1# -> put 0# n s
    _ -> case n <# 0x800# of
      1# -> case put 0# (orI# 0xC0# (uncheckedIShiftRL# n 6#)) s of s1 -> put 1# (low 0#) s1
      _ -> case n <# 0x10000# of
        1# -> case put 0# (orI# 0xE0# (uncheckedIShiftRL# n 12#)) s of
          s1 -> case put 1# (low 6#) s1 of s2 -> put 2# (low 0#) s2
        _ -> case put 0# (orI# 0xF0# (uncheckedIShiftRL# n 18#)) s of
          s1 -> case put 1# (low 12#) s1 of
            s2 -> case put 2# (low 6#) s2 of s3 -> put 3# (low 0#) s3
  where
    put k b st = writeWord8Array# mba (i +# k) (int2Word# b) st
    low k = orI# 0x80# (andI# 0x3F# (uncheckedIShiftRL# (ord# c) k))
{-# INLINE writeUtf8# #-}
