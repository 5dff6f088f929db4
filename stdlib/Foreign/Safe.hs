-- | The same as Foreign.
module Foreign.Safe (module Foreign) where

import Foreign
