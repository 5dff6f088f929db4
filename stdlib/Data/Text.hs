-- | Text: strict strings of Unicode characters, as UTF-8 (see Data.Text.Internal).
-- O(1): null, empty, cons-free views (uncons, unsnoc, head, last, tail, init), append of an empty text. O(n) in the part that is looked at:
-- everything else; length, take, drop, splitAt, index, compareLength count characters. Searches (breakOn, splitOn, replace, count, isInfixOf,
-- breakOnAll) compare bytes by libc. Parts (take, strip, lines, words, splitOn ...) share the array. All functions are strict in the text;
-- foldr, unpack, zip and the lists of parts are lazy in the rest. toUpper, toLower, toTitle, toCaseFold use the full mappings. Surrogates
-- become U+FFFD. head, last, tail, init, folds without a start, maximum, minimum of an empty text and searches for an empty one are errors.
module Data.Text
  ( Text, pack, unpack, singleton, empty, cons, snoc, append, uncons, unsnoc, head, last, tail, init, null, length, compareLength, copy
  , map, intercalate, intersperse, transpose, reverse, replace, toCaseFold, toLower, toUpper, toTitle, justifyLeft, justifyRight, center
  , foldl, foldl', foldl1, foldl1', foldr, foldr', foldr1, concat, concatMap, any, all, maximum, minimum, isAscii, scanl, scanl1, scanr, scanr1
  , mapAccumL, mapAccumR, replicate, unfoldr, unfoldrN, take, takeEnd, drop, dropEnd, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd
  , dropAround, strip, stripStart, stripEnd, splitAt, breakOn, breakOnEnd, break, span, group, groupBy, inits, tails
  , splitOn, split, chunksOf, lines, words, unlines, unwords, isPrefixOf, isSuffixOf, isInfixOf, stripPrefix, stripSuffix, commonPrefixes
  , filter, breakOnAll, find, elem, partition, index, findIndex, count, zip, zipWith
  ) where

import qualified GPH.IsList as Lists
import Control.DeepSeq (NFData(..))
import Control.Monad.ST (runST)
import qualified GPH.ByteString as B
import Data.Char (isLetter, isSpace)
import Data.Coerce (coerce)
import qualified Data.List as List
import Data.String (IsString(..))
import Data.Text.Case (foldOf, lowerOf, titleOf, upperOf)
import Data.Text.Internal
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import qualified GPH.Exception as GPH (Library(Text))
import GPH.Exception (errorAt)
import Prelude hiding
  ( all, any, break, concat, concatMap, drop, dropWhile, elem, filter, foldl, foldl1, foldr, foldr1, head, init, last, length, lines, map, maximum
  , minimum, null, replicate, reverse, scanl, scanl1, scanr, scanr1, span, splitAt, tail, take, takeWhile, unlines, unwords, words, zip, zipWith )
import Text.Printf (PrintfArg(..), formatString)

instance Eq Text where
  Text a == Text b = a == b
instance Ord Text where
  compare (Text a) (Text b) = compare a b
instance Show Text where
  showsPrec p t = showsPrec p (unpack t)
instance Read Text where
  readsPrec p s = [(pack x, rest) | (x, rest) <- readsPrec p s]
instance Semigroup Text where
  (<>) = append
instance Monoid Text where
  mempty = empty
  mconcat = concat
instance IsString Text where
  fromString = pack

textType :: DataType
textType = listLike "Data.Text.Text" "pack"

instance Data Text where
  gfoldl k z x = z pack `k` unpack x
  toConstr _ = onlyConstr textType
  gunfold k z c = if constrIndex c == 1 then k (z pack) else errorAt GPH.Text "Data.Text" 400 10 "gunfold"
  dataTypeOf _ = textType

instance NFData Text where
  rnf t = t `seq` ()
instance PrintfArg Text where
  formatArg t = formatString (unpack t)

emptyError :: String -> a
emptyError fun = errorAt GPH.Text "Data.Text" 1862 18 ("Data.Text." ++ fun ++ ": empty input")
{-# NOINLINE emptyError #-}

-- ---- Basics -------------------------------------------------------------------------------------------------------------
singleton :: Char -> Text
singleton c = pack [c]

cons :: Char -> Text -> Text
cons c t = append (singleton c) t

snoc :: Text -> Char -> Text
snoc t c = append t (singleton c)

append :: Text -> Text -> Text
append (Text a) (Text b) = Text (B.append a b)

null :: Text -> Bool
null t = size t == 0
{-# INLINE null #-}

uncons :: Text -> Maybe (Char, Text)
uncons t | null t = Nothing
         | otherwise = case iter t 0 of Iter c i -> Just (c, dropBytes i t)
{-# INLINE uncons #-}

unsnoc :: Text -> Maybe (Text, Char)
unsnoc t | null t = Nothing
         | otherwise = case iterBack t (size t) of Iter c i -> Just (takeBytes i t, c)

head, last :: Text -> Char
head t | null t = streamError "head" "Empty stream"
       | otherwise = case iter t 0 of Iter c _ -> c
last t | null t = emptyError "last"
       | otherwise = case iterBack t (size t) of Iter c _ -> c

tail, init :: Text -> Text
tail t | null t = emptyError "tail"
       | otherwise = case iter t 0 of Iter _ i -> dropBytes i t
init t | null t = emptyError "init"
       | otherwise = case iterBack t (size t) of Iter _ i -> takeBytes i t

-- | Counts no further than needed.
compareLength :: Text -> Int -> Ordering
compareLength t n = go 0 0
  where go i k | i >= size t = compare k n
               | k > n = GT
               | otherwise = case iter t i of Iter _ j -> go j (k + 1 :: Int)

copy :: Text -> Text
copy (Text b) = Text (B.copy b)

-- ---- Maps -----------------------------------------------------------------------------------------------------------------
map :: (Char -> Char) -> Text -> Text
map f t = unfoldText (size t) (\i -> if i >= size t then Done else case iter t i of Iter c j -> Yield (f c) j) 0
{-# INLINE map #-}

intercalate :: Text -> [Text] -> Text
intercalate (Text sep) ts = Text (B.intercalate sep (coerce ts))

intersperse :: Char -> Text -> Text
intersperse c t
  | null t = t
  | otherwise = unfoldText (2 * size t) step (Between False 0)
  where step (Between sep i) | i >= size t = Done
                             | sep = Yield c (Between False i)
                             | otherwise = case iter t i of Iter x j -> Yield x (Between True j)
data Between = Between !Bool !Int

transpose :: [Text] -> [Text]
transpose ts = List.map pack (List.transpose (List.map (\t -> unpack t) ts))

reverse :: Text -> Text
reverse t = unfoldText (size t) (\i -> if i <= 0 then Done else case iterBack t i of Iter c j -> Yield c j) (size t)

-- | @replace needle replacement haystack@.
replace :: Text -> Text -> Text -> Text
replace needle !new t
  | null needle = emptyError "replace"
  | n == 0 = t
  | otherwise = Text (B.create (size t + n * (size new - size needle)) (\m ->
      let go i to = case nextPlace needle i t of
            k | k < 0 -> B.copyInto m to (rest i)
              | otherwise -> B.copyInto m to (B.unsafeTake (k - i) (rest i)) >> put m (to + k - i) new >> go (k + size needle) (to + k - i + size new)
      in go 0 0))
  where n = count needle t
        rest i = case t of Text b -> B.unsafeDrop i b
        put m to (Text b) = B.copyInto m to b

expand :: (Char -> String) -> Text -> Text
expand f t = unfoldText (size t) step ("", 0)
  where step (c : cs, i) = Yield c (cs, i)
        step ([], i) | i >= size t = Done
                     | otherwise = case iter t i of Iter c j -> Skip (f c, j)

toCaseFold, toLower, toUpper, toTitle :: Text -> Text
toCaseFold = expand foldOf
toLower = expand lowerOf
toUpper = expand upperOf
-- A letter after a letter or what follows one without space is lower, other first letters are title case.
toTitle t = unfoldText (size t) step (Title "" False 0)
  where step (Title (c : cs) inWord i) = Yield c (Title cs inWord i)
        step (Title [] inWord i)
          | i >= size t = Done
          | otherwise = case iter t i of
              Iter c j | isSpace c -> Yield c (Title [] False j)
                       | inWord -> Skip (Title (lowerOf c) True j)
                       | otherwise -> Skip (Title (titleOf c) (isLetter c) j)
data Title = Title String !Bool !Int

justifyLeft, justifyRight, center :: Int -> Char -> Text -> Text
justifyLeft k c t | len >= k = t
                  | otherwise = append t (replicate (k - len) (singleton c))
  where len = length t
justifyRight k c t | len >= k = t
                   | otherwise = append (replicate (k - len) (singleton c)) t
  where len = length t
center k c t | len >= k = t
             | otherwise = concat [replicate (d - r) (singleton c), t, replicate r (singleton c)]
  where len = length t
        d = k - len
        r = d `div` 2

-- ---- Folds --------------------------------------------------------------------------------------------------------------------
foldl, foldl' :: (a -> Char -> a) -> a -> Text -> a
foldl f z t = go z 0
  where go acc i | i >= size t = acc
                 | otherwise = case iter t i of Iter c j -> go (f acc c) j
foldl' f z t = go z 0
  where go !acc i | i >= size t = acc
                  | otherwise = case iter t i of Iter c j -> go (f acc c) j
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldr, foldr' :: (Char -> a -> a) -> a -> Text -> a
foldr f z t = go 0
  where go i | i >= size t = z
             | otherwise = case iter t i of Iter c j -> f c (go j)
foldr' f z t = go z (size t)
  where go !acc i | i <= 0 = acc
                  | otherwise = case iterBack t i of Iter c j -> go (f c acc) j
{-# INLINE foldr #-}
{-# INLINE foldr' #-}

foldl1, foldl1', foldr1 :: (Char -> Char -> Char) -> Text -> Char
foldl1 f t = case uncons t of { Nothing -> streamError "foldl1" "Internal error"; Just (c, r) -> foldl f c r }
foldl1' f t = case uncons t of { Nothing -> streamError "foldl1" "Internal error"; Just (c, r) -> foldl' f c r }
foldr1 f t = case unsnoc t of { Nothing -> streamError "foldr1" "Internal error"; Just (r, c) -> foldr f c r }

concat :: [Text] -> Text
concat ts = Text (B.concatBytes (coerce ts))

concatMap :: (Char -> Text) -> Text -> Text
concatMap f t = concat (foldr (\c r -> f c : r) [] t)

any, all :: (Char -> Bool) -> Text -> Bool
any p t = foldr (\c r -> p c || r) False t
all p t = foldr (\c r -> p c && r) True t
{-# INLINE any #-}
{-# INLINE all #-}

maximum, minimum :: Text -> Char
maximum t | null t = streamError "maximum" "Internal error"
          | otherwise = foldl' max '\0' t
minimum t | null t = streamError "minimum" "Internal error"
          | otherwise = foldl' min maxBound t

isAscii :: Text -> Bool
isAscii (Text b) = B.all (< 0x80) b

scanl, scanr :: (Char -> Char -> Char) -> Char -> Text -> Text
scanl f z t = unfoldText (size t + 4) step (Scan z 0)
  where step (Scan c i) | i > size t = Done
                        | otherwise = Yield c (if i == size t then Scan c (i + 1) else case iter t i of Iter x j -> Scan (safe (f c x)) j)
scanr f z t = reverse (unfoldText (size t + 4) step (Scan z (size t)))
  where step (Scan c i) | i < 0 = Done
                        | otherwise = Yield c (if i == 0 then Scan c (-1) else case iterBack t i of Iter x j -> Scan (safe (f x c)) j)
{-# INLINE scanl #-}
{-# INLINE scanr #-}

-- The next character of the result, and where the one begins (or ends) that the one after it is made of.
data Scan = Scan !Char !Int

scanl1, scanr1 :: (Char -> Char -> Char) -> Text -> Text
scanl1 f t = case uncons t of { Nothing -> empty; Just (c, r) -> scanl f c r }
scanr1 f t = case unsnoc t of { Nothing -> empty; Just (r, c) -> scanr f c r }
{-# INLINE scanl1 #-}
{-# INLINE scanr1 #-}

mapAccumL, mapAccumR :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumL f z !t = (a, r)
  where (a, r) = accumulated (size t) f (\i -> if i >= size t then Nothing else case iter t i of Iter c j -> Just (c, j)) z 0
mapAccumR f z !t = (a, reverse r)
  where (a, r) = accumulated (size t) f (\i -> if i <= 0 then Nothing else case iterBack t i of Iter c j -> Just (c, j)) z (size t)
{-# INLINE mapAccumL #-}
{-# INLINE mapAccumR #-}

-- Of the characters that a function finds from an index on; the first number is a guess of the bytes.
accumulated :: Int -> (a -> Char -> (a, Char)) -> (Int -> Maybe (Char, Int)) -> a -> Int -> (a, Text)
accumulated guess f next z0 i0 = runST (B.newBytes (guess + 4) >>= \m -> go m (guess + 4) 0 z0 i0)
  where
    go m room to !z i = case next i of
      Nothing -> B.freezeShort m room to >>= \b -> return (z, Text b)
      Just (x, j) -> case f z x of
        (z', c) | to + 4 <= room -> pokeChar m to c >>= \to' -> go m room to' z' j
                | otherwise -> B.growBytes m room >>= \m' -> pokeChar m' to c >>= \to' -> go m' (2 * room) to' z' j
{-# INLINE accumulated #-}

replicate :: Int -> Text -> Text
replicate n t | null t || n <= 0 = empty
              | size t > maxBound `quot` n = errorAt GPH.Text "Data.Text.Internal" 154 26 "overflow"
              | n * size t >= 2 ^ (62 :: Int) = errorAt GPH.Text "Data.Text.Array" 82 20 "Data.Text.Array.new: size overflow"
              | otherwise = Text (B.create (n * size t) (\m -> let go i | i >= n = return ()
                                                                        | otherwise = case t of Text b -> B.copyInto m (i * size t) b >> go (i + 1) in go 0))

unfoldr :: (a -> Maybe (Char, a)) -> a -> Text
unfoldr f = unfoldText 28 (unfoldStep f)
{-# INLINE unfoldr #-}

unfoldrN :: Int -> (a -> Maybe (Char, a)) -> a -> Text
unfoldrN n f x0
  | n < 0 = empty
  | otherwise = unfoldText (min n 64) (unfoldStepN n f) (Counted 0 x0)
{-# INLINE unfoldrN #-}

-- ---- Parts ----------------------------------------------------------------------------------------------------------------------
-- Where the n-th character begins (or the end), from the front and from the back.
offset, offsetBack :: Int -> Text -> Int
offset n t = case offsetOf n t of Offset i _ -> i
offsetBack n t = go n (size t)
  where go k i | k <= 0 || i <= 0 = i
               | otherwise = case iterBack t i of Iter _ j -> go (k - 1) j

-- Where the first character begins for which the predicate holds (or the end), from an index on; after the last one (or 0).
firstWhere, lastWhere :: (Char -> Bool) -> Text -> Int
firstWhere p t = firstFrom 0 p t
firstFrom :: Int -> (Char -> Bool) -> Text -> Int
firstFrom start p t = go start
  where go i | i >= size t = i
             | otherwise = case iter t i of Iter c j | p c -> i
                                                     | otherwise -> go j
lastWhere p t = go (size t)
  where go i | i <= 0 = 0
             | otherwise = case iterBack t i of Iter c j | p c -> i
                                                         | otherwise -> go j
{-# INLINE firstWhere #-}
{-# INLINE firstFrom #-}
{-# INLINE lastWhere #-}

take, takeEnd, drop, dropEnd :: Int -> Text -> Text
take n t = takeBytes (offset n t) t
drop n t = dropBytes (offset n t) t
takeEnd n t = dropBytes (offsetBack n t) t
dropEnd n t = takeBytes (offsetBack n t) t

splitAt :: Int -> Text -> (Text, Text)
splitAt n t = case offset n t of !i -> (takeBytes i t, dropBytes i t)

takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, dropAround :: (Char -> Bool) -> Text -> Text
takeWhile p t = takeBytes (firstWhere (not . p) t) t
dropWhile p t = dropBytes (firstWhere (not . p) t) t
takeWhileEnd p t = dropBytes (lastWhere (not . p) t) t
dropWhileEnd p t = takeBytes (lastWhere (not . p) t) t
dropAround p t = dropWhile p (dropWhileEnd p t)
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}
{-# INLINE takeWhileEnd #-}
{-# INLINE dropWhileEnd #-}
{-# INLINE dropAround #-}

strip, stripStart, stripEnd :: Text -> Text
strip = dropAround isSpace
stripStart = dropWhile isSpace
stripEnd = dropWhileEnd isSpace

break, span :: (Char -> Bool) -> Text -> (Text, Text)
break p t = case firstWhere p t of !i -> (takeBytes i t, dropBytes i t)
span p t = break (not . p) t
{-# INLINE break #-}
{-# INLINE span #-}

-- Where the needle begins, or -1.
searchFor :: String -> Text -> Text -> Int
searchFor fun needle@(Text x) (Text b)
  | null needle = emptyError fun
  | otherwise = B.indexOfString x b

breakOn, breakOnEnd :: Text -> Text -> (Text, Text)
breakOn x t = case searchFor "breakOn" x t of i | i < 0 -> (t, empty)
                                                | otherwise -> (takeBytes i t, dropBytes i t)
breakOnEnd x t = let (a, b) = breakOn (reverse x) (reverse t) in (reverse b, reverse a)

-- | Every place, not overlapping: what is before it, and the rest from there on.
breakOnAll :: Text -> Text -> [(Text, Text)]
breakOnAll x t
  | null x = emptyError "breakOnAll"
  | otherwise = go 0
  where go i = case nextPlace x i t of
          k | k < 0 -> []
            | otherwise -> (takeBytes k t, dropBytes k t) : go (k + size x)

-- Where a needle that is not empty begins, from an index on, or something negative.
nextPlace :: Text -> Int -> Text -> Int
nextPlace (Text x) i (Text b) = case B.indexOfString x (B.unsafeDrop i b) of k | k < 0 -> k
                                                                              | otherwise -> i + k

count :: Text -> Text -> Int
count x t | null x = emptyError "count"
          | otherwise = go 0 0
  where go !n i = case nextPlace x i t of
          k | k < 0 -> n
            | otherwise -> go (n + 1) (k + size x)

splitOn :: Text -> Text -> [Text]
splitOn x t
  | null x = emptyError "splitOn"
  | otherwise = go 0
  where go i = case nextPlace x i t of
          k | k < 0 -> [dropBytes i t]
            | otherwise -> slice i (k - i) t : go (k + size x)

split :: (Char -> Bool) -> Text -> [Text]
split p t = case firstWhere p t of
  i | i >= size t -> [t]
    | otherwise -> case iter t i of Iter _ j -> takeBytes i t : split p (dropBytes j t)
{-# NOINLINE split #-}

chunksOf :: Int -> Text -> [Text]
chunksOf k t | null t || k <= 0 = []
             | otherwise = case splitAt k t of (a, b) -> a : chunksOf k b

lines, words :: Text -> [Text]
lines (Text b) = coerce (B.lines b)
words t = go 0
  where go i = case firstFrom i (not . isSpace) t of
          j | j >= size t -> []
            | otherwise -> case firstFrom j isSpace t of k -> slice j (k - j) t : go k

unlines, unwords :: [Text] -> Text
unlines ts = Text (B.unlines (coerce ts))
unwords = intercalate (singleton ' ')

group :: Text -> [Text]
group = groupBy (==)

groupBy :: (Char -> Char -> Bool) -> Text -> [Text]
groupBy eq t = case uncons t of
  Nothing -> []
  Just (c, r) -> case size t - size r + firstWhere (not . eq c) r of i -> takeBytes i t : groupBy eq (dropBytes i t)

inits, tails :: Text -> [Text]
inits t = [takeBytes i t | i <- boundaries t]
tails t = [dropBytes i t | i <- boundaries t]

-- Where characters begin, and the end.
boundaries :: Text -> [Int]
boundaries t = go 0
  where go i | i >= size t = [i]
             | otherwise = case iter t i of Iter _ j -> i : go j

isPrefixOf, isSuffixOf, isInfixOf :: Text -> Text -> Bool
isPrefixOf (Text a) (Text b) = B.isPrefixOf a b
isSuffixOf (Text a) (Text b) = B.isSuffixOf a b
isInfixOf a t = null a || (case a of { Text x -> case t of { Text b -> B.isInfixOf x b } })

stripPrefix, stripSuffix :: Text -> Text -> Maybe Text
stripPrefix (Text a) (Text b) = fmap Text (B.stripPrefix a b)
stripSuffix (Text a) (Text b) = fmap Text (B.stripSuffix a b)

-- | The longest common prefix and what follows it in each, if there is one.
commonPrefixes :: Text -> Text -> Maybe (Text, Text, Text)
commonPrefixes a b = case go 0 of
  0 -> Nothing
  i -> Just (takeBytes i a, dropBytes i a, dropBytes i b)
  where go i | i >= size a || i >= size b = i
             | otherwise = case iter a i of
                 Iter c j -> case iter b i of Iter d _ | c == d -> go j
                                                       | otherwise -> i

-- ---- Searches -----------------------------------------------------------------------------------------------------------------------
filter :: (Char -> Bool) -> Text -> Text
filter p t = unfoldText (size t) (\i -> if i >= size t then Done else case iter t i of Iter c j -> if p c then Yield c j else Skip j) 0
{-# INLINE filter #-}

partition :: (Char -> Bool) -> Text -> (Text, Text)
partition p t = (filter p t, filter (not . p) t)

find :: (Char -> Bool) -> Text -> Maybe Char
find p t = foldr (\c r -> if p c then Just c else r) Nothing t
{-# INLINE find #-}

elem :: Char -> Text -> Bool
elem c t = any (== c) t

index :: Text -> Int -> Char
index t n
  | n < 0 = streamError "index" "Negative index"
  | otherwise = case offset n t of
      i | i >= size t -> streamError "index" "Index too large"
        | otherwise -> case iter t i of Iter c _ -> c

findIndex :: (Char -> Bool) -> Text -> Maybe Int
findIndex p t = List.findIndex p (unpack t)
{-# INLINE findIndex #-}

zip :: Text -> Text -> [(Char, Char)]
zip !a !b = List.zip (unpack a) (unpack b)

zipWith :: (Char -> Char -> Char) -> Text -> Text -> Text
zipWith f a b = unfoldText (min (size a) (size b)) step (Zip 0 0)
  where step (Zip i j) | i >= size a || j >= size b = Done
                       | otherwise = case iter a i of Iter c i' -> case iter b j of Iter d j' -> Yield (f c d) (Zip i' j')
data Zip = Zip !Int !Int
{-# INLINE zipWith #-}

instance Lists.IsList Text Char where
  fromList = pack
  toList = unpack
