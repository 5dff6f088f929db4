-- | Names of heap objects that can be compared.
module GHC.StableName (module System.Mem.StableName) where

import System.Mem.StableName
