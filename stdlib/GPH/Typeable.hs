{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples, RankNTypes, ScopedTypeVariables #-}
-- | Run-time representations of types. The compiler solves every constraint @Typeable t@ by itself, of any kind, from
-- 'mkTyConTypeable' and 'mkAppTypeable'; there are no written instances.
module GPH.Typeable where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base

-- | Type constructor (module, name) applied to arguments. Its own TypeRep shows GHC's name of it.
data SomeTypeRep = TypeRep TyCon [TypeRep]
type TypeRep = SomeTypeRep

-- Two hashes of both names, by which it is compared: a handler looks at the type of each exception. Module, name.
data TyCon = TyCon Int# Int# [Char] [Char]

class Typeable a where
  typeRep# :: Proxy a -> TypeRep

mkTyConTypeable :: Int# -> Int# -> Addr# -> Addr# -> TypeRep
mkTyConTypeable h k m n = TypeRep (TyCon h k (unpackCString# m) (unpackCString# n)) []

mkAppTypeable :: TypeRep -> TypeRep -> TypeRep
mkAppTypeable (TypeRep c args) arg = TypeRep c (args ++ [arg])

instance Eq TyCon where
  TyCon h k _ _ == TyCon h' k' _ _ = isTrue# (andI# (h ==# h') (k ==# k'))

instance Ord TyCon where
  compare (TyCon _ _ m n) (TyCon _ _ m' n') = compare (m, n) (m', n')

instance Eq TypeRep where
  TypeRep c args == TypeRep c' args' = c == c' && args == args'

instance Ord TypeRep where
  compare (TypeRep c args) (TypeRep c' args') = compare (c, args) (c', args')

typeRep :: forall proxy a. Typeable a => proxy a -> TypeRep
typeRep _ = typeRep# (Proxy :: Proxy a)

typeOf :: forall a. Typeable a => a -> TypeRep
typeOf _ = typeRep# (Proxy :: Proxy a)

cast :: forall a b. (Typeable a, Typeable b) => a -> Maybe b
cast x = if typeRep# (Proxy :: Proxy a) == typeRep# (Proxy :: Proxy b) then Just (unsafeCoerce# x) else Nothing

gcast :: forall a b c. (Typeable a, Typeable b) => c a -> Maybe (c b)
gcast x = if typeRep# (Proxy :: Proxy a) == typeRep# (Proxy :: Proxy b) then Just (unsafeCoerce# x) else Nothing

gcast1 :: forall c t t' a. (Typeable t, Typeable t') => c (t a) -> Maybe (c (t' a))
gcast1 x = if typeRep# (Proxy :: Proxy t) == typeRep# (Proxy :: Proxy t') then Just (unsafeCoerce# x) else Nothing

gcast2 :: forall c t t' a b. (Typeable t, Typeable t') => c (t a b) -> Maybe (c (t' a b))
gcast2 x = if typeRep# (Proxy :: Proxy t) == typeRep# (Proxy :: Proxy t') then Just (unsafeCoerce# x) else Nothing
