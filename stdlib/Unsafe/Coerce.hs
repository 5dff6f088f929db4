{-# LANGUAGE MagicHash #-}
-- | Coercion without a check.
module Unsafe.Coerce (unsafeCoerce, unsafeCoerce#) where

import GPH.Prim (unsafeCoerce#)

unsafeCoerce :: a -> b
unsafeCoerce x = unsafeCoerce# x
{-# INLINE unsafeCoerce #-}
