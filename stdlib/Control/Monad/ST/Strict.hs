-- | The same as Control.Monad.ST.
module Control.Monad.ST.Strict (module Control.Monad.ST) where

import Control.Monad.ST
