-- | Monad transformers: 'lift' takes an action of the inner monad to the outer one.
module Control.Monad.Trans.Class (MonadTrans(..)) where

class MonadTrans t where
  lift :: Monad m => m a -> t m a
