-- | Enumerations.
module GHC.Enum (Bounded(..), Enum(..), boundedEnumFrom, boundedEnumFromThen, toEnumError, fromEnumError) where

import GPH.Enum
