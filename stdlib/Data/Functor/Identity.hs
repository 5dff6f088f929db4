-- | The identity functor and monad.
module Data.Functor.Identity (Identity(..)) where

import GPH.Functor
import Control.Monad.Fix (MonadFix(..))
