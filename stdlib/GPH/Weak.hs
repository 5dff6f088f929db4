{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Weak pointers and stable names.
module GPH.Weak where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.ST
import GPH.IOBase

data Weak v = Weak (Weak# v)

mkWeak :: k -> v -> Maybe (IO ()) -> IO (Weak v)
mkWeak key v (Just (IO finalizer)) = IO (\s -> case mkWeak# key v finalizer s of (# s1, w #) -> (# s1, Weak w #))
mkWeak key v Nothing = IO (\s -> case mkWeakNoFinalizer# key v s of (# s1, w #) -> (# s1, Weak w #))

deRefWeak :: Weak v -> IO (Maybe v)
deRefWeak (Weak w) = IO (\s -> case deRefWeak# w s of
  (# s1, 0#, _ #) -> (# s1, Nothing #)
  (# s1, _, v #) -> (# s1, Just v #))

-- | Runs the finaliser now.
finalize :: Weak v -> IO ()
finalize (Weak w) = IO (\s -> case finalizeWeak# w s of
  (# s1, 0#, _ #) -> (# s1, () #)
  (# s1, _, f #) -> case f s1 of (# s2, _ #) -> (# s2, () #))

mkWeakPtr :: k -> Maybe (IO ()) -> IO (Weak k)
mkWeakPtr key fin = mkWeak key key fin

addFinalizer :: key -> IO () -> IO ()
addFinalizer key fin = mkWeakPtr key (Just fin) >> return ()

-- | Attached to the reference itself.
mkWeakIORef :: IORef a -> IO () -> IO (Weak (IORef a))
mkWeakIORef r@(IORef (STRef v)) (IO fin) = IO (\s -> case mkWeak# v r fin s of (# s1, w #) -> (# s1, Weak w #))

mkWeakMVar :: MVar a -> IO () -> IO (Weak (MVar a))
mkWeakMVar m@(MVar v) (IO fin) = IO (\s -> case mkWeak# v m fin s of (# s1, w #) -> (# s1, Weak w #))

data StableName a = StableName (StableName# a)

instance Eq (StableName a) where
  StableName a == StableName b = isTrue# (eqStableName# a b)

makeStableName :: a -> IO (StableName a)
makeStableName a = IO (\s -> case makeStableName# a s of (# s1, n #) -> (# s1, StableName n #))

hashStableName :: StableName a -> Int
hashStableName (StableName n) = I# (stableNameToInt# n)

eqStableName :: StableName a -> StableName b -> Bool
eqStableName (StableName a) (StableName b) = isTrue# (eqStableName# a b)
