{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The class behind Data.Data, what derived instances are made of (compiler/typecheck/derive_data.cc), and the instances that
-- those of containers, bytestring and text stand on: their modules import this one, so it imports only what every program
-- loads anyway. The other instances for types of base are in Data.Data.
--
-- Lämmel and Peyton Jones, Scrap your boilerplate: a practical design pattern for generic programming (TLDI 2003), and its
-- sequel on reflection (ICFP 2004).
--
-- Note [Tables of constructors]
-- ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
-- What a derived instance knows about its type's constructors is one literal, which 'derivedType' reads when it is first asked
-- for: a line with the type's name, then a line for each constructor with its name and those of its fields. A type of many
-- constructors costs its program the bytes of their names then, and no code. The constructors are in an array beside the
-- list that 'DataRep' shows: toConstr finds the one of a value's tag at once.
module GPH.Data where

import GPH.Base (MonadPlus(..), unpackCString#)
import GPH.Exception (Library(Base), errorAt)
import GPH.Prim
import GPH.ST (ST(..), runST)
import GPH.Typeable
import GPH.Types (Int(..))
import GPH.Word (Word8)
import Prelude

-- ---- Representations --------------------------------------------------------------------------------------------------
-- | A type: its name, what its values are, and by index what constructors it has.
data DataType = DataType [Char] DataRep Constrs

data Constrs = Constrs (Array# Constr)

-- | A constructor, with its name, its fields' names, and its type; a value of a primitive type has neither fields nor a fixity.
data Constr = Constr ConIndex [Char] [[Char]] Fixity DataType | Primitive ConstrRep [Char] DataType

data DataRep = AlgRep [Constr] | IntRep | FloatRep | CharRep | NoRep deriving (Eq, Show)

data ConstrRep = AlgConstr ConIndex | IntConstr Integer | FloatConstr Rational | CharConstr Char deriving (Eq, Show)

-- | From 1, in the order of the declaration.
type ConIndex = Int

data Fixity = Prefix | Infix deriving (Eq, Show)

instance Eq Constr where
  c == d = constrRep c == constrRep d

instance Show Constr where
  showsPrec _ c = showString (showConstr c)

instance Show DataType where
  showsPrec d (DataType name rep _) = showParen (d >= 11)
    (showString "DataType {tycon = " . shows name . showString ", datarep = " . shows rep . showString "}")

constrType :: Constr -> DataType
constrType (Constr _ _ _ _ t) = t
constrType (Primitive _ _ t) = t

constrRep :: Constr -> ConstrRep
constrRep (Constr i _ _ _ _) = AlgConstr i
constrRep (Primitive r _ _) = r

showConstr :: Constr -> [Char]
showConstr (Constr _ s _ _ _) = s
showConstr (Primitive _ s _) = s

dataTypeName :: DataType -> [Char]
dataTypeName (DataType s _ _) = s

dataTypeRep :: DataType -> DataRep
dataTypeRep (DataType _ r _) = r

constrIndex :: Constr -> ConIndex
constrIndex (Constr i _ _ _ _) = i
constrIndex (Primitive _ _ t) = unsupported "constrIndex" t "an algebraic data type"

unsupported :: [Char] -> DataType -> [Char] -> a
unsupported function t what = errorWithoutStackTrace
  ("Data.Data." ++ function ++ " is not supported for " ++ dataTypeName t ++ ", as it is not " ++ what ++ ".")

-- ---- Making them ------------------------------------------------------------------------------------------------------
mkDataType :: [Char] -> [Constr] -> DataType
mkDataType name cs = DataType name (AlgRep cs) (constrs cs)

constrs :: [Constr] -> Constrs
constrs cs = runST (ST (\s -> case length cs of { I# n -> case newArray# n none s of { (# s1, a #) -> fill a 0# cs s1 } }))
  where
    fill a i (c : rest) s = fill a (i +# 1#) rest (writeArray# a i c s)
    fill a _ [] s = case unsafeFreezeArray# a s of (# s1, b #) -> (# s1, Constrs b #)

none :: Constr
none = errorWithoutStackTrace "Data.Data: no constructor"
{-# NOINLINE none #-}

-- | The type's constructor of that tag (from 0).
constrAt :: DataType -> Int# -> Constr
constrAt (DataType _ _ (Constrs a)) i = case indexArray# a i of (# c #) -> c

-- | From 1, which is also the index of a type's only constructor.
constrNumber :: DataType -> ConIndex -> Constr
constrNumber t (I# i) = constrAt t (i -# 1#)

onlyConstr :: DataType -> Constr
onlyConstr t = constrAt t 0#

-- | See Note [Tables of constructors].
derivedType :: Addr# -> DataType
derivedType text = t
  where
    (name, table) = line (unpackCString# text)
    t = mkDataType name (from 1 table)
    from _ [] = []
    from i cs = let (l, rest) = line cs in con i (words l) : from (i + 1) rest
    con i (c : fields) = Constr i c fields (case c of { ':' : _ -> Infix; _ -> Prefix }) t
    con _ [] = none
    line cs = case break (== '\n') cs of
      (l, _ : rest) -> (l, rest)
      (l, []) -> (l, [])
{-# NOINLINE derivedType #-}

primType :: DataRep -> [Char] -> DataType
primType r name = DataType name r (constrs [])

mkIntType, mkFloatType, mkCharType, mkNoRepType :: [Char] -> DataType
mkIntType = primType IntRep
mkFloatType = primType FloatRep
mkCharType = primType CharRep
mkNoRepType = primType NoRep

mkIntegralConstr :: (Integral a, Show a) => DataType -> a -> Constr
mkIntegralConstr t x = case dataTypeRep t of
  IntRep -> Primitive (IntConstr (toInteger x)) (show x) t
  _ -> unsupported "mkIntegralConstr" t "an Integral data type"

mkCharConstr :: DataType -> Char -> Constr
mkCharConstr t c = case dataTypeRep t of
  CharRep -> Primitive (CharConstr c) (show c) t
  _ -> unsupported "mkCharConstr" t "an Char data type"

-- | The constructor of that name: for types that a program describes by itself.
mkConstr :: DataType -> [Char] -> [[Char]] -> Fixity -> Constr
mkConstr t name fields fix = Constr index name fields fix t
  where index = head [i | (c, i) <- zip (dataTypeConstrs t) [1 ..], showConstr c == name]

dataTypeConstrs :: DataType -> [Constr]
dataTypeConstrs t = case dataTypeRep t of
  AlgRep cs -> cs
  _ -> unsupported "dataTypeConstrs" t "an algebraic data type"

-- ---- The class --------------------------------------------------------------------------------------------------------
-- | Types whose values can be taken apart and made by functions that know nothing about them. 'gfoldl' folds over a value's
-- fields, 'gunfold' makes a value of a constructor; everything else follows.
class Typeable a => Data a where
  gfoldl :: (forall d b. Data d => c (d -> b) -> d -> c b) -> (forall g. g -> c g) -> a -> c a
  gunfold :: (forall b r. Data b => c (b -> r) -> c r) -> (forall r. r -> c r) -> Constr -> c a
  toConstr :: a -> Constr
  dataTypeOf :: a -> DataType
  dataCast1 :: Typeable t => (forall d. Data d => c (t d)) -> Maybe (c a)
  dataCast2 :: Typeable t => (forall d e. (Data d, Data e) => c (t d e)) -> Maybe (c a)
  gmapT :: (forall b. Data b => b -> b) -> a -> a
  gmapQl :: (r -> r' -> r) -> r -> (forall d. Data d => d -> r') -> a -> r
  gmapQr :: (r' -> r -> r) -> r -> (forall d. Data d => d -> r') -> a -> r
  gmapQ :: (forall d. Data d => d -> u) -> a -> [u]
  gmapQi :: Int -> (forall d. Data d => d -> u) -> a -> u
  gmapM :: Monad m => (forall d. Data d => d -> m d) -> a -> m a
  gmapMp :: MonadPlus m => (forall d. Data d => d -> m d) -> a -> m a
  gmapMo :: MonadPlus m => (forall d. Data d => d -> m d) -> a -> m a

  gfoldl _ z = z
  dataCast1 _ = Nothing
  dataCast2 _ = Nothing

  gmapT f x = plain (gfoldl (\(Plain con) y -> Plain (con (f y))) Plain x)

  gmapQl op start f x = gmapQlBy gfoldl op start f x
  gmapQr op start f x = gmapQrBy gfoldl op start f x
  gmapQ f = gmapQr (:) [] f
  gmapQi i f x = gmapQiBy gfoldl i f x
  gmapM f x = gmapMBy gfoldl f x
  gmapMp f x = gmapMpBy gfoldl f x
  gmapMo f x = gmapMoBy gfoldl f x
  {-# MINIMAL gunfold, toConstr, dataTypeOf #-}

-- The methods above by a type's gfoldl. They are no part of the class, and are not inlined, as a dictionary that is passed has all
-- methods: each of these, times the types of a program, was more code than the program.
type Fold c a = (forall d b. Data d => c (d -> b) -> d -> c b) -> (forall g. g -> c g) -> a -> c a

gmapQlBy :: Fold (Summary r) a -> (r -> r' -> r) -> r -> (forall d. Data d => d -> r') -> a -> r
gmapQlBy fold op start f x = summary (fold (\(Summary acc) y -> Summary (acc `op` f y)) (\_ -> Summary start) x)
{-# NOINLINE gmapQlBy #-}

gmapQrBy :: Fold (Pending r) a -> (r' -> r -> r) -> r -> (forall d. Data d => d -> r') -> a -> r
gmapQrBy fold op start f x = pending (fold (\(Pending rest) y -> Pending (\acc -> rest (f y `op` acc))) (\_ -> Pending id) x) start
{-# NOINLINE gmapQrBy #-}

gmapQiBy :: Fold (Nth u) a -> Int -> (forall d. Data d => d -> u) -> a -> u
gmapQiBy fold i f x = case fold (\(Nth k found) y -> Nth (k + 1) (if k == i then Just (f y) else found)) (\_ -> Nth 0 Nothing) x of
  Nth _ (Just r) -> r
  Nth _ Nothing -> noSuchField
{-# NOINLINE gmapQiBy #-}

gmapMBy :: Monad m => Fold m a -> (forall d. Data d => d -> m d) -> a -> m a
gmapMBy fold f x = fold (\con y -> con >>= \c -> f y >>= \y' -> return (c y')) return x
{-# NOINLINE gmapMBy #-}

gmapMpBy :: MonadPlus m => Fold (Attempts m) a -> (forall d. Data d => d -> m d) -> a -> m a
gmapMpBy fold f x = succeeded (fold (\(Attempts con) y -> Attempts (con >>= \(c, some) ->
  (f y >>= \y' -> return (c y', True)) `mplus` return (c y, some))) untried x)
{-# NOINLINE gmapMpBy #-}

gmapMoBy :: MonadPlus m => Fold (Attempts m) a -> (forall d. Data d => d -> m d) -> a -> m a
gmapMoBy fold f x = succeeded (fold (\(Attempts con) y -> Attempts (con >>= \(c, some) ->
  if some then return (c y, True) else (f y >>= \y' -> return (c y', True)) `mplus` return (c y, False))) untried x)
{-# NOINLINE gmapMoBy #-}

-- What gfoldl makes, step by step: the value itself; something about its fields, from the left or from the right; one field
-- of them and how many there were; the value and whether an attempt at a field succeeded.
newtype Plain a = Plain { plain :: a }
newtype Summary r a = Summary { summary :: r }
newtype Pending r a = Pending { pending :: r -> r }
data Nth r a = Nth !Int (Maybe r)
newtype Attempts m a = Attempts { attempts :: m (a, Bool) }

untried :: Monad m => a -> Attempts m a
untried c = Attempts (return (c, False))

succeeded :: MonadPlus m => Attempts m a -> m a
succeeded m = attempts m >>= \(x, some) -> if some then return x else mzero

noSuchField :: a
noSuchField = errorAt Base "Data.Maybe" 148 21 "Maybe.fromJust: Nothing"

-- | A value of a constructor, its fields made by the function given.
fromConstrB :: Data a => (forall d. Data d => d) -> Constr -> a
fromConstrB field c = plain (gunfold (\(Plain con) -> Plain (con field)) Plain c)

-- | For types that are shown as a constructor applied to a list.
listLike :: [Char] -> [Char] -> DataType
listLike name con = t where t = mkDataType name [Constr 1 con [] Prefix t]

-- ---- Instances --------------------------------------------------------------------------------------------------------
wrongConstr :: Constr -> [Char] -> a
wrongConstr c t = errorWithoutStackTrace ("Data.Data.gunfold: Constructor " ++ show c ++ " is not of type " ++ t ++ ".")

-- A number's Constr is the number itself.
integral :: Num a => [Char] -> (forall r. r -> c r) -> Constr -> c a
integral name z c = case constrRep c of
  IntConstr x -> z (fromInteger x)
  _ -> wrongConstr c name

intType :: DataType
intType = mkIntType "Prelude.Int"

instance Data Int where
  toConstr = mkIntegralConstr intType
  dataTypeOf _ = intType
  gunfold _ = integral "Int"

word8Type :: DataType
word8Type = mkIntType "Data.Word.Word8"

instance Data Word8 where
  toConstr = mkIntegralConstr word8Type
  dataTypeOf _ = word8Type
  gunfold _ = integral "Word8"

charType :: DataType
charType = mkCharType "Prelude.Char"

instance Data Char where
  toConstr = mkCharConstr charType
  dataTypeOf _ = charType
  gunfold _ z c = case constrRep c of
    CharConstr x -> z x
    _ -> wrongConstr c "Char"

listType :: DataType
listType = mkDataType "Prelude.[]" [nilConstr, consConstr]

nilConstr, consConstr :: Constr
nilConstr = Constr 1 "[]" [] Prefix listType
consConstr = Constr 2 "(:)" [] Infix listType

instance Data a => Data [a] where
  gfoldl _ z [] = z []
  gfoldl k z (x : xs) = (z (:) `k` x) `k` xs
  toConstr [] = nilConstr
  toConstr (_ : _) = consConstr
  dataTypeOf _ = listType
  gunfold k z c = case constrIndex c of
    1 -> z []
    2 -> k (k (z (:)))
    _ -> errorWithoutStackTrace "Data.Data.gunfold(List)"
  dataCast1 f = gcast1 f
  -- The same without the list of constructors in between.
  gmapT _ [] = []
  gmapT f (x : xs) = f x : f xs
  gmapQ _ [] = []
  gmapQ f (x : xs) = [f x, f xs]
  gmapM _ [] = return []
  gmapM f (x : xs) = f x >>= \x' -> f xs >>= \xs' -> return (x' : xs')

deriving instance (Data a, Data b) => Data (a, b)
