-- | The same as Data.Array.Storable.
module Data.Array.Storable.Safe (module Data.Array.Storable) where

import Data.Array.Storable
