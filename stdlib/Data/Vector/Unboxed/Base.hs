{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Unboxed vectors: the types, the class of their elements, and what 'Vec' wants of them.
--
-- A vector has one byte array at hand, enough for a number, a character or a boolean. A tuple's first component lives there as if it were alone, and its
-- other components have their arrays in 'More' (without data families one type must do for all elements). Only vectors of tuples look
-- at More, and they find it evaluated.
module Data.Vector.Unboxed.Base where

import Control.DeepSeq (NFData(..), NFData1(..))
import Data.Complex (Complex(..))
import Data.Functor.Compose (Compose(..))
import Data.Functor.Const (Const(..))
import Data.Functor.Identity (Identity(..))
import Data.Int
import qualified Data.Monoid as Mon
import Data.Ord (Down(..))
import Data.Primitive.Types.Class (Prim(..))
import qualified Data.Semigroup as Semi
import Data.Vector.Internal (Pull, Vec(..), allPull, evaluated, fromCheckedPull, fromPull)
import Data.Word
import GPH.Prim hiding (indexByteArray#, readByteArray#, setByteArray#, writeByteArray#)
import qualified GPH.Prim as Prim
import GPH.ST (ST(..))
import GPH.Types (Int(..), isTrue#)

-- | What the first component has besides its array; the second component's array and what it has besides.
data More = None | More !More ByteArray# !More
data MMore s = MNone | MMore !(MMore s) (MutableByteArray# s) !(MMore s)

-- | Array, further arrays, first index, length.
data Vector a = Vector ByteArray# !More Int# Int#
data MVector s a = MVector (MutableByteArray# s) !(MMore s) Int# Int#

-- The argument of type a in uNew and uMove only says which instance is meant: it is not evaluated.
class Unbox a where
  uIndex :: ByteArray# -> More -> Int# -> a
  uRead :: MutableByteArray# s -> MMore s -> Int# -> State# s -> (# State# s, a #)
  uWrite :: MutableByteArray# s -> MMore s -> Int# -> a -> State# s -> State# s
  uNew :: a -> Int# -> State# s -> (# State# s, MutableByteArray# s, MMore s #)
  uMove :: a -> MutableByteArray# s -> MMore s -> Int# -> MutableByteArray# s -> MMore s -> Int# -> Int# -> State# s -> State# s

-- Of so many elements of a size.
bytesOf :: Int# -> Int# -> Int#
bytesOf n size = case n ># quotInt# 0x7FFFFFFFFFFFFFFF# size of
  1# -> case tooLarge (I# n) of I# b -> b
  _ -> n *# size
{-# INLINE bytesOf #-}

tooLarge :: Int -> Int
tooLarge n = errorWithoutStackTrace ("Primitive.basicUnsafeNew: length too large: " ++ show n)
{-# NOINLINE tooLarge #-}

newZeros :: Int# -> State# s -> (# State# s, MutableByteArray# s, MMore s #)
newZeros n s = case newByteArray# n s of (# s1, m #) -> case Prim.setByteArray# m 0# n 0# s1 of s2 -> (# s2, m, MNone #)
{-# INLINE newZeros #-}

freezeMore :: MMore s -> State# s -> (# State# s, More #)
freezeMore MNone s = (# s, None #)
freezeMore (MMore p m q) s = case freezeMore p s of
  (# s1, p' #) -> case unsafeFreezeByteArray# m s1 of
    (# s2, a #) -> case freezeMore q s2 of (# s3, q' #) -> (# s3, More p' a q' #)

thawMore :: More -> State# s -> (# State# s, MMore s #)
thawMore None s = (# s, MNone #)
thawMore (More p a q) s = case thawMore p s of
  (# s1, p' #) -> case unsafeThawByteArray# a s1 of
    (# s2, m #) -> case thawMore q s2 of (# s3, q' #) -> (# s3, MMore p' m q' #)

-- Of a vector's elements; undefined.
elementOf :: MVector s a -> a
elementOf _ = errorWithoutStackTrace "Data.Vector.Unboxed: element type"

-- Note [Pull arrays] in Data.Vector.Internal.Pull
{-# RULES
"allPull/fromPull, unboxed" forall (p :: Pull a). allPull (fromPull p :: Vector a) = evaluated p
"allPull/fromCheckedPull, unboxed" forall (p :: Pull a). allPull (fromCheckedPull p :: Vector a) = evaluated p
  #-}

instance Unbox a => Vec Vector MVector a where
  vLength (Vector _ _ _ n) = I# n
  vSlice (I# i) (I# k) (Vector a p o _) = Vector a p (o +# i) k
  vIndex (Vector a p o _) (I# i) k = case uIndex a p (o +# i) of !x -> k x
  vCopy to v = vThaw v >>= \from -> mMove to from
  vThaw (Vector a p o n) = ST (\s -> case unsafeThawByteArray# a s of
    (# s1, m #) -> case thawMore p s1 of (# s2, q #) -> (# s2, MVector m q o n #))
  mLength (MVector _ _ _ n) = I# n
  mSlice (I# i) (I# k) (MVector m p o _) = MVector m p (o +# i) k
  mNew (I# n) = ST (newVector n)
  mRead (MVector m p o _) (I# i) = ST (\s -> uRead m p (o +# i) s)
  mWrite (MVector m p o _) (I# i) !x = ST (\s -> case uWrite m p (o +# i) x s of s1 -> (# s1, () #))
  mMove to@(MVector m p o n) (MVector m' p' o' _) = ST (\s -> case uMove (elementOf to) m p o m' p' o' n s of s1 -> (# s1, () #))
  mFreeze (MVector m p o n) = ST (\s -> case unsafeFreezeByteArray# m s of
    (# s1, a #) -> case freezeMore p s1 of (# s2, q #) -> (# s2, Vector a q o n #))
  mOverlaps (MVector a _ i n) (MVector b _ j m) =
    isTrue# (sameMutableByteArray# a b) && I# i < I# (j +# m) && I# j < I# (i +# n)

newVector :: forall s a. Unbox a => Int# -> State# s -> (# State# s, MVector s a #)
newVector n s = case uNew (errorWithoutStackTrace "Data.Vector.Unboxed: element type" :: a) n s of (# s1, m, p #) -> (# s1, MVector m p 0# n #)
{-# INLINE newVector #-}

-- | What lies in byte arrays anyhow, as it lies there.
newtype ViaPrim a = ViaPrim a
instance Prim a => Unbox (ViaPrim a) where
  uIndex a _ i = ViaPrim (indexByteArray# a i)
  {-# INLINE uIndex #-}
  uRead m _ i s = case readByteArray# m i s of (# s1, x #) -> (# s1, ViaPrim x #)
  {-# INLINE uRead #-}
  uWrite m _ i (ViaPrim x) s = writeByteArray# m i x s
  {-# INLINE uWrite #-}
  uNew (ViaPrim x) n s = newZeros (bytesOf n (sizeOf# x)) s
  {-# INLINE uNew #-}
  uMove (ViaPrim x) m _ i m' _ i' n s = case sizeOf# x of k -> copyMutableByteArray# m' (i' *# k) m (i *# k) (n *# k) s
  {-# INLINE uMove #-}

deriving via (ViaPrim Int) instance Unbox Int
deriving via (ViaPrim Word) instance Unbox Word
deriving via (ViaPrim Double) instance Unbox Double
deriving via (ViaPrim Float) instance Unbox Float
deriving via (ViaPrim Char) instance Unbox Char
deriving via (ViaPrim Int8) instance Unbox Int8
deriving via (ViaPrim Word8) instance Unbox Word8
deriving via (ViaPrim Int16) instance Unbox Int16
deriving via (ViaPrim Word16) instance Unbox Word16
deriving via (ViaPrim Int32) instance Unbox Int32
deriving via (ViaPrim Word32) instance Unbox Word32
deriving via (ViaPrim Int64) instance Unbox Int64
deriving via (ViaPrim Word64) instance Unbox Word64

instance Unbox Bool where
  uIndex a _ i = isTrue# (indexInt8Array# a i)
  {-# INLINE uIndex #-}
  uRead m _ i s = case readInt8Array# m i s of (# s1, x #) -> (# s1, isTrue# x #)
  {-# INLINE uRead #-}
  uWrite m _ i x s = writeInt8Array# m i (case x of { True -> 1#; False -> 0# }) s
  {-# INLINE uWrite #-}
  uNew _ n s = newZeros n s
  uMove _ m _ i m' _ i' n s = copyMutableByteArray# m' i' m i n s
  {-# INLINE uMove #-}
-- Only the length counts.
instance Unbox () where
  uIndex _ _ _ = ()
  uRead _ _ _ s = (# s, () #)
  uWrite _ _ _ _ s = s
  uNew _ _ s = newZeros 0# s
  uMove _ _ _ _ _ _ _ _ s = s

-- The other constructor cannot come: the instance that made the vector is the one that reads it.
instance (Unbox a, Unbox b) => Unbox (a, b) where
  uIndex a more i = case more of
    More p b q -> case uIndex a p i of !x -> case uIndex b q i of !y -> (x, y)
  uRead m more i s = case more of
    MMore p m2 q -> case uRead m p i s of (# s1, x #) -> case uRead m2 q i s1 of (# s2, y #) -> (# s2, (x, y) #)
  uWrite m more i (!x, !y) s = case more of
    MMore p m2 q -> case uWrite m p i x s of s1 -> uWrite m2 q i y s1
  uNew xy n s = case uNew (fst xy) n s of (# s1, m, p #) -> case uNew (snd xy) n s1 of (# s2, m2, q #) -> (# s2, m, MMore p m2 q #)
  uMove xy m more i m' more' i' n s = case more of
    MMore p m2 q -> case more' of
      MMore p' m2' q' -> case uMove (fst xy) m p i m' p' i' n s of s1 -> uMove (snd xy) m2 q i m2' q' i' n s1

instance (Unbox a, Unbox b, Unbox c) => Unbox (a, b, c) where
  uIndex a p i = case uIndex a p i of (x, (y, z)) -> (x, y, z)
  uRead m p i s = case uRead m p i s of (# s1, (x, (y, z)) #) -> (# s1, (x, y, z) #)
  uWrite m p i (x, y, z) s = uWrite m p i (x, (y, z)) s
  uNew t n s = uNew (toNested3 t) n s
  uMove t m p i m' p' i' n s = uMove (toNested3 t) m p i m' p' i' n s

toNested3 :: (a, b, c) -> (a, (b, c))
toNested3 t = case t of (x, y, z) -> (x, (y, z))

instance (Unbox a, Unbox b, Unbox c, Unbox d) => Unbox (a, b, c, d) where
  uIndex a p i = case uIndex a p i of (x, (y, (z, u))) -> (x, y, z, u)
  uRead m p i s = case uRead m p i s of (# s1, (x, (y, (z, u))) #) -> (# s1, (x, y, z, u) #)
  uWrite m p i (x, y, z, u) s = uWrite m p i (x, (y, (z, u))) s
  uNew t n s = uNew (toNested4 t) n s
  uMove t m p i m' p' i' n s = uMove (toNested4 t) m p i m' p' i' n s

toNested4 :: (a, b, c, d) -> (a, (b, (c, d)))
toNested4 t = case t of (x, y, z, u) -> (x, (y, (z, u)))

instance (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e) => Unbox (a, b, c, d, e) where
  uIndex a p i = case uIndex a p i of (x, (y, (z, (u, v)))) -> (x, y, z, u, v)
  uRead m p i s = case uRead m p i s of (# s1, (x, (y, (z, (u, v)))) #) -> (# s1, (x, y, z, u, v) #)
  uWrite m p i (x, y, z, u, v) s = uWrite m p i (x, (y, (z, (u, v)))) s
  uNew t n s = uNew (toNested5 t) n s
  uMove t m p i m' p' i' n s = uMove (toNested5 t) m p i m' p' i' n s

toNested5 :: (a, b, c, d, e) -> (a, (b, (c, (d, e))))
toNested5 t = case t of (x, y, z, u, v) -> (x, (y, (z, (u, v))))

instance (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f) => Unbox (a, b, c, d, e, f) where
  uIndex a p i = case uIndex a p i of (x, (y, (z, (u, (v, w))))) -> (x, y, z, u, v, w)
  uRead m p i s = case uRead m p i s of (# s1, (x, (y, (z, (u, (v, w))))) #) -> (# s1, (x, y, z, u, v, w) #)
  uWrite m p i (x, y, z, u, v, w) s = uWrite m p i (x, (y, (z, (u, (v, w))))) s
  uNew t n s = uNew (toNested6 t) n s
  uMove t m p i m' p' i' n s = uMove (toNested6 t) m p i m' p' i' n s

toNested6 :: (a, b, c, d, e, f) -> (a, (b, (c, (d, (e, f)))))
toNested6 t = case t of (x, y, z, u, v, w) -> (x, (y, (z, (u, (v, w)))))

instance (Unbox a, Unbox b) => Unbox (Semi.Arg a b) where
  uIndex a p i = case uIndex a p i of (x, y) -> Semi.Arg x y
  uRead m p i s = case uRead m p i s of (# s1, (x, y) #) -> (# s1, Semi.Arg x y #)
  uWrite m p i (Semi.Arg x y) s = uWrite m p i (x, y) s
  uNew t n s = uNew (fromArg t) n s
  uMove t m p i m' p' i' n s = uMove (fromArg t) m p i m' p' i' n s

fromArg :: Semi.Arg a b -> (a, b)
fromArg t = case t of Semi.Arg x y -> (x, y)

instance (Unbox a) => Unbox (Complex a) where
  uIndex a p i = case uIndex a p i of (x, y) -> (x :+ y)
  uRead m p i s = case uRead m p i s of (# s1, (x, y) #) -> (# s1, (x :+ y) #)
  uWrite m p i (x :+ y) s = uWrite m p i (x, y) s
  uNew t n s = uNew (toNestedC t) n s
  uMove t m p i m' p' i' n s = uMove (toNestedC t) m p i m' p' i' n s

toNestedC :: Complex a -> (a, a)
toNestedC t = case t of (x :+ y) -> (x, y)

-- Newtypes are stored as what they hold.
deriving newtype instance Unbox a => Unbox (Identity a)
deriving newtype instance Unbox a => Unbox (Const a b)
deriving newtype instance Unbox (f (g a)) => Unbox (Compose f g a)
deriving newtype instance Unbox a => Unbox (Down a)
deriving newtype instance Unbox a => Unbox (Mon.Dual a)
deriving newtype instance Unbox a => Unbox (Mon.Sum a)
deriving newtype instance Unbox a => Unbox (Mon.Product a)
deriving newtype instance Unbox (f a) => Unbox (Mon.Alt f a)
deriving newtype instance Unbox Mon.All
deriving newtype instance Unbox Mon.Any
deriving newtype instance Unbox a => Unbox (Semi.First a)
deriving newtype instance Unbox a => Unbox (Semi.Last a)
deriving newtype instance Unbox a => Unbox (Semi.Min a)
deriving newtype instance Unbox a => Unbox (Semi.Max a)
deriving newtype instance Unbox a => Unbox (Semi.WrappedMonoid a)

instance NFData (MVector s a) where
  rnf v = v `seq` ()
instance NFData1 (MVector s) where
  liftRnf _ v = v `seq` ()
