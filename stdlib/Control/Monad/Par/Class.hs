-- | What programs are written with that are to run in Par and in ParIO.
module Control.Monad.Par.Class (ParFuture(..), ParIVar(..), NFData) where

import Control.DeepSeq (NFData, deepseq)
import Control.Monad.Par.Internal (IVar, Par)
import qualified Control.Monad.Par.Internal as P

-- | Futures.
class Monad m => ParFuture future m | m -> future where
  spawn :: NFData a => m a -> m (future a)
  spawn p = spawn_ (p >>= \x -> x `deepseq` return x)
  spawn_ :: m a -> m (future a)
  get :: future a -> m a
  spawnP :: NFData a => a -> m (future a)
  spawnP a = spawn (return a)
  {-# MINIMAL spawn_, get #-}

-- | Variables that are written once, beside them.
class ParFuture ivar m => ParIVar ivar m | m -> ivar where
  fork :: m () -> m ()
  new :: m (ivar a)
  put :: NFData a => ivar a -> a -> m ()
  put v a = a `deepseq` put_ v a
  put_ :: ivar a -> a -> m ()
  newFull :: NFData a => a -> m (ivar a)
  newFull a = a `deepseq` newFull_ a
  newFull_ :: a -> m (ivar a)
  newFull_ a = new >>= \v -> put_ v a >> return v
  {-# MINIMAL fork, new, put_ #-}

instance ParFuture IVar Par where
  spawn = P.spawn
  spawn_ = P.spawn_
  get = P.get
  spawnP = P.spawnP
  {-# INLINE spawn #-}
  {-# INLINE spawn_ #-}
  {-# INLINE get #-}
  {-# INLINE spawnP #-}

instance ParIVar IVar Par where
  fork = P.fork
  new = P.new
  put = P.put
  put_ = P.put_
  newFull = P.newFull
  newFull_ = P.newFull_
  {-# INLINE fork #-}
