-- | Strict state threads.
module Control.Monad.ST (ST, runST, fixST, RealWorld, stToIO) where

import GPH.Prim (RealWorld)
import GPH.ST
