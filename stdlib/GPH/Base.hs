{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples, RankNTypes #-}
-- | The core of the library: functions on functions, the classes Functor .. MonadPlus with the instances of the types known so far, the list functions that fusion is built on, string literals, and the monad of IO.
--
-- Note [List fusion]
-- ~~~~~~~~~~~~~~~~~~
-- A good producer is written with 'build', a good consumer with 'foldr'; the rule "fold/build" removes the list between
-- them. Functions that should also stay fast when nothing fuses go through three stages: before phase 1 they are rewritten
-- to their build/foldr form; in phase 1 what has not fused is rewritten back to a direct loop; the auxiliary xxxFB
-- functions are inlined in phase 0. The same scheme is used in GPH.List and GPH.Enum.
module GPH.Base where

import GPH.Prim
import GPH.Types
import GPH.Classes

infixr 9 .
infixr 5 ++
infixl 4 <$, <$>, <*>, <*, *>, <**>
infixl 3 <|>
infixl 1 >>, >>=
infixr 1 =<<
infixr 0 $, $!

type String = [Char]

-- ---- Functions --------------------------------------------------------------------------------------------------
id :: a -> a
id x = x
{-# INLINE id #-}

const :: a -> b -> a
const x _ = x
{-# INLINE const #-}

(.) :: (b -> c) -> (a -> b) -> a -> c
(.) f g = \x -> f (g x)
{-# INLINE (.) #-}

flip :: (a -> b -> c) -> b -> a -> c
flip f x y = f y x
{-# INLINE flip #-}

($) :: (a -> b) -> a -> b
f $ x = f x
{-# INLINE ($) #-}

($!) :: (a -> b) -> a -> b
f $! x = case x of !y -> f y
{-# INLINE ($!) #-}

asTypeOf :: a -> a -> a
asTypeOf x _ = x
{-# INLINE asTypeOf #-}

until :: (a -> Bool) -> (a -> a) -> a -> a
until p f = go
  where go x = if p x then x else go (f x)

otherwise :: Bool
otherwise = True
{-# INLINE otherwise #-}

-- | The constructor's index, from 0.
getTag :: a -> Int#
getTag x = case x of !y -> dataToTag# y
{-# INLINE getTag #-}

-- ---- Functor .. MonadPlus ----------------------------------------------------------------------------------------
class Functor f where
  fmap :: (a -> b) -> f a -> f b
  (<$) :: a -> f b -> f a
  x <$ m = fmap (\_ -> x) m
  {-# INLINE (<$) #-}
  {-# MINIMAL fmap #-}

class Functor f => Applicative f where
  pure :: a -> f a
  (<*>) :: f (a -> b) -> f a -> f b
  liftA2 :: (a -> b -> c) -> f a -> f b -> f c
  (*>) :: f a -> f b -> f b
  (<*) :: f a -> f b -> f a
  (<*>) = liftA2 id
  liftA2 f x = (<*>) (fmap f x)
  {-# INLINE liftA2 #-}
  a1 *> a2 = (id <$ a1) <*> a2
  {-# INLINE (*>) #-}
  a1 <* a2 = liftA2 const a1 a2
  {-# INLINE (<*) #-}
  {-# MINIMAL pure, ((<*>) | liftA2) #-}

class Applicative m => Monad m where
  (>>=) :: m a -> (a -> m b) -> m b
  (>>) :: m a -> m b -> m b
  return :: a -> m a
  m >> k = m >>= \_ -> k
  {-# INLINE (>>) #-}
  return = pure
  {-# MINIMAL (>>=) #-}

class Monad m => MonadFail m where
  fail :: [Char] -> m a

class Applicative f => Alternative f where
  empty :: f a
  (<|>) :: f a -> f a -> f a
  some :: f a -> f [a]
  many :: f a -> f [a]
  some v = some_v
    where many_v = some_v <|> pure []
          some_v = liftA2 (:) v many_v
  many v = many_v
    where many_v = some_v <|> pure []
          some_v = liftA2 (:) v many_v
  {-# MINIMAL empty, (<|>) #-}

class (Alternative m, Monad m) => MonadPlus m where
  mzero :: m a
  mplus :: m a -> m a -> m a
  mzero = empty
  mplus = (<|>)

(<$>) :: Functor f => (a -> b) -> f a -> f b
(<$>) = fmap
{-# INLINE (<$>) #-}

(<**>) :: Applicative f => f a -> f (a -> b) -> f b
(<**>) = liftA2 (\a f -> f a)

liftA :: Applicative f => (a -> b) -> f a -> f b
liftA f a = pure f <*> a

liftA3 :: Applicative f => (a -> b -> c -> d) -> f a -> f b -> f c -> f d
liftA3 f a b c = liftA2 f a b <*> c

(=<<) :: Monad m => (a -> m b) -> m a -> m b
f =<< x = x >>= f
{-# INLINE (=<<) #-}

when :: Applicative f => Bool -> f () -> f ()
when p s = if p then s else pure ()
{-# INLINE when #-}

join :: Monad m => m (m a) -> m a
join x = x >>= id

liftM :: Monad m => (a -> r) -> m a -> m r
liftM f m = m >>= \x -> return (f x)

liftM2 :: Monad m => (a -> b -> r) -> m a -> m b -> m r
liftM2 f m1 m2 = m1 >>= \x1 -> m2 >>= \x2 -> return (f x1 x2)

liftM3 :: Monad m => (a -> b -> c -> r) -> m a -> m b -> m c -> m r
liftM3 f m1 m2 m3 = m1 >>= \x1 -> m2 >>= \x2 -> m3 >>= \x3 -> return (f x1 x2 x3)

liftM4 :: Monad m => (a -> b -> c -> d -> r) -> m a -> m b -> m c -> m d -> m r
liftM4 f m1 m2 m3 m4 = m1 >>= \x1 -> m2 >>= \x2 -> m3 >>= \x3 -> m4 >>= \x4 -> return (f x1 x2 x3 x4)

liftM5 :: Monad m => (a -> b -> c -> d -> e -> r) -> m a -> m b -> m c -> m d -> m e -> m r
liftM5 f m1 m2 m3 m4 m5 =
  m1 >>= \x1 -> m2 >>= \x2 -> m3 >>= \x3 -> m4 >>= \x4 -> m5 >>= \x5 -> return (f x1 x2 x3 x4 x5)

ap :: Monad m => m (a -> b) -> m a -> m b
ap m1 m2 = m1 >>= \f -> m2 >>= \x -> return (f x)

-- Lists
instance Functor [] where
  fmap = map

instance Applicative [] where
  pure x = [x]
  fs <*> xs = build (\c n -> foldr (\f r -> foldr (\x r' -> c (f x) r') r xs) n fs)
  liftA2 f xs ys = build (\c n -> foldr (\x r -> foldr (\y r' -> c (f x y) r') r ys) n xs)
  xs *> ys = build (\c n -> foldr (\_ r -> foldr c r ys) n xs)

instance Monad [] where
  xs >>= f = build (\c n -> foldr (\x r -> foldr c r (f x)) n xs)
  {-# INLINE (>>=) #-}
  (>>) = (*>)

instance MonadFail [] where
  fail _ = []

instance Alternative [] where
  empty = []
  (<|>) = (++)

instance MonadPlus []

-- Maybe
instance Functor Maybe where
  fmap _ Nothing = Nothing
  fmap f (Just a) = Just (f a)

instance Applicative Maybe where
  pure = Just
  Just f <*> m = fmap f m
  Nothing <*> _ = Nothing
  liftA2 f (Just x) (Just y) = Just (f x y)
  liftA2 _ _ _ = Nothing
  Just _ *> m = m
  Nothing *> _ = Nothing

instance Monad Maybe where
  Just x >>= k = k x
  Nothing >>= _ = Nothing
  (>>) = (*>)

instance MonadFail Maybe where
  fail _ = Nothing

instance Alternative Maybe where
  empty = Nothing
  Nothing <|> r = r
  l <|> _ = l

instance MonadPlus Maybe

-- Either
instance Functor (Either e) where
  fmap _ (Left x) = Left x
  fmap f (Right y) = Right (f y)

instance Applicative (Either e) where
  pure = Right
  Left e <*> _ = Left e
  Right f <*> r = fmap f r

instance Monad (Either e) where
  Left l >>= _ = Left l
  Right r >>= k = k r

-- NonEmpty
instance Functor NonEmpty where
  fmap f ~(a :| as) = f a :| map f as
  b <$ ~(_ :| as) = b :| (b <$ as)

instance Applicative NonEmpty where
  pure a = a :| []
  (<*>) = ap

instance Monad NonEmpty where
  ~(a :| as) >>= f = b :| (bs ++ (as >>= \x -> let c :| cs = f x in c : cs))
    where b :| bs = f a

-- Functions
instance Functor ((->) r) where
  fmap = (.)

instance Applicative ((->) r) where
  pure = const
  (<*>) f g x = f x (g x)
  liftA2 q f g x = q (f x) (g x)

instance Monad ((->) r) where
  f >>= k = \r -> k (f r) r

-- Pairs
instance Functor ((,) a) where
  fmap f (x, y) = (x, f y)

instance Functor ((,,) a b) where
  fmap f (a, b, c) = (a, b, f c)

instance Functor ((,,,) a b c) where
  fmap f (a, b, c, d) = (a, b, c, f d)

-- ---- IO -----------------------------------------------------------------------------------------------------------
instance Functor IO where
  fmap f (IO m) = IO (\s -> case m s of (# s1, a #) -> (# s1, f a #))
  {-# INLINE fmap #-}

instance Applicative IO where
  pure = returnIO
  {-# INLINE pure #-}
  IO mf <*> IO mx = IO (\s -> case mf s of (# s1, f #) -> case mx s1 of (# s2, x #) -> (# s2, f x #))
  {-# INLINE (<*>) #-}
  liftA2 f (IO ma) (IO mb) = IO (\s -> case ma s of (# s1, a #) -> case mb s1 of (# s2, b #) -> (# s2, f a b #))
  {-# INLINE liftA2 #-}
  (*>) = thenIO
  {-# INLINE (*>) #-}
  IO ma <* IO mb = IO (\s -> case ma s of (# s1, a #) -> case mb s1 of (# s2, _ #) -> (# s2, a #))
  {-# INLINE (<*) #-}

instance Monad IO where
  (>>=) = bindIO
  {-# INLINE (>>=) #-}
  (>>) = thenIO
  {-# INLINE (>>) #-}
  return = returnIO
  {-# INLINE return #-}

returnIO :: a -> IO a
returnIO x = IO (\s -> (# s, x #))
{-# INLINE returnIO #-}

bindIO :: IO a -> (a -> IO b) -> IO b
bindIO (IO m) k = IO (\s -> case m s of (# s1, a #) -> unIO (k a) s1)
{-# INLINE bindIO #-}

thenIO :: IO a -> IO b -> IO b
thenIO (IO m) k = IO (\s -> case m s of (# s1, _ #) -> unIO k s1)
{-# INLINE thenIO #-}

unIO :: IO a -> State# RealWorld -> (# State# RealWorld, a #)
unIO (IO m) = m
{-# INLINE unIO #-}

-- ---- Lists --------------------------------------------------------------------------------------------------------
-- See Note [List fusion].
foldr :: (a -> b -> b) -> b -> [a] -> b
foldr k z = go
  where go [] = z
        go (y : ys) = k y (go ys)
{-# INLINE [0] foldr #-}

build :: (forall b. (a -> b -> b) -> b -> b) -> [a]
build g = g (:) []
{-# INLINE [1] build #-}

augment :: (forall b. (a -> b -> b) -> b -> b) -> [a] -> [a]
augment g xs = g (:) xs
{-# INLINE [1] augment #-}

{-# RULES
"fold/build"    forall k z (g :: forall b. (a -> b -> b) -> b -> b). foldr k z (build g) = g k z
"foldr/augment" forall k z xs (g :: forall b. (a -> b -> b) -> b -> b). foldr k z (augment g xs) = g k (foldr k z xs)
"foldr/id"      foldr (:) [] = \x -> x
"foldr/app"     [1] forall ys. foldr (:) ys = \xs -> xs ++ ys
"foldr/single"  forall k z x. foldr k z [x] = k x z
"foldr/nil"     forall k z. foldr k z [] = z
"foldr/cons/build" forall k z x (g :: forall b. (a -> b -> b) -> b -> b). foldr k z (x : build g) = k x (g k z)
"augment/build" forall (g :: forall b. (a -> b -> b) -> b -> b) (h :: forall b. (a -> b -> b) -> b -> b).
                augment g (build h) = build (\c n -> g c (h c n))
"augment/nil"   forall (g :: forall b. (a -> b -> b) -> b -> b). augment g [] = build g
  #-}

map :: (a -> b) -> [a] -> [b]
map _ [] = []
map f (x : xs) = f x : map f xs
{-# NOINLINE [0] map #-}

mapFB :: (elt -> lst -> lst) -> (a -> elt) -> a -> lst -> lst
mapFB c f = \x ys -> c (f x) ys
{-# INLINE [0] mapFB #-}

{-# RULES
"map"       [~1] forall f xs. map f xs = build (\c n -> foldr (mapFB c f) n xs)
"mapList"   [1] forall f. foldr (mapFB (:) f) [] = map f
"mapFB"     forall c f g. mapFB (mapFB c f) g = mapFB c (\x -> f (g x))
"mapFB/id"  forall c. mapFB c (\x -> x) = c
  #-}

(++) :: [a] -> [a] -> [a]
[] ++ ys = ys
(x : xs) ++ ys = x : (xs ++ ys)
{-# NOINLINE [1] (++) #-}

{-# RULES
"++" [~1] forall xs ys. xs ++ ys = augment (\c n -> foldr c n xs) ys
"[]++"      forall ys. [] ++ ys = ys
"++[]"      forall xs. xs ++ [] = xs
  #-}

-- ---- Characters and strings ---------------------------------------------------------------------------------------
ord :: Char -> Int
ord (C# c) = I# (ord# c)
{-# INLINE ord #-}

unsafeChr :: Int -> Char
unsafeChr (I# i) = C# (chr# i)
{-# INLINE unsafeChr #-}

eqString :: [Char] -> [Char] -> Bool
eqString [] [] = True
eqString (C# c : cs) (C# d : ds) = case eqChar# c d of { 1# -> eqString cs ds; _ -> False }
eqString _ _ = False

-- A string literal is NUL-terminated UTF-8; a NUL inside is written C0 80. Each of these decodes it lazily.
unpackCString# :: Addr# -> [Char]
unpackCString# addr = case indexCharOffAddr# addr 0# of
  '\0'# -> []
  c -> case ord# c <# 128# of
    1# -> C# c : unpackCString# (plusAddr# addr 1#)
    _ -> C# (utf8Char# addr) : unpackCString# (plusAddr# addr (utf8Length# c))
{-# NOINLINE unpackCString# #-}

unpackAppendCString# :: Addr# -> [Char] -> [Char]
unpackAppendCString# addr rest = case indexCharOffAddr# addr 0# of
  '\0'# -> rest
  c -> case ord# c <# 128# of
    1# -> C# c : unpackAppendCString# (plusAddr# addr 1#) rest
    _ -> C# (utf8Char# addr) : unpackAppendCString# (plusAddr# addr (utf8Length# c)) rest
{-# NOINLINE unpackAppendCString# #-}

unpackFoldrCString# :: Addr# -> (Char -> a -> a) -> a -> a
unpackFoldrCString# addr0 f z = go addr0
  where
    go addr = case indexCharOffAddr# addr 0# of
      '\0'# -> z
      c -> f (C# (case ord# c <# 128# of { 1# -> c; _ -> utf8Char# addr })) (go (plusAddr# addr (case ord# c <# 128# of { 1# -> 1#; _ -> utf8Length# c })))
{-# INLINE [0] unpackFoldrCString# #-}

-- | The character whose UTF-8 encoding (of two bytes or more) starts at the address.
utf8Char# :: Addr# -> Char#
utf8Char# a = case ord# (indexCharOffAddr# a 0#) of
  b0 -> case ord# (indexCharOffAddr# a 1#) -# 128# of
    b1 -> case b0 <# 224# of
      1# -> chr# (uncheckedIShiftL# (b0 -# 192#) 6# +# b1)
      _ -> case ord# (indexCharOffAddr# a 2#) -# 128# of
        b2 -> case b0 <# 240# of
          1# -> chr# (uncheckedIShiftL# (b0 -# 224#) 12# +# uncheckedIShiftL# b1 6# +# b2)
          _ -> case ord# (indexCharOffAddr# a 3#) -# 128# of
            b3 -> chr# (uncheckedIShiftL# (b0 -# 240#) 18# +# uncheckedIShiftL# b1 12# +# uncheckedIShiftL# b2 6# +# b3)

-- | Number of bytes of an encoding with this first byte, which is not ASCII.
utf8Length# :: Char# -> Int#
utf8Length# c = case ord# c <# 224# of
  1# -> 2#
  _ -> case ord# c <# 240# of { 1# -> 3#; _ -> 4# }

{-# RULES
"unpack"        [~1] forall a. unpackCString# a = build (unpackFoldrCString# a)
"unpack-list"   [1] forall a. unpackFoldrCString# a (:) [] = unpackCString# a
"unpack-append" forall a n. unpackFoldrCString# a (:) n = unpackAppendCString# a n
  #-}

-- ---- Maybe and Either, pairs: what every module needs -------------------------------------------------------------
maybe :: b -> (a -> b) -> Maybe a -> b
maybe n _ Nothing = n
maybe _ f (Just x) = f x

either :: (a -> c) -> (b -> c) -> Either a b -> c
either f _ (Left x) = f x
either _ g (Right y) = g y

fst :: (a, b) -> a
fst (x, _) = x

snd :: (a, b) -> b
snd (_, y) = y

curry :: ((a, b) -> c) -> a -> b -> c
curry f x y = f (x, y)

uncurry :: (a -> b -> c) -> (a, b) -> c
uncurry f p = f (fst p) (snd p)

swap :: (a, b) -> (b, a)
swap (a, b) = (b, a)

-- | A type with one value that stands for a type.
data Proxy t = Proxy

instance Functor Proxy where
  fmap _ _ = Proxy
