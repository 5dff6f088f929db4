{-# LANGUAGE TypeApplications, NoMonomorphismRestriction #-}
-- | Mutable vectors of primitive values in ST and IO. Costs and checks as in Data.Vector.Mutable; every element is evaluated when it is
-- written, and new vectors are zero.
module Data.Vector.Primitive.Mutable
  ( MVector, IOVector, STVector, Prim(..), length, null, slice, unsafeSlice
  , take, drop, splitAt, init, tail, new, unsafeNew, replicate, replicateM, generate, generateM, clone, grow
  , unsafeGrow, clear, read, unsafeRead, write, unsafeWrite, modify, unsafeModify, swap, unsafeSwap, exchange
  , unsafeExchange, set, copy, unsafeCopy, move, unsafeMove, imapM_, mapM_, forM_, iforM_, nextPermutation, foldl
  , foldr, foldM, foldrM, foldl', foldr', foldM', foldrM', ifoldl, ifoldr, ifoldM, ifoldrM, ifoldl', ifoldr'
  , ifoldM', ifoldrM', modifyM, unsafeModifyM, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, overlaps
  ) where

import qualified Data.Vector.Internal.Mutable as G
import Data.Vector.Primitive.Base (MVector(..))
import Data.Primitive.Types.Class (Prim(..))
import GPH.Prim (RealWorld)
import Prelude ()

type IOVector = MVector RealWorld
type STVector s = MVector s

-- The functions of Data.Vector.Internal.Mutable, which has their signatures, at this kind of vector. See Note [Synonyms at a type] in the
-- compiler's typecheck/infer_bind.cc.
length = G.length @_ @MVector
null = G.null @_ @MVector
slice = G.slice @_ @MVector
unsafeSlice = G.unsafeSlice @_ @MVector
take = G.take @_ @MVector
drop = G.drop @_ @MVector
splitAt = G.splitAt @_ @MVector
init = G.init @_ @MVector
tail = G.tail @_ @MVector
new = G.new @_ @MVector
unsafeNew = G.unsafeNew @_ @MVector
replicate = G.replicate @_ @MVector
replicateM = G.replicateM @_ @MVector
generate = G.generate @_ @MVector
generateM = G.generateM @_ @MVector
clone = G.clone @_ @MVector
grow = G.grow @_ @MVector
unsafeGrow = G.unsafeGrow @_ @MVector
clear = G.clear @_ @MVector
read = G.read @_ @MVector
unsafeRead = G.unsafeRead @_ @MVector
write = G.write @_ @MVector
unsafeWrite = G.unsafeWrite @_ @MVector
modify = G.modify @_ @MVector
unsafeModify = G.unsafeModify @_ @MVector
swap = G.swap @_ @MVector
unsafeSwap = G.unsafeSwap @_ @MVector
exchange = G.exchange @_ @MVector
unsafeExchange = G.unsafeExchange @_ @MVector
set = G.set @_ @MVector
copy = G.copy @_ @MVector
unsafeCopy = G.unsafeCopy @_ @MVector
move = G.move @_ @MVector
unsafeMove = G.unsafeMove @_ @MVector
imapM_ = G.imapM_ @_ @MVector
mapM_ = G.mapM_ @_ @MVector
forM_ = G.forM_ @_ @MVector
iforM_ = G.iforM_ @_ @MVector
nextPermutation = G.nextPermutation @_ @MVector
foldl = G.foldl @_ @MVector
foldr = G.foldr @_ @MVector
foldM = G.foldM @_ @MVector
foldrM = G.foldrM @_ @MVector
foldl' = G.foldl' @_ @MVector
foldr' = G.foldr' @_ @MVector
foldM' = G.foldM' @_ @MVector
foldrM' = G.foldrM' @_ @MVector
ifoldl = G.ifoldl @_ @MVector
ifoldr = G.ifoldr @_ @MVector
ifoldM = G.ifoldM @_ @MVector
ifoldrM = G.ifoldrM @_ @MVector
ifoldl' = G.ifoldl' @_ @MVector
ifoldr' = G.ifoldr' @_ @MVector
ifoldM' = G.ifoldM' @_ @MVector
ifoldrM' = G.ifoldrM' @_ @MVector
modifyM = G.modifyM @_ @MVector
unsafeModifyM = G.unsafeModifyM @_ @MVector
unsafeTake = G.unsafeTake @_ @MVector
unsafeDrop = G.unsafeDrop @_ @MVector
unsafeInit = G.unsafeInit @_ @MVector
unsafeTail = G.unsafeTail @_ @MVector
overlaps = G.overlaps @_ @MVector
