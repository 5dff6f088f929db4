-- | Unbounded channels inside transactions.
module Control.Concurrent.STM.TChan
  ( TChan, newTChan, newTChanIO, newBroadcastTChan, newBroadcastTChanIO, dupTChan, cloneTChan, readTChan, flushTChan, tryReadTChan, peekTChan, tryPeekTChan
  , writeTChan, unGetTChan, isEmptyTChan
  ) where

import GPH.STM

type TVarList a = TVar (TList a)
data TList a = TNil | TCons a (TVarList a)

data TChan a = TChan (TVar (TVarList a)) (TVar (TVarList a))

instance Eq (TChan a) where
  TChan a _ == TChan b _ = a == b

newTChan, newBroadcastTChan :: STM (TChan a)
newTChan = do
  hole <- newTVar TNil
  r <- newTVar hole
  w <- newTVar hole
  return (TChan r w)
newBroadcastTChan = writeOnly "newBroadcastTChan"

-- Reading raises; the message names who made the channel.
writeOnly :: String -> STM (TChan a)
writeOnly maker = do
  hole <- newTVar TNil
  r <- newTVar (error ("reading from a TChan created by " ++ maker ++ "; use dupTChan first"))
  w <- newTVar hole
  return (TChan r w)

newTChanIO, newBroadcastTChanIO :: IO (TChan a)
newTChanIO = atomically newTChan
newBroadcastTChanIO = atomically (writeOnly "newBroadcastTChanIO")

writeTChan :: TChan a -> a -> STM ()
writeTChan (TChan _ w) a = do
  end <- readTVar w
  newEnd <- newTVar TNil
  writeTVar end (TCons a newEnd)
  writeTVar w newEnd

readTChan, peekTChan :: TChan a -> STM a
readTChan (TChan r _) = do
  front <- readTVar r
  h <- readTVar front
  case h of
    TNil -> retry
    TCons a rest -> writeTVar r rest >> return a
peekTChan (TChan r _) = do
  front <- readTVar r
  h <- readTVar front
  case h of
    TNil -> retry
    TCons a _ -> return a

tryReadTChan, tryPeekTChan :: TChan a -> STM (Maybe a)
tryReadTChan c = fmap Just (readTChan c) `orElse` return Nothing
tryPeekTChan c = fmap Just (peekTChan c) `orElse` return Nothing

flushTChan :: TChan a -> STM [a]
flushTChan c = tryReadTChan c >>= maybe (return []) (\a -> fmap (a :) (flushTChan c))

dupTChan, cloneTChan :: TChan a -> STM (TChan a)
dupTChan (TChan _ w) = do
  hole <- readTVar w
  r <- newTVar hole
  return (TChan r w)
cloneTChan (TChan r w) = do
  front <- readTVar r
  r' <- newTVar front
  return (TChan r' w)

unGetTChan :: TChan a -> a -> STM ()
unGetTChan (TChan r _) a = do
  front <- readTVar r
  newFront <- newTVar (TCons a front)
  writeTVar r newFront

isEmptyTChan :: TChan a -> STM Bool
isEmptyTChan (TChan r _) = do
  front <- readTVar r
  h <- readTVar front
  case h of
    TNil -> return True
    TCons _ _ -> return False
