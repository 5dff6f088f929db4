-- | The lazy variant; see Control.Monad.RWS.Lazy.
module Control.Monad.RWS (module Control.Monad.RWS.Lazy) where

import Control.Monad.RWS.Lazy
