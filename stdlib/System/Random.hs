-- | Pseudo-random numbers: SplitMix (Steele, Lea, Flood 2014). The API of the random package; the same numbers are not promised.
module System.Random
  ( RandomGen(..), StdGen, mkStdGen, initStdGen, newStdGen, getStdGen, setStdGen, getStdRandom, Random(..), randomIO, randomRIO
  , Uniform, UniformRange, uniform, uniformR
  ) where

import Control.DeepSeq (NFData(..))
import Data.Bits
import Data.Char (chr, ord)
import Data.IORef
import Data.Int
import Data.Word
import Foreign.C.Types
import Numeric.Natural (Natural)
import System.CPUTime (getCPUTime)
import System.IO.Unsafe (unsafePerformIO)

-- | Generators of random words. 'split' gives two independent ones. genWord32R and genWord64R are uniform from 0 to the given word.
class RandomGen g where
  next :: g -> (Int, g)
  next g = integralR (genRange g) g
  genWord8 :: g -> (Word8, g)
  genWord8 g = case genWord32 g of (w, g') -> (fromIntegral w, g')
  genWord16 :: g -> (Word16, g)
  genWord16 g = case genWord32 g of (w, g') -> (fromIntegral w, g')
  genWord32 :: g -> (Word32, g)
  genWord32 = fromNext
  genWord64 :: g -> (Word64, g)
  genWord64 g = case genWord32 g of (l, g') -> case genWord32 g' of (h, g'') -> (fromIntegral h `shiftL` 32 .|. fromIntegral l, g'')
  genWord32R :: Word32 -> g -> (Word32, g)
  genWord32R m g = case below (fromIntegral m + 1) g of (w, g') -> (fromIntegral w, g')
  genWord64R :: Word64 -> g -> (Word64, g)
  genWord64R m g | m == maxBound = genWord64 g
                 | otherwise = below (m + 1) g
  genRange :: g -> (Int, Int)
  genRange _ = (minBound, maxBound)
  split :: g -> (g, g)
  {-# MINIMAL split, (genWord32 | genWord64 | (next, genRange)) #-}

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

data StdGen = StdGen !Word64 !Word64 deriving (Eq)

instance Show StdGen where
  showsPrec p (StdGen s g) = showParen (p > 10) (showString "StdGen " . shows s . showChar ' ' . shows g)

instance NFData StdGen

instance RandomGen StdGen where
  next g = case genWord64 g of (w, g') -> (fromIntegral w, g')
  genWord32 g = case genWord64 g of (w, g') -> (fromIntegral (w `shiftR` 32), g')
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

initStdGen :: IO StdGen
initStdGen = fmap (mkStdGen . fromInteger) getCPUTime

theStdGen :: IORef StdGen
theStdGen = unsafePerformIO (initStdGen >>= newIORef)
{-# NOINLINE theStdGen #-}

getStdGen :: IO StdGen
getStdGen = readIORef theStdGen

setStdGen :: StdGen -> IO ()
setStdGen = writeIORef theStdGen

newStdGen :: IO StdGen
newStdGen = atomicModifyIORef' theStdGen split

getStdRandom :: (StdGen -> (a, StdGen)) -> IO a
getStdRandom f = atomicModifyIORef' theStdGen (\g -> case f g of (a, g') -> (g', a))

-- | Types with random values: of the whole type ('random') or of a range ('randomR').
class Random a where
  randomR :: RandomGen g => (a, a) -> g -> (a, g)
  random :: RandomGen g => g -> (a, g)
  randomRs :: RandomGen g => (a, a) -> g -> [a]
  randomRs r g = case randomR r g of (x, g') -> x : randomRs r g'
  randoms :: RandomGen g => g -> [a]
  randoms g = case random g of (x, g') -> x : randoms g'

randomIO :: Random a => IO a
randomIO = getStdRandom random

randomRIO :: Random a => (a, a) -> IO a
randomRIO r = getStdRandom (randomR r)

-- | Types all of whose values can be drawn, each as likely as the others.
class Uniform a where
  uniform :: RandomGen g => g -> (a, g)

-- | Types whose values in a range can be drawn, each as likely as the others.
class UniformRange a where
  uniformR :: RandomGen g => (a, a) -> g -> (a, g)

-- A word below n (n > 0), without bias: words that would wrap around are thrown away.
below :: RandomGen g => Word64 -> g -> (Word64, g)
below n g0
  | n .&. (n - 1) == 0 = case genWord64 g0 of (w, g) -> (w .&. (n - 1), g)
  | otherwise = go g0
  where
    limit = maxBound - maxBound `rem` n
    go g = case genWord64 g of
      (w, g') | w < limit -> (w `rem` n, g')
              | otherwise -> go g'

integralR :: (RandomGen g, Integral a) => (a, a) -> g -> (a, g)
integralR (lo, hi) g
  | lo > hi = integralR (hi, lo) g
  | width < 0x10000000000000000 = case (if width == 0 then genWord64 g else below (fromInteger width) g) of (w, g') -> (fromInteger (toInteger lo + toInteger w), g')
  | otherwise = case bigBelow width g of (w, g') -> (fromInteger (toInteger lo + w), g')
  where width = toInteger hi - toInteger lo + 1

bigBelow :: RandomGen g => Integer -> g -> (Integer, g)
bigBelow n g0 = go g0
  where
    wordsNeeded = length (takeWhile (> 0) (iterate (`shiftR` 64) (n - 1))) + 1
    go g = let (v, g') = gather wordsNeeded 0 g in (v `mod` n, g')
    gather :: RandomGen g => Int -> Integer -> g -> (Integer, g)
    gather 0 acc g = (acc, g)
    gather k acc g = case genWord64 g of (w, g') -> gather (k - 1) (acc `shiftL` 64 .|. toInteger w) g'

wholeRange :: (RandomGen g, Integral a) => g -> (a, g)
wholeRange g = case genWord64 g of (w, g') -> (fromIntegral w, g')

-- Int is the common case: no Integer in between.
instance Random Int where
  randomR (lo, hi) g
    | lo > hi = randomR (hi, lo) g
    | otherwise =
        let width = fromIntegral hi - fromIntegral lo + 1 :: Word64
         in case (if width == 0 then genWord64 g else below width g) of (w, g') -> (fromIntegral (fromIntegral lo + w), g')
  random = wholeRange
instance Random Integer where
  randomR r g
    | fst r == snd r = (fst r, g)
    | otherwise = integralR r g
  random g = case genWord64 g of (w, g') -> (toInteger (fromIntegral w :: Int64), g')
instance Random Int8 where { randomR = integralR; random = wholeRange }
instance Random Int16 where { randomR = integralR; random = wholeRange }
instance Random Int32 where { randomR = integralR; random = wholeRange }
instance Random Int64 where { randomR = integralR; random = wholeRange }
instance Random Word where { randomR = integralR; random = wholeRange }
instance Random Word8 where { randomR = integralR; random = wholeRange }
instance Random Word16 where { randomR = integralR; random = wholeRange }
instance Random Word32 where { randomR = integralR; random = wholeRange }
instance Random Word64 where { randomR = integralR; random = wholeRange }
instance Random Char where
  randomR (lo, hi) g = case randomR (ord lo, ord hi) g of (n, g') -> (chr n, g')
  random g = case randomR (0, 0x10f7ff) g of (n, g') -> (chr (if n >= 0xd800 then n + 0x800 else n), g')
instance Random Bool where
  randomR (lo, hi) g = case randomR (fromEnum lo, fromEnum hi) g of (n, g') -> (n /= 0, g')
  random g = case genWord64 g of (w, g') -> (testBit w 63, g')
instance Random Double where
  randomR (lo, hi) g = case random g of (x, g') -> (lo + x * (hi - lo), g')
  random g = case genWord64 g of (w, g') -> (fromIntegral (w `shiftR` 11) / 9007199254740992, g')
instance Random Float where
  randomR (lo, hi) g = case random g of (x, g') -> (lo + x * (hi - lo), g')
  random g = case genWord64 g of (w, g') -> (fromIntegral (w `shiftR` 40) / 16777216, g')
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
instance Random CBool where { randomR = integralR; random = wholeRange }
instance Random CChar where { randomR = integralR; random = wholeRange }
instance Random CInt where { randomR = integralR; random = wholeRange }
instance Random CIntMax where { randomR = integralR; random = wholeRange }
instance Random CIntPtr where { randomR = integralR; random = wholeRange }
instance Random CLLong where { randomR = integralR; random = wholeRange }
instance Random CLong where { randomR = integralR; random = wholeRange }
instance Random CPtrdiff where { randomR = integralR; random = wholeRange }
instance Random CSChar where { randomR = integralR; random = wholeRange }
instance Random CShort where { randomR = integralR; random = wholeRange }
instance Random CSigAtomic where { randomR = integralR; random = wholeRange }
instance Random CSize where { randomR = integralR; random = wholeRange }
instance Random CUChar where { randomR = integralR; random = wholeRange }
instance Random CUInt where { randomR = integralR; random = wholeRange }
instance Random CUIntMax where { randomR = integralR; random = wholeRange }
instance Random CUIntPtr where { randomR = integralR; random = wholeRange }
instance Random CULLong where { randomR = integralR; random = wholeRange }
instance Random CULong where { randomR = integralR; random = wholeRange }
instance Random CUShort where { randomR = integralR; random = wholeRange }
instance Random CWchar where { randomR = integralR; random = wholeRange }
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
instance UniformRange Natural where uniformR = integralR
instance UniformRange () where uniformR _ g = ((), g)
