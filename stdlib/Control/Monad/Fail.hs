-- | Monads whose pattern binds may fail.
module Control.Monad.Fail (MonadFail(fail)) where
