-- | Sets of Int. Membership, insertion and deletion cost O(log n).
module Data.IntSet
  ( IntSet, Key, empty, singleton, fromList, fromAscList, fromDistinctAscList, insert, delete, alterF, member, notMember, lookupLT, lookupGT, lookupLE, lookupGE
  , null, size, isSubsetOf, isProperSubsetOf, disjoint, union, unions, difference, (\\), intersection, filter, partition, split, splitMember, splitRoot
  , map, foldr, foldl, foldr', foldl', fold, findMin, findMax, deleteMin, deleteMax, deleteFindMin, deleteFindMax, maxView, minView
  , elems, toList, toAscList, toDescList
  ) where

import Data.Set
import Prelude ()
import GPH.Types (Int)

-- | An IntSet is a set of Int.
type IntSet = Set Int
type Key = Int
