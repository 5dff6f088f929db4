-- | Sequential strategies: functions that evaluate (part of) their argument and return ().
module Control.Seq
  ( Strategy, using, withStrategy, r0, rseq, rdeepseq, seqList, seqListN, seqListNth, seqFoldable, seqMap, seqArray, seqArrayBounds
  , seqTuple2, seqTuple3, seqTuple4, seqTuple5, seqTuple6, seqTuple7, seqTuple8, seqTuple9
  ) where

import Control.DeepSeq (NFData, deepseq)
import Data.Array (Array, bounds, elems)
import Data.Foldable (toList)
import qualified Data.Map as Map

infixl 0 `using`

type Strategy a = a -> ()

-- | Evaluates the value by the strategy, then is the value.
using :: a -> Strategy a -> a
x `using` strat = strat x `seq` x

withStrategy :: Strategy a -> a -> a
withStrategy = flip using

r0, rseq :: Strategy a
r0 _ = ()
rseq x = x `seq` ()

rdeepseq :: NFData a => Strategy a
rdeepseq x = x `deepseq` ()

seqList :: Strategy a -> Strategy [a]
seqList _ [] = ()
seqList strat (x : xs) = strat x `seq` seqList strat xs

-- | The first n elements.
seqListN :: Int -> Strategy a -> Strategy [a]
seqListN 0 _ _ = ()
seqListN _ _ [] = ()
seqListN n strat (x : xs) = strat x `seq` seqListN (n - 1) strat xs

seqListNth :: Int -> Strategy a -> Strategy [a]
seqListNth 0 strat (x : _) = strat x
seqListNth _ _ [] = ()
seqListNth n strat (_ : xs) = seqListNth (n - 1) strat xs

seqFoldable :: Foldable t => Strategy a -> Strategy (t a)
seqFoldable strat = seqList strat . toList

seqMap :: Strategy k -> Strategy v -> Strategy (Map.Map k v)
seqMap stratK stratV = seqList (seqTuple2 stratK stratV) . Map.toList

seqArray :: Strategy a -> Strategy (Array i a)
seqArray strat = seqList strat . elems

seqArrayBounds :: Strategy i -> Strategy (Array i a)
seqArrayBounds strat = seqTuple2 strat strat . bounds

seqTuple2 :: Strategy a -> Strategy b -> Strategy (a, b)
seqTuple2 s1 s2 (a, b) = s1 a `seq` s2 b
seqTuple3 :: Strategy a -> Strategy b -> Strategy c -> Strategy (a, b, c)
seqTuple3 s1 s2 s3 (a, b, c) = s1 a `seq` s2 b `seq` s3 c
seqTuple4 :: Strategy a -> Strategy b -> Strategy c -> Strategy d -> Strategy (a, b, c, d)
seqTuple4 s1 s2 s3 s4 (a, b, c, d) = s1 a `seq` s2 b `seq` s3 c `seq` s4 d
seqTuple5 :: Strategy a -> Strategy b -> Strategy c -> Strategy d -> Strategy e -> Strategy (a, b, c, d, e)
seqTuple5 s1 s2 s3 s4 s5 (a, b, c, d, e) = s1 a `seq` s2 b `seq` s3 c `seq` s4 d `seq` s5 e
seqTuple6 :: Strategy a -> Strategy b -> Strategy c -> Strategy d -> Strategy e -> Strategy f -> Strategy (a, b, c, d, e, f)
seqTuple6 s1 s2 s3 s4 s5 s6 (a, b, c, d, e, f) = s1 a `seq` s2 b `seq` s3 c `seq` s4 d `seq` s5 e `seq` s6 f
seqTuple7 :: Strategy a -> Strategy b -> Strategy c -> Strategy d -> Strategy e -> Strategy f -> Strategy g -> Strategy (a, b, c, d, e, f, g)
seqTuple7 s1 s2 s3 s4 s5 s6 s7 (a, b, c, d, e, f, g) = s1 a `seq` s2 b `seq` s3 c `seq` s4 d `seq` s5 e `seq` s6 f `seq` s7 g
seqTuple8 :: Strategy a -> Strategy b -> Strategy c -> Strategy d -> Strategy e -> Strategy f -> Strategy g -> Strategy h -> Strategy (a, b, c, d, e, f, g, h)
seqTuple8 s1 s2 s3 s4 s5 s6 s7 s8 (a, b, c, d, e, f, g, h) = s1 a `seq` s2 b `seq` s3 c `seq` s4 d `seq` s5 e `seq` s6 f `seq` s7 g `seq` s8 h
seqTuple9 :: Strategy a -> Strategy b -> Strategy c -> Strategy d -> Strategy e -> Strategy f -> Strategy g -> Strategy h -> Strategy i -> Strategy (a, b, c, d, e, f, g, h, i)
seqTuple9 s1 s2 s3 s4 s5 s6 s7 s8 s9 (a, b, c, d, e, f, g, h, i) = s1 a `seq` s2 b `seq` s3 c `seq` s4 d `seq` s5 e `seq` s6 f `seq` s7 g `seq` s8 h `seq` s9 i
