-- | Composition of functors.
module Data.Functor.Compose (Compose(..)) where

import GPH.Base (Alternative(..), Applicative(..))

infixr 9 `Compose`

newtype Compose f g a = Compose { getCompose :: f (g a) }

instance Eq (f (g a)) => Eq (Compose f g a) where
  Compose a == Compose b = a == b
instance Ord (f (g a)) => Ord (Compose f g a) where
  compare (Compose a) (Compose b) = compare a b
instance Show (f (g a)) => Show (Compose f g a) where
  showsPrec d (Compose x) = showParen (d > 10) (showString "Compose " . showsPrec 11 x)
instance (Functor f, Functor g) => Functor (Compose f g) where
  fmap f (Compose x) = Compose (fmap (fmap f) x)
instance (Foldable f, Foldable g) => Foldable (Compose f g) where
  foldMap f (Compose t) = foldMap (foldMap f) t
  foldr f z (Compose t) = foldr (\ga acc -> foldr f acc ga) z t
instance (Traversable f, Traversable g) => Traversable (Compose f g) where
  traverse f (Compose t) = Compose <$> traverse (traverse f) t
instance (Applicative f, Applicative g) => Applicative (Compose f g) where
  pure x = Compose (pure (pure x))
  Compose f <*> Compose x = Compose (liftA2 (<*>) f x)
  liftA2 f (Compose x) (Compose y) = Compose (liftA2 (liftA2 f) x y)
instance (Alternative f, Applicative g) => Alternative (Compose f g) where
  empty = Compose empty
  Compose a <|> Compose b = Compose (a <|> b)
