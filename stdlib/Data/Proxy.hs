-- | A value that stands for a type.
module Data.Proxy (Proxy(..), asProxyTypeOf) where

import GPH.Base (Proxy(..))
import GPH.ProxyInstances ()

asProxyTypeOf :: a -> proxy a -> a
asProxyTypeOf = const
