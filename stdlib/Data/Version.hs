-- | Version numbers.
module Data.Version (Version(..), showVersion, makeVersion, parseVersion) where

import Data.Char (isAlphaNum, isDigit)
import Data.List (intercalate, sort)
import Text.ParserCombinators.ReadP (ReadP, char, munch1, sepBy1, many)

data Version = Version { versionBranch :: [Int], versionTags :: [String] } deriving (Read, Show)

instance Eq Version where
  v1 == v2 = versionBranch v1 == versionBranch v2 && sort (versionTags v1) == sort (versionTags v2)
instance Ord Version where
  compare v1 v2 = compare (versionBranch v1) (versionBranch v2)

showVersion :: Version -> String
showVersion (Version branch tags) = intercalate "." (map show branch) ++ concatMap ('-' :) tags

makeVersion :: [Int] -> Version
makeVersion b = Version b []

parseVersion :: ReadP Version
parseVersion = do
  branch <- sepBy1 (fmap read (munch1 isDigit)) (char '.')
  tags <- many (char '-' >> munch1 isAlphaNum)
  return (Version branch tags)
