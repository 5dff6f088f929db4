-- | The constant functor.
module Data.Functor.Const (Const(..)) where

import GPH.Functor
