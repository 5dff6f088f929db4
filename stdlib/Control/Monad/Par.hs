-- | Deterministic parallelism with futures: Marlow, Newton, Peyton Jones, A monad for deterministic parallelism (Haskell 2011).
--
-- A computation in 'Par' forks others; they communicate through 'IVar's, which are written once and whose readers wait. The result of
-- 'runPar' does not depend on the schedule. One worker thread on each HEC runs what there is: a worker puts what it forks into a pool of
-- its own, takes the newest from there, and steals the oldest of another when it has none. A reader that has to wait leaves its
-- continuation in the IVar, so waiting costs no thread. 'runPar' is done when all that was forked is.
module Control.Monad.Par
  ( Par, IVar, runPar, runParIO, fork, new, newFull, newFull_, get, put, put_, spawn, spawn_, spawnP
  , parMap, parMapM, InclusiveRange(..), parMapReduceRange, parMapReduceRangeThresh, parFor, NFData
  ) where

import Control.Concurrent.MVar
import Control.DeepSeq (NFData(..), deepseq)
import Control.Exception (ErrorCall(..), SomeException, throwIO, toException, try)
import Control.Monad (foldM, forM_, unless, void)
import Data.IORef
import GPH.Conc (forkOn, getNumCapabilities, numCapabilities)
import System.IO.Unsafe (unsafePerformIO)

-- | Continuations; a step runs on some worker, and ends when there is nothing left for it to do at once.
newtype Par a = Par ((a -> Step) -> Step)

type Step = Worker -> IO ()

unPar :: Par a -> (a -> Step) -> Step
unPar (Par m) = m

instance Functor Par where
  fmap f (Par m) = Par (\k -> m (\a -> k (f a)))
  {-# INLINE fmap #-}
instance Applicative Par where
  pure a = Par (\k -> k a)
  {-# INLINE pure #-}
  Par mf <*> Par ma = Par (\k -> mf (\f -> ma (\a -> k (f a))))
  {-# INLINE (<*>) #-}
instance Monad Par where
  Par m >>= f = Par (\k -> m (\a -> unPar (f a) k))
  {-# INLINE (>>=) #-}

-- | A variable that is written once.
newtype IVar a = IVar (IORef (Contents a))

data Contents a = Full a | Waiting [a -> Step]

instance Eq (IVar a) where
  IVar a == IVar b = a == b
instance NFData (IVar a) where
  rnf (IVar _) = ()

-- ---- The scheduler ------------------------------------------------------------------------------------------------------
data Worker = Worker
  { own :: IORef [Step]          -- newest first
  , number :: Int
  , run :: Run }

-- What the workers of one runPar share.
data Run = Run
  { workers :: [Worker]
  , count :: Int
  , idle :: IORef [MVar Bool]    -- of each sleeping worker; it is told whether all is over
  , failed :: IORef Bool         -- an exception: the others stop at their next step
  , report :: Maybe SomeException -> IO () }

push :: Worker -> Step -> IO ()
push w step = do
  atomicModifyIORef' (own w) (\ss -> (step : ss, ()))
  sleepers <- readIORef (idle (run w))
  case sleepers of
    [] -> return ()
    _ -> wakeOne (run w)

wakeOne :: Run -> IO ()
wakeOne r = do
  one <- atomicModifyIORef' (idle r) (\ms -> case ms of { [] -> ([], Nothing); m : rest -> (rest, Just m) })
  case one of
    Nothing -> return ()
    Just m -> putMVar m False

pop :: Worker -> IO (Maybe Step)
pop w = atomicModifyIORef' (own w) (\ss -> case ss of { [] -> ([], Nothing); s : rest -> (rest, Just s) })

steal :: Worker -> IO (Maybe Step)
steal w = go (drop (number w + 1) ws ++ take (number w) ws)
  where
    ws = workers (run w)
    go [] = return Nothing
    go (v : vs) = do
      ss <- readIORef (own v)
      r <- case ss of
        [] -> return Nothing
        _ -> atomicModifyIORef' (own v) (\xs -> case xs of { [] -> ([], Nothing); _ -> (init xs, Just (last xs)) })
      case r of
        Nothing -> go vs
        Just _ -> return r

-- All workers asleep: nothing is left anywhere, for each found its own pool empty before and only itself fills it.
loop :: Worker -> IO ()
loop w = do
  stop <- readIORef (failed (run w))
  mine <- if stop then return Nothing else pop w
  found <- case mine of
    Nothing | not stop -> steal w
    _ -> return mine
  case found of
    Just step -> step w >> loop w
    Nothing -> do
      m <- newEmptyMVar
      others <- atomicModifyIORef' (idle (run w)) (\ms -> (m : ms, ms))
      if length others == count (run w) - 1
        then do
          report (run w) Nothing
          forM_ others (\o -> putMVar o True)
        else do
          over <- takeMVar m
          unless over (loop w)

-- The caller only waits, in a read that can be interrupted and begun again: a thunk whose evaluation is killed must not remember that.
start :: Par a -> IO a
start p = do
  n <- getNumCapabilities
  pools <- mapM (\_ -> newIORef []) [1 .. n]
  sleepers <- newIORef []
  bad <- newIORef False
  value <- newIORef Nothing
  answer <- newEmptyMVar
  let r = Run ws n sleepers bad done
      ws = zipWith (\i q -> Worker q i r) [0 ..] pools
      done (Just e) = writeIORef bad True >> void (tryPutMVar answer (Left e))
      done Nothing = do
        v <- readIORef value
        void (tryPutMVar answer (maybe (Left (toException (ErrorCall "runPar: no result: the computation waits for an IVar that nobody fills"))) Right v))
      guarded w act = do
        x <- try act
        case x of
          Left e -> done (Just e) >> guarded w (loop w)
          Right () -> return ()
  forM_ ws (\w -> forkOn (number w) (guarded w (if number w == 0
    then unPar p (\a _ -> writeIORef value (Just a)) w >> loop w
    else loop w)))
  x <- readMVar answer
  either throwIO return x

-- | The result, once all that was forked has ended.
runPar :: Par a -> a
runPar p = unsafePerformIO (start p)
{-# NOINLINE runPar #-}

runParIO :: Par a -> IO a
runParIO = start

-- ---- Operations ---------------------------------------------------------------------------------------------------------
-- | A computation beside this one.
fork :: Par () -> Par ()
fork child = Par (\k w -> push w (unPar child (\_ _ -> return ())) >> k () w)

new :: Par (IVar a)
new = Par (\k w -> newIORef (Waiting []) >>= \r -> k (IVar r) w)

-- | Full, and fully evaluated.
newFull :: NFData a => a -> Par (IVar a)
newFull x = x `deepseq` newFull_ x

newFull_ :: a -> Par (IVar a)
newFull_ x = Par (\k w -> newIORef (Full x) >>= \r -> k (IVar r) w)

-- | Waits until the variable is full.
get :: IVar a -> Par a
get (IVar r) = Par (\k w -> do
  c <- readIORef r
  case c of
    Full a -> k a w
    Waiting _ -> do
      now <- atomicModifyIORef' r (\c' -> case c' of
        Full a -> (c', Just a)
        Waiting ks -> (Waiting (k : ks), Nothing))
      case now of
        Just a -> k a w
        Nothing -> return ())

-- | Fills the variable with the value, fully evaluated. It is an error to fill one twice.
put :: NFData a => IVar a -> a -> Par ()
put v a = Par (\k w -> a `deepseq` unPar (put_ v a) k w)

-- | As 'put', evaluating only to weak head normal form.
put_ :: IVar a -> a -> Par ()
put_ (IVar r) a = Par (\k w -> do
  ks <- a `seq` atomicModifyIORef' r (\c -> case c of
    Full _ -> (c, Nothing)
    Waiting ks -> (Full a, Just ks))
  case ks of
    Nothing -> throwIO (ErrorCall "multiple put")
    Just waiting -> mapM_ (\k' -> push w (k' a)) waiting >> k () w)

-- | A future: the result of the computation, evaluated fully (spawn_: to weak head normal form) by whoever runs it.
spawn :: NFData a => Par a -> Par (IVar a)
spawn p = do
  r <- new
  fork (p >>= put r)
  return r

spawn_ :: Par a -> Par (IVar a)
spawn_ p = do
  r <- new
  fork (p >>= put_ r)
  return r

spawnP :: NFData a => a -> Par (IVar a)
spawnP a = spawn (return a)

-- | Each element in parallel.
parMap :: (Traversable t, NFData b) => (a -> b) -> t a -> Par (t b)
parMap f xs = mapM (spawnP . f) xs >>= mapM get

parMapM :: (Traversable t, NFData b) => (a -> Par b) -> t a -> Par (t b)
parMapM f xs = mapM (spawn . f) xs >>= mapM get

-- | From the first to the second, both included.
data InclusiveRange = InclusiveRange Int Int

-- | Maps over the range and reduces with an associative operation; parts of at most the threshold are done in sequence.
parMapReduceRangeThresh :: NFData a => Int -> InclusiveRange -> (Int -> Par a) -> (a -> a -> Par a) -> a -> Par a
parMapReduceRangeThresh threshold (InclusiveRange lo0 hi0) f op z = go lo0 hi0
  where
    go lo hi
      | hi - lo <= threshold = foldM (\acc i -> f i >>= op acc) z [lo .. hi]
      | otherwise = do
          let mid = lo + (hi - lo) `quot` 2
          right <- spawn (go (mid + 1) hi)
          l <- go lo mid
          r <- get right
          l `op` r

-- | The same with a threshold that gives each HEC a few parts.
parMapReduceRange :: NFData a => InclusiveRange -> (Int -> Par a) -> (a -> a -> Par a) -> a -> Par a
parMapReduceRange r@(InclusiveRange lo hi) = parMapReduceRangeThresh (max 1 ((hi - lo + 1) `quot` (4 * numCapabilities))) r

-- | Runs the body for each number of the range and waits for all.
parFor :: InclusiveRange -> (Int -> Par ()) -> Par ()
parFor (InclusiveRange lo hi) body = do
  vars <- mapM part (pieces lo)
  mapM_ get vars
  where
    size = max 1 ((hi - lo + 1) `quot` (4 * numCapabilities))
    pieces a | a > hi = []
             | otherwise = (a, min hi (a + size - 1)) : pieces (a + size)
    part (a, b) = spawn (mapM_ body [a .. b])
