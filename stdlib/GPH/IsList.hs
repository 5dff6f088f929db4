{-# LANGUAGE NoImplicitPrelude #-}
-- | Structures that lists are made into. GHC's class has the associated type Item l where ours has a second parameter: Note [Determined types]
-- in the compiler's rename/determined.cc. The instances are beside the structures.
module GPH.IsList where

import GPH.Types (Int)

class IsList l item | l -> item where
  fromList :: [item] -> l
  -- | The list has that many elements.
  fromListN :: Int -> [item] -> l
  fromListN _ = fromList
  toList :: l -> [item]
  {-# MINIMAL fromList, toList #-}

type Item l = Determined IsList item

instance IsList [a] a where
  fromList xs = xs
  toList xs = xs
