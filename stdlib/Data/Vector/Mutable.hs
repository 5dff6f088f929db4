{-# LANGUAGE TypeApplications, NoMonomorphismRestriction #-}
-- | Mutable boxed vectors in ST and IO. read, write, modify, swap, exchange, the slices, length: O(1); new, replicate, generate, clone, grow, set,
-- copy, move: O(n). Elements are lazy (modify' evaluates the new one). An index or a slice out of range is an error; unsafe names do not check.
-- Where GHC's library has PrimMonad m and PrimState m there is a class of two parameters, PrimMonad m s: only signatures written by
-- hand for a monad that is left open notice.
module Data.Vector.Mutable
  ( MVector, IOVector, STVector, PrimMonad, RealWorld, length, null, slice, unsafeSlice, take, drop, splitAt, init, tail, new, unsafeNew
  , replicate, replicateM, generate, generateM, clone, grow, unsafeGrow, clear, read, unsafeRead, write, unsafeWrite, modify, modify', unsafeModify
  , unsafeModify', swap, unsafeSwap, exchange, unsafeExchange, set, copy, unsafeCopy, move, unsafeMove, imapM_, mapM_, forM_, iforM_
  , nextPermutation
  , foldl, foldr, foldM, foldrM, foldl', foldr', foldM', foldrM', ifoldl, ifoldr, ifoldM, ifoldrM, ifoldl', ifoldr', ifoldM', ifoldrM', modifyM
  , unsafeModifyM, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, overlaps, fromMutableArray
  , toMutableArray
  ) where

import qualified Data.Vector.Internal.Mutable as G
import Data.Vector.Boxed (MVector, fromMutableArray, toMutableArray)
import Control.Monad.Primitive.Class (PrimMonad)
import GPH.Prim (RealWorld)
import Prelude (Bool, Int)

type IOVector = MVector RealWorld
type STVector s = MVector s

-- The functions of Data.Vector.Internal.Mutable, which has their signatures, at this kind of vector. See Note [Synonyms at a type] in the
-- compiler's typecheck/infer_bind.cc.
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
modify' = G.modify' @_ @MVector
unsafeModify = G.unsafeModify @_ @MVector
unsafeModify' = G.unsafeModify' @_ @MVector
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
foldr = G.foldr @_ @MVector
foldrM = G.foldrM @_ @MVector
foldr' = G.foldr' @_ @MVector
foldrM' = G.foldrM' @_ @MVector
ifoldr = G.ifoldr @_ @MVector
ifoldrM = G.ifoldrM @_ @MVector
ifoldr' = G.ifoldr' @_ @MVector
ifoldrM' = G.ifoldrM' @_ @MVector
modifyM = G.modifyM @_ @MVector
unsafeModifyM = G.unsafeModifyM @_ @MVector

-- The element is not the first type variable here, as in GHC (which matters to `@`).
length :: MVector s a -> Int
length = G.length

null :: MVector s a -> Bool
null = G.null

slice, unsafeSlice :: Int -> Int -> MVector s a -> MVector s a
slice = G.slice
unsafeSlice = G.unsafeSlice

take, drop, unsafeTake, unsafeDrop :: Int -> MVector s a -> MVector s a
take = G.take
drop = G.drop
unsafeTake = G.unsafeTake
unsafeDrop = G.unsafeDrop

splitAt :: Int -> MVector s a -> (MVector s a, MVector s a)
splitAt = G.splitAt

init, tail, unsafeInit, unsafeTail :: MVector s a -> MVector s a
init = G.init
tail = G.tail
unsafeInit = G.unsafeInit
unsafeTail = G.unsafeTail

foldl, foldl' :: PrimMonad m s => (b -> a -> b) -> b -> MVector s a -> m b
foldl = G.foldl
foldl' = G.foldl'

foldM, foldM' :: PrimMonad m s => (b -> a -> m b) -> b -> MVector s a -> m b
foldM = G.foldM
foldM' = G.foldM'

ifoldl, ifoldl' :: PrimMonad m s => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl = G.ifoldl
ifoldl' = G.ifoldl'

ifoldM, ifoldM' :: PrimMonad m s => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM = G.ifoldM
ifoldM' = G.ifoldM'

overlaps :: MVector s a -> MVector s a -> Bool
overlaps = G.overlaps
