-- | Pseudo-random numbers: SplitMix (Steele, Lea, Flood 2014). The API of the random package, and its version 1.2.1's numbers for a seed.
--
-- Draws from a range are without bias, by the same methods as there: words under a mask, thrown away when beyond the range ('masked'); 32-bit words by
-- multiplication (Lemire 2019, 'scaled'); integers of more than a word by the same multiplication of as many words ('integerR').
module System.Random
  ( RandomGen(..), StdGen, mkStdGen, initStdGen, newStdGen, getStdGen, setStdGen, getStdRandom, Random(..), randomIO, randomRIO
  , Uniform, UniformRange, uniform, uniformR, genByteString
  ) where

import System.Random.Internal
