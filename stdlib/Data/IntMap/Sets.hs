{-# LANGUAGE MagicHash #-}
-- | Maps from Int and sets of Int: what goes from one to the other. None of it depends on whether values are evaluated.
module Data.IntMap.Sets where

import Data.IntMap.Base
import qualified Data.IntSet.Base as IntSet
import GPH.Prim
import GPH.Types (Int(..))
import Prelude hiding (filter, foldl, foldr, lookup, map, null)

-- The tree has the set's shape; below a bit map it branches as the bits that are there do.
fromSetWith :: (Int# -> IntMap a) -> IntSet.IntSet -> IntMap a
fromSetWith leaf = go
  where
    go s = case s of
      IntSet.Bin p m l r -> Bin p m (go l) (go r)
      IntSet.Tip p b -> below p b
      IntSet.Nil -> Nil
    below p b = case word2Int# (ctz# b) of
      low -> case 63# -# word2Int# (clz# b) of
        high | same low high -> leaf (p +# low)
             | otherwise -> case branchMask low high of
                 m -> case maskOf (p +# low) m of
                   q -> case belowBit q m of bits -> Bin q m (below p (and# b bits)) (below p (and# b (not# bits)))
{-# INLINE fromSetWith #-}

keysSet :: IntMap a -> IntSet.IntSet
keysSet t = case t of
  Bin p m l r | wide m -> IntSet.Bin p m (keysSet l) (keysSet r)
              | otherwise -> IntSet.Tip (IntSet.prefixOf p) (bits (bits 0## l) r)
  Tip k _ -> IntSet.Tip (IntSet.prefixOf k) (IntSet.bitOf k)
  Nil -> IntSet.Nil
  where
    bits :: Word# -> IntMap a -> Word#
    bits b (Bin _ _ l r) = bits (bits b l) r
    bits b (Tip k _) = or# b (IntSet.bitOf k)
    bits b Nil = b

-- Does the mask tell apart keys of different bit maps? The sets' leaves have 64 neighbouring keys.
wide :: Int# -> Bool
wide m = case andI# m 63# of { 0# -> True; _ -> False }
{-# INLINE wide #-}

-- | The walk over both trees ends where one of them has nothing. In a bit map's reach it goes on with the bits that are below.
restrictKeys, withoutKeys :: IntMap a -> IntSet.IntSet -> IntMap a
restrictKeys t s = case t of
  Bin p m l r -> case s of
    IntSet.Nil -> Nil
    IntSet.Tip q b -> restrictBits q b t
    IntSet.Bin q n sl sr
      | shorter m n -> if nomatch q p m then Nil else if zero q m then restrictKeys l s else restrictKeys r s
      | shorter n m -> if nomatch p q n then Nil else if zero p n then restrictKeys t sl else restrictKeys t sr
      | same p q -> bin p m (restrictKeys l sl) (restrictKeys r sr)
      | otherwise -> Nil
  Tip k _ -> if IntSet.member (I# k) s then t else Nil
  Nil -> Nil
withoutKeys t s = case t of
  Bin p m l r -> case s of
    IntSet.Nil -> t
    IntSet.Tip q b -> withoutBits q b t
    IntSet.Bin q n sl sr
      | shorter m n -> if nomatch q p m then t else if zero q m then bin p m (withoutKeys l s) r else bin p m l (withoutKeys r s)
      | shorter n m -> if nomatch p q n then t else if zero p n then withoutKeys t sl else withoutKeys t sr
      | same p q -> bin p m (withoutKeys l sl) (withoutKeys r sr)
      | otherwise -> t
  Tip k _ -> if IntSet.member (I# k) s then Nil else t
  Nil -> Nil

-- The same for one bit map and its prefix.
restrictBits, withoutBits :: Int# -> Word# -> IntMap a -> IntMap a
restrictBits q b t = case t of
  Bin p m l r
    | wide m -> if nomatch q p m then Nil else if zero q m then restrictBits q b l else restrictBits q b r
    | same (IntSet.prefixOf p) q -> keep b t
  Tip k _ | same (IntSet.prefixOf k) q -> keep b t
  _ -> Nil
  where
    keep :: Word# -> IntMap a -> IntMap a
    keep 0## _ = Nil
    keep c u = case u of
      Bin p m l r -> case belowBit p m of below -> bin p m (keep (and# c below) l) (keep (and# c (not# below)) r)
      Tip k _ -> if IntSet.isZero (and# (IntSet.bitOf k) c) then Nil else u
      Nil -> Nil
withoutBits q b t = case t of
  Bin p m l r
    | wide m -> if nomatch q p m then t else if zero q m then bin p m (withoutBits q b l) r else bin p m l (withoutBits q b r)
    | same (IntSet.prefixOf p) q -> leave b t
  Tip k _ | same (IntSet.prefixOf k) q -> leave b t
  _ -> t
  where
    leave :: Word# -> IntMap a -> IntMap a
    leave 0## u = u
    leave c u = case u of
      Bin p m l r -> case belowBit p m of below -> bin p m (leave (and# c below) l) (leave (and# c (not# below)) r)
      Tip k _ -> if IntSet.isZero (and# (IntSet.bitOf k) c) then u else Nil
      Nil -> Nil

-- The bits that a narrow Bin's left subtree can have.
belowBit :: Int# -> Int# -> Word#
belowBit p m = minusWord# (IntSet.bitOf (orI# p m)) 1##
{-# INLINE belowBit #-}
