{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Storable vectors: the types, and what 'Vec' wants of them. The elements lie in memory that does not move, as C has them; a slice costs O(1).
module Data.Vector.Storable.Base where

import Control.DeepSeq (NFData(..), NFData1(..))
import Data.Vector.Internal (Pull, Vec(..), allPull, evaluated, fromCheckedPull, fromPull)
import GPH.Foreign (ForeignPtr(..), ForeignPtrContents, c_memmove, c_memset, mallocForeignPtrBytes)
import GPH.Prim
import GPH.Ptr (Ptr(..), minusPtr, plusPtr)
import GPH.ST (ST(..))
import GPH.Storable (Storable(..))
import GPH.Types (IO(..), Int(..), runRW#)

-- | The first element's address, who keeps the memory, the length.
data Vector a = Vector Addr# !ForeignPtrContents Int#
data MVector s a = MVector Addr# !ForeignPtrContents Int#

-- | Bytes of an element.
sizeOfElement :: forall a v. Storable a => v a -> Int
sizeOfElement _ = sizeOf (errorWithoutStackTrace "Data.Vector.Storable: element type" :: a)
{-# INLINE sizeOfElement #-}

newElements :: forall a s. Storable a => Int -> IO (MVector s a)
newElements n@(I# k)
  | size > 0 && n > maxBound `quot` size =
      errorWithoutStackTrace ("Storable.basicUnsafeNew: length too large: " ++ show n)
  | otherwise = mallocForeignPtrBytes (n * size) >>= \(ForeignPtr p c) ->
      c_memset (Ptr p) 0 (fromIntegral (n * size)) >> return (MVector p c k)
  where size = sizeOf (errorWithoutStackTrace "Data.Vector.Storable: element type" :: a)
{-# INLINE newElements #-}

inST :: IO a -> ST s a
inST (IO m) = ST (\s -> case m (unsafeCoerce# s) of (# s1, x #) -> (# unsafeCoerce# s1, x #))
{-# INLINE inST #-}

-- Note [Pull arrays] in Data.Vector.Internal.Pull
{-# RULES
"allPull/fromPull, storable" forall (p :: Pull a). allPull (fromPull p :: Vector a) = evaluated p
"allPull/fromCheckedPull, storable" forall (p :: Pull a). allPull (fromCheckedPull p :: Vector a) = evaluated p
  #-}

instance Storable a => Vec Vector MVector a where
  vLength (Vector _ _ n) = I# n
  {-# INLINE vLength #-}
  vSlice i (I# k) v@(Vector p c _) = case Ptr p `plusPtr` (i * sizeOfElement v) of Ptr q -> Vector q c k
  {-# INLINE vSlice #-}
  vIndex (Vector p c _) i k = case peekElemOff (Ptr p) i of
    IO m -> case runRW# (\s -> case m s of (# s1, x #) -> case touch# c s1 of s2 -> (# s2, x #)) of !x -> k x
  {-# INLINE vIndex #-}
  vCopy to (Vector p c n) = mMove to (MVector p c n)
  {-# INLINE vCopy #-}
  vThaw (Vector p c n) = return (MVector p c n)
  {-# INLINE vThaw #-}
  mLength (MVector _ _ n) = I# n
  {-# INLINE mLength #-}
  mSlice i (I# k) v@(MVector p c _) = case Ptr p `plusPtr` (i * sizeOfElement v) of Ptr q -> MVector q c k
  {-# INLINE mSlice #-}
  mNew n = inST (newElements n)
  {-# INLINE mNew #-}
  mRead (MVector p c _) i = inST (peekElemOff (Ptr p) i >>= \x -> keep c >> return x)
  {-# INLINE mRead #-}
  mWrite (MVector p c _) i !x = inST (pokeElemOff (Ptr p) i x >> keep c)
  {-# INLINE mWrite #-}
  mMove to@(MVector q d n) (MVector p c _) =
    inST (c_memmove (Ptr q) (Ptr p) (fromIntegral (I# n * sizeOfElement to)) >> keep c >> keep d)
  {-# INLINE mMove #-}
  mFreeze (MVector p c n) = return (Vector p c n)
  {-# INLINE mFreeze #-}
  mOverlaps v@(MVector p _ n) (MVector q _ m) =
    Ptr p `before` (Ptr q `plusPtr` (I# m * size)) && Ptr q `before` (Ptr p `plusPtr` (I# n * size))
    where size = sizeOfElement v
          before a b = (a `minusPtr` b) < 0

elementsOf :: ForeignPtr a -> Vector a
elementsOf (ForeignPtr p c) = Vector p c 0#
{-# INLINE elementsOf #-}

-- | Up to here the memory is in use.
keep :: ForeignPtrContents -> IO ()
keep c = IO (\s -> case touch# c s of s1 -> (# s1, () #))
{-# INLINE keep #-}

instance NFData (Vector a) where
  rnf v = v `seq` ()
instance NFData1 Vector where
  liftRnf _ v = v `seq` ()
instance NFData (MVector s a) where
  rnf v = v `seq` ()
instance NFData1 (MVector s) where
  liftRnf _ v = v `seq` ()
