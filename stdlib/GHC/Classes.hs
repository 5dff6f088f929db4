{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | Equality and order.
module GHC.Classes (Eq(..), Ord(..), (&&), (||), not, divInt#, modInt#) where

import GPH.Classes
