-- | Objects that differ from each other.
module Data.Unique (Unique, newUnique, hashUnique) where

import GPH.IOBase

newtype Unique = Unique Integer deriving (Eq, Ord)

source :: IORef Integer
source = topLevelIO (newIORef 0)
{-# NOINLINE source #-}

newUnique :: IO Unique
newUnique = do
  r <- atomicModifyIORef' source (\x -> let z = x + 1 in (z, z))
  return (Unique r)

hashUnique :: Unique -> Int
hashUnique (Unique i) = fromInteger i
