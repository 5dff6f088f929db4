-- | Arrays.
module GHC.Arr (module GPH.Arr, Ix(..), unsafeArray, unsafeAccumArray) where

import GPH.Arr hiding (unsafeArray, unsafeAccumArray)
import qualified GPH.Arr as Arr
import GPH.Ix (Ix(..))

-- | Those of GPH.Arr take the number of indices, too.
unsafeArray :: Ix i => (i, i) -> [(Int, e)] -> Array i e
unsafeArray b ies = Arr.unsafeArray b (safeRangeSize b) ies
{-# INLINE unsafeArray #-}

unsafeAccumArray :: Ix i => (e -> a -> e) -> e -> (i, i) -> [(Int, a)] -> Array i e
unsafeAccumArray f z b ies = Arr.unsafeAccumArray f z b (safeRangeSize b) ies
{-# INLINE unsafeAccumArray #-}
