-- | Run-time type representations. Every type is Typeable without an instance.
module Data.Typeable (Typeable, typeOf, typeRep, cast, gcast, TypeRep, TyCon, typeRepTyCon, typeRepArgs, tyConName, tyConModule, showsTypeRep, Proxy(..)) where

import GPH.Base (Proxy(..))
import GPH.Typeable

typeRepTyCon :: TypeRep -> TyCon
typeRepTyCon (TypeRep c _) = c

typeRepArgs :: TypeRep -> [TypeRep]
typeRepArgs (TypeRep _ args) = args

tyConName, tyConModule :: TyCon -> String
tyConName (TyCon _ n) = n
tyConModule (TyCon m _) = m

showsTypeRep :: TypeRep -> ShowS
showsTypeRep = shows
