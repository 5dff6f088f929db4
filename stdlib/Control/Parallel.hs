{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The two annotations of GpH. Neither changes a result, only when and where it is computed.
module Control.Parallel (par, pseq) where

import GPH.Prim (par#)
import GPH.Types (Int(..))

infixr 0 `par`, `pseq`

-- | @a \`par\` b@ is @b@, and makes a spark of @a@: some idle HEC may evaluate it to weak head normal form. Costs a few nanoseconds.
par :: a -> b -> b
par a b = case par# a of _ -> b
{-# INLINE par #-}

-- | @a \`pseq\` b@ evaluates @a@ to weak head normal form, and only then @b@. Unlike 'seq' the order is certain.
pseq :: a -> b -> b
pseq a b = a `seq` lazyId b
{-# INLINE pseq #-}

-- Keeps the optimiser from evaluating the second argument first.
lazyId :: a -> a
lazyId x = x
{-# NOINLINE lazyId #-}
