-- | Functions on mutable vectors of every kind. MVector v a says that v is one, for elements a: Note [Determined types] in the compiler's
-- rename/determined.cc.
module Data.Vector.Generic.Mutable
  ( MVector, length, null, slice, unsafeSlice, take, drop, splitAt, init, tail, new, unsafeNew, replicate
  , replicateM, generate, generateM, clone, grow, unsafeGrow, read, unsafeRead, write, unsafeWrite, modify, modify'
  , unsafeModify, unsafeModify', swap, unsafeSwap, exchange, unsafeExchange, set, copy, unsafeCopy, move
  , unsafeMove, imapM_, mapM_, forM_, iforM_, nextPermutation, foldl, foldr, foldM, foldrM, foldl', foldr', foldM'
  , foldrM', ifoldl, ifoldr, ifoldM, ifoldrM, ifoldl', ifoldr', ifoldM', ifoldrM', modifyM, unsafeModifyM
  , unsafeTake, unsafeDrop, unsafeInit, unsafeTail, clear, growFront, unsafeGrowFront, overlaps, reverse
  ) where

import Data.Vector.Internal (Immutable, Vec)
import Data.Vector.Internal.Mutable
import Prelude ()

type MVector v a = Vec (Immutable v) v a
