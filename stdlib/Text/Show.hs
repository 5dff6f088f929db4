-- | Showing values.
module Text.Show (ShowS, Show(..), shows, showChar, showString, showParen, showListWith) where

import GPH.Show (showListWith)
