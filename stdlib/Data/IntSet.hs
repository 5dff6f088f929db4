-- | Sets of Int. Data.IntSet.Base has the algorithms, and the constructors for Data.IntMap.
module Data.IntSet
  ( IntSet, Key, empty, singleton, fromList, fromAscList, fromDistinctAscList, insert, delete, alterF, member, notMember, lookupLT, lookupGT, lookupLE, lookupGE
  , null, size, isSubsetOf, isProperSubsetOf, disjoint, union, unions, difference, (\\), intersection, filter, partition, split, splitMember, splitRoot
  , takeWhileAntitone, dropWhileAntitone, spanAntitone
  , map, mapMonotonic, foldr, foldl, foldr', foldl', fold, findMin, findMax, deleteMin, deleteMax, deleteFindMin, deleteFindMax, maxView, minView
  , elems, toList, toAscList, toDescList
  ) where

import Data.IntMap.Base (Key)
import Data.IntSet.Base
import Prelude ()
