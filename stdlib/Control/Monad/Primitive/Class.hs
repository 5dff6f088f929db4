{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The monads of state threads. GHC's class has the associated type PrimState m where ours has a second parameter; programs write either
-- (Note [Determined types] in the compiler's rename/determined.cc). The instances of transformers are beside them.
module Control.Monad.Primitive.Class where

import GPH.Prim
import GPH.ST (ST(..))
import GPH.Types (IO(..))
import Prelude (Monad)

class Monad m => PrimMonad m s | m -> s where
  primitive :: (State# s -> (# State# s, a #)) -> m a

type PrimState m = Determined PrimMonad s

instance PrimMonad (ST s) s where
  primitive m = ST m
  {-# INLINE primitive #-}
instance PrimMonad IO RealWorld where
  primitive m = IO m
  {-# INLINE primitive #-}

-- | Those that are nothing but state threads.
class PrimMonad m s => PrimBase m s | m -> s where
  internal :: m a -> State# s -> (# State# s, a #)

type PrimBaseState m = Determined PrimBase s PrimState

instance PrimBase (ST s) s where
  internal (ST m) = m
  {-# INLINE internal #-}
instance PrimBase IO RealWorld where
  internal (IO m) = m
  {-# INLINE internal #-}

stToPrim :: PrimMonad m s => ST s a -> m a
stToPrim (ST m) = primitive m
{-# INLINE stToPrim #-}
