{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The garbage collector.
module System.Mem (performGC, performMajorGC, performMinorGC) where

import GPH.Prim
import GPH.Types

performGC, performMajorGC, performMinorGC :: IO ()
performGC = performMajorGC
performMajorGC = IO (\s -> case performGC# 1# s of s1 -> (# s1, () #))
performMinorGC = IO (\s -> case performGC# 0# s of s1 -> (# s1, () #))
