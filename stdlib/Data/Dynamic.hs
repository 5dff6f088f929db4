{-# LANGUAGE MagicHash #-}
-- | Values of any type, with the type.
module Data.Dynamic (Dynamic, dynApply, dynApp, toDyn, fromDyn, fromDynamic, dynTypeRep, Typeable) where

import Control.Exception (Exception)
import GPH.Prim (unsafeCoerce#)
import GPH.Typeable

-- The type is stored beside the value, so that the result of an application can be one too.
data Dynamic = Dynamic TypeRep Any
data Any

instance Show Dynamic where
  showsPrec _ (Dynamic t _) = showString "<<" . shows t . showString ">>"
instance Exception Dynamic

toDyn :: Typeable a => a -> Dynamic
toDyn a = Dynamic (typeOf a) (unsafeCoerce# a)

fromDynamic :: forall a. Typeable a => Dynamic -> Maybe a
fromDynamic (Dynamic t v) = if t == typeOf (undefined :: a) then Just (unsafeCoerce# v) else Nothing

-- | Application of a function to an argument, when their types fit.
dynApply :: Dynamic -> Dynamic -> Maybe Dynamic
dynApply (Dynamic (TypeRep c [arg, res]) f) (Dynamic t x)
  | TypeRep c [] == functionCon && arg == t = Just (Dynamic res ((unsafeCoerce# f :: Any -> Any) x))
  where functionCon = case typeOf (id :: () -> ()) of TypeRep con _ -> TypeRep con []
dynApply _ _ = Nothing

dynApp :: Dynamic -> Dynamic -> Dynamic
dynApp f x = case dynApply f x of
  Just r -> r
  Nothing -> errorWithoutStackTrace ("Type error in dynamic application.\n" ++ "Can't apply function " ++ show f ++ " to argument " ++ show x)

fromDyn :: Typeable a => Dynamic -> a -> a
fromDyn d def = case fromDynamic d of
  Just x -> x
  Nothing -> def

dynTypeRep :: Dynamic -> TypeRep
dynTypeRep (Dynamic t _) = t
