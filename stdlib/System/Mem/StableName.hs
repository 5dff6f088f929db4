-- | Names of heap objects that can be compared.
module System.Mem.StableName (StableName, makeStableName, hashStableName, eqStableName) where

import GPH.Weak
