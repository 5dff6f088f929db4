-- | Pseudo-random numbers: SplitMix (Steele, Lea, Flood 2014). The API of the random package; the same numbers are not promised.
module System.Random
  ( RandomGen(..), StdGen, mkStdGen, initStdGen, newStdGen, getStdGen, setStdGen, getStdRandom, Random(..), randomIO, randomRIO
  , Uniform(..), UniformRange(..), uniform, uniformR
  ) where

import Data.Bits
import Data.Char (chr, ord)
import Data.IORef
import Data.Int
import Data.Word
import System.CPUTime (getCPUTime)
import System.IO.Unsafe (unsafePerformIO)

-- | Generators of random words. 'split' gives two independent ones.
class RandomGen g where
  next :: g -> (Int, g)
  next g = case genWord64 g of (w, g') -> (fromIntegral w, g')
  genWord32 :: g -> (Word32, g)
  genWord32 g = case genWord64 g of (w, g') -> (fromIntegral (w `shiftR` 32), g')
  genWord64 :: g -> (Word64, g)
  genWord64 g = case next g of (n, g') -> (fromIntegral n, g')
  genRange :: g -> (Int, Int)
  genRange _ = (minBound, maxBound)
  split :: g -> (g, g)
  {-# MINIMAL split, (genWord64 | next) #-}

data StdGen = StdGen !Word64 !Word64 deriving (Eq)

instance Show StdGen where
  showsPrec p (StdGen s g) = showParen (p > 10) (showString "StdGen " . shows s . showChar ' ' . shows g)

instance RandomGen StdGen where
  next g = case genWord64 g of (w, g') -> (fromIntegral w, g')
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

class Random a => Uniform a
class Random a => UniformRange a

uniform :: (RandomGen g, Uniform a) => g -> (a, g)
uniform = random

uniformR :: (RandomGen g, UniformRange a) => (a, a) -> g -> (a, g)
uniformR = randomR

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
