-- | Quantity semaphores of which several units can be taken at once. Units that are there go to whoever asks, also past others that
-- wait for more; units that are signalled go to those who wait, in order of arrival.
module Control.Concurrent.QSemN (QSemN, newQSemN, waitQSemN, signalQSemN) where

import Control.Concurrent.MVar
import Control.Exception (mask_, onException, uninterruptibleMask_)
import Control.Monad (filterM)

newtype QSemN = QSemN (MVar State)

-- How many units are available, how many threads wait, how many have given up and still stand in the queue; the queue: its front,
-- the oldest first, and its back, the newest first.
data State = State !Int !Int !Int [Waiter] [Waiter]

-- The units wanted, and a variable that is filled once: by who serves it, or by the waiter itself when it gives up.
data Waiter = Waiter !Int !(MVar ())

newQSemN :: Int -> IO QSemN
newQSemN n
  | n < 0 = ioError (userError "newQSemN: Initial quantity must be non-negative")
  | otherwise = fmap QSemN (newMVar $! State n 0 0 [] [])

waitQSemN :: QSemN -> Int -> IO ()
waitQSemN (QSemN m) sz = mask_ (do
  State avail live gone front back <- takeMVar m
  if avail >= sz
    then putMVar m $! State (avail - sz) live gone front back
    else do
      b <- newEmptyMVar
      putMVar m $! State avail (live + 1) gone front (Waiter sz b : back)
      takeMVar b `onException` uninterruptibleMask_ (cancel b))
  where
    -- A thread that gives up may have held up others, which want less.
    cancel b = do
      State avail live gone front back <- takeMVar m
      waited <- tryPutMVar b ()
      s <- if waited then tidy (State avail (live - 1) (gone + 1) front back) else return $! State (avail + sz) live gone front back
      serve s >>= putMVar m

-- Not interruptible: it is what a bracket does at its end, and the units of a thread killed while it waits for m would be lost.
signalQSemN :: QSemN -> Int -> IO ()
signalQSemN (QSemN m) sz = uninterruptibleMask_ (do
  State avail live gone front back <- takeMVar m
  s <- serve (State (avail + sz) live gone front back)
  putMVar m s)

serve :: State -> IO State
serve (State avail live gone [] back@(_ : _)) = serve (State avail live gone (reverse back) [])
serve s@(State avail live gone (Waiter sz b : front) back)
  | avail >= sz = do
      waited <- tryPutMVar b ()
      serve (if waited then State (avail - sz) (live - 1) gone front back else State avail live (gone - 1) front back)
  | gone > 0 = do
      waits <- isEmptyMVar b
      if waits then return s else serve (State avail live (gone - 1) front back)
serve s = return s

-- Those who gave up never make up more than half of the queue, so that it takes no longer than it did to enter.
tidy :: State -> IO State
tidy s@(State avail live gone front back)
  | gone <= live + 1 = return s
  | otherwise = do
      front' <- filterM waits front
      back' <- filterM waits back
      return $! State avail live 0 front' back'
  where waits (Waiter _ b) = isEmptyMVar b
