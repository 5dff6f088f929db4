-- | Time: days, moments, clocks on walls, and how they are written.
module Data.Time
  ( module Data.Time.Calendar, module Data.Time.Clock, module Data.Time.LocalTime, module Data.Time.Format
  ) where

import Data.Time.Calendar
import Data.Time.Clock
import Data.Time.Format
import Data.Time.LocalTime
