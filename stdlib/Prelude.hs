{-# LANGUAGE NoImplicitPrelude #-}
-- | The Prelude of GHC's base.
module Prelude
  ( -- * Basic types
    Bool(..), (&&), (||), not, otherwise, Maybe(..), maybe, Either(..), either, Ordering(..), Char, String
  , fst, snd, curry, uncurry
    -- * Basic classes
  , Eq(..), Ord(..), Enum(..), Bounded(..)
    -- * Numbers
  , Int, Integer, Float, Double, Rational, Word, Num((+), (-), (*), negate, abs, signum, fromInteger), Real(..)
  , Integral(quot, rem, div, mod, quotRem, divMod, toInteger), Fractional(..)
  , Floating(pi, exp, log, sqrt, (**), logBase, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh)
  , RealFrac(..), RealFloat(..)
  , subtract, even, odd, gcd, lcm, (^), (^^), fromIntegral, realToFrac
    -- * Algebra
  , Semigroup((<>)), Monoid(..), Functor(fmap, (<$)), (<$>), Applicative(pure, (<*>), (*>), (<*)), Monad((>>=), (>>), return), MonadFail(fail)
  , mapM_, sequence_, (=<<)
  , Foldable(foldMap, foldr, foldl, foldr1, foldl1, elem, maximum, minimum, sum, product, null, length), Traversable(..)
    -- * Functions
  , id, const, (.), flip, ($), until, asTypeOf, error, errorWithoutStackTrace, undefined, seq, ($!)
    -- * Lists
  , map, (++), filter, head, last, tail, init, (!!), reverse, and, or, any, all, concat, concatMap, scanl, scanl1, scanr, scanr1
  , iterate, repeat, replicate, cycle, take, drop, takeWhile, dropWhile, span, break, splitAt, notElem, lookup
  , zip, zip3, zipWith, zipWith3, unzip, unzip3, lines, words, unlines, unwords
    -- * Text
  , ShowS, Show(..), shows, showChar, showString, showParen
  , ReadS, Read(readsPrec, readList), reads, readParen, read, lex
    -- * Input and output
  , IO, putChar, putStr, putStrLn, print, getChar, getLine, getContents, interact
  , FilePath, readFile, writeFile, appendFile, readIO, readLn, IOError, ioError, userError
  ) where

import GPH.Prim (seq)
import GPH.Types
import GPH.Classes
import GPH.Base hiding (foldr)
import GPH.Semigroup
import GPH.Num
import GPH.Show
import GPH.Exception
import GPH.Enum
import GPH.List (filter, head, last, tail, init, (!!), reverse, scanl, scanl1, scanr, scanr1, iterate, repeat, replicate, cycle, take, drop
  , takeWhile, dropWhile, span, break, splitAt, lookup, zip, zip3, zipWith, zipWith3, unzip, unzip3)
import GPH.Real
import GPH.Float
import GPH.Read
import GPH.ReadP (ReadS)
import GPH.Strings
import GPH.Handle
import GPH.ReadIO
import Data.Foldable
import Data.Traversable
