{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The basic types with their constructors.
module GHC.Types (Bool(..), Char(..), Int(..), Word(..), Float(..), Double(..), Ordering(..), IO(..), isTrue#, Type, Constraint) where

import GPH.Prim
import GPH.Types
