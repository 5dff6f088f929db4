-- | Functors.
module Data.Functor (Functor(..), ($>), (<$>), (<&>), void) where

infixl 4 $>
infixl 1 <&>

(<&>) :: Functor f => f a -> (a -> b) -> f b
as <&> f = fmap f as

($>) :: Functor f => f a -> b -> f b
($>) = flip (<$)

void :: Functor f => f a -> f ()
void x = () <$ x
