{-# LANGUAGE HexFloatLiterals #-}
-- | The generator SplitMix (Steele, Lea, Flood 2014), by itself: the API of the splitmix package, and its version 0.1.0.4's numbers for a seed.
-- System.Random's StdGen is one of these.
module System.Random.SplitMix
  ( SMGen, nextWord64, nextWord32, nextTwoWord32, nextInt, nextDouble, nextFloat, nextInteger, splitSMGen
  , bitmaskWithRejection32, bitmaskWithRejection32', bitmaskWithRejection64, bitmaskWithRejection64'
  , mkSMGen, initSMGen, newSMGen, seedSMGen, seedSMGen', unseedSMGen
  ) where

import Control.DeepSeq (NFData(..))
import Data.Bits
import Data.Word
import System.Random.Internal

-- The seed, and the odd number that is added to it each time.
data SMGen = SMGen !Word64 !Word64 deriving (Show)

instance NFData SMGen where rnf g = g `seq` ()

instance Read SMGen where
  readsPrec p = readParen (p > 10) $ \s ->
    [ (SMGen seed gamma, rest)
    | ("SMGen", s1) <- lex s, (seed, s2) <- readsPrec 11 s1, (gamma, rest) <- readsPrec 11 s2, odd gamma ]

instance RandomGen SMGen where
  next = nextInt
  genWord32 = nextWord32
  genWord64 = nextWord64
  split = splitSMGen

nextWord64 :: SMGen -> (Word64, SMGen)
nextWord64 (SMGen seed gamma) = let seed' = seed + gamma in (mix64 seed', SMGen seed' gamma)

nextWord32 :: SMGen -> (Word32, SMGen)
nextWord32 g = case nextWord64 g of (w, g') -> (fromIntegral w, g')

-- | The high half comes first.
nextTwoWord32 :: SMGen -> (Word32, Word32, SMGen)
nextTwoWord32 g = case nextWord64 g of (w, g') -> (fromIntegral (w `shiftR` 32), fromIntegral w, g')

nextInt :: SMGen -> (Int, SMGen)
nextInt g = case nextWord64 g of (w, g') -> (fromIntegral w, g')

-- | In [0, 1): a word's high bits, as many as the type holds.
nextDouble :: SMGen -> (Double, SMGen)
nextDouble g = case nextWord64 g of (w, g') -> (fromIntegral (w `shiftR` 11) * 0x1p-53, g')

nextFloat :: SMGen -> (Float, SMGen)
nextFloat g = case nextWord32 g of (w, g') -> (fromIntegral (w `shiftR` 8) * 0x1p-24, g')

-- | From a range, in either order, both ends included.
nextInteger :: Integer -> Integer -> SMGen -> (Integer, SMGen)
nextInteger lo hi g
  | lo == hi = (lo, g)
  | otherwise = case try g of (i, g') -> (i + min lo hi, g')
  where
    range = abs (hi - lo)
    (lead, rest) = leading range 0
    leading :: Integer -> Int -> (Word64, Int)
    leading x n | x < 0x10000000000000000 = (complement 0 `shiftR` countLeadingZeros (fromInteger x :: Word64), n)
                | otherwise = leading (x `shiftR` 64) (n + 1)
    try g0 = case nextWord64 g0 of
      (w, g1) -> case digits (toInteger (w .&. lead)) rest g1 of
        (i, g2) | i > range -> try g2
                | otherwise -> (i, g2)
    digits :: Integer -> Int -> SMGen -> (Integer, SMGen)
    digits acc 0 g0 = acc `seq` (acc, g0)
    digits acc n g0 = case nextWord64 g0 of (w, g1) -> digits (acc `shiftL` 64 .|. toInteger w) (n - 1) g1

splitSMGen :: SMGen -> (SMGen, SMGen)
splitSMGen (SMGen seed gamma) =
  let seed1 = seed + gamma
      seed2 = seed1 + gamma
   in (SMGen seed2 gamma, SMGen (mix64 seed1) (mixGamma seed2))

-- | Below a bound; the primed ones up to it.
bitmaskWithRejection32, bitmaskWithRejection32' :: Word32 -> SMGen -> (Word32, SMGen)
bitmaskWithRejection32 0 _ = error "bitmaskWithRejection32 0"
bitmaskWithRejection32 n g = bitmaskWithRejection32' (n - 1) g
bitmaskWithRejection32' n g = masked nextWord32 n g

bitmaskWithRejection64, bitmaskWithRejection64' :: Word64 -> SMGen -> (Word64, SMGen)
bitmaskWithRejection64 0 _ = error "bitmaskWithRejection64 0"
bitmaskWithRejection64 n g = bitmaskWithRejection64' (n - 1) g
bitmaskWithRejection64' n g = masked nextWord64 n g

mkSMGen :: Word64 -> SMGen
mkSMGen s = SMGen (mix64 s) (mixGamma (s + 0x9e3779b97f4a7c15))

-- | A generator with a seed that differs from one run of the program to the next; a new one, by splitting one that the program has.
initSMGen, newSMGen :: IO SMGen
initSMGen = fmap ofStdGen initStdGen
newSMGen = fmap ofStdGen newStdGen

ofStdGen :: StdGen -> SMGen
ofStdGen (StdGen seed gamma) = SMGen seed gamma

-- | A generator of this seed and gamma, which is made odd.
seedSMGen :: Word64 -> Word64 -> SMGen
seedSMGen seed gamma = SMGen seed (gamma .|. 1)

seedSMGen' :: (Word64, Word64) -> SMGen
seedSMGen' = uncurry seedSMGen

unseedSMGen :: SMGen -> (Word64, Word64)
unseedSMGen (SMGen seed gamma) = (seed, gamma)
