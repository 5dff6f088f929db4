-- | State threads.
module GHC.ST (ST(..), runST, fixST, unsafeInterleaveST, unsafeIOToST, unsafeSTToIO) where

import GPH.ST
