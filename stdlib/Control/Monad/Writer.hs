-- | The lazy variant; see Control.Monad.Writer.Lazy.
module Control.Monad.Writer (module Control.Monad.Writer.Lazy) where

import Control.Monad.Writer.Lazy
