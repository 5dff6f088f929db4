-- | Mutable unboxed vectors in ST and IO. Costs, checks and PrimMonad as in Data.Vector.Mutable; every element is evaluated when it is
-- written, and new vectors are zero.
module Data.Vector.Unboxed.Mutable
  ( MVector, IOVector, STVector, Unbox, PrimMonad, RealWorld, length, null, slice, unsafeSlice, take, drop, splitAt, init, tail, new, unsafeNew
  , replicate, replicateM, generate, generateM, clone, grow, unsafeGrow, clear, read, unsafeRead, write, unsafeWrite, modify, modify', unsafeModify
  , unsafeModify', swap, unsafeSwap, exchange, unsafeExchange, set, copy, unsafeCopy, move, unsafeMove, imapM_, mapM_, forM_, iforM_
  , nextPermutation
  , foldl, foldr, foldM, foldrM, foldl', foldr', foldM', foldrM', ifoldl, ifoldr, ifoldM, ifoldrM, ifoldl', ifoldr', ifoldM', ifoldrM', modifyM
  , unsafeModifyM, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, overlaps
  ) where

import qualified Data.Vector.Internal.Mutable as G
import Control.Monad.Primitive.Class (PrimMonad)
import Data.Vector.Unboxed.Base (MVector, Unbox)
import GPH.Prim (RealWorld)
import Prelude (Bool, Int, Ord, return)

type IOVector = MVector RealWorld
type STVector s = MVector s

length :: Unbox a => MVector s a -> Int
length = G.length
{-# INLINE length #-}

null :: Unbox a => MVector s a -> Bool
null = G.null
{-# INLINE null #-}

slice :: Unbox a => Int -> Int -> MVector s a -> MVector s a
slice = G.slice
{-# INLINE slice #-}

unsafeSlice :: Unbox a => Int -> Int -> MVector s a -> MVector s a
unsafeSlice = G.unsafeSlice
{-# INLINE unsafeSlice #-}

take :: Unbox a => Int -> MVector s a -> MVector s a
take = G.take
{-# INLINE take #-}

drop :: Unbox a => Int -> MVector s a -> MVector s a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Unbox a => Int -> MVector s a -> (MVector s a, MVector s a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Unbox a => MVector s a -> MVector s a
init = G.init
{-# INLINE init #-}

tail :: Unbox a => MVector s a -> MVector s a
tail = G.tail
{-# INLINE tail #-}

new :: (Unbox a, PrimMonad m s) => Int -> m (MVector s a)
new = G.new
{-# INLINE new #-}

unsafeNew :: (Unbox a, PrimMonad m s) => Int -> m (MVector s a)
unsafeNew = G.unsafeNew
{-# INLINE unsafeNew #-}

replicate :: (Unbox a, PrimMonad m s) => Int -> a -> m (MVector s a)
replicate = G.replicate
{-# INLINE replicate #-}

replicateM :: (Unbox a, PrimMonad m s) => Int -> m a -> m (MVector s a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generate :: (Unbox a, PrimMonad m s) => Int -> (Int -> a) -> m (MVector s a)
generate = G.generate
{-# INLINE generate #-}

generateM :: (Unbox a, PrimMonad m s) => Int -> (Int -> m a) -> m (MVector s a)
generateM = G.generateM
{-# INLINE generateM #-}

clone :: (Unbox a, PrimMonad m s) => MVector s a -> m (MVector s a)
clone = G.clone
{-# INLINE clone #-}

grow :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> m (MVector s a)
grow = G.grow
{-# INLINE grow #-}

unsafeGrow :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> m (MVector s a)
unsafeGrow = G.unsafeGrow
{-# INLINE unsafeGrow #-}

-- | Nothing: there are no references to let go of.
clear :: (Unbox a, PrimMonad m s) => MVector s a -> m ()
clear = G.clear
{-# INLINE clear #-}

read :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> m a
read = G.read
{-# INLINE read #-}

unsafeRead :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> m a
unsafeRead = G.unsafeRead
{-# INLINE unsafeRead #-}

write :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> a -> m ()
write = G.write
{-# INLINE write #-}

unsafeWrite :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> a -> m ()
unsafeWrite = G.unsafeWrite
{-# INLINE unsafeWrite #-}

modify :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
modify = G.modify
{-# INLINE modify #-}

modify' :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
modify' = G.modify'
{-# INLINE modify' #-}

unsafeModify :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
unsafeModify = G.unsafeModify
{-# INLINE unsafeModify #-}

unsafeModify' :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
unsafeModify' = G.unsafeModify'
{-# INLINE unsafeModify' #-}

swap :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> Int -> m ()
swap = G.swap
{-# INLINE swap #-}

unsafeSwap :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> Int -> m ()
unsafeSwap = G.unsafeSwap
{-# INLINE unsafeSwap #-}

exchange :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> a -> m a
exchange = G.exchange
{-# INLINE exchange #-}

unsafeExchange :: (Unbox a, PrimMonad m s) => MVector s a -> Int -> a -> m a
unsafeExchange = G.unsafeExchange
{-# INLINE unsafeExchange #-}

set :: (Unbox a, PrimMonad m s) => MVector s a -> a -> m ()
set = G.set
{-# INLINE set #-}

copy :: (Unbox a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: (Unbox a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

move :: (Unbox a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
move = G.move
{-# INLINE move #-}

unsafeMove :: (Unbox a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
unsafeMove = G.unsafeMove
{-# INLINE unsafeMove #-}

imapM_ :: (Unbox a, PrimMonad m s) => (Int -> a -> m b) -> MVector s a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

mapM_ :: (Unbox a, PrimMonad m s) => (a -> m b) -> MVector s a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

forM_ :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> m b) -> m ()
forM_ = G.forM_
{-# INLINE forM_ #-}

iforM_ :: (Unbox a, PrimMonad m s) => MVector s a -> (Int -> a -> m b) -> m ()
iforM_ = G.iforM_
{-# INLINE iforM_ #-}

nextPermutation :: (Unbox a, PrimMonad m s, Ord a) => MVector s a -> m Bool
nextPermutation = G.nextPermutation
{-# INLINE nextPermutation #-}

foldl :: (Unbox a, PrimMonad m s) => (b -> a -> b) -> b -> MVector s a -> m b
foldl = G.foldl
{-# INLINE foldl #-}

foldr :: (Unbox a, PrimMonad m s) => (a -> b -> b) -> b -> MVector s a -> m b
foldr = G.foldr
{-# INLINE foldr #-}

foldM :: (Unbox a, PrimMonad m s) => (b -> a -> m b) -> b -> MVector s a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldrM :: (Unbox a, PrimMonad m s) => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM = G.foldrM
{-# INLINE foldrM #-}

foldl' :: (Unbox a, PrimMonad m s) => (b -> a -> b) -> b -> MVector s a -> m b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr' :: (Unbox a, PrimMonad m s) => (a -> b -> b) -> b -> MVector s a -> m b
foldr' = G.foldr'
{-# INLINE foldr' #-}

foldM' :: (Unbox a, PrimMonad m s) => (b -> a -> m b) -> b -> MVector s a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

foldrM' :: (Unbox a, PrimMonad m s) => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM' = G.foldrM'
{-# INLINE foldrM' #-}

ifoldl :: (Unbox a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldr :: (Unbox a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldM :: (Unbox a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldrM :: (Unbox a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM = G.ifoldrM
{-# INLINE ifoldrM #-}

ifoldl' :: (Unbox a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr' :: (Unbox a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

ifoldM' :: (Unbox a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

ifoldrM' :: (Unbox a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM' = G.ifoldrM'
{-# INLINE ifoldrM' #-}

modifyM :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> m a) -> Int -> m ()
modifyM = G.modifyM
{-# INLINE modifyM #-}

unsafeModifyM :: (Unbox a, PrimMonad m s) => MVector s a -> (a -> m a) -> Int -> m ()
unsafeModifyM = G.unsafeModifyM
{-# INLINE unsafeModifyM #-}

unsafeTake :: Unbox a => Int -> MVector s a -> MVector s a
unsafeTake = G.unsafeTake
{-# INLINE unsafeTake #-}

unsafeDrop :: Unbox a => Int -> MVector s a -> MVector s a
unsafeDrop = G.unsafeDrop
{-# INLINE unsafeDrop #-}

unsafeInit :: Unbox a => MVector s a -> MVector s a
unsafeInit = G.unsafeInit
{-# INLINE unsafeInit #-}

unsafeTail :: Unbox a => MVector s a -> MVector s a
unsafeTail = G.unsafeTail
{-# INLINE unsafeTail #-}

overlaps :: Unbox a => MVector s a -> MVector s a -> Bool
overlaps = G.overlaps
{-# INLINE overlaps #-}
