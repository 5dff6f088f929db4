{-# LANGUAGE NoImplicitPrelude #-}
-- | Only so that @deriving (Generic)@ and @import GHC.Generics (Generic)@ are accepted: there are no generic
-- representations. What they are used for in parallel programs, NFData, is derived by the compiler (compiler/typecheck/derive.cc).
module GHC.Generics (Generic, Generic1) where

class Generic a
class Generic1 f
