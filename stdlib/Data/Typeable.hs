-- | Run-time type representations. Every type is Typeable without an instance.
module Data.Typeable
  ( Typeable, typeOf, typeRep, cast, gcast, gcast1, gcast2, TypeRep, TyCon, typeRepTyCon, typeRepArgs, splitTyConApp, mkFunTy, funResultTy, tyConName, tyConModule
  , showsTypeRep, rnfTypeRep, rnfTyCon, typeOf1, typeOf2, typeOf3, typeOf4, typeOf5, typeOf6, typeOf7, Proxy(..)
  ) where

import GPH.Base (Proxy(..))
import GPH.Typeable

typeRepTyCon :: TypeRep -> TyCon
typeRepTyCon (TypeRep c _) = c

typeRepArgs :: TypeRep -> [TypeRep]
typeRepArgs (TypeRep _ args) = args

tyConName, tyConModule :: TyCon -> String
tyConName (TyCon _ _ _ n) = n
tyConModule (TyCon _ _ m _) = m

showsTypeRep :: TypeRep -> ShowS
showsTypeRep = shows

-- | A type as a constructor and its arguments.
splitTyConApp :: TypeRep -> (TyCon, [TypeRep])
splitTyConApp (TypeRep c args) = (c, args)

mkFunTy :: TypeRep -> TypeRep -> TypeRep
mkFunTy a b = TypeRep function [a, b]

function :: TyCon
function = typeRepTyCon (typeRep (Proxy :: Proxy (->)))

-- | What a function of the first type yields for an argument of the second.
funResultTy :: TypeRep -> TypeRep -> Maybe TypeRep
funResultTy (TypeRep c [a, b]) x | c == function && a == x = Just b
funResultTy _ _ = Nothing

rnfTypeRep :: TypeRep -> ()
rnfTypeRep (TypeRep c args) = foldr (seq . rnfTypeRep) (rnfTyCon c) args

rnfTyCon :: TyCon -> ()
rnfTyCon (TyCon _ _ m n) = foldr seq (foldr seq () n) m

typeOf1 :: forall t a. Typeable t => t a -> TypeRep
typeOf1 _ = typeRep (Proxy :: Proxy t)
typeOf2 :: forall t a b. Typeable t => t a b -> TypeRep
typeOf2 _ = typeRep (Proxy :: Proxy t)
typeOf3 :: forall t a b c. Typeable t => t a b c -> TypeRep
typeOf3 _ = typeRep (Proxy :: Proxy t)
typeOf4 :: forall t a b c d. Typeable t => t a b c d -> TypeRep
typeOf4 _ = typeRep (Proxy :: Proxy t)
typeOf5 :: forall t a b c d e. Typeable t => t a b c d e -> TypeRep
typeOf5 _ = typeRep (Proxy :: Proxy t)
typeOf6 :: forall t a b c d e f. Typeable t => t a b c d e f -> TypeRep
typeOf6 _ = typeRep (Proxy :: Proxy t)
typeOf7 :: forall t a b c d e f g. Typeable t => t a b c d e f g -> TypeRep
typeOf7 _ = typeRep (Proxy :: Proxy t)
