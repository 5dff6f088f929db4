-- | Enumerations.
module GHC.Enum
  ( Bounded(..), Enum(..), boundedEnumFrom, boundedEnumFromThen, toEnumError, fromEnumError, succError, predError
  ) where

import GPH.Enum

-- | Of the type's name. Derived instances say it otherwise.
succError, predError :: String -> a
succError t = errorWithoutStackTrace ("Enum.succ{" ++ t ++ "}: tried to take `succ' of maxBound")
predError t = errorWithoutStackTrace ("Enum.pred{" ++ t ++ "}: tried to take `pred' of minBound")
