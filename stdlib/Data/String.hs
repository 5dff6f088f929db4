{-# LANGUAGE NoImplicitPrelude, FlexibleInstances, FunctionalDependencies #-}
-- | Strings, and overloaded string literals.
module Data.String (String, IsString(..), lines, words, unlines, unwords) where

import GPH.Prim
import GPH.Types
import GPH.Base
import GPH.Functor
import GPH.Strings

class IsString a where
  fromString :: [Char] -> a

-- GHC has `a ~ Char`: with this class, too, the only [a] is String, and the dependency determines an element that nothing else does.
class IsCharLike a | -> a where
  fromCharLike :: Char -> a

instance IsCharLike Char where
  fromCharLike c = c

instance IsCharLike a => IsString [a] where
  fromString xs = map fromCharLike xs

instance IsString a => IsString (Identity a) where
  fromString s = Identity (fromString s)

instance IsString a => IsString (Const a b) where
  fromString s = Const (fromString s)
