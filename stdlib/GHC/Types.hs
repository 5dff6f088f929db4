{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The basic types with their constructors.
module GHC.Types (Bool(..), Char(..), Int(..), Word(..), Float(..), Double(..), Ordering(..), IO(..), isTrue#, Type, Constraint, Any, SPEC(..)) where

import GPH.Exts (Any)
import GPH.Prim
import GPH.Types

-- | A parameter of loops for which GHC is to make copies: accepted.
data SPEC = SPEC | SPEC2
