-- | Values of any type, with the type.
module Data.Dynamic (Dynamic, toDyn, fromDyn, fromDynamic, dynTypeRep, Typeable) where

import Control.Exception (Exception)
import GPH.Typeable

data Dynamic = forall a. Typeable a => Dynamic a

instance Show Dynamic where
  showsPrec _ (Dynamic a) = showString "<<" . shows (typeOf a) . showString ">>"
instance Exception Dynamic

toDyn :: Typeable a => a -> Dynamic
toDyn = Dynamic

fromDynamic :: Typeable a => Dynamic -> Maybe a
fromDynamic (Dynamic v) = cast v

fromDyn :: Typeable a => Dynamic -> a -> a
fromDyn d def = case fromDynamic d of
  Just x -> x
  Nothing -> def

dynTypeRep :: Dynamic -> TypeRep
dynTypeRep (Dynamic a) = typeOf a
