{-# LANGUAGE MagicHash #-}
-- | The types of Data.Primitive.Array, which Data.Vector converts from and to.
module Data.Primitive.Array.Type where

import GPH.Prim

data Array a = Array { array# :: Array# a }
data MutableArray s a = MutableArray { marray# :: MutableArray# s a }
