-- | Finite maps, lazy in the values.
module Data.Map (module Data.Map.Lazy, insertWith', foldWithKey) where

import Data.Map.Lazy
import qualified Data.Map.Strict as Strict

-- | Old name of the strict module's insertWith.
insertWith' :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith' = Strict.insertWith

-- | Old name of foldrWithKey.
foldWithKey :: (k -> a -> b -> b) -> b -> Map k a -> b
foldWithKey = foldrWithKey
