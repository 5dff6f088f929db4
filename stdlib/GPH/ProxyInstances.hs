-- | The classes of Proxy beyond Show and Read.
module GPH.ProxyInstances () where

import GPH.Base (Proxy(..), Alternative(..), MonadPlus(..))
import GPH.Ix (Ix(..))
import GPH.Semigroup

instance Eq (Proxy t) where _ == _ = True
instance Ord (Proxy t) where compare _ _ = EQ
instance Semigroup (Proxy t) where
  _ <> _ = Proxy
  stimes _ _ = Proxy
instance Monoid (Proxy t) where mempty = Proxy
instance Bounded (Proxy t) where
  minBound = Proxy
  maxBound = Proxy
instance Enum (Proxy t) where
  fromEnum _ = 0
  toEnum 0 = Proxy
  toEnum _ = errorWithoutStackTrace "Proxy.toEnum: 0 expected"
instance Applicative Proxy where
  pure _ = Proxy
  _ <*> _ = Proxy
instance Monad Proxy where _ >>= _ = Proxy
instance Alternative Proxy where
  empty = Proxy
  _ <|> _ = Proxy
instance MonadPlus Proxy
instance Ix (Proxy t) where
  range _ = [Proxy]
  inRange _ _ = True
  index _ _ = 0
  unsafeIndex _ _ = 0
