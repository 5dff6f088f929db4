-- | See GHC.Conc.
module GHC.Conc.Sync (module GHC.Conc) where

import GHC.Conc
