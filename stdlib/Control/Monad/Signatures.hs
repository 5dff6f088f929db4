-- | The types of operations that transformers lift.
module Control.Monad.Signatures (CallCC, Catch, Listen, Pass) where

-- | Calling with the current continuation.
type CallCC m a b = ((a -> m b) -> m a) -> m a
-- | Handling an error of type e.
type Catch e m a = m a -> (e -> m a) -> m a
-- | What an action writes.
type Listen w m a = m a -> m (a, w)
-- | Changing what an action writes.
type Pass w m a = m (a, w -> w) -> m a
