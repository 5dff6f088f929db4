-- | Mutable references in state threads.
module GHC.STRef (STRef(..), newSTRef, readSTRef, writeSTRef) where

import GPH.ST
