-- | Pseudo-random numbers: SplitMix (Steele, Lea, Flood 2014). The API of the random package, and its version 1.2.1's numbers for a seed.
--
-- Draws from a range are without bias, by the same methods as there: words under a mask, thrown away when beyond the range ('masked'); 32-bit words by
-- multiplication (Lemire 2019, 'scaled'); integers of more than a word by the same multiplication of as many words ('integerR').
module System.Random.Internal where

import Control.DeepSeq (NFData(..))
import Control.Monad (replicateM)
import Control.Monad.IO.Class (MonadIO(..))
import Data.Bits
import Data.ByteString (ByteString)
import Data.ByteString.Short (ShortByteString)
import qualified Data.ByteString.Short as Short
import Data.Char (chr, ord)
import Data.IORef
import Data.Int
import Data.Word
import Foreign.C.Types
import Numeric.Natural (Natural)
import System.CPUTime (getCPUTime)
import GPH.Base (build)
import GPH.IOBase (topLevelIO)

-- | Generators of random words. 'split' gives two independent ones. genWord32R and genWord64R are uniform from 0 to the given word.
class RandomGen g where
  next :: g -> (Int, g)
  next g = range64 (genRange g) g
  genWord8 :: g -> (Word8, g)
  genWord8 g = case genWord32 g of (w, g') -> (fromIntegral w, g')
  genWord16 :: g -> (Word16, g)
  genWord16 g = case genWord32 g of (w, g') -> (fromIntegral w, g')
  genWord32 :: g -> (Word32, g)
  genWord32 = fromNext
  genWord64 :: g -> (Word64, g)
  genWord64 g = case genWord32 g of (l, g') -> case genWord32 g' of (h, g'') -> (fromIntegral h `shiftL` 32 .|. fromIntegral l, g'')
  genWord32R :: Word32 -> g -> (Word32, g)
  genWord32R = scaled
  genWord64R :: Word64 -> g -> (Word64, g)
  genWord64R = masked genWord64
  genShortByteString :: Int -> g -> (ShortByteString, g)
  genShortByteString n g = case drawList (words64 n) genWord64 g of (ws, g') -> (bytesFrom n ws, g')
  genRange :: g -> (Int, Int)
  genRange _ = (minBound, maxBound)
  split :: g -> (g, g)
  {-# MINIMAL split, (genWord32 | genWord64 | (next, genRange)) #-}

-- As many words as n bytes take, and their bytes, a word's lowest first.
words64 :: Int -> Int
words64 n = (max 0 n + 7) `quot` 8

bytesFrom :: Int -> [Word64] -> ShortByteString
bytesFrom n ws = Short.pack (take n [fromIntegral (w `shiftR` s) | w <- ws, s <- [0, 8 .. 56]])

drawList :: Int -> (g -> (a, g)) -> g -> ([a], g)
drawList n draw = go n []
  where
    go k acc g | k <= 0 = (reverse acc, g)
               | otherwise = case draw g of (a, g') -> go (k - 1) (a : acc) g'

-- A word from a generator that has 'next' only: its results are digits of base b, as many as make the bias less than a thousandth.
fromNext :: RandomGen g => g -> (Word32, g)
fromNext g0 = go 1 0 g0
  where
    (lo, hi) = genRange g0
    base = toInteger hi - toInteger lo + 1
    go :: RandomGen g => Integer -> Integer -> g -> (Word32, g)
    go magnitude v g
      | magnitude >= 1000 * 0x100000000 = (fromInteger v, g)
      | otherwise = case next g of (x, g') -> go (magnitude * base) (v * base + (toInteger x - toInteger lo)) g'

genByteString :: RandomGen g => Int -> g -> (ByteString, g)
genByteString n g = case genShortByteString n g of (b, g') -> (Short.fromShort b, g')

data StdGen = StdGen !Word64 !Word64 deriving (Eq)

instance Show StdGen where
  showsPrec p (StdGen s g) = showParen (p > 10) (showString "StdGen {unStdGen = SMGen " . shows s . showChar ' ' . shows g . showChar '}')

instance NFData StdGen

instance RandomGen StdGen where
  next g = case genWord64 g of (w, g') -> (fromIntegral w, g')
  genWord32 g = case genWord64 g of (w, g') -> (fromIntegral w, g')
  genWord64 (StdGen seed gamma) = let seed' = seed + gamma in (mix64 seed', StdGen seed' gamma)
  split (StdGen seed gamma) =
    let seed1 = seed + gamma
        seed2 = seed1 + gamma
     in (StdGen seed2 gamma, StdGen (mix64 seed1) (mixGamma seed2))

mix64 :: Word64 -> Word64
mix64 z0 =
  let z1 = (z0 `xor` (z0 `shiftR` 33)) * 0xff51afd7ed558ccd
      z2 = (z1 `xor` (z1 `shiftR` 33)) * 0xc4ceb9fe1a85ec53
   in z2 `xor` (z2 `shiftR` 33)

mixGamma :: Word64 -> Word64
mixGamma z0 =
  let z1 = (z0 `xor` (z0 `shiftR` 30)) * 0xbf58476d1ce4e5b9
      z2 = (z1 `xor` (z1 `shiftR` 27)) * 0x94d049bb133111eb
      z3 = (z2 `xor` (z2 `shiftR` 31)) .|. 1
   in if popCount (z3 `xor` (z3 `shiftR` 1)) < 24 then z3 `xor` 0xaaaaaaaaaaaaaaaa else z3

mkStdGen :: Int -> StdGen
mkStdGen n = let s = fromIntegral n in StdGen (mix64 s) (mixGamma (s + 0x9e3779b97f4a7c15))

initStdGen :: MonadIO m => m StdGen
initStdGen = liftIO (fmap (mkStdGen . fromInteger) getCPUTime)
{-# INLINE initStdGen #-}

theStdGen :: IORef StdGen
theStdGen = topLevelIO (initStdGen >>= newIORef)
{-# NOINLINE theStdGen #-}

getStdGen :: MonadIO m => m StdGen
getStdGen = liftIO (readIORef theStdGen)
{-# INLINE getStdGen #-}

setStdGen :: MonadIO m => StdGen -> m ()
setStdGen g = liftIO (writeIORef theStdGen g)
{-# INLINE setStdGen #-}

newStdGen :: MonadIO m => m StdGen
newStdGen = liftIO (atomicModifyIORef' theStdGen split)
{-# INLINE newStdGen #-}

getStdRandom :: MonadIO m => (StdGen -> (a, StdGen)) -> m a
getStdRandom f = liftIO (atomicModifyIORef' theStdGen (\g -> case f g of (a, g') -> (g', a)))
{-# INLINE getStdRandom #-}

-- | Types with random values: of the whole type ('random') or of a range ('randomR').
class Random a where
  randomR :: RandomGen g => (a, a) -> g -> (a, g)
  random :: RandomGen g => g -> (a, g)
  randomRs :: RandomGen g => (a, a) -> g -> [a]
  randomRs r g = build (\cons _ -> drawn cons (randomR r) g)
  {-# INLINE randomRs #-}
  randoms :: RandomGen g => g -> [a]
  randoms g = build (\cons _ -> drawn cons random g)
  {-# INLINE randoms #-}

-- An element is drawn when its cell is, as in the random package.
drawn :: (a -> as -> as) -> (g -> (a, g)) -> g -> as
drawn cons draw = go where go g = case draw g of (x, g') -> x `seq` (x `cons` go g')
{-# INLINE drawn #-}

randomIO :: (Random a, MonadIO m) => m a
randomIO = getStdRandom random
{-# INLINE randomIO #-}

randomRIO :: (Random a, MonadIO m) => (a, a) -> m a
randomRIO r = getStdRandom (randomR r)
{-# INLINE randomRIO #-}

-- | Generators g that actions of the monad m draw from. 'applyGen' is ours: the library's own generators hold a pure one.
class Monad m => StatefulGen g m where
  uniformWord32R :: Word32 -> g -> m Word32
  uniformWord32R = masked' uniformWord32
  uniformWord64R :: Word64 -> g -> m Word64
  uniformWord64R = masked' uniformWord64
  uniformWord8 :: g -> m Word8
  uniformWord8 g = fmap fromIntegral (uniformWord32 g)
  uniformWord16 :: g -> m Word16
  uniformWord16 g = fmap fromIntegral (uniformWord32 g)
  uniformWord32 :: g -> m Word32
  uniformWord32 g = fmap fromIntegral (uniformWord64 g)
  uniformWord64 :: g -> m Word64
  uniformWord64 g = do
    l <- uniformWord32 g
    h <- uniformWord32 g
    return (fromIntegral h `shiftL` 32 .|. fromIntegral l)
  uniformShortByteString :: Int -> g -> m ShortByteString
  uniformShortByteString n g = fmap (bytesFrom n) (replicateM (words64 n) (uniformWord64 g))
  applyGen :: (forall r. RandomGen r => r -> (a, r)) -> g -> m a
  applyGen _ _ = errorWithoutStackTrace
    "System.Random.Stateful: a type that is drawn by a pure generator cannot be drawn by a generator of one's own here"
  {-# MINIMAL (uniformWord32 | uniformWord64) #-}

masked' :: (Monad m, FiniteBits w, Num w, Ord w) => (g -> m w) -> w -> g -> m w
masked' gen m g = go
  where
    mask = complement zeroBits `shiftR` countLeadingZeros (m .|. 1)
    go = gen g >>= \w -> if w .&. mask <= m then return (w .&. mask) else go

-- | A pure generator as the state of this monad: an instance of Uniform that has uniformM only is drawn there.
newtype Drawing g a = Drawing (g -> (a, g))
data Drawn = Drawn

drawing :: Drawing g a -> g -> (a, g)
drawing (Drawing f) = f

instance Functor (Drawing g) where
  fmap f (Drawing m) = Drawing (\g -> case m g of (a, g') -> (f a, g'))
instance Applicative (Drawing g) where
  pure a = Drawing (\g -> (a, g))
  Drawing f <*> Drawing m = Drawing (\g -> case f g of (h, g') -> case m g' of (a, g'') -> (h a, g''))
instance Monad (Drawing g) where
  Drawing m >>= k = Drawing (\g -> case m g of (a, g') -> drawing (k a) g')
instance RandomGen g => StatefulGen Drawn (Drawing g) where
  uniformWord32R m _ = Drawing (genWord32R m)
  uniformWord64R m _ = Drawing (genWord64R m)
  uniformWord8 _ = Drawing genWord8
  uniformWord16 _ = Drawing genWord16
  uniformWord32 _ = Drawing genWord32
  uniformWord64 _ = Drawing genWord64
  uniformShortByteString n _ = Drawing (genShortByteString n)
  applyGen f _ = Drawing f

-- | Types all of whose values can be drawn, each as likely as the others.
class Uniform a where
  uniform :: RandomGen g => g -> (a, g)
  uniform g = drawing (uniformM Drawn) g
  uniformM :: StatefulGen g m => g -> m a
  uniformM g = applyGen uniform g
  {-# MINIMAL uniform | uniformM #-}

-- | Types whose values in a range can be drawn, each as likely as the others.
class UniformRange a where
  uniformR :: RandomGen g => (a, a) -> g -> (a, g)
  uniformR r g = drawing (uniformRM r Drawn) g
  uniformRM :: StatefulGen g m => (a, a) -> g -> m a
  uniformRM r g = applyGen (uniformR r) g
  {-# MINIMAL uniformR | uniformRM #-}

-- A word from 0 to m: those that `gen` draws, without the bits that m cannot have, until one is not beyond it.
masked :: (FiniteBits w, Num w, Ord w) => (g -> (w, g)) -> w -> g -> (w, g)
masked gen m = go
  where
    mask = complement zeroBits `shiftR` countLeadingZeros (m .|. 1)
    go g = case gen g of
      (w, g') | w .&. mask <= m -> (w .&. mask, g')
              | otherwise -> go g'
{-# INLINE masked #-}

-- A word from 0 to m: the high half of a draw times m + 1, without the draws that would make some words likelier.
scaled :: RandomGen g => Word32 -> g -> (Word32, g)
scaled m g0
  | m == maxBound = genWord32 g0
  | otherwise = go g0
  where
    n = m + 1
    least = negate n `rem` n
    go g = case genWord32 g of
      (w, g') | fromIntegral p >= least -> (fromIntegral (p `shiftR` 32), g')
              | otherwise -> go g'
        where p = fromIntegral w * fromIntegral n :: Word64
{-# INLINE scaled #-}

-- From a draw of unsigned distances, the values of a range, in either order.
ranged :: (Integral a, Num w) => (w -> g -> (w, g)) -> (w -> a) -> (a -> w) -> (a, a) -> g -> (a, g)
ranged draw from to (x, y) g
  | x == y = (x, g)
  | otherwise = case draw (to (max x y) - to (min x y)) g of (w, g') -> (from (to (min x y) + w), g')
{-# INLINE ranged #-}

range8 :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
range8 = ranged (masked genWord8) fromIntegral fromIntegral
{-# INLINE range8 #-}
range16 :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
range16 = ranged (masked genWord16) fromIntegral fromIntegral
{-# INLINE range16 #-}
range32 :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
range32 = ranged (masked genWord32) fromIntegral fromIntegral
{-# INLINE range32 #-}
range64 :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
range64 = ranged (masked genWord64) fromIntegral fromIntegral
{-# INLINE range64 #-}
scaled32 :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
scaled32 = ranged scaled fromIntegral fromIntegral
{-# INLINE scaled32 #-}

integerR :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
integerR (x, y) g0
  | x == y = (x, g0)
  | n <= toInteger (maxBound :: Word64) = case masked genWord64 (fromInteger n) g0 of (w, g) -> (low + fromIntegral w, g)
  | otherwise = case go g0 of (w, g) -> (low + fromInteger w, g)
  where
    low = min x y
    n = toInteger (max x y) - toInteger low
    s = n + 1
    wordsOf i = length (takeWhile (> 0) (iterate (`shiftR` 64) i))
    size = wordsOf s
    bits = 64 * size
    least = (bit bits - s) `rem` s
    go g = case gather size 0 g of
      (w, g') | w * s .&. (bit bits - 1) >= least -> ((w * s) `shiftR` bits, g')
              | otherwise -> go g'
    gather :: RandomGen g => Int -> Integer -> g -> (Integer, g)
    gather 0 acc g = (acc, g)
    gather k acc g = case genWord64 g of (w, g') -> gather (k - 1) (acc `shiftL` 64 .|. toInteger w) g'

whole :: (Integral w, Num a) => (g -> (w, g)) -> g -> (a, g)
whole gen g = case gen g of (w, g') -> (fromIntegral w, g')
{-# INLINE whole #-}

-- From x in [0, 1] to the range.
between :: RealFloat a => (g -> (a, g)) -> (a, a) -> g -> (a, g)
between unit (l, h) g
  | l == h = (l, g)
  | isInfinite l || isInfinite h = (h + l, g)
  | otherwise = case unit g of (x, g') -> (x * l + (1 - x) * h, g')
{-# INLINE between #-}

instance Random Int where { randomR = range64; random = whole genWord64 }
instance Random Integer where
  randomR = integerR
  random g = case random g of (i, g') -> (toInteger (i :: Int), g')
instance Random Int8 where { randomR = range8; random = whole genWord8 }
instance Random Int16 where { randomR = range16; random = whole genWord16 }
instance Random Int32 where { randomR = range32; random = whole genWord32 }
instance Random Int64 where { randomR = range64; random = whole genWord64 }
instance Random Word where { randomR = range64; random = whole genWord64 }
instance Random Word8 where { randomR = scaled32; random = whole genWord8 }
instance Random Word16 where { randomR = scaled32; random = whole genWord16 }
instance Random Word32 where { randomR = scaled32; random = whole genWord32 }
instance Random Word64 where { randomR = range64; random = whole genWord64 }
instance Random Char where
  randomR (lo, hi) g = case scaled32 (ord lo, ord hi) g of (n, g') -> (chr n, g')
  random = randomR (minBound, maxBound)
instance Random Bool where
  randomR (lo, hi) g | lo == hi = (lo, g)
                     | otherwise = random g
  random g = case genWord8 g of (w, g') -> (testBit w 0, g')
instance Random Double where
  randomR = between (\g -> case genWord64 g of (w, g') -> (fromIntegral w / fromIntegral (maxBound :: Word64), g'))
  random = randomR (0, 1)
instance Random Float where
  randomR = between (\g -> case genWord32 g of (w, g') -> (fromIntegral w / fromIntegral (maxBound :: Word32), g'))
  random = randomR (0, 1)
instance (Random a, Random b) => Random (a, b) where
  randomR ((a1, b1), (a2, b2)) g = case randomR (a1, a2) g of (a, g') -> case randomR (b1, b2) g' of (b, g'') -> ((a, b), g'')
  random g = case random g of (a, g') -> case random g' of (b, g'') -> ((a, b), g'')
instance (Random a, Random b, Random c) => Random (a, b, c) where
  randomR ((a1, b1, c1), (a2, b2, c2)) g0 =
    case randomR (a1, a2) g0 of (a, g1) -> case randomR (b1, b2) g1 of (b, g2) -> case randomR (c1, c2) g2 of (c, g3) -> ((a, b, c), g3)
  random g0 = case random g0 of (a, g1) -> case random g1 of (b, g2) -> case random g2 of (c, g3) -> ((a, b, c), g3)
instance (Random a, Random b, Random c, Random d) => Random (a, b, c, d) where
  randomR ((a1, b1, c1, d1), (a2, b2, c2, d2)) g0 =
    case randomR (a1, a2) g0 of (a, g1) -> case randomR (b1, b2) g1 of (b, g2) -> case randomR (c1, c2) g2 of (c, g3) -> case randomR (d1, d2) g3 of (d, g4) -> ((a, b, c, d), g4)
  random g0 = case random g0 of (a, g1) -> case random g1 of (b, g2) -> case random g2 of (c, g3) -> case random g3 of (d, g4) -> ((a, b, c, d), g4)
instance (Random a, Random b, Random c, Random d, Random e) => Random (a, b, c, d, e) where
  randomR ((a1, b1, c1, d1, e1), (a2, b2, c2, d2, e2)) g0 =
    case randomR (a1, a2) g0 of (a, g1) -> case randomR (b1, b2) g1 of (b, g2) -> case randomR (c1, c2) g2 of (c, g3) -> case randomR (d1, d2) g3 of (d, g4) -> case randomR (e1, e2) g4 of (e, g5) -> ((a, b, c, d, e), g5)
  random g0 = case random g0 of (a, g1) -> case random g1 of (b, g2) -> case random g2 of (c, g3) -> case random g3 of (d, g4) -> case random g4 of (e, g5) -> ((a, b, c, d, e), g5)
instance (Random a, Random b, Random c, Random d, Random e, Random f) => Random (a, b, c, d, e, f) where
  randomR ((a1, b1, c1, d1, e1, f1), (a2, b2, c2, d2, e2, f2)) g0 =
    case randomR (a1, a2) g0 of (a, g1) -> case randomR (b1, b2) g1 of (b, g2) -> case randomR (c1, c2) g2 of (c, g3) -> case randomR (d1, d2) g3 of (d, g4) -> case randomR (e1, e2) g4 of (e, g5) -> case randomR (f1, f2) g5 of (f, g6) -> ((a, b, c, d, e, f), g6)
  random g0 = case random g0 of (a, g1) -> case random g1 of (b, g2) -> case random g2 of (c, g3) -> case random g3 of (d, g4) -> case random g4 of (e, g5) -> case random g5 of (f, g6) -> ((a, b, c, d, e, f), g6)
instance (Random a, Random b, Random c, Random d, Random e, Random f, Random g) => Random (a, b, c, d, e, f, g) where
  randomR ((a1, b1, c1, d1, e1, f1, u1), (a2, b2, c2, d2, e2, f2, u2)) g0 =
    case randomR (a1, a2) g0 of (a, g1) -> case randomR (b1, b2) g1 of (b, g2) -> case randomR (c1, c2) g2 of (c, g3) -> case randomR (d1, d2) g3 of (d, g4) -> case randomR (e1, e2) g4 of (e, g5) -> case randomR (f1, f2) g5 of (f, g6) -> case randomR (u1, u2) g6 of (u, g7) -> ((a, b, c, d, e, f, u), g7)
  random g0 = case random g0 of (a, g1) -> case random g1 of (b, g2) -> case random g2 of (c, g3) -> case random g3 of (d, g4) -> case random g4 of (e, g5) -> case random g5 of (f, g6) -> case random g6 of (u, g7) -> ((a, b, c, d, e, f, u), g7)
instance Random CBool where { randomR = scaled32; random = whole genWord8 }
instance Random CChar where { randomR = range8; random = whole genWord8 }
instance Random CInt where { randomR = range32; random = whole genWord32 }
instance Random CIntMax where { randomR = range64; random = whole genWord64 }
instance Random CIntPtr where { randomR = range64; random = whole genWord64 }
instance Random CLLong where { randomR = range64; random = whole genWord64 }
instance Random CLong where { randomR = range64; random = whole genWord64 }
instance Random CPtrdiff where { randomR = range64; random = whole genWord64 }
instance Random CSChar where { randomR = range8; random = whole genWord8 }
instance Random CShort where { randomR = range16; random = whole genWord16 }
instance Random CSigAtomic where { randomR = range32; random = whole genWord32 }
instance Random CSize where { randomR = range64; random = whole genWord64 }
instance Random CUChar where { randomR = scaled32; random = whole genWord8 }
instance Random CUInt where { randomR = scaled32; random = whole genWord32 }
instance Random CUIntMax where { randomR = range64; random = whole genWord64 }
instance Random CUIntPtr where { randomR = range64; random = whole genWord64 }
instance Random CULLong where { randomR = range64; random = whole genWord64 }
instance Random CULong where { randomR = range64; random = whole genWord64 }
instance Random CUShort where { randomR = scaled32; random = whole genWord16 }
instance Random CWchar where { randomR = range32; random = whole genWord32 }
instance Random CFloat where
  randomR (CFloat lo, CFloat hi) g = case randomR (lo, hi) g of (x, g') -> (CFloat x, g')
  random g = case random g of (x, g') -> (CFloat x, g')
instance Random CDouble where
  randomR (CDouble lo, CDouble hi) g = case randomR (lo, hi) g of (x, g') -> (CDouble x, g')
  random g = case random g of (x, g') -> (CDouble x, g')

instance Uniform Int where uniform = random
instance Uniform Int8 where uniform = random
instance Uniform Int16 where uniform = random
instance Uniform Int32 where uniform = random
instance Uniform Int64 where uniform = random
instance Uniform Word where uniform = random
instance Uniform Word8 where uniform = random
instance Uniform Word16 where uniform = random
instance Uniform Word32 where uniform = random
instance Uniform Word64 where uniform = random
instance Uniform Char where uniform = random
instance Uniform Bool where uniform = random
instance Uniform CBool where uniform = random
instance Uniform CChar where uniform = random
instance Uniform CInt where uniform = random
instance Uniform CIntMax where uniform = random
instance Uniform CIntPtr where uniform = random
instance Uniform CLLong where uniform = random
instance Uniform CLong where uniform = random
instance Uniform CPtrdiff where uniform = random
instance Uniform CSChar where uniform = random
instance Uniform CShort where uniform = random
instance Uniform CSigAtomic where uniform = random
instance Uniform CSize where uniform = random
instance Uniform CUChar where uniform = random
instance Uniform CUInt where uniform = random
instance Uniform CUIntMax where uniform = random
instance Uniform CUIntPtr where uniform = random
instance Uniform CULLong where uniform = random
instance Uniform CULong where uniform = random
instance Uniform CUShort where uniform = random
instance Uniform CWchar where uniform = random
instance Uniform () where uniform g = ((), g)
instance (Uniform a, Uniform b) => Uniform (a, b) where
  uniform g0 = case uniform g0 of (a, g1) -> case uniform g1 of (b, g2) -> ((a, b), g2)
instance (Uniform a, Uniform b, Uniform c) => Uniform (a, b, c) where
  uniform g0 = case uniform g0 of (a, g1) -> case uniform g1 of (b, g2) -> case uniform g2 of (c, g3) -> ((a, b, c), g3)
instance (Uniform a, Uniform b, Uniform c, Uniform d) => Uniform (a, b, c, d) where
  uniform g0 = case uniform g0 of (a, g1) -> case uniform g1 of (b, g2) -> case uniform g2 of (c, g3) -> case uniform g3 of (d, g4) -> ((a, b, c, d), g4)
instance (Uniform a, Uniform b, Uniform c, Uniform d, Uniform e) => Uniform (a, b, c, d, e) where
  uniform g0 = case uniform g0 of (a, g1) -> case uniform g1 of (b, g2) -> case uniform g2 of (c, g3) -> case uniform g3 of (d, g4) -> case uniform g4 of (e, g5) -> ((a, b, c, d, e), g5)
instance (Uniform a, Uniform b, Uniform c, Uniform d, Uniform e, Uniform f) => Uniform (a, b, c, d, e, f) where
  uniform g0 = case uniform g0 of (a, g1) -> case uniform g1 of (b, g2) -> case uniform g2 of (c, g3) -> case uniform g3 of (d, g4) -> case uniform g4 of (e, g5) -> case uniform g5 of (f, g6) -> ((a, b, c, d, e, f), g6)
instance (Uniform a, Uniform b, Uniform c, Uniform d, Uniform e, Uniform f, Uniform g) => Uniform (a, b, c, d, e, f, g) where
  uniform g0 = case uniform g0 of (a, g1) -> case uniform g1 of (b, g2) -> case uniform g2 of (c, g3) -> case uniform g3 of (d, g4) -> case uniform g4 of (e, g5) -> case uniform g5 of (f, g6) -> case uniform g6 of (u, g7) -> ((a, b, c, d, e, f, u), g7)
instance UniformRange Int where uniformR = randomR
instance UniformRange Int8 where uniformR = randomR
instance UniformRange Int16 where uniformR = randomR
instance UniformRange Int32 where uniformR = randomR
instance UniformRange Int64 where uniformR = randomR
instance UniformRange Word where uniformR = randomR
instance UniformRange Word8 where uniformR = randomR
instance UniformRange Word16 where uniformR = randomR
instance UniformRange Word32 where uniformR = randomR
instance UniformRange Word64 where uniformR = randomR
instance UniformRange Char where uniformR = randomR
instance UniformRange Bool where uniformR = randomR
instance UniformRange Integer where uniformR = randomR
instance UniformRange Double where uniformR = randomR
instance UniformRange Float where uniformR = randomR
instance UniformRange CBool where uniformR = randomR
instance UniformRange CChar where uniformR = randomR
instance UniformRange CInt where uniformR = randomR
instance UniformRange CIntMax where uniformR = randomR
instance UniformRange CIntPtr where uniformR = randomR
instance UniformRange CLLong where uniformR = randomR
instance UniformRange CLong where uniformR = randomR
instance UniformRange CPtrdiff where uniformR = randomR
instance UniformRange CSChar where uniformR = randomR
instance UniformRange CShort where uniformR = randomR
instance UniformRange CSigAtomic where uniformR = randomR
instance UniformRange CSize where uniformR = randomR
instance UniformRange CUChar where uniformR = randomR
instance UniformRange CUInt where uniformR = randomR
instance UniformRange CUIntMax where uniformR = randomR
instance UniformRange CUIntPtr where uniformR = randomR
instance UniformRange CULLong where uniformR = randomR
instance UniformRange CULong where uniformR = randomR
instance UniformRange CUShort where uniformR = randomR
instance UniformRange CWchar where uniformR = randomR
instance UniformRange CFloat where uniformR = randomR
instance UniformRange CDouble where uniformR = randomR
instance UniformRange Natural where uniformR = integerR
instance UniformRange () where uniformR _ g = ((), g)
