-- | List functions, on lists only.
module GHC.List (module GPH.List, foldr, map, (++)) where

import GPH.Base (foldr, map, (++))
import GPH.List
import Prelude ()
