-- | Arrays and variables as the primitive operations have them, in every monad of a state thread.
module Data.Primitive
  ( module Data.Primitive.Types, module Data.Primitive.Array, module Data.Primitive.ByteArray
  , module Data.Primitive.SmallArray, module Data.Primitive.PrimArray, module Data.Primitive.MutVar
  ) where

import Data.Primitive.Array
import Data.Primitive.ByteArray
import Data.Primitive.MutVar
import Data.Primitive.PrimArray
import Data.Primitive.SmallArray
import Data.Primitive.Types
