-- | Lists, under GHC's name.
module GHC.OldList (module Data.List) where

import Data.List
