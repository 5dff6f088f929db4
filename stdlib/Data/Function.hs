-- | Functions on functions.
module Data.Function (id, const, (.), flip, ($), (&), on, fix, applyWhen) where

infixl 0 `on`
infixl 1 &

fix :: (a -> a) -> a
fix f = let x = f x in x

on :: (b -> b -> c) -> (a -> b) -> a -> a -> c
(.*.) `on` f = \x y -> f x .*. f y
{-# INLINE on #-}

(&) :: a -> (a -> b) -> b
x & f = f x
{-# INLINE (&) #-}

applyWhen :: Bool -> (a -> a) -> a -> a
applyWhen True f x = f x
applyWhen False _ x = x
