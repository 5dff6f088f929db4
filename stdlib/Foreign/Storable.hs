-- | Values in raw memory.
module Foreign.Storable (Storable(..)) where

import GPH.Storable
