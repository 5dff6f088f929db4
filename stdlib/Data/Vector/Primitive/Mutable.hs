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
import Control.Monad.Primitive.Class (PrimMonad)
import Data.Vector.Primitive.Base (MVector(..))
import Data.Primitive.Types.Class (Prim(..))
import GPH.Prim (RealWorld)
import Prelude (Bool, Int, Ord, return)

type IOVector = MVector RealWorld
type STVector s = MVector s

length :: Prim a => MVector s a -> Int
length = G.length
{-# INLINE length #-}

null :: Prim a => MVector s a -> Bool
null = G.null
{-# INLINE null #-}

slice :: Prim a => Int -> Int -> MVector s a -> MVector s a
slice = G.slice
{-# INLINE slice #-}

unsafeSlice :: Prim a => Int -> Int -> MVector s a -> MVector s a
unsafeSlice = G.unsafeSlice
{-# INLINE unsafeSlice #-}

take :: Prim a => Int -> MVector s a -> MVector s a
take = G.take
{-# INLINE take #-}

drop :: Prim a => Int -> MVector s a -> MVector s a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Prim a => Int -> MVector s a -> (MVector s a, MVector s a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Prim a => MVector s a -> MVector s a
init = G.init
{-# INLINE init #-}

tail :: Prim a => MVector s a -> MVector s a
tail = G.tail
{-# INLINE tail #-}

new :: (Prim a, PrimMonad m s) => Int -> m (MVector s a)
new = G.new
{-# INLINE new #-}

unsafeNew :: (Prim a, PrimMonad m s) => Int -> m (MVector s a)
unsafeNew = G.unsafeNew
{-# INLINE unsafeNew #-}

replicate :: (Prim a, PrimMonad m s) => Int -> a -> m (MVector s a)
replicate = G.replicate
{-# INLINE replicate #-}

replicateM :: (Prim a, PrimMonad m s) => Int -> m a -> m (MVector s a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generate :: (Prim a, PrimMonad m s) => Int -> (Int -> a) -> m (MVector s a)
generate = G.generate
{-# INLINE generate #-}

generateM :: (Prim a, PrimMonad m s) => Int -> (Int -> m a) -> m (MVector s a)
generateM = G.generateM
{-# INLINE generateM #-}

clone :: (Prim a, PrimMonad m s) => MVector s a -> m (MVector s a)
clone = G.clone
{-# INLINE clone #-}

grow :: (Prim a, PrimMonad m s) => MVector s a -> Int -> m (MVector s a)
grow = G.grow
{-# INLINE grow #-}

unsafeGrow :: (Prim a, PrimMonad m s) => MVector s a -> Int -> m (MVector s a)
unsafeGrow = G.unsafeGrow
{-# INLINE unsafeGrow #-}

-- | Nothing: there are no references to let go of.
clear :: (Prim a, PrimMonad m s) => MVector s a -> m ()
clear = G.clear
{-# INLINE clear #-}

read :: (Prim a, PrimMonad m s) => MVector s a -> Int -> m a
read = G.read
{-# INLINE read #-}

unsafeRead :: (Prim a, PrimMonad m s) => MVector s a -> Int -> m a
unsafeRead = G.unsafeRead
{-# INLINE unsafeRead #-}

write :: (Prim a, PrimMonad m s) => MVector s a -> Int -> a -> m ()
write = G.write
{-# INLINE write #-}

unsafeWrite :: (Prim a, PrimMonad m s) => MVector s a -> Int -> a -> m ()
unsafeWrite = G.unsafeWrite
{-# INLINE unsafeWrite #-}

modify :: (Prim a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
modify = G.modify
{-# INLINE modify #-}

unsafeModify :: (Prim a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
unsafeModify = G.unsafeModify
{-# INLINE unsafeModify #-}

swap :: (Prim a, PrimMonad m s) => MVector s a -> Int -> Int -> m ()
swap = G.swap
{-# INLINE swap #-}

unsafeSwap :: (Prim a, PrimMonad m s) => MVector s a -> Int -> Int -> m ()
unsafeSwap = G.unsafeSwap
{-# INLINE unsafeSwap #-}

exchange :: (Prim a, PrimMonad m s) => MVector s a -> Int -> a -> m a
exchange = G.exchange
{-# INLINE exchange #-}

unsafeExchange :: (Prim a, PrimMonad m s) => MVector s a -> Int -> a -> m a
unsafeExchange = G.unsafeExchange
{-# INLINE unsafeExchange #-}

set :: (Prim a, PrimMonad m s) => MVector s a -> a -> m ()
set = G.set
{-# INLINE set #-}

copy :: (Prim a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: (Prim a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

move :: (Prim a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
move = G.move
{-# INLINE move #-}

unsafeMove :: (Prim a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
unsafeMove = G.unsafeMove
{-# INLINE unsafeMove #-}

imapM_ :: (Prim a, PrimMonad m s) => (Int -> a -> m b) -> MVector s a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

mapM_ :: (Prim a, PrimMonad m s) => (a -> m b) -> MVector s a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

forM_ :: (Prim a, PrimMonad m s) => MVector s a -> (a -> m b) -> m ()
forM_ = G.forM_
{-# INLINE forM_ #-}

iforM_ :: (Prim a, PrimMonad m s) => MVector s a -> (Int -> a -> m b) -> m ()
iforM_ = G.iforM_
{-# INLINE iforM_ #-}

nextPermutation :: (Prim a, PrimMonad m s, Ord a) => MVector s a -> m Bool
nextPermutation = G.nextPermutation
{-# INLINE nextPermutation #-}

foldl :: (Prim a, PrimMonad m s) => (b -> a -> b) -> b -> MVector s a -> m b
foldl = G.foldl
{-# INLINE foldl #-}

foldr :: (Prim a, PrimMonad m s) => (a -> b -> b) -> b -> MVector s a -> m b
foldr = G.foldr
{-# INLINE foldr #-}

foldM :: (Prim a, PrimMonad m s) => (b -> a -> m b) -> b -> MVector s a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldrM :: (Prim a, PrimMonad m s) => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM = G.foldrM
{-# INLINE foldrM #-}

foldl' :: (Prim a, PrimMonad m s) => (b -> a -> b) -> b -> MVector s a -> m b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr' :: (Prim a, PrimMonad m s) => (a -> b -> b) -> b -> MVector s a -> m b
foldr' = G.foldr'
{-# INLINE foldr' #-}

foldM' :: (Prim a, PrimMonad m s) => (b -> a -> m b) -> b -> MVector s a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

foldrM' :: (Prim a, PrimMonad m s) => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM' = G.foldrM'
{-# INLINE foldrM' #-}

ifoldl :: (Prim a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldr :: (Prim a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldM :: (Prim a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldrM :: (Prim a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM = G.ifoldrM
{-# INLINE ifoldrM #-}

ifoldl' :: (Prim a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr' :: (Prim a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

ifoldM' :: (Prim a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

ifoldrM' :: (Prim a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM' = G.ifoldrM'
{-# INLINE ifoldrM' #-}

modifyM :: (Prim a, PrimMonad m s) => MVector s a -> (a -> m a) -> Int -> m ()
modifyM = G.modifyM
{-# INLINE modifyM #-}

unsafeModifyM :: (Prim a, PrimMonad m s) => MVector s a -> (a -> m a) -> Int -> m ()
unsafeModifyM = G.unsafeModifyM
{-# INLINE unsafeModifyM #-}

unsafeTake :: Prim a => Int -> MVector s a -> MVector s a
unsafeTake = G.unsafeTake
{-# INLINE unsafeTake #-}

unsafeDrop :: Prim a => Int -> MVector s a -> MVector s a
unsafeDrop = G.unsafeDrop
{-# INLINE unsafeDrop #-}

unsafeInit :: Prim a => MVector s a -> MVector s a
unsafeInit = G.unsafeInit
{-# INLINE unsafeInit #-}

unsafeTail :: Prim a => MVector s a -> MVector s a
unsafeTail = G.unsafeTail
{-# INLINE unsafeTail #-}

overlaps :: Prim a => MVector s a -> MVector s a -> Bool
overlaps = G.overlaps
{-# INLINE overlaps #-}
