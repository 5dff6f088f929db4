{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | Functions that guide GHC's optimiser; here they are identities.
module GPH.Exts where

import GPH.Prim
import GPH.Types

-- | The type of values of which nothing is known until 'unsafeCoerce#' says what they are: happy's parsers keep them on their stack.
-- GHC's is a type of any kind.
data Any

inline, lazy :: a -> a
inline x = x
{-# INLINE inline #-}
lazy x = x
{-# INLINE lazy #-}

considerAccessible :: Bool
considerAccessible = True

-- | For SPECIALISE pragmas of GHC: accepted.
data SpecConstrAnnotation = NoSpecConstr | ForceSpecConstr
