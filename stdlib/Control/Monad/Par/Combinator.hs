-- | Combinators on 'Par'.
module Control.Monad.Par.Combinator (parMap, parMapM, InclusiveRange(..), parMapReduceRange, parMapReduceRangeThresh, parFor) where

import Control.Monad.Par
