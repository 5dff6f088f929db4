-- | A value that stands for a type.
module Data.Proxy (Proxy(..), asProxyTypeOf, KProxy(..)) where

import GPH.Base (Proxy(..))
import GPH.ProxyInstances ()

asProxyTypeOf :: a -> proxy a -> a
asProxyTypeOf = const

-- | A value that stands for a kind.
data KProxy t = KProxy
