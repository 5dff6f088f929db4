{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | State threads.
module GHC.ST (ST(..), STRep, runST, fixST, unsafeInterleaveST, unsafeIOToST, unsafeSTToIO) where

import GPH.Prim
import GPH.ST

type STRep s a = State# s -> (# State# s, a #)
