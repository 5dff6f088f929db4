-- | The lazy variant; see Control.Monad.State.Lazy.
module Control.Monad.State (module Control.Monad.State.Lazy) where

import Control.Monad.State.Lazy
