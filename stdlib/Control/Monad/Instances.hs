-- | Instances that are in the Prelude's scope anyway.
module Control.Monad.Instances (Functor(..), Monad(..)) where
