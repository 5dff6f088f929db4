{-# LANGUAGE MagicHash #-}
-- | Sized integers with their constructors.
module GHC.Int (Int(..), Int8(..), Int16(..), Int32(..), Int64(..)) where

import GPH.Int
import GPH.Types
