{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The two annotations of GpH. Neither changes a result, only when and where it is computed.
module Control.Parallel (par, pseq) where

import GPH.Prim (realWorld#, seq#, spark#)

infixr 0 `par`, `pseq`

-- Both go through an operation with a State# token: the optimiser never moves what follows such an operation before it, so @b@ is not
-- evaluated early, however strict the context is in it.

-- | @a \`par\` b@ is @b@, and makes a spark of @a@: some idle HEC may evaluate it to weak head normal form. Costs a few nanoseconds.
par :: a -> b -> b
par a b = case spark# a realWorld# of (# _, _ #) -> b
{-# INLINE par #-}

-- | @a \`pseq\` b@ evaluates @a@ to weak head normal form, and only then @b@. Unlike 'seq' the order is certain.
pseq :: a -> b -> b
pseq a b = case seq# a realWorld# of (# _, _ #) -> b
{-# INLINE pseq #-}
