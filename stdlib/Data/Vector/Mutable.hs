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
  , unsafeModifyM, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, overlaps
  ) where

import qualified Data.Vector.Internal.Mutable as G
import Data.Vector.Boxed (MVector)
import Control.Monad.Primitive.Class (PrimMonad)
import GPH.Prim (RealWorld)
import Prelude (Bool, Int, Ord)

type IOVector = MVector RealWorld
type STVector s = MVector s

length :: MVector s a -> Int
length = G.length
{-# INLINE length #-}

null :: MVector s a -> Bool
null = G.null
{-# INLINE null #-}

slice :: Int -> Int -> MVector s a -> MVector s a
slice = G.slice
{-# INLINE slice #-}

unsafeSlice :: Int -> Int -> MVector s a -> MVector s a
unsafeSlice = G.unsafeSlice
{-# INLINE unsafeSlice #-}

take :: Int -> MVector s a -> MVector s a
take = G.take
{-# INLINE take #-}

drop :: Int -> MVector s a -> MVector s a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Int -> MVector s a -> (MVector s a, MVector s a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: MVector s a -> MVector s a
init = G.init
{-# INLINE init #-}

tail :: MVector s a -> MVector s a
tail = G.tail
{-# INLINE tail #-}

new :: PrimMonad m s => Int -> m (MVector s a)
new = G.new
{-# INLINE new #-}

unsafeNew :: PrimMonad m s => Int -> m (MVector s a)
unsafeNew = G.unsafeNew
{-# INLINE unsafeNew #-}

replicate :: PrimMonad m s => Int -> a -> m (MVector s a)
replicate = G.replicate
{-# INLINE replicate #-}

replicateM :: PrimMonad m s => Int -> m a -> m (MVector s a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generate :: PrimMonad m s => Int -> (Int -> a) -> m (MVector s a)
generate = G.generate
{-# INLINE generate #-}

generateM :: PrimMonad m s => Int -> (Int -> m a) -> m (MVector s a)
generateM = G.generateM
{-# INLINE generateM #-}

clone :: PrimMonad m s => MVector s a -> m (MVector s a)
clone = G.clone
{-# INLINE clone #-}

grow :: PrimMonad m s => MVector s a -> Int -> m (MVector s a)
grow = G.grow
{-# INLINE grow #-}

unsafeGrow :: PrimMonad m s => MVector s a -> Int -> m (MVector s a)
unsafeGrow = G.unsafeGrow
{-# INLINE unsafeGrow #-}

-- | Lets go of the elements.
clear :: PrimMonad m s => MVector s a -> m ()
clear = G.clear
{-# INLINE clear #-}

read :: PrimMonad m s => MVector s a -> Int -> m a
read = G.read
{-# INLINE read #-}

unsafeRead :: PrimMonad m s => MVector s a -> Int -> m a
unsafeRead = G.unsafeRead
{-# INLINE unsafeRead #-}

write :: PrimMonad m s => MVector s a -> Int -> a -> m ()
write = G.write
{-# INLINE write #-}

unsafeWrite :: PrimMonad m s => MVector s a -> Int -> a -> m ()
unsafeWrite = G.unsafeWrite
{-# INLINE unsafeWrite #-}

modify :: PrimMonad m s => MVector s a -> (a -> a) -> Int -> m ()
modify = G.modify
{-# INLINE modify #-}

modify' :: PrimMonad m s => MVector s a -> (a -> a) -> Int -> m ()
modify' = G.modify'
{-# INLINE modify' #-}

unsafeModify :: PrimMonad m s => MVector s a -> (a -> a) -> Int -> m ()
unsafeModify = G.unsafeModify
{-# INLINE unsafeModify #-}

unsafeModify' :: PrimMonad m s => MVector s a -> (a -> a) -> Int -> m ()
unsafeModify' = G.unsafeModify'
{-# INLINE unsafeModify' #-}

swap :: PrimMonad m s => MVector s a -> Int -> Int -> m ()
swap = G.swap
{-# INLINE swap #-}

unsafeSwap :: PrimMonad m s => MVector s a -> Int -> Int -> m ()
unsafeSwap = G.unsafeSwap
{-# INLINE unsafeSwap #-}

exchange :: PrimMonad m s => MVector s a -> Int -> a -> m a
exchange = G.exchange
{-# INLINE exchange #-}

unsafeExchange :: PrimMonad m s => MVector s a -> Int -> a -> m a
unsafeExchange = G.unsafeExchange
{-# INLINE unsafeExchange #-}

set :: PrimMonad m s => MVector s a -> a -> m ()
set = G.set
{-# INLINE set #-}

copy :: PrimMonad m s => MVector s a -> MVector s a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: PrimMonad m s => MVector s a -> MVector s a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

move :: PrimMonad m s => MVector s a -> MVector s a -> m ()
move = G.move
{-# INLINE move #-}

unsafeMove :: PrimMonad m s => MVector s a -> MVector s a -> m ()
unsafeMove = G.unsafeMove
{-# INLINE unsafeMove #-}

imapM_ :: PrimMonad m s => (Int -> a -> m b) -> MVector s a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

mapM_ :: PrimMonad m s => (a -> m b) -> MVector s a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

forM_ :: PrimMonad m s => MVector s a -> (a -> m b) -> m ()
forM_ = G.forM_
{-# INLINE forM_ #-}

iforM_ :: PrimMonad m s => MVector s a -> (Int -> a -> m b) -> m ()
iforM_ = G.iforM_
{-# INLINE iforM_ #-}

nextPermutation :: (PrimMonad m s, Ord a) => MVector s a -> m Bool
nextPermutation = G.nextPermutation
{-# INLINE nextPermutation #-}

foldl :: PrimMonad m s => (b -> a -> b) -> b -> MVector s a -> m b
foldl = G.foldl
{-# INLINE foldl #-}

foldr :: PrimMonad m s => (a -> b -> b) -> b -> MVector s a -> m b
foldr = G.foldr
{-# INLINE foldr #-}

foldM :: PrimMonad m s => (b -> a -> m b) -> b -> MVector s a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldrM :: PrimMonad m s => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM = G.foldrM
{-# INLINE foldrM #-}

foldl' :: PrimMonad m s => (b -> a -> b) -> b -> MVector s a -> m b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr' :: PrimMonad m s => (a -> b -> b) -> b -> MVector s a -> m b
foldr' = G.foldr'
{-# INLINE foldr' #-}

foldM' :: PrimMonad m s => (b -> a -> m b) -> b -> MVector s a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

foldrM' :: PrimMonad m s => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM' = G.foldrM'
{-# INLINE foldrM' #-}

ifoldl :: PrimMonad m s => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldr :: PrimMonad m s => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldM :: PrimMonad m s => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldrM :: PrimMonad m s => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM = G.ifoldrM
{-# INLINE ifoldrM #-}

ifoldl' :: PrimMonad m s => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr' :: PrimMonad m s => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

ifoldM' :: PrimMonad m s => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

ifoldrM' :: PrimMonad m s => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM' = G.ifoldrM'
{-# INLINE ifoldrM' #-}

modifyM :: PrimMonad m s => MVector s a -> (a -> m a) -> Int -> m ()
modifyM = G.modifyM
{-# INLINE modifyM #-}

unsafeModifyM :: PrimMonad m s => MVector s a -> (a -> m a) -> Int -> m ()
unsafeModifyM = G.unsafeModifyM
{-# INLINE unsafeModifyM #-}

unsafeTake :: Int -> MVector s a -> MVector s a
unsafeTake = G.unsafeTake
{-# INLINE unsafeTake #-}

unsafeDrop :: Int -> MVector s a -> MVector s a
unsafeDrop = G.unsafeDrop
{-# INLINE unsafeDrop #-}

unsafeInit :: MVector s a -> MVector s a
unsafeInit = G.unsafeInit
{-# INLINE unsafeInit #-}

unsafeTail :: MVector s a -> MVector s a
unsafeTail = G.unsafeTail
{-# INLINE unsafeTail #-}

overlaps :: MVector s a -> MVector s a -> Bool
overlaps = G.overlaps
{-# INLINE overlaps #-}
