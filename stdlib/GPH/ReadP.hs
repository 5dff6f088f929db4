{-# LANGUAGE NoImplicitPrelude, MagicHash, RankNTypes #-}
-- | Parallel parsing without backtracking (Claessen, "Parallel parsing processes", JFP 14, 2004): all alternatives
-- advance together, one character at a time, so that no input is held longer than needed. Text.ParserCombinators.ReadP
-- documents the combinators.
module GPH.ReadP where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base hiding (many)
import GPH.Semigroup
import GPH.Num
import GPH.List
import GPH.Char
import GPH.Exception

infixr 5 +++, <++

type ReadS a = [Char] -> [(a, [Char])]

-- ---- Processes --------------------------------------------------------------------------------------------------------
data P a
  = Get (Char -> P a)              -- wants a character
  | Look ([Char] -> P a)           -- wants to see the rest
  | Fail
  | Result a (P a)                 -- a result, and possibly more
  | Final (NonEmpty (a, [Char]))   -- results with their own rests (from readS_to_P)

instance Functor P where
  fmap = liftM

instance Applicative P where
  pure x = Result x Fail
  (<*>) = ap

instance Monad P where
  Get f >>= k = Get (\c -> f c >>= k)
  Look f >>= k = Look (\s -> f s >>= k)
  Fail >>= _ = Fail
  Result x p >>= k = k x <|> (p >>= k)
  Final (r :| rs) >>= k = final (concatMap (\(x, s) -> run (k x) s) (r : rs))

instance MonadFail P where
  fail _ = Fail

instance MonadPlus P

instance Alternative P where
  empty = Fail
  -- most common case: two Gets
  Get f1 <|> Get f2 = Get (\c -> f1 c <|> f2 c)
  -- results are delivered as soon as possible
  Result x p <|> q = Result x (p <|> q)
  p <|> Result x q = Result x (p <|> q)
  Fail <|> p = p
  p <|> Fail = p
  -- finals are joined; a final against anything else becomes a look
  Final r <|> Final t = Final (r <> t)
  Final (r :| rs) <|> Look f = Look (\s -> Final (r :| (rs ++ run (f s) s)))
  Final (r :| rs) <|> p = Look (\s -> Final (r :| (rs ++ run p s)))
  Look f <|> Final r = Look (\s -> Final (prepend (run (f s) s) r))
  p <|> Final r = Look (\s -> Final (prepend (run p s) r))
  -- looks merge
  Look f <|> Look g = Look (\s -> f s <|> g s)
  Look f <|> p = Look (\s -> f s <|> p)
  p <|> Look f = Look (\s -> p <|> f s)

prepend :: [a] -> NonEmpty a -> NonEmpty a
prepend [] r = r
prepend (x : xs) r = (x :| xs) <> r

final :: [(a, [Char])] -> P a
final [] = Fail
final (r : rs) = Final (r :| rs)

run :: P a -> ReadS a
run (Get f) (c : s) = run (f c) s
run (Look f) s = run (f s) s
run (Result x p) s = (x, s) : run p s
run (Final (r :| rs)) _ = r : rs
run _ _ = []

-- ---- Parsers: processes with a continuation -----------------------------------------------------------------------------
newtype ReadP a = R (forall b. (a -> P b) -> P b)

instance Functor ReadP where
  fmap h (R f) = R (\k -> f (\x -> k (h x)))
  {-# INLINE fmap #-}

-- All of it shows the continuation's lambda: what a parser is made of meets there.
instance Applicative ReadP where
  pure x = R (\k -> k x)
  {-# INLINE pure #-}
  R f <*> R g = R (\k -> f (\h -> g (\x -> k (h x))))
  {-# INLINE (<*>) #-}
  liftA2 h (R f) (R g) = R (\k -> f (\x -> g (\y -> k (h x y))))
  {-# INLINE liftA2 #-}
  R f *> R g = R (\k -> f (\_ -> g k))
  {-# INLINE (*>) #-}
  R f <* R g = R (\k -> f (\x -> g (\_ -> k x)))
  {-# INLINE (<*) #-}

instance Monad ReadP where
  R m >>= k = R (\k' -> m (\a -> case k a of R m' -> m' k'))
  {-# INLINE (>>=) #-}

instance MonadFail ReadP where
  fail _ = R (\_ -> Fail)

instance Alternative ReadP where
  empty = pfail
  (<|>) = (+++)

instance MonadPlus ReadP

get :: ReadP Char
get = R Get

look :: ReadP [Char]
look = R Look

pfail :: ReadP a
pfail = R (\_ -> Fail)

-- | Symmetric choice.
(+++) :: ReadP a -> ReadP a -> ReadP a
R f1 +++ R f2 = R (\k -> f1 k <|> f2 k)

-- | Left-biased choice: the right one only if the left one has no result at all.
(<++) :: ReadP a -> ReadP a -> ReadP a
R f0 <++ q = look >>= \s -> probe (f0 return) s 0
  where
    probe (Get f) (c : s) n = probe (f c) s (n + 1)
    probe (Look f) s n = probe (f s) s n
    probe p@(Result _ _) _ n = discard n >> R (p >>=)
    probe (Final r) _ _ = R (Final r >>=)
    probe _ _ _ = q
    discard :: Int -> ReadP ()
    discard 0 = return ()
    discard n = get >> discard (n - 1)

-- | Also returns the characters read.
gather :: ReadP a -> ReadP ([Char], a)
gather (R m) = R (\k -> gath id (m (\a -> return (\s -> k (s, a)))))
  where
    gath :: ([Char] -> [Char]) -> P ([Char] -> P b) -> P b
    gath l (Get f) = Get (\c -> gath (\s -> l (c : s)) (f c))
    gath _ Fail = Fail
    gath l (Look f) = Look (\s -> gath l (f s))
    gath l (Result k p) = k (l []) <|> gath l p
    gath _ (Final _) = errorWithoutStackTrace "do not use readS_to_P in gather!"

satisfy :: (Char -> Bool) -> ReadP Char
satisfy p = get >>= \c -> if p c then return c else pfail

char :: Char -> ReadP Char
char c = satisfy (c ==)

eof :: ReadP ()
eof = look >>= \s -> if null s then return () else pfail

string :: [Char] -> ReadP [Char]
string this = R (\k -> Look (scan k this))
  where
    scan k [] _ = k this
    scan k (x : xs) (y : ys) | x == y = Get (\_ -> scan k xs ys)
    scan _ _ _ = Fail

munch, munch1 :: (Char -> Bool) -> ReadP [Char]
munch p = R (\k -> Look (scan k))
  where scan k (c : cs) | p c = Get (\_ -> scan (\s -> k (c : s)) cs)
        scan k _ = k []
munch1 p = get >>= \c -> if p c then munch p >>= \s -> return (c : s) else pfail

choice :: [ReadP a] -> ReadP a
choice [] = pfail
choice [p] = p
choice (p : ps) = p +++ choice ps

skipSpaces :: ReadP ()
skipSpaces = R (\k -> Look (skip k))
  where skip k (c : s) | isSpace c = Get (\_ -> skip k s)
        skip k _ = k ()

count :: Int -> ReadP a -> ReadP [a]
count n p = go n
  where go k = if k <= 0 then return [] else p >>= \x -> go (k - 1) >>= \xs -> return (x : xs)

between :: ReadP open -> ReadP close -> ReadP a -> ReadP a
between open close p = open >> p >>= \x -> close >> return x

option :: a -> ReadP a -> ReadP a
option x p = p +++ return x

optional :: ReadP a -> ReadP ()
optional p = (p >> return ()) +++ return ()

many, many1 :: ReadP a -> ReadP [a]
-- What has been read so far is kept in reverse: a chain of continuations, one for each element, would be gone through wherever the end may be reached.
many (R f) = R (\k -> let go xs = k (reverse xs) <|> f (\x -> go (x : xs)) in go [])
many1 p = liftM2 (:) p (many p)

skipMany, skipMany1 :: ReadP a -> ReadP ()
skipMany (R f) = R (\k -> let go = k () <|> f (\_ -> go) in go)
skipMany1 p = p >> skipMany p

sepBy, sepBy1, endBy, endBy1 :: ReadP a -> ReadP sep -> ReadP [a]
sepBy p sep = sepBy1 p sep +++ return []
sepBy1 p sep = liftM2 (:) p (many (sep >> p))
endBy p sep = many (p >>= \x -> sep >> return x)
endBy1 p sep = many1 (p >>= \x -> sep >> return x)

chainr, chainl :: ReadP a -> ReadP (a -> a -> a) -> a -> ReadP a
chainr p op x = chainr1 p op +++ return x
chainl p op x = chainl1 p op +++ return x

chainr1, chainl1 :: ReadP a -> ReadP (a -> a -> a) -> ReadP a
chainr1 p op = scan
  where scan = p >>= rest
        rest x = (op >>= \f -> scan >>= \y -> return (f x y)) +++ return x
chainl1 p op = p >>= rest
  where rest x = (op >>= \f -> p >>= \y -> rest (f x y)) +++ return x

manyTill :: ReadP a -> ReadP end -> ReadP [a]
manyTill p end = scan
  where scan = (end >> return []) <++ liftM2 (:) p scan

readP_to_S :: ReadP a -> ReadS a
readP_to_S (R f) = run (f return)

readS_to_P :: ReadS a -> ReadP a
readS_to_P r = R (\k -> Look (\s -> final (concatMap (\(a, s') -> run (k a) s') (r s))))
