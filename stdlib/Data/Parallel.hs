{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Parallel loops over index ranges, unboxed arrays and, evaluating the elements, boxed ones; after Harris and Kaestle, Callisto-RTS: fine-grain
-- parallel loops (USENIX ATC 2015).
--
-- A loop is cut into /batches/ of consecutive indices. The caller and the HECs that are idle take one batch after the other, so uneven work
-- spreads by itself; a batch of about 1,000 cycles is large enough (docs/performance.md). The cut depends on the number of
-- indices and on the batch size only, and parts are put together in the order of their indices: __the result is the same for every @-N@, every
-- @--loop-sched@ and every schedule__, also when floating-point numbers are added. On one HEC a loop runs in order, at the cost of the sequential
-- loop and a call for each batch.
--
-- Exceptions: the loop raises the exception of the lowest index that raises one. Later iterations may have run or not; in IO those that
-- still run are interrupted, in a pure value they are finished, so one that never ends may keep the loop from raising. An
-- iteration must not wait for another one. For a loop inside a pure value, when an asynchronous exception (timeout, killThread) hits the thread that
-- evaluates it, what has been done is kept, as for every value; helpers finish the loop as long as somebody can want the value. The
-- loops in IO stop when their thread gets one: when they return or raise nothing of them is running any more.
--
-- Loops nest. A loop over loops does well to say so ('atLevel'), so that it leaves HECs to those inside. Loops may be run by any thread, in
-- sparks and inside other values.
module Data.Parallel
  ( -- * How to run a loop
    Loop, auto, batch, atLevel
    -- * Actions
  , parFor, parForBatches, parForWith
    -- * Arrays
  , LoopArray, LoopIx(..), parGenerate, parMapA, parZipWithA, parGenerateV, parMapV
    -- * Folds and scans
  , parFold, parFoldWith, parFoldA, parScan, parScanExclusive
  ) where

import Data.Array.Base (IArray(..), MArray(..), IOArray(..), IOUArray(..), UArray, freezeU)
import Data.IORef
import Data.List (sortOn)
import Data.Vector.Internal (Vec(..))
import qualified GPH.Arr as Arr
import GPH.Arr (Array, safeRangeSize)
import Data.Ix (Ix(..))
import GPH.IOBase (unsafePerformIO)
import GPH.Loop (runIO, runPure)
import GPH.ST (stToIO)
import GPH.Types (IO(..))

-- ---- How to run a loop ----------------------------------------------------------------------------------------------------
-- | Batch size and level.
data Loop = Loop !Int !Int

-- | The batch size follows from the number of indices (a 512th of them), level 0.
auto :: Loop
auto = Loop 0 0

-- | Batches of so many indices, the last one perhaps smaller. A size below 1 is taken for 1. Choose it so that a batch takes a microsecond or more.
batch :: Int -> Loop
batch n = Loop (max 1 n) 0

-- | How many levels of loops are nested inside this one: 0 for an innermost loop, which may use every HEC. A loop at level 1 has one
-- worker on each core, at level 2 and above one on each socket; the other HECs help the loops inside. It changes no result.
atLevel :: Int -> Loop -> Loop
atLevel k (Loop b _) = Loop b (max 0 k)

batchSize :: Loop -> Int -> Int
batchSize (Loop 0 _) n = max 1 ((n + 511) `quot` 512)
batchSize (Loop b _) _ = b

-- The number of batches; the size is at least 1 and n at least 0.
batchCount :: Int -> Int -> Int
batchCount size n = n `quot` size + (if n `rem` size == 0 then 0 else 1)

-- | How many indices from the first to the last.
extent :: (Int, Int) -> Int
extent (lo, hi)
  | hi < lo = 0
  | n <= 0 = errorWithoutStackTrace "Data.Parallel: range too large"
  | otherwise = n
  where n = hi - lo + 1

-- Offsets from a, below b, in order.
offsets :: Int -> Int -> (Int -> IO ()) -> IO ()
offsets a b f = IO (\s0 ->
  let go i s | i >= b = (# s, () #)
             | otherwise = case f i of IO m -> case m s of (# s1, _ #) -> go (i + 1) s1
  in go a s0)
{-# INLINE offsets #-}

-- Batch number, its first offset, the offset after its last. For loops in pure values.
batches :: Loop -> Int -> (Int -> Int -> Int -> IO ()) -> IO ()
batches opts@(Loop _ level) n body = runPure level (batchCount size n) (\k -> let a = k * size in body k a (if n - a < size then n else a + size))
  where size = batchSize opts n
{-# INLINE batches #-}

-- ---- Actions --------------------------------------------------------------------------------------------------------------
-- | @parFor loop (lo, hi) body@ runs the body for each index from lo to hi, both included, once. Iterations run at the same time and in any
-- order across batches: they must not depend on each other, and what they share must be safe to share (distinct elements of one mutable
-- array are). The body is run with the caller's masking state; 'Control.Concurrent.myThreadId' may be another thread.
parFor :: Loop -> (Int, Int) -> (Int -> IO ()) -> IO ()
parFor opts (lo, hi) body = parForBatches opts (lo, hi) (\a b -> offsets a (b + 1) body)
{-# INLINE parFor #-}

-- | As 'parFor' with a body for a whole batch, from its first to its last index.
parForBatches :: Loop -> (Int, Int) -> (Int -> Int -> IO ()) -> IO ()
parForBatches opts@(Loop _ level) (lo, hi) body =
  runIO level (batchCount size n) (\_ -> return (\k -> let a = k * size in body (lo + a) (lo + (if n - a < size then n else a + size) - 1)))
  where
    n = extent (lo, hi)
    size = batchSize opts n
{-# INLINE parForBatches #-}

-- | @parForWith loop range begin body end@: each thread that takes part has a state of its own, made by @begin@ before its first iteration
-- (a buffer, an accumulator). When all iterations are done @end@ is run for every state, by the caller, one after the other. Which iterations share
-- a state is not determined: for a determined result combining the states must be commutative and associative, exactly ('parFoldWith' asks
-- for less). With an empty range nothing is run.
parForWith :: Loop -> (Int, Int) -> IO s -> (s -> Int -> IO ()) -> (s -> IO ()) -> IO ()
parForWith opts@(Loop _ level) (lo, hi) begin body end = do
  states <- newIORef []
  runIO level (batchCount size n) (\w -> do
    s <- begin
    atomicModifyIORef' states (\ss -> ((w, s) : ss, ()))
    return (\k -> let a = k * size in offsets (lo + a) (lo + (if n - a < size then n else a + size)) (body s)))
  all' <- readIORef states
  mapM_ (end . snd) (sortOn fst all')
  where
    n = extent (lo, hi)
    size = batchSize opts n
{-# INLINE parForWith #-}

-- ---- Arrays ---------------------------------------------------------------------------------------------------------------
-- | Arrays that a loop can fill: 'UArray' and 'Array'. The elements of an 'Array' are evaluated to weak head normal form by the loop.
class IArray a e => LoopArray a e where
  -- | Bounds, size, and what fills the array by means of the function that writes an element at an offset.
  fillArray :: Ix i => (i, i) -> Int -> ((Int -> e -> IO ()) -> IO ()) -> IO (a i e)

instance (IArray UArray e, MArray IOUArray e IO) => LoopArray UArray e where
  fillArray b _ fill = do
    marr@(IOUArray st) <- unsafeNewArray_ b
    fill (\i x -> unsafeWrite marr i x)
    stToIO (freezeU st)
  {-# INLINE fillArray #-}

instance LoopArray Array e where
  fillArray b _ fill = do
    marr@(IOArray st) <- newArray b (errorWithoutStackTrace "(Array.!): undefined array element")
    fill (\i x -> x `seq` unsafeWrite marr i x)
    stToIO (Arr.unsafeFreezeSTArray st)
  {-# INLINE fillArray #-}

-- | Index types for which the index at an offset is found in O(1). @indexAt b k@ is @range b !! k@ for k within the bounds.
class Ix i => LoopIx i where
  indexAt :: (i, i) -> Int -> i
instance LoopIx Int where
  indexAt (l, _) k = l + k
  {-# INLINE indexAt #-}
instance LoopIx Word where
  indexAt (l, _) k = l + fromIntegral k
  {-# INLINE indexAt #-}
instance LoopIx Integer where
  indexAt (l, _) k = l + toInteger k
instance LoopIx Char where
  indexAt (l, _) k = toEnum (fromEnum l + k)
instance LoopIx Bool where
  indexAt (l, _) k = toEnum (fromEnum l + k)
instance (LoopIx a, LoopIx b) => LoopIx (a, b) where
  indexAt ((l1, l2), (u1, u2)) k = case k `quotRem` rangeSize (l2, u2) of (q, r) -> (indexAt (l1, u1) q, indexAt (l2, u2) r)
  {-# INLINE indexAt #-}
instance (LoopIx a, LoopIx b, LoopIx c) => LoopIx (a, b, c) where
  indexAt ((l1, l2, l3), (u1, u2, u3)) k = case indexAt ((l1, (l2, l3)), (u1, (u2, u3))) k of (a, (b, c)) -> (a, b, c)
  {-# INLINE indexAt #-}

-- | The array with these bounds whose element at i is @f i@, evaluated. When the array is evaluated all its elements are.
parGenerate :: (LoopArray a e, LoopIx i) => Loop -> (i, i) -> (i -> e) -> a i e
parGenerate opts b f = generateOffsets opts b (\k -> f (indexAt b k))
{-# INLINE parGenerate #-}

generateOffsets :: (LoopArray a e, Ix i) => Loop -> (i, i) -> (Int -> e) -> a i e
generateOffsets opts b f = unsafePerformIO (fillArray b n (\write -> batches opts n (\_ from to -> offsets from to (\k -> write k (f k)))))
  where n = safeRangeSize b
{-# INLINE generateOffsets #-}

-- | The function on each element, evaluated.
parMapA :: (IArray b x, LoopArray a e, Ix i) => Loop -> (x -> e) -> b i x -> a i e
parMapA opts f arr = generateOffsets opts (bounds arr) (\k -> f (unsafeAt arr k))
{-# INLINE parMapA #-}

-- | The function on the elements at each index, evaluated. The bounds must be the same.
parZipWithA :: (IArray b x, IArray c y, LoopArray a e, Ix i) => Loop -> (x -> y -> e) -> b i x -> c i y -> a i e
parZipWithA opts f xs ys
  | bounds xs /= bounds ys = errorWithoutStackTrace "Data.Parallel.parZipWithA: different bounds"
  | otherwise = generateOffsets opts (bounds xs) (\k -> f (unsafeAt xs k) (unsafeAt ys k))
{-# INLINE parZipWithA #-}

-- | The vector (Data.Vector or Data.Vector.Unboxed) of the given length whose element at i, from 0, is @f i@, evaluated.
parGenerateV :: Vec v mv e => Loop -> Int -> (Int -> e) -> v e
parGenerateV opts n f
  | n < 0 = errorWithoutStackTrace "Data.Parallel.parGenerateV: negative length"
  | otherwise = unsafePerformIO (do
      mv <- stToIO (mNew n)
      batches opts n (\_ from to -> offsets from to (\k -> let x = f k in x `seq` stToIO (mWrite mv k x)))
      stToIO (mFreeze mv))
{-# INLINE parGenerateV #-}

-- | The function on each element of a vector, evaluated.
parMapV :: (Vec v mv a, Vec w mw b) => Loop -> (a -> b) -> v a -> w b
parMapV opts f v = parGenerateV opts (vLength v) (\k -> vIndex v k f)
{-# INLINE parMapV #-}

-- ---- Folds and scans ------------------------------------------------------------------------------------------------------
-- | @parFold loop (lo, hi) f op z@ is @z `op` f lo `op` ... `op` f hi@ for an associative @op@, evaluated. Each batch is folded from the left, then
-- z and the values of the batches in order; so for an operation that is only nearly associative (floating-point addition) the result depends
-- on the batch size, and on nothing else. Strict in z, in every @f i@ and every intermediate value.
parFold :: Loop -> (Int, Int) -> (Int -> a) -> (a -> a -> a) -> a -> a
parFold opts (lo, hi) f op z = foldOffsets opts (extent (lo, hi)) (\k -> f (lo + k)) op z
{-# INLINE parFold #-}

-- | 'parFold' over the elements of an array, mapped.
parFoldA :: (IArray a e, Ix i) => Loop -> (e -> b) -> (b -> b -> b) -> b -> a i e -> b
parFoldA opts f op z arr = foldOffsets opts (numElements arr) (\k -> f (unsafeAt arr k)) op z
{-# INLINE parFoldA #-}

foldOffsets :: Loop -> Int -> (Int -> a) -> (a -> a -> a) -> a -> a
foldOffsets opts n f op z = z `seq` unsafePerformIO (do
  parts <- newParts (batchCount (batchSize opts n) n)
  batches opts n (\k from to ->
    let go acc i | i >= to = acc
                 | otherwise = let acc' = acc `op` f i in acc' `seq` go acc' (i + 1)
        first = f from
        whole = first `seq` go first (from + 1)
    in whole `seq` unsafeWrite parts k whole)
  overParts parts (batchCount (batchSize opts n) n) op z)
{-# INLINE foldOffsets #-}

-- | @parFoldWith loop (lo, hi) step s combine@: a state for each batch, which begins as s and takes each of its indices by @step@; the states are
-- combined in order, from the left. Determined whatever step and combine are; independent of the batch size if @combine s x = x@,
-- combine is associative, and @step (combine x y) i = combine x (step y i)@. For an empty range it is s. Strict in every state.
parFoldWith :: Loop -> (Int, Int) -> (s -> Int -> s) -> s -> (s -> s -> s) -> s
parFoldWith opts (lo, hi) step s combine = s `seq` unsafePerformIO (do
  let n = extent (lo, hi)
      count = batchCount (batchSize opts n) n
  parts <- newParts count
  batches opts n (\k from to ->
    let go acc i | i >= to = acc
                 | otherwise = let acc' = step acc (lo + i) in acc' `seq` go acc' (i + 1)
        whole = go s from
    in whole `seq` unsafeWrite parts k whole)
  if count == 0 then return s else unsafeRead parts 0 >>= overPartsFrom 1 parts count combine)
{-# INLINE parFoldWith #-}

newParts :: Int -> IO (IOArray Int a)
newParts n = newArray (0, n - 1) (errorWithoutStackTrace "Data.Parallel: no value")

overParts :: IOArray Int a -> Int -> (a -> a -> a) -> a -> IO a
overParts = overPartsFrom 0
{-# INLINE overParts #-}

overPartsFrom :: Int -> IOArray Int a -> Int -> (a -> a -> a) -> a -> IO a
overPartsFrom k0 parts n op z = go k0 z
  where
    go k acc
      | k >= n = return acc
      | otherwise = unsafeRead parts k >>= \x -> let acc' = acc `op` x in acc' `seq` go (k + 1) acc'

-- | The inclusive scan: the element at each index is @x0 `op` ... `op` xi@, for an associative @op@; twice the work of a sequential scan when there
-- is more than one batch. As for 'parFold' rounding depends on the batch size only.
parScan :: (LoopArray a e, Ix i) => Loop -> (e -> e -> e) -> a i e -> a i e
parScan opts op arr = unsafePerformIO (do
  let n = numElements arr
  carries <- blockSums opts op Nothing arr
  fillArray (bounds arr) n (\write -> batches opts n (\k from to -> do
    let go acc i | i >= to = return ()
                 | otherwise = let acc' = acc `op` unsafeAt arr i in acc' `seq` (write i acc' >> go acc' (i + 1))
    first <- if k == 0 then return (unsafeAt arr 0) else unsafeRead carries k >>= \c -> return (c `op` unsafeAt arr from)
    first `seq` write from first
    go first (from + 1))))
{-# INLINE parScan #-}

-- | The exclusive scan: the element at each index is @z `op` x0 `op` ... `op` x(i-1)@; the first is z.
parScanExclusive :: (LoopArray a e, Ix i) => Loop -> (e -> e -> e) -> e -> a i e -> a i e
parScanExclusive opts op z arr = z `seq` unsafePerformIO (do
  let n = numElements arr
  carries <- blockSums opts op (Just z) arr
  fillArray (bounds arr) n (\write -> batches opts n (\k from to -> do
    let go acc i = do
          write i acc
          if i + 1 >= to then return () else let acc' = acc `op` unsafeAt arr i in acc' `seq` go acc' (i + 1)
    first <- unsafeRead carries k
    go first from)))
{-# INLINE parScanExclusive #-}

-- The value of all elements before each batch; undefined for the first one if there is nothing to begin with.
blockSums :: (IArray a e, Ix i) => Loop -> (e -> e -> e) -> Maybe e -> a i e -> IO (IOArray Int e)
blockSums opts op start arr = do
  let n = numElements arr
      count = batchCount (batchSize opts n) n
  carries <- newParts (count + 1)
  -- All elements but the last batch's, whose value nobody needs.
  let size = batchSize opts n
      Loop _ level = opts
  runPure level (count - 1) (\k ->
    let from = k * size
        to = from + size
        go acc i | i >= to = acc
                 | otherwise = let acc' = acc `op` unsafeAt arr i in acc' `seq` go acc' (i + 1)
        first = unsafeAt arr from
        whole = first `seq` go first (from + 1)
    in whole `seq` unsafeWrite carries (k + 1) whole)
  let prefix k acc
        | k >= count = return ()
        | otherwise = do
            x <- unsafeRead carries k
            let acc' = maybe x (`op` x) acc
            acc' `seq` unsafeWrite carries k acc'
            prefix (k + 1) (Just acc')
  maybe (return ()) (unsafeWrite carries 0) start
  prefix 1 start
  return carries
{-# INLINE blockSums #-}
