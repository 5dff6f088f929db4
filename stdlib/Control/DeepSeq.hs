-- | Evaluation to normal form: the class 'NFData' and what is built on it. 'rnf' costs one visit of each node of the value.
module Control.DeepSeq
  ( NFData(..), deepseq, force, ($!!), (<$!!>), (<**!>), rwhnf, rnf1, rnf2, NFData1(..), NFData2(..)
  ) where

import Control.Applicative (ZipList(..), Const(..))
import Data.Array (Array, bounds, elems)
import Data.Complex (Complex(..))
import Data.Fixed (Fixed(..))
import Data.Functor.Compose (Compose(..))
import Data.Functor.Identity (Identity(..))
import qualified Data.Functor.Product as Functor
import qualified Data.Functor.Sum as Functor
import Data.Int
import Data.IORef (IORef)
import Data.List.NonEmpty (NonEmpty(..))
import Data.Monoid as Mon
import Data.Ord (Down(..))
import Data.Proxy (Proxy(..))
import Data.Ratio (Ratio, numerator, denominator)
import Data.STRef (STRef)
import Data.Semigroup (Arg(..), Max(..), Min(..), Option(..), WrappedMonoid(..))
import qualified Data.Semigroup as Semi
import Control.Concurrent.MVar (MVar)
import Foreign.C.Types
import Foreign.Ptr (FunPtr, Ptr)
import GHC.Stack (CallStack, SrcLoc(..), getCallStack)
import GPH.Conc (ThreadId)
import GPH.Exception (MaskingState)
import GPH.NormalForm (normalForm)
import System.Exit (ExitCode(..))
import System.Mem.StableName (StableName)
import Data.Typeable (TyCon, TypeRep, rnfTyCon, rnfTypeRep)
import Data.Unique (Unique)
import Data.Version (Version(..))
import Data.Void (Void, absurd)
import Data.Word
import Numeric.Natural (Natural)

infixr 0 $!!, `deepseq`
infixl 4 <$!!>

-- | Types whose values can be evaluated completely. Without a definition, 'rnf' evaluates everything that is reachable through constructors and
-- immutable arrays; functions and mutable objects count as they are.
class NFData a where
  rnf :: a -> ()
  rnf = normalForm

-- | Evaluates to weak head normal form only; for types where that is all.
rwhnf :: a -> ()
rwhnf a = a `seq` ()
{-# INLINE rwhnf #-}

-- | @deepseq a b@ evaluates @a@ completely, then is @b@.
deepseq :: NFData a => a -> b -> b
deepseq a b = rnf a `seq` b
{-# INLINE deepseq #-}

-- | The value, evaluated completely when it is demanded.
force :: NFData a => a -> a
force x = x `deepseq` x
{-# INLINE force #-}

-- | Application to a completely evaluated argument.
($!!) :: NFData a => (a -> b) -> a -> b
f $!! x = x `deepseq` f x
{-# INLINE ($!!) #-}

-- | 'fmap' in a monad whose result is evaluated completely.
(<$!!>) :: (Monad m, NFData b) => (a -> b) -> m a -> m b
f <$!!> m = m >>= \x -> return $!! f x
{-# INLINE (<$!!>) #-}

(<**!>) :: (Monad m, NFData b) => m (a -> b) -> m a -> m b
mf <**!> mx = mf >>= \f -> mx >>= \x -> return $!! f x

-- | Type constructors whose values can be evaluated given how to evaluate the elements.
class NFData1 f where
  liftRnf :: (a -> ()) -> f a -> ()

class NFData2 p where
  liftRnf2 :: (a -> ()) -> (b -> ()) -> p a b -> ()

rnf1 :: (NFData1 f, NFData a) => f a -> ()
rnf1 = liftRnf rnf

rnf2 :: (NFData2 p, NFData a, NFData b) => p a b -> ()
rnf2 = liftRnf2 rnf rnf

instance NFData Int where rnf = rwhnf
instance NFData Word where rnf = rwhnf
instance NFData Integer where rnf = rwhnf
instance NFData Natural where rnf = rwhnf
instance NFData Char where rnf = rwhnf
instance NFData Bool where rnf = rwhnf
instance NFData Ordering where rnf = rwhnf
instance NFData Double where rnf = rwhnf
instance NFData Float where rnf = rwhnf
instance NFData () where rnf = rwhnf
instance NFData Int8 where rnf = rwhnf
instance NFData Int16 where rnf = rwhnf
instance NFData Int32 where rnf = rwhnf
instance NFData Int64 where rnf = rwhnf
instance NFData Word8 where rnf = rwhnf
instance NFData Word16 where rnf = rwhnf
instance NFData Word32 where rnf = rwhnf
instance NFData Word64 where rnf = rwhnf
instance NFData Void where rnf = absurd
instance NFData (Proxy a) where rnf = rwhnf
instance NFData (a -> b) where rnf = rwhnf
instance NFData (IORef a) where rnf = rwhnf
instance NFData (STRef s a) where rnf = rwhnf
instance NFData (MVar a) where rnf = rwhnf
instance NFData (Ptr a) where rnf = rwhnf
instance NFData (FunPtr a) where rnf = rwhnf
instance NFData (StableName a) where rnf = rwhnf
instance NFData ThreadId where rnf = rwhnf
instance NFData ExitCode where
  rnf (ExitFailure n) = rnf n
  rnf ExitSuccess = ()
instance NFData CChar where rnf = rwhnf
instance NFData CSChar where rnf = rwhnf
instance NFData CUChar where rnf = rwhnf
instance NFData CShort where rnf = rwhnf
instance NFData CUShort where rnf = rwhnf
instance NFData CInt where rnf = rwhnf
instance NFData CUInt where rnf = rwhnf
instance NFData CLong where rnf = rwhnf
instance NFData CULong where rnf = rwhnf
instance NFData CLLong where rnf = rwhnf
instance NFData CULLong where rnf = rwhnf
instance NFData CSize where rnf = rwhnf
instance NFData CBool where rnf = rwhnf
instance NFData CFloat where rnf = rwhnf
instance NFData CDouble where rnf = rwhnf
instance NFData CClock where rnf = rwhnf
instance NFData CIntMax where rnf = rwhnf
instance NFData CIntPtr where rnf = rwhnf
instance NFData CPtrdiff where rnf = rwhnf
instance NFData CSUSeconds where rnf = rwhnf
instance NFData CSigAtomic where rnf = rwhnf
instance NFData CTime where rnf = rwhnf
instance NFData CUIntMax where rnf = rwhnf
instance NFData CUIntPtr where rnf = rwhnf
instance NFData CUSeconds where rnf = rwhnf
instance NFData CWchar where rnf = rwhnf
instance NFData CFile where rnf = rwhnf
instance NFData CFpos where rnf = rwhnf
instance NFData CJmpBuf where rnf = rwhnf
instance NFData MaskingState where rnf = rwhnf
instance NFData Unique where rnf = rwhnf
instance NFData TypeRep where rnf = rnfTypeRep
instance NFData TyCon where rnf = rnfTyCon
instance NFData SrcLoc where
  rnf l = rnf (srcLocPackage l) `seq` rnf (srcLocModule l) `seq` rnf (srcLocFile l) `seq` rnf (srcLocStartLine l) `seq` rnf (srcLocStartCol l)
    `seq` rnf (srcLocEndLine l) `seq` rnf (srcLocEndCol l)
instance NFData CallStack where rnf = rnf . getCallStack
instance (NFData a, NFData b) => NFData (Arg a b) where rnf (Arg a b) = rnf a `seq` rnf b
instance NFData a => NFData (WrappedMonoid a) where rnf (WrapMonoid a) = rnf a
instance NFData a => NFData (Semi.First a) where rnf (Semi.First a) = rnf a
instance NFData a => NFData (Semi.Last a) where rnf (Semi.Last a) = rnf a
instance NFData a => NFData (Option a) where rnf (Option a) = rnf a
instance NFData (Fixed a) where rnf (MkFixed a) = rnf a
instance NFData Version where rnf (Version branch tags) = rnf branch `seq` rnf tags

instance NFData a => NFData (Ratio a) where rnf x = rnf (numerator x) `seq` rnf (denominator x)
instance NFData a => NFData (Complex a) where rnf (x :+ y) = rnf x `seq` rnf y
instance NFData a => NFData (Maybe a) where
  rnf Nothing = ()
  rnf (Just x) = rnf x
instance (NFData a, NFData b) => NFData (Either a b) where
  rnf (Left x) = rnf x
  rnf (Right y) = rnf y
instance NFData a => NFData [a] where
  rnf [] = ()
  rnf (x : xs) = rnf x `seq` rnf xs
instance NFData a => NFData (NonEmpty a) where rnf (x :| xs) = rnf x `seq` rnf xs
instance (NFData i, NFData e) => NFData (Array i e) where rnf a = rnf (bounds a) `seq` rnf (elems a)
instance NFData a => NFData (Identity a) where rnf (Identity a) = rnf a
instance NFData a => NFData (Const a b) where rnf (Const a) = rnf a
instance NFData a => NFData (ZipList a) where rnf (ZipList xs) = rnf xs
instance NFData a => NFData (Down a) where rnf (Down a) = rnf a
instance NFData a => NFData (Dual a) where rnf (Dual a) = rnf a
instance NFData a => NFData (Sum a) where rnf (Sum a) = rnf a
instance NFData a => NFData (Product a) where rnf (Product a) = rnf a
instance NFData a => NFData (Mon.First a) where rnf (Mon.First a) = rnf a
instance NFData a => NFData (Mon.Last a) where rnf (Mon.Last a) = rnf a
instance NFData a => NFData (Min a) where rnf (Min a) = rnf a
instance NFData a => NFData (Max a) where rnf (Max a) = rnf a
instance NFData Any where rnf (Any a) = rnf a
instance NFData All where rnf (All a) = rnf a
instance (NFData a, NFData b) => NFData (a, b) where rnf (a, b) = rnf a `seq` rnf b
instance (NFData a, NFData b, NFData c) => NFData (a, b, c) where rnf (a, b, c) = rnf a `seq` rnf b `seq` rnf c
instance (NFData a, NFData b, NFData c, NFData d) => NFData (a, b, c, d) where
  rnf (a, b, c, d) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d
instance (NFData a, NFData b, NFData c, NFData d, NFData e) => NFData (a, b, c, d, e) where
  rnf (a, b, c, d, e) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f) => NFData (a, b, c, d, e, f) where
  rnf (a, b, c, d, e, f) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` rnf f
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f, NFData g) => NFData (a, b, c, d, e, f, g) where
  rnf (a, b, c, d, e, f, g) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` rnf f `seq` rnf g
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f, NFData g, NFData h) => NFData (a, b, c, d, e, f, g, h) where
  rnf (a, b, c, d, e, f, g, h) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` rnf f `seq` rnf g `seq` rnf h
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f, NFData g, NFData h, NFData i) => NFData (a, b, c, d, e, f, g, h, i) where
  rnf (a, b, c, d, e, f, g, h, i) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` rnf f `seq` rnf g `seq` rnf h `seq` rnf i

instance NFData1 Maybe where
  liftRnf _ Nothing = ()
  liftRnf r (Just x) = r x
instance NFData1 [] where
  liftRnf _ [] = ()
  liftRnf r (x : xs) = r x `seq` liftRnf r xs
instance NFData2 Either where
  liftRnf2 l _ (Left x) = l x
  liftRnf2 _ r (Right y) = r y
instance NFData2 (,) where
  liftRnf2 f g (a, b) = f a `seq` g b
instance NFData1 NonEmpty where liftRnf r (x :| xs) = r x `seq` liftRnf r xs
instance NFData1 Ratio where liftRnf r x = r (numerator x) `seq` r (denominator x)
instance NFData1 Identity where liftRnf r (Identity a) = r a
instance NFData1 ZipList where liftRnf r (ZipList xs) = liftRnf r xs
instance NFData1 Down where liftRnf r (Down a) = r a
instance NFData1 Dual where liftRnf r (Dual a) = r a
instance NFData1 Sum where liftRnf r (Sum a) = r a
instance NFData1 Product where liftRnf r (Product a) = r a
instance NFData1 Mon.First where liftRnf r (Mon.First a) = liftRnf r a
instance NFData1 Mon.Last where liftRnf r (Mon.Last a) = liftRnf r a
instance NFData1 Min where liftRnf r (Min a) = r a
instance NFData1 Max where liftRnf r (Max a) = r a
instance NFData1 Semi.First where liftRnf r (Semi.First a) = r a
instance NFData1 Semi.Last where liftRnf r (Semi.Last a) = r a
instance NFData1 WrappedMonoid where liftRnf r (WrapMonoid a) = r a
instance NFData1 Option where liftRnf r (Option a) = liftRnf r a
instance NFData1 Fixed where liftRnf _ = rwhnf
instance NFData1 Proxy where liftRnf _ = rwhnf
instance NFData1 IORef where liftRnf _ = rwhnf
instance NFData1 (STRef s) where liftRnf _ = rwhnf
instance NFData2 STRef where liftRnf2 _ _ = rwhnf
instance NFData1 MVar where liftRnf _ = rwhnf
instance NFData1 Ptr where liftRnf _ = rwhnf
instance NFData1 FunPtr where liftRnf _ = rwhnf
instance NFData1 StableName where liftRnf _ = rwhnf
instance NFData a => NFData1 (Const a) where liftRnf _ (Const a) = rnf a
instance NFData2 Const where liftRnf2 r _ (Const a) = r a
instance NFData a => NFData1 (Either a) where liftRnf = liftRnf2 rnf
instance NFData i => NFData1 (Array i) where liftRnf = liftRnf2 rnf
instance NFData2 Array where liftRnf2 i e a = liftRnf2 i i (bounds a) `seq` liftRnf e (elems a)
instance NFData a => NFData1 (Arg a) where liftRnf = liftRnf2 rnf
instance NFData2 Arg where liftRnf2 f g (Arg a b) = f a `seq` g b
instance (NFData1 f, NFData1 g) => NFData1 (Compose f g) where liftRnf r (Compose x) = liftRnf (liftRnf r) x
instance (NFData1 f, NFData1 g, NFData a) => NFData (Compose f g a) where rnf = rnf1
instance (NFData1 f, NFData1 g) => NFData1 (Functor.Sum f g) where
  liftRnf r (Functor.InL x) = liftRnf r x
  liftRnf r (Functor.InR y) = liftRnf r y
instance (NFData1 f, NFData1 g, NFData a) => NFData (Functor.Sum f g a) where rnf = rnf1
instance (NFData1 f, NFData1 g) => NFData1 (Functor.Product f g) where liftRnf r (Functor.Pair x y) = liftRnf r x `seq` liftRnf r y
instance (NFData1 f, NFData1 g, NFData a) => NFData (Functor.Product f g a) where rnf = rnf1
instance NFData a => NFData1 ((,) a) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b) => NFData1 ((,,) a b) where liftRnf = liftRnf2 rnf
instance NFData a => NFData2 ((,,) a) where
  liftRnf2 f' g' (a, b, c) = rnf a `seq` f' b `seq` g' c
instance (NFData a, NFData b, NFData c) => NFData1 ((,,,) a b c) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b) => NFData2 ((,,,) a b) where
  liftRnf2 f' g' (a, b, c, d) = rnf a `seq` rnf b `seq` f' c `seq` g' d
instance (NFData a, NFData b, NFData c, NFData d) => NFData1 ((,,,,) a b c d) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b, NFData c) => NFData2 ((,,,,) a b c) where
  liftRnf2 f' g' (a, b, c, d, e) = rnf a `seq` rnf b `seq` rnf c `seq` f' d `seq` g' e
instance (NFData a, NFData b, NFData c, NFData d, NFData e) => NFData1 ((,,,,,) a b c d e) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b, NFData c, NFData d) => NFData2 ((,,,,,) a b c d) where
  liftRnf2 f' g' (a, b, c, d, e, f) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` f' e `seq` g' f
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f) => NFData1 ((,,,,,,) a b c d e f) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b, NFData c, NFData d, NFData e) => NFData2 ((,,,,,,) a b c d e) where
  liftRnf2 f' g' (a, b, c, d, e, f, g) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` f' f `seq` g' g
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f, NFData g) => NFData1 ((,,,,,,,) a b c d e f g) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f) => NFData2 ((,,,,,,,) a b c d e f) where
  liftRnf2 f' g' (a, b, c, d, e, f, g, h) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` rnf f `seq` f' g `seq` g' h
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f, NFData g, NFData h) => NFData1 ((,,,,,,,,) a b c d e f g h) where liftRnf = liftRnf2 rnf
instance (NFData a, NFData b, NFData c, NFData d, NFData e, NFData f, NFData g) => NFData2 ((,,,,,,,,) a b c d e f g) where
  liftRnf2 f' g' (a, b, c, d, e, f, g, h, i) = rnf a `seq` rnf b `seq` rnf c `seq` rnf d `seq` rnf e `seq` rnf f `seq` rnf g `seq` f' h `seq` g' i
