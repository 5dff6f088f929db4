{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The core of the library under GHC's name.
module GHC.Base
  ( module GPH.Types, module GPH.Classes, module GPH.Base, module GPH.Semigroup, module GPH.Prim, module GPH.Exception, ord, unsafeChr
  , divInt, modInt, quotInt, remInt, getTag, liftA, liftA3, mapM, sequence, maxInt, minInt, inline, noinline, lazy, oneShot, assert
  ) where

import GHC.Magic (noinline)
import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Semigroup (Semigroup(..), Monoid(..))
import GPH.Exception (error, undefined, errorWithoutStackTrace, failIO)
import GPH.Exts
import GPH.List (oneShot)
import GPH.Real (Integral(..))
import Control.Exception (assert)
import Data.Traversable (mapM, sequence)

maxInt, minInt :: Int
maxInt = I# 0x7fffffffffffffff#
minInt = I# -0x8000000000000000#

divInt, modInt, quotInt, remInt :: Int -> Int -> Int
divInt = div
modInt = mod
quotInt = quot
remInt = rem
