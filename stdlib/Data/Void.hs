-- | The type without values.
module Data.Void (Void, absurd, vacuous) where

import Control.Exception (Exception)
import GPH.Ix (Ix(..))

data Void

instance Eq Void where _ == _ = True
instance Ord Void where compare _ _ = EQ
instance Show Void where showsPrec _ v = absurd v
instance Read Void where readsPrec _ _ = []
instance Semigroup Void where
  a <> _ = a
  stimes _ a = a
instance Ix Void where
  range _ = []
  index _ v = absurd v
  inRange _ v = absurd v
instance Exception Void

absurd :: Void -> a
absurd v = v `seq` error "Data.Void.absurd"

vacuous :: Functor f => f Void -> f a
vacuous = fmap absurd
