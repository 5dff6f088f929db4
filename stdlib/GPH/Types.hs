{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | The basic data types, over the primitive ones. Lists, tuples, () and (->) are wired into the compiler and come from
-- GPH.Prim. The compiler knows the names defined here (compiler/types/known.def).
module GPH.Types where

import GPH.Prim

infixr 5 :|

data Bool = False | True

data Ordering = LT | EQ | GT

data Char = C# Char#

data Int = I# Int#

data Word = W# Word#

-- | With its instances in GPH.Int; here, and C's int with it (instances in Foreign.C.Types), because an IOException has the error number of C.
data Int32 = I32# Int#
newtype CInt = CInt Int32

data Double = D# Double#

data Float = F# Float#

-- | Normalised: 'IS' whenever the value fits an Int#; otherwise the magnitude in little-endian 64-bit limbs without
-- leading zero limbs, 'IP' for positive and 'IN' for negative values.
data Integer = IS Int# | IP ByteArray# | IN ByteArray#

newtype IO a = IO (State# RealWorld -> (# State# RealWorld, a #))

data Maybe a = Nothing | Just a

data Either a b = Left a | Right b

data NonEmpty a = a :| [a]

-- | The boolean that a comparison primop's 0# or 1# means.
isTrue# :: Int# -> Bool
isTrue# 1# = True
isTrue# _ = False
{-# INLINE isTrue# #-}

-- | Runs a state-passing computation with a fresh token. Inlined only in the last phase: before, an allocation inside must
-- not be floated out or shared with another run.
runRW# :: (State# RealWorld -> (# State# RealWorld, a #)) -> a
runRW# m = case m realWorld# of (# _, a #) -> a
{-# INLINE [0] runRW# #-}
