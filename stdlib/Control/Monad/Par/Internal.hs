{-# LANGUAGE ForeignFunctionInterface, MagicHash, UnboxedTuples #-}
-- | Deterministic parallelism with futures: Marlow, Newton, Peyton Jones, A monad for deterministic parallelism (Haskell 2011).
--
-- A computation in 'Par' forks others; they communicate through 'IVar's, which are written once and whose readers wait. The result of
-- 'runPar' does not depend on the schedule, and it is done when all that was forked is.
--
-- A computation runs on the thread that needs it. What is forked is a thunk, a child, that a HEC with nothing to do may evaluate as it does any spark; 'get' of
-- a child's future evaluates it if nobody has begun, so a reader that is alone with its children never waits: divide and conquer costs what it costs with
-- par and pseq (and has copies without sparks, where the compiler sees that children do nothing but compute: opt/spark_clones.cc).
--
-- Children may fill variables that others wait for, so none may be lost: the run keeps those that nobody has begun. As long as there are such, and somebody waits for a variable, a thread
-- stands by. It begins one when its HEC has nothing else to run, for whatever reason the others do not: they may wait for a variable, or for a value that somebody evaluates who waits. Before
-- that, another thread stands by in its place. So somebody begins what is left, and a cycle is all that can make a run wait for ever. (A thread below on the stack waits for what the one above
-- it does: no child is begun on the stack of a reader that does not need it.)
module Control.Monad.Par.Internal
  ( Par(..), io, IVar, runPar, runParIO, fork, new, newFull, newFull_, get, put, put_, spawn, spawn_, spawnP
  , parMap, parMapM, InclusiveRange(..), parMapReduceRange, parMapReduceRangeThresh, parFor, NFData
  ) where

import Control.Concurrent (forkIO, myThreadId, throwTo, yield)
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
import GPH.System (clockMonotonic)
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

-- Those that nobody may have begun, `newest` (the last one first) and the others in groups (the last group first, the oldest of a group first); those that somebody has taken from there; those
-- among which somebody looks for such as have ended. One may be in several: that costs a look. None that has not ended is in none. `count` of them (but for `old`), from `limit` on it is worth
-- while to look for ended ones. How many threads wait for variables (or have been cut off meanwhile), how many begin children one after the other, and whether one stands by to do so.
--
-- They are begun in the order of a program in which each runs where it is forked: those that the last one forked come before its younger siblings, or there would be as many computations
-- that wait as a tree is wide; and of siblings the oldest is first, since who waits, waits for older ones most of the time (the cells of a table: begun from the last one on, all of them wait).
data Children = Children { newest :: [Child], groups :: [[Child]], begun, old :: [Child], count, limit, waits, active :: !Int, standing :: !Bool }
data Child = forall a. Child a

-- 0: nobody has begun it; 1: somebody evaluates it; 2: it has a value, or has failed.
stateOf :: Child -> IO Int
stateOf (Child a) = IO (\s -> case evaluationState# a s of (# s1, i #) -> (# s1, I# i #))

left :: Children -> Bool
left c = not (null (newest c) && null (groups c) && null (old c))

-- Must a thread stand by from now on?
settle :: Children -> (Children, Bool)
settle c
  | waits c > 0 && not (standing c) && left c = (c { standing = True }, True)
  | otherwise = (c, False)

-- One more; `number` is 1. Not inlined: what registration# says, opt/spark_clones.cc looks for in the arguments of one call.
register :: Run -> a -> Int# -> State# RealWorld -> State# RealWorld
register (Run ref) child number s = case add s of (# s1, _ #) -> s1
  where
    IO add = do
      (full, stand) <- atomicModifyIORef' ref (\c -> case settle c { newest = Child child : newest c, count = count c + I# number } of
        (c', stand) -> (c', (count c >= limit c, stand)))
      if stand then void (forkIO (standBy ref)) else return ()
      if full then prune ref else return ()
{-# NOINLINE register #-}

-- Without those that have ended: a run may have millions, one after the other.
prune :: IORef Children -> IO ()
prune ref = do
  mine <- atomicModifyIORef' ref (\c ->
    if count c >= limit c
      then (c { newest = [], groups = [], begun = [], old = concat (reverse (newest c) : groups c) ++ begun c, count = 0, limit = maxBound }, Just c)
      else (c, Nothing))                                 -- somebody else does
  case mine of
    Nothing -> return ()
    Just c -> do
      newest1 <- unended (newest c)
      groups1 <- filter (not . null) <$> mapM unended (groups c)
      begun1 <- unended (begun c)
      let n = length newest1 + sum (map length groups1) + length begun1
      n `seq` atomicModifyIORef' ref (\c2 -> (c2
        { newest = newest c2 ++ newest1, groups = groups c2 ++ groups1, begun = begun c2 ++ begun1, old = [], count = count c2 + n, limit = 2 * n + leastToPrune }, ()))
  where
    unended cs = reverse <$> foldM (\kept c -> stateOf c >>= \state -> return (if state == 2 then kept else c : kept)) [] cs

leastToPrune :: Int
leastToPrune = 1000

-- The next child that nobody may have begun.
next :: IORef Children -> IO (Maybe Child)
next ref = do
  newer <- atomicModifyIORef' ref (\c -> case newest c of
    [] -> (c, Nothing)
    cs -> let group = reverse cs in (c { newest = [], groups = group : groups c }, Just group))
  mapM_ evaluate newer                                   -- not in there: other children may come all the time
  (child, stand) <- atomicModifyIORef' ref (\c ->
    let taken w c' = case settle c' { begun = w : begun c } of (c2, stand) -> (c2, (Just w, stand))
    in case c of
      Children { groups = [w] : gs } -> taken w c { groups = gs }
      Children { groups = (w : ws) : gs } -> taken w c { groups = ws : gs }
      Children { newest = [], old = w : ws } -> taken w c { old = ws }
      _ -> case settle c of (c2, stand) -> (c2, (Nothing, stand)))
  if stand then void (forkIO (standBy ref)) else return ()
  return child

foreign import ccall unsafe "gph_hec_alone" c_alone :: IO Int

-- Begins children once its HEC has nothing else to run; or after a while, for what it has may have nothing to do with this run.
standBy :: IORef Children -> IO ()
standBy ref = clockMonotonic >>= wait
  where
    wait since = do
      more <- atomicModifyIORef' ref (\c -> if left c then (c, True) else (c { standing = False }, False))
      alone <- c_alone
      now <- clockMonotonic
      if not more then return ()
        else if alone /= 0 || now - since > 20000000 then atomicModifyIORef' ref (\c -> (c { standing = False, active = active c + 1 }, ())) >> work
        else yield >> wait since
    work = next ref >>= \child -> case child of
      Nothing -> atomicModifyIORef' ref (\c -> (c { active = active c - 1 }, ()))
      Just c -> do
        begin c
        -- Some may have begun while this one waited.
        enough <- atomicModifyIORef' ref (\c' -> if active c' > numCapabilities && standing c' then (c' { active = active c' - 1 }, True) else (c', False))
        if enough then return () else work
    -- What fails, fails whoever needs it, or else the end of the run.
    begin c@(Child a) = do
      state <- stateOf c
      if state == 0 then void (try (void (evaluate a)) :: IO (Either SomeException ())) else return ()

-- Waits for the variable.
await :: Run -> MVar (Filled a) -> IO (Filled a)
await (Run ref) m = do
  stand <- atomicModifyIORef' ref (\c -> settle c { waits = waits c + 1 })
  if stand then void (forkIO (standBy ref)) else return ()
  f <- wait
  atomicModifyIORef' ref (\c -> (c { waits = waits c - 1 }, ()))
  return f
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
-- The children that are left are evaluated, those that somebody has begun are waited for: one that has failed fails the run; one that waits for ever does not. If the result itself waits for
-- ever, a child that failed says why.
start :: Par a -> IO a
start (Par p) = do
  ref <- newIORef Children { newest = [], groups = [], begun = [], old = [], count = 0, limit = leastToPrune, waits = 0, active = 0, standing = False }
  r <- fmap Just (IO (p (Run ref))) `unlessStuck` Nothing
  finish ref
  maybe (throwIO (ErrorCall "runPar: no result: the computation waits for an IVar that nobody fills")) return r
  where
    finish ref = readIORef ref >>= \now -> if null (begun now) && not (left now) then return () else next ref >>= \child -> case child of
      Just c -> end c >> finish ref
      Nothing -> do
        children <- atomicModifyIORef' ref (\c -> (c { begun = [], count = 0 }, reverse (begun c)))
        mapM_ end children
        finish ref
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
