-- | Monads and functions over them.
module Control.Monad
  ( Functor(..), Monad(..), MonadFail(..), MonadPlus(mzero, mplus), mapM, mapM_, forM, forM_, sequence, sequence_, (=<<), (>=>), (<=<), forever, void
  , join, msum, mplus, mfilter, filterM, mapAndUnzipM, zipWithM, zipWithM_, foldM, foldM_, replicateM, replicateM_, guard, when, unless
  , liftM, liftM2, liftM3, liftM4, liftM5, ap, (<$!>), (<$>)
  ) where

import GPH.Base hiding (foldr)
import Data.Foldable
import Data.Functor (void)
import Data.Traversable

infixr 1 >=>, <=<
infixl 4 <$!>

(>=>) :: Monad m => (a -> m b) -> (b -> m c) -> a -> m c
f >=> g = \x -> f x >>= g

(<=<) :: Monad m => (b -> m c) -> (a -> m b) -> a -> m c
g <=< f = \x -> f x >>= g

forever :: Applicative f => f a -> f b
forever a = let a' = a *> a' in a'

unless :: Applicative f => Bool -> f () -> f ()
unless p s = if p then pure () else s
{-# INLINE unless #-}

guard :: Alternative f => Bool -> f ()
guard True = pure ()
guard False = empty

mfilter :: MonadPlus m => (a -> Bool) -> m a -> m a
mfilter p ma = ma >>= \a -> if p a then return a else mzero

filterM :: Applicative m => (a -> m Bool) -> [a] -> m [a]
filterM p = foldr (\x -> liftA2 (\keep -> if keep then (x :) else id) (p x)) (pure [])
{-# INLINE filterM #-}

mapAndUnzipM :: Applicative m => (a -> m (b, c)) -> [a] -> m ([b], [c])
mapAndUnzipM f xs = unzip <$> traverse f xs
{-# INLINE mapAndUnzipM #-}

zipWithM :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m [c]
zipWithM f xs ys = sequenceA (zipWith f xs ys)
{-# INLINE zipWithM #-}

zipWithM_ :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m ()
zipWithM_ f xs ys = sequenceA_ (zipWith f xs ys)
{-# INLINE zipWithM_ #-}

foldM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldM = foldlM
{-# INLINE foldM #-}

foldM_ :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m ()
foldM_ f a xs = foldlM f a xs >> return ()
{-# INLINE foldM_ #-}

replicateM :: Applicative m => Int -> m a -> m [a]
replicateM cnt0 f = loop cnt0
  where loop cnt | cnt <= 0 = pure []
                 | otherwise = liftA2 (:) f (loop (cnt - 1))
{-# INLINABLE replicateM #-}

replicateM_ :: Applicative m => Int -> m a -> m ()
replicateM_ cnt0 f = loop cnt0
  where loop cnt | cnt <= 0 = pure ()
                 | otherwise = f *> loop (cnt - 1)
{-# INLINABLE replicateM_ #-}

-- | Applies strictly.
(<$!>) :: Monad m => (a -> b) -> m a -> m b
f <$!> m = m >>= \x -> let z = f x in z `seq` return z
