-- | What all kinds of vectors share: the class 'Vec' of what a kind of vector can do, and every function in terms of it. Data.Vector,
-- .Unboxed, .Storable and .Primitive give them at their own types, Data.Vector.Generic as they are.
module Data.Vector.Internal
  ( module Data.Vector.Internal.Class, module Data.Vector.Internal.Pull, module Data.Vector.Internal.Make
  , module Data.Vector.Internal.Map, module Data.Vector.Internal.Consume, module Data.Vector.Internal.Monadic
  ) where

import Data.Vector.Internal.Class
import Data.Vector.Internal.Consume
import Data.Vector.Internal.Make
import Data.Vector.Internal.Map
import Data.Vector.Internal.Monadic
import Data.Vector.Internal.Pull
