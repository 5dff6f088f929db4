{-# LANGUAGE NoImplicitPrelude, MagicHash, MultiParamTypeClasses, FlexibleInstances #-}
-- | Conversion between types that are the same but for newtypes, at no cost.
module Data.Coerce (coerce, Coercible) where

import GPH.Prim

-- | The compiler decides when this instance may be used: when both types come down to one by unfolding newtypes.
class Coercible a b
instance Coercible a b

coerce :: Coercible a b => a -> b
coerce x = unsafeCoerce# x
{-# INLINE coerce #-}
