{-# LANGUAGE MagicHash #-}
-- | Identities that say something to the optimiser.
module GHC.Magic (inline, noinline, lazy, oneShot, runRW#) where

import GPH.Exts
import GPH.List (oneShot)
import GPH.Types (runRW#)

-- | Its argument is not inlined here.
noinline :: a -> a
noinline x = x
{-# NOINLINE noinline #-}
