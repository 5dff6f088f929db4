-- | Handles.
module GHC.IO.Handle (module System.IO, hDuplicate, hDuplicateTo, hFlushAll) where

import GPH.Handle (hDuplicate, hDuplicateTo, hFlushAll)
import System.IO
