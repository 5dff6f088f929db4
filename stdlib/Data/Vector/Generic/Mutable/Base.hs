-- | The class of the kinds of mutable vectors.
module Data.Vector.Generic.Mutable.Base (MVector) where

import Data.Vector.Generic.Mutable (MVector)
