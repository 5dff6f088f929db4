-- | Of text's module what does not count units of UTF-16.
module Data.Text.Unsafe
  ( unsafeHead, unsafeTail, inlineInterleaveST, inlinePerformIO, unsafeDupablePerformIO
  ) where

import Control.Monad.ST (ST)
import Control.Monad.ST.Unsafe (unsafeDupableInterleaveST)
import Data.Text (Text)
import qualified Data.Text as T
import System.IO.Unsafe (unsafeDupablePerformIO)

-- | Of a text that is not empty.
unsafeHead :: Text -> Char
unsafeHead = T.head

unsafeTail :: Text -> Text
unsafeTail = T.tail

inlineInterleaveST :: ST s a -> ST s a
inlineInterleaveST = unsafeDupableInterleaveST

inlinePerformIO :: IO a -> a
inlinePerformIO = unsafeDupablePerformIO
