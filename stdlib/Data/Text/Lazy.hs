{-# LANGUAGE BangPatterns #-}
-- | Lazy text: lists of strict chunks. Functions are as lazy as on lists of characters, but for those that look at neighbours (toLower, toTitle,
-- justify..), which need all of it; the searches (replace, splitOn, breakOn, isInfixOf ..) need the text up to the end of the place they find. Costs:
-- Data.Text's in the part looked at, where chunks are longer than the needle; append O(chunks of its first argument); length O(n).
module Data.Text.Lazy
  ( Text, LazyText, empty, null, length, append, fromStrict, toStrict, fromChunks, toChunks, foldrChunks, foldlChunks, pack, unpack, singleton, cons, cons', snoc, uncons, unsnoc, head, last, tail, init, map, reverse, intersperse, intercalate, transpose
  , foldl, foldl', foldl1, foldl1', foldr, foldr1, concat, concatMap, any, all, maximum, minimum, scanl, mapAccumL, mapAccumR, repeat, cycle, iterate
  , unfoldr, take, takeEnd, drop, dropEnd, splitAt, takeWhile, takeWhileEnd, dropWhile, dropWhileEnd, span, break, group, groupBy, inits, tails
  , isPrefixOf, isSuffixOf, stripPrefix, stripSuffix, filter, partition, find, elem, index, zip
  , lines, words, unlines, unwords, replicate, compareLength, toCaseFold, toLower, toUpper, toTitle, strip, stripStart, stripEnd, dropAround, justifyLeft, justifyRight, center
  , replace, splitOn, split, chunksOf, breakOn, breakOnEnd, breakOnAll, isInfixOf, count, commonPrefixes, zipWith, unfoldrN, scanl1, scanr, scanr1
  ) where

import qualified Data.Text as S
import Data.Text.Internal (Counted(..), Offset(..), Step(..), dropBytes, offsetOf, safe, size, streamError, takeBytes, unfoldStep, unfoldStepN)
import Data.Text.Lazy.Internal
import Data.Char (isSpace)
import qualified Data.List as List
import Data.Int (Int64)
import Data.Maybe (isJust)
import Prelude (Bool(..), Char, Eq(..), Maybe(..), Num(..), Ord(..), String, fmap, fromIntegral, fst, not, otherwise, snd, (.), (&&), (||), ($))
import qualified Prelude as P

type LazyText = Text

empty :: Text
empty = Empty

-- | Lazy in the list.
unpack :: Text -> [Char]
unpack = foldr (:) []

singleton :: Char -> Text
singleton c = Chunk (S.singleton c) Empty

cons, cons' :: Char -> Text -> Text
cons c t = Chunk (S.singleton c) t
cons' = cons
infixr 5 `cons`, `cons'`

snoc :: Text -> Char -> Text
snoc t c = append t (singleton c)

uncons :: Text -> Maybe (Char, Text)
uncons Empty = Nothing
uncons (Chunk c t) = Just (S.head c, chunk (S.tail c) t)

unsnoc :: Text -> Maybe (Text, Char)
unsnoc Empty = Nothing
unsnoc t = Just (init t, last t)

head, last :: Text -> Char
head (Chunk c _) = S.head c
head Empty = streamError "head" "Empty stream"
last (Chunk c Empty) = S.last c
last (Chunk _ t) = last t
last Empty = emptyError "last"

tail, init :: Text -> Text
tail (Chunk c t) = chunk (S.tail c) t
tail Empty = emptyError "tail"
init (Chunk c Empty) = chunk (S.init c) Empty
init (Chunk c t) = Chunk c (init t)
init Empty = emptyError "init"

map :: (Char -> Char) -> Text -> Text
map f = mapChunks (S.map f)

reverse :: Text -> Text
reverse = go Empty
  where go acc Empty = acc
        go acc (Chunk c t) = go (Chunk (S.reverse c) acc) t

intersperse :: Char -> Text -> Text
intersperse x t = unfoldChunks step (Between First (Place 0 t))
  where
    step (Between First p) = stepFrom (\c q -> Yield c (Between Separator q)) (\q -> Skip (Between First q)) p
    step (Between Separator p) = stepFrom (\c q -> Yield x (Between (Next c) q)) (\q -> Skip (Between Separator q)) p
    step (Between (Next c) p) = Yield c (Between Separator p)
data Between = Between !Between1 !Place
data Between1 = First | Separator | Next !Char

intercalate :: Text -> [Text] -> Text
intercalate sep ts = concat (List.intersperse sep ts)

transpose :: [Text] -> [Text]
transpose ts = P.map pack (List.transpose (P.map unpack ts))

foldl, foldl' :: (a -> Char -> a) -> a -> Text -> a
foldl f = go
  where go z Empty = z
        go z (Chunk c t) = go (S.foldl f z c) t
foldl' f = go
  where go !z Empty = z
        go !z (Chunk c t) = go (S.foldl' f z c) t
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldl1, foldl1' :: (Char -> Char -> Char) -> Text -> Char
foldl1 f t = if null t then streamError "foldl1" "Internal error" else foldl f (head t) (tail t)
foldl1' f t = if null t then streamError "foldl1" "Internal error" else foldl' f (head t) (tail t)

foldr :: (Char -> a -> a) -> a -> Text -> a
foldr f z = go
  where go Empty = z
        go (Chunk c t) = S.foldr f (go t) c
{-# INLINE foldr #-}

foldr1 :: (Char -> Char -> Char) -> Text -> Char
foldr1 f t = if null t then streamError "foldr1" "Internal error" else P.foldr1 f (unpack t)

concat :: [Text] -> Text
concat = P.foldr append Empty

concatMap :: (Char -> Text) -> Text -> Text
concatMap f t = concat (P.map f (unpack t))

any, all :: (Char -> Bool) -> Text -> Bool
any p t = P.any (S.any p) (toChunks t)
all p t = P.all (S.all p) (toChunks t)
{-# INLINE any #-}
{-# INLINE all #-}

maximum, minimum :: Text -> Char
maximum t = if null t then streamError "maximum" "Internal error" else foldl' max '\0' t
minimum t = if null t then streamError "minimum" "Internal error" else foldl' min P.maxBound t

scanl :: (Char -> Char -> Char) -> Char -> Text -> Text
scanl f z t = unfoldChunks step (Scan True z (Place 0 t))
  where
    step (Scan True c p) = Yield c (Scan False c p)
    step (Scan False c p) = stepFrom (\x q -> let y = safe (f c x) in Yield y (Scan False y q)) (\q -> Skip (Scan False c q)) p
{-# INLINE scanl #-}

-- Whether it is the first character; the one before.
data Scan = Scan !Bool !Char !Place

-- | A chunk makes a chunk.
mapAccumL, mapAccumR :: (a -> Char -> (a, Char)) -> a -> Text -> (a, Text)
mapAccumL f = go
  where go z Empty = (z, Empty)
        go z (Chunk c t) = let { (z', c') = S.mapAccumL f z c; (z'', t') = go z' t } in (z'', Chunk c' t')
mapAccumR f = go
  where go z Empty = (z, Empty)
        go z (Chunk c t) = let { (z', t') = go z t; (z'', c') = S.mapAccumR f z' c } in (z'', Chunk c' t')
{-# INLINE mapAccumL #-}
{-# INLINE mapAccumR #-}

repeat :: Char -> Text
repeat c = t where t = Chunk (S.pack (P.replicate 64 c)) t

cycle :: Text -> Text
cycle Empty = emptyError "cycle"
cycle t = t' where t' = append t t'

iterate :: (Char -> Char) -> Char -> Text
iterate f c = pack (P.iterate f c)

unfoldr :: (a -> Maybe (Char, a)) -> a -> Text
unfoldr f = unfoldChunks (unfoldStep f)
{-# INLINE unfoldr #-}

take, drop :: Int64 -> Text -> Text
take n t | n <= 0 = Empty
take _ Empty = Empty
take n (Chunk c t) = case offsetOf (fromIntegral n) c of
  Offset i lacking | i >= size c -> Chunk c (take (fromIntegral lacking) t)
                   | otherwise -> Chunk (takeBytes i c) Empty
drop n t | n <= 0 = t
drop _ Empty = Empty
drop n (Chunk c t) = case offsetOf (fromIntegral n) c of
  Offset i lacking | i >= size c -> drop (fromIntegral lacking) t
                   | otherwise -> Chunk (dropBytes i c) t

splitAt :: Int64 -> Text -> (Text, Text)
splitAt _ Empty = (Empty, Empty)
splitAt n t@(Chunk c r)
  | n <= 0 = (Empty, t)
  | otherwise = case offsetOf (fromIntegral n) c of
      Offset i lacking | i >= size c -> let (x, y) = splitAt (fromIntegral lacking) r in (Chunk c x, y)
                       | otherwise -> (Chunk (takeBytes i c) Empty, Chunk (dropBytes i c) r)

takeEnd, dropEnd :: Int64 -> Text -> Text
takeEnd n t | n <= 0 = Empty
            | otherwise = drop (length t - n) t
dropEnd n t = take (length t - max 0 n) t

takeWhile, dropWhile, takeWhileEnd, dropWhileEnd :: (Char -> Bool) -> Text -> Text
takeWhile p = go
  where go Empty = Empty
        go (Chunk c t) = case S.span p c of
          (a, b) | S.null b -> Chunk c (go t)
                 | otherwise -> chunk a Empty
dropWhile p = go
  where go Empty = Empty
        go (Chunk c t) = case S.dropWhile p c of
          r | S.null r -> go t
            | otherwise -> Chunk r t
takeWhileEnd p t = go Empty (P.reverse (toChunks t))
  where go acc [] = acc
        go acc (c : cs) = case S.takeWhileEnd p c of
          r | size r == size c -> go (Chunk c acc) cs
            | otherwise -> chunk r acc
dropWhileEnd p = go
  where go Empty = Empty
        go (Chunk c t) = case go t of
          Empty -> chunk (S.dropWhileEnd p c) Empty
          t' -> Chunk c t'
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}

-- | The longest prefix whose elements fit, and the rest; lazy in both.
span, break :: (Char -> Bool) -> Text -> (Text, Text)
span p = go
  where go Empty = (Empty, Empty)
        go (Chunk c t) = case S.span p c of
          (a, b) | S.null b -> let (x, y) = go t in (Chunk c x, y)
                 | otherwise -> (chunk a Empty, Chunk b t)
break p = span (not . p)
{-# INLINE span #-}
{-# INLINE break #-}

group :: Text -> [Text]
group = groupBy (==)

groupBy :: (Char -> Char -> Bool) -> Text -> [Text]
groupBy eq t = case uncons t of
  Nothing -> []
  Just (c, r) -> let (a, b) = span (eq c) r in cons c a : groupBy eq b

inits, tails :: Text -> [Text]
inits t = Empty : P.zipWith (\n _ -> take n t) [1 ..] (P.drop 1 (tails t))
tails t = case uncons t of
  Nothing -> [Empty]
  Just (_, r) -> t : tails r

isPrefixOf, isSuffixOf :: Text -> Text -> Bool
isPrefixOf a b = isJust (stripPrefix a b)
isSuffixOf a b = reverse a `isPrefixOf` reverse b

stripPrefix, stripSuffix :: Text -> Text -> Maybe Text
stripPrefix Empty b = Just b
stripPrefix (Chunk _ _) Empty = Nothing
stripPrefix (Chunk a as) (Chunk b bs)
  | m == n = if a == b then stripPrefix as bs else Nothing
  | m < n = if a == takeBytes m b then stripPrefix as (Chunk (dropBytes m b) bs) else Nothing
  | otherwise = if takeBytes n a == b then stripPrefix (Chunk (dropBytes n a) as) bs else Nothing
  where m = size a
        n = size b
stripSuffix a b = fmap reverse (stripPrefix (reverse a) (reverse b))

filter :: (Char -> Bool) -> Text -> Text
filter p = mapChunks (S.filter p)

partition :: (Char -> Bool) -> Text -> (Text, Text)
partition p t = (filter p t, filter (not . p) t)

find :: (Char -> Bool) -> Text -> Maybe Char
find p t = List.find p (unpack t)

elem :: Char -> Text -> Bool
elem c = any (== c)

index :: Text -> Int64 -> Char
index t n = case drop n t of
  Chunk c _ | n >= 0 -> S.head c
  _ -> streamError "index" (if n < 0 then "Negative index" else "Index too large")

zip :: Text -> Text -> [(Char, Char)]
zip a b = P.zip (unpack a) (unpack b)

-- | The lists of lines and words are lazy.
lines :: Text -> [Text]
lines Empty = []
lines t = let (a, b) = break (== '\n') t in a : (if null b then [] else lines (tail b))

words :: Text -> [Text]
words t = List.filter (not . null) (split isSpace t)

unlines, unwords :: [Text] -> Text
unlines ts = concat (P.map (`snoc` '\n') ts)
unwords = intercalate (singleton ' ')

-- | The text repeated n times.
replicate :: Int64 -> Text -> Text
replicate n t | null t = Empty
              | otherwise = concat (P.replicate (fromIntegral n) t)

compareLength :: Text -> Int64 -> P.Ordering
compareLength Empty n = compare 0 n
compareLength (Chunk c t) n | n < 0 = P.GT
                            | otherwise = compareLength t (n - fromIntegral (S.length c))

toCaseFold, toLower, toUpper, toTitle, strip, stripStart, stripEnd :: Text -> Text
toCaseFold = mapChunks S.toCaseFold
toLower = viaStrict S.toLower    -- final sigma looks at its neighbours
toUpper = mapChunks S.toUpper
toTitle = viaStrict S.toTitle
strip = dropAround isSpace
stripStart = dropWhile isSpace
stripEnd = dropWhileEnd isSpace

viaStrict :: (S.Text -> S.Text) -> Text -> Text
viaStrict f = fromStrict . f . toStrict

dropAround :: (Char -> Bool) -> Text -> Text
dropAround p = dropWhile p . dropWhileEnd p

justifyLeft, justifyRight, center :: Int64 -> Char -> Text -> Text
justifyLeft n c t = append t (times (n - length t) c)
justifyRight n c t = append (times (n - length t) c) t
center n c t = append (times (d - r) c) (append t (times r c))
  where d = max 0 (n - length t)
        r = d `P.div` 2

-- Made as it is looked at.
times :: Int64 -> Char -> Text
times n c = unfoldrN n (\() -> Just (c, ())) ()

-- | What is before the first place of a needle that is not empty, and the text from there on. Looks at the text as far as the end of that place.
-- A place can lie across chunks: what could begin one at the end of a chunk is put before the next.
search :: S.Text -> Text -> Maybe (Text, Text)
search x = go P.id S.empty
  where
    go _ _ Empty = Nothing
    go before carry (Chunk c t) =
      let w = if S.null carry then c else S.append carry c
       in case S.breakOn x w of
            (a, b) | S.null b -> case S.splitAt (S.length w - S.length x + 1) w of (done, rest) -> go (before . chunk done) rest t
                   | otherwise -> Just (before (chunk a Empty), Chunk b t)

-- The needle of a search, that must not be empty.
needle :: String -> Text -> S.Text
needle name Empty = emptyError name
needle _ x = toStrict x

replace :: Text -> Text -> Text -> Text
replace x new t = case needle "splitOn" x of n -> intercalate new (splitAll n t)

splitOn :: Text -> Text -> [Text]
splitOn x = splitAll (needle "splitOn" x)

splitAll :: S.Text -> Text -> [Text]
splitAll x | S.compareLength x 1 == P.EQ = split (== S.head x)
           | otherwise = go
  where go t = case search x t of
          Nothing -> [t]
          Just (a, b) -> a : go (drop (fromIntegral (S.length x)) b)

split :: (Char -> Bool) -> Text -> [Text]
split _ Empty = [Empty]
split p (Chunk c0 t0) = go [] (S.split p c0) t0   -- what a piece has in the next chunk is needed for it
  where
    -- the parts of a piece in chunks before, the pieces of this chunk, the chunks that follow
    go before [s] Empty = [piece (s : before)]
    go before [s] (Chunk c t) = go (s : before) (S.split p c) t
    go [] (s : ss) t = let !p = chunk s Empty in p : go [] ss t
    go before (s : ss) t = piece (s : before) : go [] ss t
    go _ [] _ = []
    piece = List.foldl' (\t c -> chunk c t) Empty

chunksOf :: Int64 -> Text -> [Text]
chunksOf n t | null t || n <= 0 = []
             | otherwise = case splitAt n t of (a, b) -> a : chunksOf n b

breakOn, breakOnEnd :: Text -> Text -> (Text, Text)
breakOn x t = if null x then emptyError "breakOn" else case search (needle "breakOn" x) t of
  Nothing -> (t, Empty)
  Just split2 -> split2
breakOnEnd x t = let (a, b) = breakOn (reverse x) (reverse t) in (reverse b, reverse a)

-- | Every place, not overlapping: what is before it, and the rest from there on.
breakOnAll :: Text -> Text -> [(Text, Text)]
breakOnAll x = n `P.seq` go Empty
  where n = needle "breakOnAll" x
        go before t = case search n t of
          Nothing -> []
          Just (a, b) -> let before' = append before a in (before', b) : go (append before' x) (drop (fromIntegral (S.length n)) b)

isInfixOf :: Text -> Text -> Bool
isInfixOf Empty _ = True
isInfixOf x t = isJust (search (toStrict x) t)

count :: Text -> Text -> Int64
count x0 = case needle "count" x0 of !x -> countIn x

countIn :: S.Text -> Text -> Int64
countIn x = go 0 S.empty
  where
    go !n _ Empty = n
    -- a place may begin in what the chunk before has left
    go n begun (Chunk c t) = inChunk n (if S.null begun then c else S.append begun c) t
    inChunk !n c t = case S.breakOn x c of
      (a, b) | S.null b -> go n (S.takeEnd (S.length x - 1) a) t
             | otherwise -> inChunk (n + 1) (dropBytes (size x) b) t

-- | Lazy in what the texts have in common.
commonPrefixes :: Text -> Text -> Maybe (Text, Text, Text)
commonPrefixes Empty _ = Nothing
commonPrefixes _ Empty = Nothing
commonPrefixes a0 b0 = Just (go a0 b0)
  where
    go a@(Chunk x xs) b@(Chunk y ys) = case S.commonPrefixes x y of
      Just (p, x', y') | S.null x' -> let (c, as, bs) = go xs (chunk y' ys) in (Chunk p c, as, bs)
                       | S.null y' -> let (c, as, bs) = go (chunk x' xs) ys in (Chunk p c, as, bs)
                       | otherwise -> (Chunk p Empty, Chunk x' xs, Chunk y' ys)
      Nothing -> (Empty, a, b)
    go a b = (Empty, a, b)

zipWith :: (Char -> Char -> Char) -> Text -> Text -> Text
zipWith f !a !b = unfoldChunks step (Zip (Place 0 a) (Place 0 b))
  where step (Zip p q) = stepFrom (\x p' -> stepFrom (\y q' -> Yield (f x y) (Zip p' q')) (\q' -> Skip (Zip p q')) q) (\p' -> Skip (Zip p' q)) p
{-# INLINE zipWith #-}
data Zip = Zip !Place !Place

unfoldrN :: Int64 -> (a -> Maybe (Char, a)) -> a -> Text
unfoldrN n f z
  | n < 0 = Empty
  | otherwise = unfoldChunks (unfoldStepN (fromIntegral n) f) (Counted 0 z)
{-# INLINE unfoldrN #-}

scanl1, scanr1 :: (Char -> Char -> Char) -> Text -> Text
scanl1 f t = case uncons t of { Nothing -> Empty; Just (c, r) -> scanl f c r }
scanr1 f t = case unsnoc t of { Nothing -> Empty; Just (r, c) -> scanr f c r }

scanr :: (Char -> Char -> Char) -> Char -> Text -> Text
scanr f z t = reverse (scanl (\c x -> f x c) z (reverse t))
