-- | Time: only the clock.
module Data.Time (module Data.Time.Clock) where

import Data.Time.Clock
