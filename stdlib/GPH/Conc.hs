{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Threads beyond what GPH.IOBase has: capabilities, status, masks around forks.
module GPH.Conc
  ( ThreadId, ThreadStatus(..), BlockReason(..), forkIO, forkIOWithUnmask, forkOn, forkOnWithUnmask, forkOS, forkOSWithUnmask, forkFinally, myThreadId, killThread, throwTo, yield, threadDelay
  , getNumCapabilities, setNumCapabilities, numCapabilities, getNumProcessors, threadCapability, threadStatus, labelThread, mkWeakThreadId
  , rtsSupportsBoundThreads, isCurrentThreadBound, runInBoundThread, runInUnboundThread, numSparks
  ) where

import Control.Exception (SomeException, bracket, mask, try)
import GPH.Exception (unblock)
import GPH.IOBase (EncodedText(..), ThreadId(..), encodePinned, forkIO, forkOn, killThread, myThreadId, threadDelay, throwTo, topLevelIO, yield)
import GPH.Prim
import GPH.Types (IO(..), Int(..))
import GPH.Weak (Weak(..))

foreign import ccall unsafe "gph_capability_count" c_hec_count :: IO Int
foreign import ccall safe "gph_hec_set_count" c_set_hec_count :: Int -> IO ()
foreign import ccall unsafe "gph_processor_count" c_processor_count :: IO Int
foreign import ccall unsafe "gph_rts_is_threaded" c_is_threaded :: IO Int

forkIOWithUnmask :: ((forall a. IO a -> IO a) -> IO ()) -> IO ThreadId
forkIOWithUnmask io = forkIO (io unblock)

forkOnWithUnmask :: Int -> ((forall a. IO a -> IO a) -> IO ()) -> IO ThreadId
forkOnWithUnmask cpu io = forkOn cpu (io unblock)

-- | As 'forkIO', but that the thread counts as bound: foreign code never needs a particular OS thread here.
forkOS :: IO () -> IO ThreadId
forkOS io = forkIO (c_bound_as 1 >> io)

forkOSWithUnmask :: ((forall a. IO a -> IO a) -> IO ()) -> IO ThreadId
forkOSWithUnmask io = forkOS (io unblock)

-- | The running thread counts as bound (1), as not (2), or as it was made (0), from now on; how it did before.
foreign import ccall unsafe "gph_thread_bound_as" c_bound_as :: Int -> IO Int

forkFinally :: IO a -> (Either SomeException a -> IO ()) -> IO ThreadId
forkFinally action andThen = mask (\restore -> forkIO (try (restore action) >>= andThen))

-- | How many HECs the program runs on (+RTS -N).
getNumCapabilities :: IO Int
getNumCapabilities = c_hec_count

-- | More HECs come at once; with fewer, threads leave those that are too many.
setNumCapabilities :: Int -> IO ()
setNumCapabilities n
  | n <= 0 = ioError (userError ("setNumCapabilities: Capability count (" ++ show n ++ ") must be positive"))
  | otherwise = c_set_hec_count n

numCapabilities :: Int
numCapabilities = topLevelIO getNumCapabilities
{-# NOINLINE numCapabilities #-}

getNumProcessors :: IO Int
getNumProcessors = c_processor_count

data BlockReason = BlockedOnMVar | BlockedOnBlackHole | BlockedOnException | BlockedOnSTM | BlockedOnForeignCall | BlockedOnOther
  deriving (Eq, Ord, Show)

data ThreadStatus = ThreadRunning | ThreadFinished | ThreadBlocked BlockReason | ThreadDied
  deriving (Eq, Ord, Show)

-- The runtime's codes are those of the primitive: 16 finished, 17 died, 0 running, others a reason to be blocked.
threadStatus :: ThreadId -> IO ThreadStatus
threadStatus (ThreadId t) = IO (\s -> case threadStatus# t s of (# s1, code, _, _ #) -> (# s1, decode (I# code) #))
  where
    decode :: Int -> ThreadStatus
    decode 0 = ThreadRunning
    decode 1 = ThreadBlocked BlockedOnMVar
    decode 14 = ThreadBlocked BlockedOnMVar
    decode 2 = ThreadBlocked BlockedOnBlackHole
    decode 6 = ThreadBlocked BlockedOnSTM
    decode 10 = ThreadBlocked BlockedOnForeignCall
    decode 11 = ThreadBlocked BlockedOnForeignCall
    decode 12 = ThreadBlocked BlockedOnException
    decode 16 = ThreadFinished
    decode 17 = ThreadDied
    decode _ = ThreadBlocked BlockedOnOther

threadCapability :: ThreadId -> IO (Int, Bool)
threadCapability (ThreadId t) = IO (\s -> case threadStatus# t s of (# s1, _, cap, locked #) -> (# s1, (I# cap, I# locked /= 0) #))

-- | A name for the event log (@+RTS -l@).
labelThread :: ThreadId -> String -> IO ()
labelThread (ThreadId t) name = IO (\s -> case encodePinned name s of
  (# s1, e@(EncodedText ba _) #) -> case labelThread# t (byteArrayContents# ba) s1 of s2 -> case touch# e s2 of s3 -> (# s3, () #))

mkWeakThreadId :: ThreadId -> IO (Weak ThreadId)
mkWeakThreadId t@(ThreadId t#) = IO (\s -> case mkWeakNoFinalizer# t# t s of (# s1, w #) -> (# s1, Weak w #))

rtsSupportsBoundThreads :: Bool
rtsSupportsBoundThreads = topLevelIO c_is_threaded /= 0
{-# NOINLINE rtsSupportsBoundThreads #-}

isCurrentThreadBound :: IO Bool
isCurrentThreadBound = IO (\s -> case isCurrentThreadBound# s of (# s1, n #) -> (# s1, I# n /= 0 #))

runInBoundThread, runInUnboundThread :: IO a -> IO a
runInBoundThread = runAs 1
runInUnboundThread = runAs 2

runAs :: Int -> IO a -> IO a
runAs how m = bracket (c_bound_as how) c_bound_as (const m)

-- | Sparks in the pool of this HEC.
numSparks :: IO Int
numSparks = IO (\s -> case numSparks# s of (# s1, n #) -> (# s1, I# n #))
