-- | See Control.Monad.Par: there is one way to run a computation.
module Control.Monad.Par.Scheds.Direct
  ( Par, IVar, runPar, runParIO, fork, new, newFull, newFull_, get, put, put_, spawn, spawn_, spawnP
  ) where

import Control.Monad.Par.Internal
