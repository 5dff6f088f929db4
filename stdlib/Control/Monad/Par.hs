-- | Deterministic parallelism with futures: Marlow, Newton, Peyton Jones, A monad for deterministic parallelism (Haskell 2011). How it works: Control.Monad.Par.Internal.
module Control.Monad.Par
  ( Par, IVar, runPar, runParIO, fork, new, newFull, newFull_, get, put, put_, spawn, spawn_, spawnP
  , parMap, parMapM, InclusiveRange(..), parMapReduceRange, parMapReduceRangeThresh, parFor, NFData
  ) where

import Control.Monad.Par.Internal
