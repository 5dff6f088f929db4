{-# LANGUAGE NoImplicitPrelude #-}
-- | Parsers that know the precedence of their context.
module GPH.ReadPrec where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.ReadP (ReadP, ReadS, readP_to_S, readS_to_P)
import qualified GPH.ReadP as P

type Prec = Int

newtype ReadPrec a = ReadPrec (Prec -> ReadP a)

instance Functor ReadPrec where
  fmap h (ReadPrec f) = ReadPrec (\n -> fmap h (f n))

instance Applicative ReadPrec where
  pure x = ReadPrec (\_ -> return x)
  (<*>) = ap

instance Monad ReadPrec where
  ReadPrec f >>= k = ReadPrec (\n -> f n >>= \a -> case k a of ReadPrec f' -> f' n)

instance MonadFail ReadPrec where
  fail s = ReadPrec (\_ -> fail s)

instance Alternative ReadPrec where
  empty = pfail
  (<|>) = (+++)

instance MonadPlus ReadPrec

minPrec :: Prec
minPrec = 0

lift :: ReadP a -> ReadPrec a
lift m = ReadPrec (\_ -> m)

-- | One higher in precedence.
step :: ReadPrec a -> ReadPrec a
step (ReadPrec f) = ReadPrec (\n -> f (n + 1))

reset :: ReadPrec a -> ReadPrec a
reset (ReadPrec f) = ReadPrec (\_ -> f minPrec)

-- | Fails when the context's precedence is greater.
prec :: Prec -> ReadPrec a -> ReadPrec a
prec n (ReadPrec f) = ReadPrec (\c -> if c <= n then f n else P.pfail)

get :: ReadPrec Char
get = lift P.get

look :: ReadPrec [Char]
look = lift P.look

(+++), (<++) :: ReadPrec a -> ReadPrec a -> ReadPrec a
ReadPrec f1 +++ ReadPrec f2 = ReadPrec (\n -> f1 n P.+++ f2 n)
ReadPrec f1 <++ ReadPrec f2 = ReadPrec (\n -> f1 n P.<++ f2 n)

pfail :: ReadPrec a
pfail = ReadPrec (\_ -> P.pfail)

choice :: [ReadPrec a] -> ReadPrec a
choice ps = foldr (+++) pfail ps

readPrec_to_P :: ReadPrec a -> Int -> ReadP a
readPrec_to_P (ReadPrec f) = f

readP_to_Prec :: (Int -> ReadP a) -> ReadPrec a
readP_to_Prec f = ReadPrec f

readPrec_to_S :: ReadPrec a -> Int -> ReadS a
readPrec_to_S (ReadPrec f) n = readP_to_S (f n)

readS_to_Prec :: (Int -> ReadS a) -> ReadPrec a
readS_to_Prec f = ReadPrec (\n -> readS_to_P (f n))
