{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The primitive types and operations.
module GHC.Prim (module GPH.Prim) where

import GPH.Prim
