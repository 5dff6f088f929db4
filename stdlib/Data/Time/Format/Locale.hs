-- | How a language writes times.
module Data.Time.Format.Locale (TimeLocale(..), defaultTimeLocale, iso8601DateFormat, rfc822DateFormat) where

import Data.Time.LocalTime (TimeZone(..))

data TimeLocale = TimeLocale
  { wDays :: [(String, String)]    -- ^ full and abbreviated, from Sunday
  , months :: [(String, String)]   -- ^ full and abbreviated
  , amPm :: (String, String)
  , dateTimeFmt, dateFmt, timeFmt, time12Fmt :: String
  , knownTimeZones :: [TimeZone]   -- ^ those that are read by their names
  } deriving (Eq, Ord, Show)

-- | That of the USA.
defaultTimeLocale :: TimeLocale
defaultTimeLocale = TimeLocale
  { wDays = [(d, take 3 d) | d <- ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]]
  , months = [(m, take 3 m) | m <- ["January", "February", "March", "April", "May", "June", "July", "August"
                                   , "September", "October", "November", "December"]]
  , amPm = ("AM", "PM")
  , dateTimeFmt = "%a %b %e %H:%M:%S %Z %Y", dateFmt = "%m/%d/%y", timeFmt = "%H:%M:%S", time12Fmt = "%I:%M:%S %p"
  , knownTimeZones = TimeZone 0 False "UT" : TimeZone 0 False "GMT" :
      concat [[TimeZone (60 * h) False (c : "ST"), TimeZone (60 * h + 60) True (c : "DT")]
             | (h, c) <- [(-5, 'E'), (-6, 'C'), (-7, 'M'), (-8, 'P')]]
  }

-- | The date, and behind a T the format of the time.
iso8601DateFormat :: Maybe String -> String
iso8601DateFormat time = "%Y-%m-%d" ++ maybe "" ('T' :) time

rfc822DateFormat :: String
rfc822DateFormat = "%a, %_d %b %Y %H:%M:%S %Z"
