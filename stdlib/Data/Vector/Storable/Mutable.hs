{-# LANGUAGE MagicHash #-}
-- | Mutable storable vectors in ST and IO. Costs and checks as in Data.Vector.Mutable; every element is evaluated when it is
-- written, and new vectors are zero.
module Data.Vector.Storable.Mutable
  ( MVector, IOVector, STVector, Storable(..), length, null, slice
  , unsafeSlice, take, drop, splitAt, init, tail, new, unsafeNew, replicate, replicateM, generate, generateM, clone
  , grow, unsafeGrow, clear, read, unsafeRead, write, unsafeWrite, modify, unsafeModify, swap, unsafeSwap, exchange
  , unsafeExchange, set, copy, unsafeCopy, move, unsafeMove, imapM_, mapM_, forM_, iforM_, nextPermutation, foldl
  , foldr, foldM, foldrM, foldl', foldr', foldM', foldrM', ifoldl, ifoldr, ifoldM, ifoldrM, ifoldl', ifoldr'
  , ifoldM', ifoldrM', modifyM, unsafeModifyM, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, overlaps, unsafeCast
  , unsafeFromForeignPtr, unsafeFromForeignPtr0, unsafeToForeignPtr, unsafeToForeignPtr0, unsafeWith
  ) where

import qualified Data.Vector.Internal.Mutable as G
import Control.Monad.Primitive.Class (PrimMonad)
import Data.Vector.Storable.Base (MVector(..), keep, sizeOfElement)
import GPH.Foreign (ForeignPtr(..))
import GPH.Ptr (Ptr(..))
import GPH.Storable (Storable(..))
import GPH.Types (Int(..))
import GPH.Prim (RealWorld)
import Prelude (Bool, IO, Int, Ord, div, return, (*), (>>), (>>=))

type IOVector = MVector RealWorld
type STVector s = MVector s

length :: Storable a => MVector s a -> Int
length = G.length
{-# INLINE length #-}

null :: Storable a => MVector s a -> Bool
null = G.null
{-# INLINE null #-}

slice :: Storable a => Int -> Int -> MVector s a -> MVector s a
slice = G.slice
{-# INLINE slice #-}

unsafeSlice :: Storable a => Int -> Int -> MVector s a -> MVector s a
unsafeSlice = G.unsafeSlice
{-# INLINE unsafeSlice #-}

take :: Storable a => Int -> MVector s a -> MVector s a
take = G.take
{-# INLINE take #-}

drop :: Storable a => Int -> MVector s a -> MVector s a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Storable a => Int -> MVector s a -> (MVector s a, MVector s a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Storable a => MVector s a -> MVector s a
init = G.init
{-# INLINE init #-}

tail :: Storable a => MVector s a -> MVector s a
tail = G.tail
{-# INLINE tail #-}

new :: (Storable a, PrimMonad m s) => Int -> m (MVector s a)
new = G.new
{-# INLINE new #-}

unsafeNew :: (Storable a, PrimMonad m s) => Int -> m (MVector s a)
unsafeNew = G.unsafeNew
{-# INLINE unsafeNew #-}

replicate :: (Storable a, PrimMonad m s) => Int -> a -> m (MVector s a)
replicate = G.replicate
{-# INLINE replicate #-}

replicateM :: (Storable a, PrimMonad m s) => Int -> m a -> m (MVector s a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generate :: (Storable a, PrimMonad m s) => Int -> (Int -> a) -> m (MVector s a)
generate = G.generate
{-# INLINE generate #-}

generateM :: (Storable a, PrimMonad m s) => Int -> (Int -> m a) -> m (MVector s a)
generateM = G.generateM
{-# INLINE generateM #-}

clone :: (Storable a, PrimMonad m s) => MVector s a -> m (MVector s a)
clone = G.clone
{-# INLINE clone #-}

grow :: (Storable a, PrimMonad m s) => MVector s a -> Int -> m (MVector s a)
grow = G.grow
{-# INLINE grow #-}

unsafeGrow :: (Storable a, PrimMonad m s) => MVector s a -> Int -> m (MVector s a)
unsafeGrow = G.unsafeGrow
{-# INLINE unsafeGrow #-}

-- | Nothing: there are no references to let go of.
clear :: (Storable a, PrimMonad m s) => MVector s a -> m ()
clear = G.clear
{-# INLINE clear #-}

read :: (Storable a, PrimMonad m s) => MVector s a -> Int -> m a
read = G.read
{-# INLINE read #-}

unsafeRead :: (Storable a, PrimMonad m s) => MVector s a -> Int -> m a
unsafeRead = G.unsafeRead
{-# INLINE unsafeRead #-}

write :: (Storable a, PrimMonad m s) => MVector s a -> Int -> a -> m ()
write = G.write
{-# INLINE write #-}

unsafeWrite :: (Storable a, PrimMonad m s) => MVector s a -> Int -> a -> m ()
unsafeWrite = G.unsafeWrite
{-# INLINE unsafeWrite #-}

modify :: (Storable a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
modify = G.modify
{-# INLINE modify #-}

unsafeModify :: (Storable a, PrimMonad m s) => MVector s a -> (a -> a) -> Int -> m ()
unsafeModify = G.unsafeModify
{-# INLINE unsafeModify #-}

swap :: (Storable a, PrimMonad m s) => MVector s a -> Int -> Int -> m ()
swap = G.swap
{-# INLINE swap #-}

unsafeSwap :: (Storable a, PrimMonad m s) => MVector s a -> Int -> Int -> m ()
unsafeSwap = G.unsafeSwap
{-# INLINE unsafeSwap #-}

exchange :: (Storable a, PrimMonad m s) => MVector s a -> Int -> a -> m a
exchange = G.exchange
{-# INLINE exchange #-}

unsafeExchange :: (Storable a, PrimMonad m s) => MVector s a -> Int -> a -> m a
unsafeExchange = G.unsafeExchange
{-# INLINE unsafeExchange #-}

set :: (Storable a, PrimMonad m s) => MVector s a -> a -> m ()
set = G.set
{-# INLINE set #-}

copy :: (Storable a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: (Storable a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

move :: (Storable a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
move = G.move
{-# INLINE move #-}

unsafeMove :: (Storable a, PrimMonad m s) => MVector s a -> MVector s a -> m ()
unsafeMove = G.unsafeMove
{-# INLINE unsafeMove #-}

imapM_ :: (Storable a, PrimMonad m s) => (Int -> a -> m b) -> MVector s a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

mapM_ :: (Storable a, PrimMonad m s) => (a -> m b) -> MVector s a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

forM_ :: (Storable a, PrimMonad m s) => MVector s a -> (a -> m b) -> m ()
forM_ = G.forM_
{-# INLINE forM_ #-}

iforM_ :: (Storable a, PrimMonad m s) => MVector s a -> (Int -> a -> m b) -> m ()
iforM_ = G.iforM_
{-# INLINE iforM_ #-}

nextPermutation :: (Storable a, PrimMonad m s, Ord a) => MVector s a -> m Bool
nextPermutation = G.nextPermutation
{-# INLINE nextPermutation #-}

foldl :: (Storable a, PrimMonad m s) => (b -> a -> b) -> b -> MVector s a -> m b
foldl = G.foldl
{-# INLINE foldl #-}

foldr :: (Storable a, PrimMonad m s) => (a -> b -> b) -> b -> MVector s a -> m b
foldr = G.foldr
{-# INLINE foldr #-}

foldM :: (Storable a, PrimMonad m s) => (b -> a -> m b) -> b -> MVector s a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldrM :: (Storable a, PrimMonad m s) => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM = G.foldrM
{-# INLINE foldrM #-}

foldl' :: (Storable a, PrimMonad m s) => (b -> a -> b) -> b -> MVector s a -> m b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr' :: (Storable a, PrimMonad m s) => (a -> b -> b) -> b -> MVector s a -> m b
foldr' = G.foldr'
{-# INLINE foldr' #-}

foldM' :: (Storable a, PrimMonad m s) => (b -> a -> m b) -> b -> MVector s a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

foldrM' :: (Storable a, PrimMonad m s) => (a -> b -> m b) -> b -> MVector s a -> m b
foldrM' = G.foldrM'
{-# INLINE foldrM' #-}

ifoldl :: (Storable a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldr :: (Storable a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldM :: (Storable a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldrM :: (Storable a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM = G.ifoldrM
{-# INLINE ifoldrM #-}

ifoldl' :: (Storable a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> MVector s a -> m b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr' :: (Storable a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> MVector s a -> m b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

ifoldM' :: (Storable a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> MVector s a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

ifoldrM' :: (Storable a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> MVector s a -> m b
ifoldrM' = G.ifoldrM'
{-# INLINE ifoldrM' #-}

modifyM :: (Storable a, PrimMonad m s) => MVector s a -> (a -> m a) -> Int -> m ()
modifyM = G.modifyM
{-# INLINE modifyM #-}

unsafeModifyM :: (Storable a, PrimMonad m s) => MVector s a -> (a -> m a) -> Int -> m ()
unsafeModifyM = G.unsafeModifyM
{-# INLINE unsafeModifyM #-}

unsafeTake :: Storable a => Int -> MVector s a -> MVector s a
unsafeTake = G.unsafeTake
{-# INLINE unsafeTake #-}

unsafeDrop :: Storable a => Int -> MVector s a -> MVector s a
unsafeDrop = G.unsafeDrop
{-# INLINE unsafeDrop #-}

unsafeInit :: Storable a => MVector s a -> MVector s a
unsafeInit = G.unsafeInit
{-# INLINE unsafeInit #-}

unsafeTail :: Storable a => MVector s a -> MVector s a
unsafeTail = G.unsafeTail
{-# INLINE unsafeTail #-}

overlaps :: Storable a => MVector s a -> MVector s a -> Bool
overlaps = G.overlaps
{-# INLINE overlaps #-}

-- ---- Raw memory ---------------------------------------------------------------------------------------------------------
unsafeCast :: forall a b s. (Storable a, Storable b) => MVector s a -> MVector s b
unsafeCast v@(MVector p c _) = case (G.length v * sizeOfElement v) `div` sizeOfElement (MVector p c 0# :: MVector s b) of
  I# k -> MVector p c k
{-# INLINE unsafeCast #-}

unsafeFromForeignPtr :: Storable a => ForeignPtr a -> Int -> Int -> MVector s a
unsafeFromForeignPtr (ForeignPtr p c) i n = G.unsafeSlice i n (MVector p c 0#)
{-# INLINE unsafeFromForeignPtr #-}

unsafeFromForeignPtr0 :: ForeignPtr a -> Int -> MVector s a
unsafeFromForeignPtr0 (ForeignPtr p c) (I# n) = MVector p c n
{-# INLINE unsafeFromForeignPtr0 #-}

unsafeToForeignPtr :: MVector s a -> (ForeignPtr a, Int, Int)
unsafeToForeignPtr (MVector p c n) = (ForeignPtr p c, 0, I# n)
{-# INLINE unsafeToForeignPtr #-}

unsafeToForeignPtr0 :: MVector s a -> (ForeignPtr a, Int)
unsafeToForeignPtr0 (MVector p c n) = (ForeignPtr p c, I# n)
{-# INLINE unsafeToForeignPtr0 #-}

unsafeWith :: Storable a => IOVector a -> (Ptr a -> IO b) -> IO b
unsafeWith (MVector p c _) f = f (Ptr p) >>= \r -> keep c >> return r
{-# INLINE unsafeWith #-}
