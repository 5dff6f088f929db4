{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Deterministic parallelism with futures: Marlow, Newton, Peyton Jones, A monad for deterministic parallelism (Haskell 2011).
--
-- A computation in 'Par' forks others; they communicate through 'IVar's, which are written once and whose readers wait. The result of
-- 'runPar' does not depend on the schedule, and it is done when all that was forked is.
--
-- A computation runs on the thread that needs it. What is forked is a thunk, a child, that a HEC with nothing to do may evaluate as it does any spark; 'get' of
-- a child's future evaluates it if nobody has begun, so a reader that is alone with its children never waits: divide and conquer costs what it costs with
-- par and pseq (and has copies without sparks, where the compiler sees that children do nothing but compute: opt/spark_clones.cc). Children may fill variables that
-- others wait for, so none may be lost: the run keeps those that nobody has begun, and whoever has to wait for a variable first starts a thread that begins them, one
-- after the other. If that has to wait in its turn, it does the same: so there is always somebody who begins what is left, and a cycle is all that
-- can make a run wait for ever. (A thread below on the stack waits for what the one above it does: no child is begun on the stack of a reader that does not need it.)
module Control.Monad.Par.Internal
  ( Par(..), io, IVar, runPar, runParIO, fork, new, newFull, newFull_, get, put, put_, spawn, spawn_, spawnP
  , parMap, parMapM, InclusiveRange(..), parMapReduceRange, parMapReduceRangeThresh, parFor, NFData
  ) where

import Control.Concurrent (forkIO, myThreadId, throwTo)
import Control.Concurrent.MVar
import Control.DeepSeq (NFData(..), deepseq)
import Control.Exception (BlockedIndefinitelyOnMVar(..), ErrorCall(..), Exception(..), SomeException, catch, evaluate, throwIO, try)
import Control.Monad (foldM, void)
import Control.Monad.Fix (MonadFix(..))
import Data.IORef
import GPH.Conc (numCapabilities)
import GPH.Exception (catchSync)
import GPH.Prim
import GPH.Strand (Moment, after, here)
import GPH.Types (IO(..), Int(..))
import System.IO (fixIO)
import System.IO.Unsafe (unsafePerformIO)

newtype Par a = Par (Run -> State# RealWorld -> (# State# RealWorld, a #))

instance Functor Par where
  fmap f (Par m) = Par (\r s -> case m r s of (# s1, a #) -> (# s1, f a #))
  {-# INLINE fmap #-}
instance Applicative Par where
  pure a = Par (\_ s -> (# s, a #))
  {-# INLINE pure #-}
  Par mf <*> Par ma = Par (\r s -> case mf r s of (# s1, f #) -> case ma r s1 of (# s2, a #) -> (# s2, f a #))
  {-# INLINE (<*>) #-}
instance Monad Par where
  Par m >>= f = Par (\r s -> case m r s of (# s1, a #) -> case f a of Par k -> k r s1)
  {-# INLINE (>>=) #-}

instance MonadFix Par where
  mfix f = Par (\r s -> case fixIO (\a -> IO (\s1 -> case f a of Par m -> m r s1)) of IO m -> m s)

io :: IO a -> Par a
io (IO m) = Par (\_ s -> m s)
{-# INLINE io #-}

-- | A variable that is written once: by put, or (a future) by the child that computes it.
data IVar a = Variable (MVar (Filled a)) | Future a Identity

-- With the moment when it was filled, for --scaling.
data Filled a = Filled a Moment

-- Of a future; made when it is asked for.
newtype Identity = Identity (IORef ())

instance Eq (IVar a) where
  Variable a == Variable b = a == b
  Future _ (Identity a) == Future _ (Identity b) = a == b
  _ == _ = False
instance NFData (IVar a) where
  rnf v = v `seq` ()

-- ---- Children -----------------------------------------------------------------------------------------------------------
-- What the threads of one runPar share.
newtype Run = Run (IORef Children)

-- Those that nobody may have begun; those that a thread of `help` has looked at; those among which somebody looks for such as have ended; how many the first two are, and from how
-- many on it is worth while to look. One may be in several: that costs a look. None that has not ended is in none.
data Children = Children [Child] [Child] [Child] !Int !Int
data Child = forall a. Child a

-- 0: nobody has begun it; 1: somebody evaluates it; 2: it has a value, or has failed.
stateOf :: Child -> IO Int
stateOf (Child a) = IO (\s -> case evaluationState# a s of (# s1, i #) -> (# s1, I# i #))

-- One more; `number` is 1. Not inlined: what registration# says, opt/spark_clones.cc looks for in the arguments of one call.
register :: Run -> a -> Int# -> State# RealWorld -> State# RealWorld
register (Run ref) child number s = case add s of (# s1, _ #) -> s1
  where
    IO add = do
      full <- atomicModifyIORef' ref (\(Children waiting begun old n limit) -> (Children (Child child : waiting) begun old (n + I# number) limit, n >= limit && null old))
      if full then prune ref else return ()
{-# NOINLINE register #-}

-- Without those that have ended: a run may have millions, one after the other.
prune :: IORef Children -> IO ()
prune ref = do
  mine <- atomicModifyIORef' ref (\c -> case c of
    Children waiting begun [] n limit | n >= limit -> let both = waiting ++ begun in (Children [] [] both 0 limit, both)
    _ -> (c, []))                                        -- somebody else does
  case mine of
    [] -> return ()
    _ -> keep mine [] 0
  where
    keep [] kept n = atomicModifyIORef' ref (\(Children waiting begun _ k _) -> (Children (foldl (flip (:)) waiting kept) begun [] (k + n) (2 * n + leastToPrune), ()))
    keep (c : cs) kept n = do
      state <- stateOf c
      if state == 2 then keep cs kept n else keep cs (c : kept) $! n + 1

leastToPrune :: Int
leastToPrune = 1000

-- Begins what nobody has begun, until there is none. What fails, fails whoever needs it, or else the end of the run.
help :: IORef Children -> IO ()
help ref = do
  next <- atomicModifyIORef' ref (\c -> case c of
    Children (w : ws) begun old n limit -> (Children ws (w : begun) old n limit, [w])
    Children [] _ old _ _ -> (c, old))
  mapM_ begin next
  waiting <- left ref
  if waiting then help ref else return ()
  where
    begin c@(Child a) = do
      state <- stateOf c
      if state == 0 then void (try (void (evaluate a)) :: IO (Either SomeException ())) else return ()

left :: IORef Children -> IO Bool
left ref = do
  Children waiting _ _ _ _ <- readIORef ref
  return (not (null waiting))

-- Waits for the variable; before that, somebody else sees to the children.
await :: Run -> MVar (Filled a) -> IO (Filled a)
await (Run ref) m = do
  Children waiting _ old _ _ <- readIORef ref
  if null waiting && null old then return () else void (forkIO (help ref))
  wait
  where
    wait = readMVar m `catch` \e -> case fromException e of
      Just BlockedIndefinitelyOnMVar -> throwIO Stuck
      Nothing -> myThreadId >>= \t -> throwTo t (e :: SomeException) >> wait   -- goes on outwards as it came: what it cuts off is not to fail for ever

-- A computation waits for a variable that nobody fills.
data Stuck = Stuck
instance Show Stuck where
  show Stuck = "a computation waits for an IVar that nobody fills"
instance Exception Stuck

-- ---- Runs ---------------------------------------------------------------------------------------------------------------
-- The children that are left are evaluated, or waited for, oldest first: one that has failed fails the run; one that waits for ever does not. If the result itself waits for ever, a child
-- that failed says why.
start :: Par a -> IO a
start (Par p) = do
  ref <- newIORef (Children [] [] [] 0 leastToPrune)
  r <- fmap Just (IO (p (Run ref))) `unlessStuck` Nothing
  finish ref
  maybe (throwIO (ErrorCall "runPar: no result: the computation waits for an IVar that nobody fills")) return r
  where
    finish ref = do
      children <- atomicModifyIORef' ref (\(Children waiting begun old _ limit) -> (Children [] [] [] 0 limit, reverse (waiting ++ begun ++ old)))
      if null children then return () else mapM_ end children >> finish ref
    end (Child a) = void (evaluate a) `unlessStuck` ()

-- An asynchronous exception is not caught: it goes on outwards, and what it cuts off can be resumed.
unlessStuck :: IO a -> a -> IO a
unlessStuck act other = act `catchSync` \e -> case fromException e of
  Just Stuck -> return other
  Nothing -> throwIO e

-- | The result, once all that was forked has ended.
runPar :: Par a -> a
runPar p = unsafePerformIO (start p)
{-# NOINLINE runPar #-}

runParIO :: Par a -> IO a
runParIO = start

-- ---- Operations ---------------------------------------------------------------------------------------------------------
-- A child evaluates its computation once, whoever begins it: it may fill variables. The token makes each a thunk of its own.
child :: Run -> (Run -> State# RealWorld -> (# State# RealWorld, a #)) -> (a -> b) -> State# RealWorld -> (# State# RealWorld, b #)
child r p finish s =
  let a = case noDuplicate# s of s1 -> case p r s1 of (# _, x #) -> finish x
  in case registration# a s of (# s1, i #) -> case register r a i s1 of s2 -> spark# a s2
{-# INLINE child #-}

-- | A computation beside this one.
fork :: Par () -> Par ()
fork (Par p) = Par (\r s -> case child r p (\x -> x) s of (# s1, _ #) -> (# s1, () #))
{-# INLINE fork #-}

new :: Par (IVar a)
new = io (fmap Variable newEmptyMVar)

-- | Full, and fully evaluated.
newFull :: NFData a => a -> Par (IVar a)
newFull x = x `deepseq` newFull_ x

newFull_ :: a -> Par (IVar a)
newFull_ x = io (here >>= \filled -> fmap Variable (newMVar (Filled x filled)))

-- | Waits until the variable is full.
get :: IVar a -> Par a
get (Future a _) = Par (\_ s -> seq# a s)
get (Variable m) = Par (\r s -> case tryReadMVar m of
  IO try' -> case try' s of
    (# s1, Just f #) -> value f s1
    (# s1, Nothing #) -> case await r m of IO wait -> case wait s1 of (# s2, f #) -> value f s2)
  where value (Filled a filled) s = case after filled of IO join -> case join s of (# s1, _ #) -> (# s1, a #)
{-# INLINE get #-}

-- | Fills the variable with the value, fully evaluated. It is an error to fill one twice.
put :: NFData a => IVar a -> a -> Par ()
put v a = a `deepseq` put_ v a

-- | As 'put', evaluating only to weak head normal form.
put_ :: IVar a -> a -> Par ()
put_ v a = io (a `seq` case v of
  Variable m -> do
    filled <- here
    first <- tryPutMVar m (Filled a filled)
    if first then return () else twice
  Future _ _ -> twice)
  where twice = throwIO (ErrorCall "multiple put")

-- | A future: the result of the computation, evaluated fully (spawn_: to weak head normal form) by whoever runs it.
spawn :: NFData a => Par a -> Par (IVar a)
spawn (Par p) = Par (\r s -> case child r p (\x -> rnf x `seq` x) s of (# s1, a #) -> (# s1, Future a (identity s) #))
{-# INLINE spawn #-}

spawn_ :: Par a -> Par (IVar a)
spawn_ (Par p) = Par (\r s -> case child r p (\x -> x) s of (# s1, a #) -> (# s1, Future a (identity s) #))
{-# INLINE spawn_ #-}

-- | A future of the value, evaluated fully: it fills no variables, so it is a mere spark.
spawnP :: NFData a => a -> Par (IVar a)
spawnP x = Par (\_ s -> let a = rnf x `seq` x in case spark# a s of (# s1, b #) -> (# s1, Future b (identity s) #))
{-# INLINE spawnP #-}

identity :: State# RealWorld -> Identity
identity s = case noDuplicate# s of s1 -> case newIORef () of IO make -> case make s1 of (# _, ref #) -> Identity ref
{-# NOINLINE identity #-}

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
