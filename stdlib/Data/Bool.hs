-- | Booleans.
module Data.Bool (Bool(..), (&&), (||), not, otherwise, bool) where

-- | Case analysis: the first value for False.
bool :: a -> a -> Bool -> a
bool f _ False = f
bool _ t True = t
