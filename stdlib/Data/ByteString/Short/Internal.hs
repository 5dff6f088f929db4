-- | Data.ByteString.Short with its constructor SBS, under the name that bytestring exports it by.
module Data.ByteString.Short.Internal (module Data.ByteString.Short) where

import Data.ByteString.Short
