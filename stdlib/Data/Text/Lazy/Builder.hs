-- | Builders of lazy text: (<>) costs O(1), toLazyText O(n), lazily and in chunks of some 100 characters.
module Data.Text.Lazy.Builder (Builder, toLazyText, toLazyTextWith, fromText, fromLazyText, fromString, singleton, flush) where

import Data.Text.Internal.Builder
