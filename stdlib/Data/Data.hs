{-# LANGUAGE MagicHash #-}
-- | Generic programming by folds over constructors: the class is in GPH.Data; here are the instances for the types of base.
-- Those of other packages are beside their types.
module Data.Data
  ( module Data.Typeable
  , Data(gfoldl, gunfold, toConstr, dataTypeOf, dataCast1, dataCast2, gmapT, gmapQl, gmapQr, gmapQ, gmapQi, gmapM, gmapMp, gmapMo)
  , DataType, mkDataType, mkIntType, mkFloatType, mkCharType, mkNoRepType, dataTypeName, DataRep(..), dataTypeRep, repConstr, isAlgType
  , dataTypeConstrs, indexConstr, maxConstrIndex, isNorepType
  , Constr, ConIndex, Fixity(..), mkConstr, mkIntegralConstr, mkRealConstr, mkCharConstr, constrType, ConstrRep(..), constrRep, constrFields
  , constrFixity, constrIndex, showConstr, readConstr, tyconUQname, tyconModule, fromConstr, fromConstrB, fromConstrM
  ) where

import Control.Applicative (WrappedArrow(..), WrappedMonad(..), ZipList(..))
import Data.Array (Array, Ix, bounds, elems, listArray)
import Data.Complex (Complex(..))
import Data.Fixed (Fixed(..))
import Data.Functor.Compose (Compose(..))
import Data.Functor.Const (Const(..))
import Data.Functor.Identity (Identity(..))
import qualified Data.Functor.Product as F
import qualified Data.Functor.Sum as F
import Data.Int (Int8, Int16, Int32, Int64)
import Data.List.NonEmpty (NonEmpty(..))
import Data.Monoid
import Data.Ord (Down(..))
import Data.Ratio (Ratio, denominator, numerator, (%))
import qualified Data.Semigroup as S
import Data.Typeable
import Data.Version (Version(..))
import Data.Void (Void)
import Data.Word (Word8, Word16, Word32, Word64)
import Foreign.ForeignPtr (ForeignPtr)
import Foreign.Ptr (IntPtr(..), Ptr, WordPtr(..))
import GPH.Data
import Numeric.Natural (Natural)

-- ---- Constructors and types -------------------------------------------------------------------------------------------
isAlgType, isNorepType :: DataType -> Bool
isAlgType t = case dataTypeRep t of
  AlgRep _ -> True
  _ -> False
isNorepType t = case dataTypeRep t of
  NoRep -> True
  _ -> False

indexConstr :: DataType -> ConIndex -> Constr
indexConstr t i = case dataTypeRep t of
  AlgRep cs -> cs !! (i - 1)
  _ -> unsupported "indexConstr" t "an algebraic data type"

maxConstrIndex :: DataType -> ConIndex
maxConstrIndex t = case dataTypeRep t of
  AlgRep cs -> length cs
  _ -> unsupported "maxConstrIndex" t "an algebraic data type"

repConstr :: DataType -> ConstrRep -> Constr
repConstr t rep = case (dataTypeRep t, rep) of
  (AlgRep cs, AlgConstr i) -> cs !! (i - 1)
  (IntRep, IntConstr i) -> mkIntegralConstr t i
  (FloatRep, FloatConstr f) -> mkRealConstr t f
  (CharRep, CharConstr c) -> mkCharConstr t c
  _ -> errorWithoutStackTrace "Data.Data.repConstr: The given ConstrRep does not fit to the given DataType."

mkRealConstr :: (Real a, Show a) => DataType -> a -> Constr
mkRealConstr t x = case dataTypeRep t of
  FloatRep -> Primitive (FloatConstr (toRational x)) (show x) t
  _ -> unsupported "mkRealConstr" t "a Real data type"

constrFields :: Constr -> [String]
constrFields (Constr _ _ fields _ _) = fields
constrFields (Primitive _ _ _) = errorWithoutStackTrace "Data.Data.confields"

constrFixity :: Constr -> Fixity
constrFixity (Constr _ _ _ fix _) = fix
constrFixity (Primitive _ _ _) = errorWithoutStackTrace "Data.Data.confixity"

-- | The constructor that is shown so.
readConstr :: DataType -> String -> Maybe Constr
readConstr t s = case dataTypeRep t of
  AlgRep cs -> case filter ((== s) . showConstr) cs of
    c : _ -> Just c
    [] -> Nothing
  IntRep -> fmap (\x -> Primitive (IntConstr x) s t) (whole s)
  FloatRep -> fmap (\x -> Primitive (FloatConstr (toRational (x :: Double))) s t) (whole s)
  CharRep -> fmap (\x -> Primitive (CharConstr x) s t) (whole s)
  NoRep -> Nothing

whole :: Read a => String -> Maybe a
whole s = case reads s of
  [(x, "")] -> Just x
  _ -> Nothing

fromConstr :: Data a => Constr -> a
fromConstr = fromConstrB (errorWithoutStackTrace "Data.Data.fromConstr")

fromConstrM :: (Monad m, Data a) => (forall d. Data d => m d) -> Constr -> m a
fromConstrM field = gunfold (\con -> con >>= \c -> field >>= \x -> return (c x)) return

-- | What is behind the last dot of a name, and what is before it.
tyconUQname, tyconModule :: String -> String
tyconUQname s = case break (== '.') s of
  (_, _ : rest) -> tyconUQname rest
  (name, []) -> name
tyconModule s = case break (== '.') s of
  (_, []) -> ""
  (m, _ : rest) -> case tyconModule rest of
    "" -> m
    more -> m ++ '.' : more

-- ---- Numbers ----------------------------------------------------------------------------------------------------------
-- Likewise of those that are not whole: `integral` is in GPH.Data.
real :: Fractional a => String -> (forall r. r -> c r) -> Constr -> c a
real name z c = case constrRep c of
  FloatConstr x -> z (fromRational x)
  _ -> wrongConstr c name

int8Type, int16Type, int32Type, int64Type, wordType, word16Type, word32Type, word64Type, integerType, naturalType, floatType, doubleType :: DataType
int8Type = mkIntType "Data.Int.Int8"
int16Type = mkIntType "Data.Int.Int16"
int32Type = mkIntType "Data.Int.Int32"
int64Type = mkIntType "Data.Int.Int64"
wordType = mkIntType "Data.Word.Word"
word16Type = mkIntType "Data.Word.Word16"
word32Type = mkIntType "Data.Word.Word32"
word64Type = mkIntType "Data.Word.Word64"
integerType = mkIntType "Prelude.Integer"
naturalType = mkIntType "Numeric.Natural.Natural"
floatType = mkFloatType "Prelude.Float"
doubleType = mkFloatType "Prelude.Double"

instance Data Int8 where
  toConstr = mkIntegralConstr int8Type
  dataTypeOf _ = int8Type
  gunfold _ = integral "Int8"
instance Data Int16 where
  toConstr = mkIntegralConstr int16Type
  dataTypeOf _ = int16Type
  gunfold _ = integral "Int16"
instance Data Int32 where
  toConstr = mkIntegralConstr int32Type
  dataTypeOf _ = int32Type
  gunfold _ = integral "Int32"
instance Data Int64 where
  toConstr = mkIntegralConstr int64Type
  dataTypeOf _ = int64Type
  gunfold _ = integral "Int64"
instance Data Word where
  toConstr = mkIntegralConstr wordType
  dataTypeOf _ = wordType
  gunfold _ = integral "Word"
instance Data Word16 where
  toConstr = mkIntegralConstr word16Type
  dataTypeOf _ = word16Type
  gunfold _ = integral "Word16"
instance Data Word32 where
  toConstr = mkIntegralConstr word32Type
  dataTypeOf _ = word32Type
  gunfold _ = integral "Word32"
instance Data Word64 where
  toConstr = mkIntegralConstr word64Type
  dataTypeOf _ = word64Type
  gunfold _ = integral "Word64"
instance Data Integer where
  toConstr = mkIntegralConstr integerType
  dataTypeOf _ = integerType
  gunfold _ = integral "Integer"
instance Data Natural where
  toConstr = mkIntegralConstr naturalType
  dataTypeOf _ = naturalType
  gunfold _ = integral "Natural"
instance Data Float where
  toConstr = mkRealConstr floatType
  dataTypeOf _ = floatType
  gunfold _ = real "Float"
instance Data Double where
  toConstr = mkRealConstr doubleType
  dataTypeOf _ = doubleType
  gunfold _ = real "Double"

ratioType :: DataType
ratioType = mkDataType "GHC.Real.Ratio" [ratioConstr]

ratioConstr :: Constr
ratioConstr = mkConstr ratioType ":%" [] Infix

-- | Folded as if it were numerator % denominator, so that what is made is reduced.
instance (Data a, Integral a) => Data (Ratio a) where
  gfoldl k z x = (z (%) `k` numerator x) `k` denominator x
  toConstr _ = ratioConstr
  gunfold k z c = if constrIndex c == 1 then k (k (z (%))) else errorWithoutStackTrace "Data.Data.gunfold(Ratio)"
  dataTypeOf _ = ratioType

-- ---- Types of no representation ---------------------------------------------------------------------------------------
hidden :: String -> String -> a
hidden method name = errorWithoutStackTrace ("Data.Data." ++ method ++ "(" ++ name ++ ")")

instance Data a => Data (Ptr a) where
  toConstr _ = hidden "toConstr" "Ptr"
  gunfold _ _ = hidden "gunfold" "Ptr"
  dataTypeOf _ = mkNoRepType "GHC.Ptr.Ptr"
  dataCast1 x = gcast1 x

instance Data a => Data (ForeignPtr a) where
  toConstr _ = hidden "toConstr" "ForeignPtr"
  gunfold _ _ = hidden "gunfold" "ForeignPtr"
  dataTypeOf _ = mkNoRepType "GHC.ForeignPtr.ForeignPtr"
  dataCast1 x = gcast1 x

instance (Data a, Data b, Ix a) => Data (Array a b) where
  gfoldl k z a = z (listArray (bounds a)) `k` elems a
  toConstr _ = hidden "toConstr" "Array"
  gunfold _ _ = hidden "gunfold" "Array"
  dataTypeOf _ = mkNoRepType "Data.Array.Array"
  dataCast2 x = gcast2 x

-- ---- Data types -------------------------------------------------------------------------------------------------------
deriving instance Data Bool
deriving instance Data Ordering
deriving instance Data ()
deriving instance Data a => Data (Maybe a)
deriving instance (Data a, Data b) => Data (Either a b)
deriving instance Data a => Data (NonEmpty a)
deriving instance (Data a, Data b, Data c) => Data (a, b, c)
deriving instance (Data a, Data b, Data c, Data d) => Data (a, b, c, d)
deriving instance (Data a, Data b, Data c, Data d, Data e) => Data (a, b, c, d, e)
deriving instance (Data a, Data b, Data c, Data d, Data e, Data f) => Data (a, b, c, d, e, f)
deriving instance (Data a, Data b, Data c, Data d, Data e, Data f, Data g) => Data (a, b, c, d, e, f, g)
deriving instance Data Void
deriving instance Data Version
deriving instance Data IntPtr
deriving instance Data WordPtr
deriving instance Data a => Data (Complex a)
deriving instance Data a => Data (Down a)
deriving instance Data a => Data (Identity a)
deriving instance Data a => Data (ZipList a)
deriving instance (Typeable f, Typeable g, Typeable a, Data (f (g a))) => Data (Compose f g a)
deriving instance (Typeable f, Typeable g, Typeable a, Data (f a), Data (g a)) => Data (F.Product f g a)
deriving instance (Typeable f, Typeable g, Typeable a, Data (f a), Data (g a)) => Data (F.Sum f g a)
deriving instance (Typeable m, Typeable a, Data (m a)) => Data (WrappedMonad m a)
deriving instance (Typeable a, Typeable b, Typeable c, Data (a b c)) => Data (WrappedArrow a b c)

deriving instance Data a => Data (Dual a)
deriving instance Data All
deriving instance Data Any
deriving instance Data a => Data (Sum a)
deriving instance Data a => Data (Product a)
deriving instance Data a => Data (First a)
deriving instance Data a => Data (Last a)
deriving instance (Typeable f, Data a, Data (f a)) => Data (Alt f a)
deriving instance (Typeable f, Data a, Data (f a)) => Data (Ap f a)
deriving instance Data a => Data (S.Min a)
deriving instance Data a => Data (S.Max a)
deriving instance Data a => Data (S.First a)
deriving instance Data a => Data (S.Last a)
deriving instance Data m => Data (S.WrappedMonoid m)
deriving instance Data a => Data (S.Option a)
deriving instance (Data a, Data b) => Data (S.Arg a b)

-- These are of a kind that is not * -> * nor * -> * -> * in GHC, so that there are no casts.
proxyType, constType :: DataType
proxyType = derivedType "Proxy\nProxy"#
constType = derivedType "Const\nConst getConst"#

instance Data t => Data (Proxy t) where
  gfoldl _ z Proxy = z Proxy
  gunfold _ z _ = z Proxy
  dataTypeOf _ = proxyType
  toConstr Proxy = onlyConstr proxyType

instance (Data a, Typeable b) => Data (Const a b) where
  gfoldl k z (Const x) = k (z Const) x
  gunfold k z _ = k (z Const)
  dataTypeOf _ = constType
  toConstr _ = onlyConstr constType

-- The parameter is a resolution, not something that the value has.
fixedType :: DataType
fixedType = mkDataType "Data.Fixed.Fixed" [fixedConstr]

fixedConstr :: Constr
fixedConstr = mkConstr fixedType "MkFixed" [] Prefix

instance Typeable a => Data (Fixed a) where
  gfoldl k z (MkFixed n) = k (z MkFixed) n
  gunfold k z _ = k (z MkFixed)
  dataTypeOf _ = fixedType
  toConstr _ = fixedConstr
