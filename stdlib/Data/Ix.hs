{-# LANGUAGE StandaloneDeriving #-}
-- | Index types.
module Data.Ix (Ix(range, index, inRange, rangeSize)) where

import GPH.Handle (IOMode(..), SeekMode(..))
import GPH.Ix

deriving instance Ix IOMode
deriving instance Ix SeekMode
