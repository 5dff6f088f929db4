-- | Applicative functors.
module Control.Applicative
  ( Applicative(..), Alternative(..), Const(..), WrappedMonad(..), WrappedArrow(..), ZipList(..), (<$>), (<$), (<**>), liftA, liftA3, optional, asum
  ) where

import qualified GPH.IsList as Lists
import Control.Arrow (Arrow(..), ArrowPlus(..), ArrowZero(..), (>>>))
import GPH.Base hiding (foldr)
import GPH.Functor (Const(..))
import Data.Foldable (asum)

newtype WrappedMonad m a = WrapMonad { unwrapMonad :: m a }

instance Monad m => Functor (WrappedMonad m) where
  fmap f (WrapMonad v) = WrapMonad (liftM f v)
instance Monad m => Applicative (WrappedMonad m) where
  pure = WrapMonad . pure
  WrapMonad f <*> WrapMonad v = WrapMonad (f `ap` v)
instance Monad m => Monad (WrappedMonad m) where
  a >>= f = WrapMonad (unwrapMonad a >>= \x -> unwrapMonad (f x))

-- | Lists that combine by zipping.
newtype ZipList a = ZipList { getZipList :: [a] } deriving (Show, Eq, Ord, Read)

instance Functor ZipList where
  fmap f (ZipList xs) = ZipList (map f xs)
instance Foldable ZipList where
  foldr f z (ZipList xs) = foldr f z xs
instance Traversable ZipList where
  traverse f (ZipList xs) = fmap ZipList (traverse f xs)
instance Applicative ZipList where
  pure x = ZipList (repeat x)
  ZipList fs <*> ZipList xs = ZipList (zipWith id fs xs)
  liftA2 f (ZipList xs) (ZipList ys) = ZipList (zipWith f xs ys)
instance Alternative ZipList where
  empty = ZipList []
  ZipList xs <|> ZipList ys = ZipList (xs ++ drop (length xs) ys)

optional :: Alternative f => f a -> f (Maybe a)
optional v = (Just <$> v) <|> pure Nothing

instance MonadPlus m => Alternative (WrappedMonad m) where
  empty = WrapMonad mzero
  WrapMonad u <|> WrapMonad v = WrapMonad (u `mplus` v)

newtype WrappedArrow a b c = WrapArrow { unwrapArrow :: a b c }

instance Arrow a => Functor (WrappedArrow a b) where
  fmap f (WrapArrow a) = WrapArrow (a >>> arr f)
instance Arrow a => Applicative (WrappedArrow a b) where
  pure x = WrapArrow (arr (const x))
  liftA2 f (WrapArrow u) (WrapArrow v) = WrapArrow (u &&& v >>> arr (uncurry f))
instance (ArrowZero a, ArrowPlus a) => Alternative (WrappedArrow a b) where
  empty = WrapArrow zeroArrow
  WrapArrow u <|> WrapArrow v = WrapArrow (u <+> v)

instance Lists.IsList (ZipList a) a where
  fromList = ZipList
  toList = getZipList
