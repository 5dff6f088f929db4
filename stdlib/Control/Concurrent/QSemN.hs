-- | Quantity semaphores of which several units can be taken at once. Units that are there go to whoever asks, also past others that
-- wait for more; units that are signalled go to those who wait, in order of arrival.
module Control.Concurrent.QSemN (QSemN, newQSemN, waitQSemN, signalQSemN) where

import Control.Concurrent.MVar
import Control.Exception (mask_, onException, uninterruptibleMask_)

-- Units available, and who waits for how many (oldest first).
newtype QSemN = QSemN (MVar (Int, [(Int, MVar ())]))

newQSemN :: Int -> IO QSemN
newQSemN n
  | n < 0 = ioError (userError "newQSemN: Initial quantity must be non-negative")
  | otherwise = fmap QSemN (newMVar (n, []))

waitQSemN :: QSemN -> Int -> IO ()
waitQSemN (QSemN m) sz = mask_ (do
  (avail, waiting) <- takeMVar m
  if avail >= sz
    then putMVar m (avail - sz, waiting)
    else do
      b <- newEmptyMVar
      putMVar m (avail, waiting ++ [(sz, b)])
      takeMVar b `onException` uninterruptibleMask_ (cancel b))
  where
    cancel b = do
      (avail, waiting) <- takeMVar m
      served <- tryTakeMVar b
      case served of
        Just () -> serve (avail + sz) waiting >>= putMVar m
        Nothing -> serve avail (filter ((/= b) . snd) waiting) >>= putMVar m

-- Not interruptible: it is what a bracket does at its end, and the units of a thread killed while it waits for m would be lost.
signalQSemN :: QSemN -> Int -> IO ()
signalQSemN (QSemN m) sz = uninterruptibleMask_ (do
  (avail, waiting) <- takeMVar m
  r <- serve (avail + sz) waiting
  putMVar m r)

serve :: Int -> [(Int, MVar ())] -> IO (Int, [(Int, MVar ())])
serve avail ((sz, b) : rest) | avail >= sz = putMVar b () >> serve (avail - sz) rest
serve avail waiting = avail `seq` return (avail, waiting)
