{-# LANGUAGE MagicHash #-}
-- | Unboxed types, primitive operations and a few functions, under GHC's name.
module GHC.Exts
  ( Int(..), Word(..), Float(..), Double(..), Char(..), Ptr(..), FunPtr(..), module GPH.Prim, isTrue#, build, augment, IsString(..)
  , unpackCString#, unpackAppendCString#, unpackFoldrCString#, inline, noinline, lazy, oneShot, considerAccessible, SpecConstrAnnotation(..), SPEC(..), runRW#
  , shiftL#, shiftRL#, iShiftL#, iShiftRA#, iShiftRL#, uncheckedIShiftL64#, Down(..), groupWith, sortWith, the, maxTupleSize, currentCallStack, traceEvent
  , Any, Coercible, coerce, unsafeCoerce#, IsList(..)
  , maskAsyncExceptions#, unmaskAsyncExceptions#, maskUninterruptible#, getMaskingState#
  ) where

import Data.Coerce (Coercible, coerce)
import Data.List (sortBy)
import Data.Ord (Down(..))
import Data.String (IsString(..))
import Debug.Trace (traceEventIO)
import GHC.Magic (noinline)
import GHC.Types (SPEC(..))
import GPH.Base hiding (foldr)
import GPH.Exception (maskAsyncExceptions#, unmaskAsyncExceptions#, maskUninterruptible#, getMaskingState#)
import GPH.Exts
import GPH.IsList
import GPH.List (oneShot)
import GPH.Prim
import GPH.Ptr
import GPH.Types

maxTupleSize :: Int
maxTupleSize = 62

uncheckedIShiftL64# :: Int# -> Int# -> Int#
uncheckedIShiftL64# = uncheckedIShiftL#

-- | The value that all elements of a list are.
the :: Eq a => [a] -> a
the (x : xs) | all (x ==) xs = x
             | otherwise = errorWithoutStackTrace "GHC.Exts.the: non-identical list"
the [] = errorWithoutStackTrace "GHC.Exts.the: empty list"

sortWith :: Ord b => (a -> b) -> [a] -> [a]
sortWith f = sortBy (\x y -> f x `compare` f y)

groupWith :: Ord b => (a -> b) -> [a] -> [[a]]
groupWith f xs = go (sortWith f xs)
  where go [] = []
        go (y : ys) = case span (\z -> f z == f y) ys of (zs, rest) -> (y : zs) : go rest

-- | Not Debug.Trace's, which has a value besides.
traceEvent :: String -> IO ()
traceEvent = traceEventIO

currentCallStack :: IO [String]
currentCallStack = return []
