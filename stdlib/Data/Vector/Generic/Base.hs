-- | The class of the kinds of vectors.
module Data.Vector.Generic.Base (Vector, Mutable) where

import Data.Vector.Generic (Mutable, Vector)
