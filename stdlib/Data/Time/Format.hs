-- | Times to text and back, by formats as C's strftime has them.
module Data.Time.Format
  ( FormatTime, formatTime, parseTimeM, parseTimeOrError, readSTime, readPTime, parseTime, readTime, readsTime
  , ParseTime
  , module Data.Time.Format.Locale
  ) where

import Data.Time.Format.Locale
import Data.Time.Format.Parse
import Data.Time.Format.Show
