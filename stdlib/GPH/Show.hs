{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | The class Show, its instances for the basic types and structures, and the helpers that derived instances use.
-- Double and Float are in GPH.Float.
module GPH.Show where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Typeable

type ShowS = [Char] -> [Char]

class Show a where
  showsPrec :: Int -> a -> ShowS
  show :: a -> [Char]
  showList :: [a] -> ShowS
  showsPrec _ x s = show x ++ s
  show x = showsPrec 0 x ""
  showList ls s = showListWith shows ls s
  {-# MINIMAL showsPrec | show #-}

-- | Shows a list in brackets with the given function for the elements. Not inlined: each type of a program would get a copy.
showListWith :: (a -> ShowS) -> [a] -> ShowS
showListWith _ [] s = "[]" ++ s
showListWith showx (x : xs) s = '[' : showx x (go xs)
  where go [] = ']' : s
        go (y : ys) = ',' : showx y (go ys)
{-# NOINLINE showListWith #-}

shows :: Show a => a -> ShowS
shows = showsPrec 0
{-# INLINE shows #-}

showChar :: Char -> ShowS
showChar = (:)
{-# INLINE showChar #-}

showString :: [Char] -> ShowS
showString = (++)
{-# INLINE showString #-}

-- | Derived instances of types with many constructors: entry i of a table of names, each in w bytes and ended by NUL.
showName :: Addr# -> Int# -> Int# -> ShowS
showName table w i s = unpackAppendCString# (plusAddr# table (i *# w)) s

showParen :: Bool -> ShowS -> ShowS
showParen b p = if b then \s -> '(' : p (')' : s) else p

showSpace :: ShowS
showSpace = \xs -> ' ' : xs

showCommaSpace :: ShowS
showCommaSpace = \xs -> ',' : ' ' : xs

appPrec, appPrec1 :: Int
appPrec = I# 10#
appPrec1 = I# 11#

-- ---- Instances ----------------------------------------------------------------------------------------------------
instance Show () where
  showsPrec _ () s = '(' : ')' : s

instance Show Bool where
  showsPrec _ True s = "True" ++ s
  showsPrec _ False s = "False" ++ s

instance Show Ordering where
  showsPrec _ LT s = 'L' : 'T' : s
  showsPrec _ EQ s = 'E' : 'Q' : s
  showsPrec _ GT s = 'G' : 'T' : s

instance Show Char where
  showsPrec _ '\'' s = "'\\''" ++ s
  showsPrec _ c s = '\'' : showLitChar c ('\'' : s)
  showList cs s = '"' : showLitString cs ('"' : s)

instance Show Int where
  showsPrec (I# p) (I# n) s = showSignedInt# p n s
  show (I# n) = intToString# n []

showSignedInt# :: Int# -> Int# -> ShowS
showSignedInt# p n s = case n <# 0# of
  1# -> case p ># 6# of
    1# -> '(' : intToString# n (')' : s)
    _ -> intToString# n s
  _ -> digits# n s

showSignedInt :: Int -> Int -> ShowS
showSignedInt (I# p) (I# n) s = showSignedInt# p n s

instance Show Word where
  showsPrec _ (W# w) s = wordToString# w s

wordToString# :: Word# -> ShowS
wordToString# w s = case word2Int# w >=# 0# of
  1# -> digits# (word2Int# w) s
  _ -> case quotRemWord# w 10## of (# q, r #) -> digits# (word2Int# q) (C# (chr# (word2Int# r +# 48#)) : s)

instance Show Integer where
  showsPrec (I# p) n s = case integerIsNegative n of
    True -> case p ># 6# of
      1# -> '(' : integerToString n (')' : s)
      _ -> integerToString n s
    False -> integerToString n s
  show n = integerToString n []

instance Show a => Show [a] where
  showsPrec _ = showList

instance Show a => Show (Maybe a) where
  showsPrec _ Nothing s = "Nothing" ++ s
  showsPrec d (Just x) s = showParen (d >= appPrec1) (\r -> "Just " ++ showsPrec appPrec1 x r) s

instance (Show a, Show b) => Show (Either a b) where
  showsPrec d (Left x) s = showParen (d >= appPrec1) (\r -> "Left " ++ showsPrec appPrec1 x r) s
  showsPrec d (Right x) s = showParen (d >= appPrec1) (\r -> "Right " ++ showsPrec appPrec1 x r) s

instance Show a => Show (NonEmpty a) where
  showsPrec d (x :| xs) = showParen (d > I# 5#) (\r -> showsPrec (I# 6#) x (" :| " ++ showsPrec (I# 6#) xs r))

instance Show (Proxy t) where
  showsPrec _ _ s = "Proxy" ++ s

instance Show TyCon where
  showsPrec _ (TyCon _ _ _ n) s = n ++ s

instance Show TypeRep where
  showsPrec d (TypeRep tc@(TyCon _ _ _ n) args) = case args of
    [] | not (eqString n "FUN") -> constructor
    [a] | eqString n "[]" -> \s -> '[' : showsPrec (I# 0#) a (']' : s)
    [a, b] | eqString n "FUN" -> showParen (d > I# 8#) (\s -> showsPrec (I# 9#) a (" -> " ++ showsPrec (I# 8#) b s))
    _ | isTuple n args -> \s -> '(' : commas args (')' : s)
      | eqString n "FUN" -> showParen (d > I# 9#) (\s -> "FUN 'Many 'LiftedRep 'LiftedRep" ++ spaced args s)
      | otherwise -> showParen (d > I# 9#) (\s -> constructor (spaced args s))
    where
      constructor = showParen (isOperator n) (showsPrec (I# 8#) tc)
      isOperator (c : _) = case c of
        '!' -> True; '#' -> True; '$' -> True; '%' -> True; '&' -> True; '*' -> True; '+' -> True; '.' -> True; '/' -> True; '<' -> True; '=' -> True
        '>' -> True; '?' -> True; '@' -> True; '\\' -> True; '^' -> True; '|' -> True; '~' -> True; '-' -> True; ':' -> True
        _ -> False
      isOperator [] = False
      -- saturated: the name has a parenthesis more on each side, and a comma less, than there are components
      isTuple ('(' : ',' : more) (_ : components) = fits more components
      isTuple _ _ = False
      fits (',' : more) (_ : components) = fits more components
      fits (')' : _) [_] = True
      fits _ _ = False
      commas [] s = s
      commas [x] s = showsPrec (I# 10#) x s
      commas (x : xs) s = showsPrec (I# 10#) x (',' : commas xs s)
      spaced [] s = s
      spaced (x : xs) s = ' ' : showsPrec (I# 10#) x (spaced xs s)

instance (Show a, Show b) => Show (a, b) where
  showsPrec _ (a, b) s = '(' : shows a (',' : shows b (')' : s))

instance (Show a, Show b, Show c) => Show (a, b, c) where
  showsPrec _ (a, b, c) s = '(' : shows a (',' : shows b (',' : shows c (')' : s)))

instance (Show a, Show b, Show c, Show d) => Show (a, b, c, d) where
  showsPrec _ (a, b, c, d) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (')' : s))))

instance (Show a, Show b, Show c, Show d, Show e) => Show (a, b, c, d, e) where
  showsPrec _ (a, b, c, d, e) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (')' : s)))))

instance (Show a, Show b, Show c, Show d, Show e, Show f) => Show (a, b, c, d, e, f) where
  showsPrec _ (a, b, c, d, e, f) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (')' : s))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g) => Show (a, b, c, d, e, f, g) where
  showsPrec _ (a, b, c, d, e, f, g) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (')' : s)))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h) => Show (a, b, c, d, e, f, g, h) where
  showsPrec _ (a, b, c, d, e, f, g, h) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (')' : s))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i) => Show (a, b, c, d, e, f, g, h, i) where
  showsPrec _ (a, b, c, d, e, f, g, h, i) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (')' : s)))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i, Show j) => Show (a, b, c, d, e, f, g, h, i, j) where
  showsPrec _ (a, b, c, d, e, f, g, h, i, j) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (',' : shows j (')' : s))))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i, Show j, Show k) => Show (a, b, c, d, e, f, g, h, i, j, k) where
  showsPrec _ (a, b, c, d, e, f, g, h, i, j, k) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (',' : shows j (',' : shows k (')' : s)))))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i, Show j, Show k, Show l) => Show (a, b, c, d, e, f, g, h, i, j, k, l) where
  showsPrec _ (a, b, c, d, e, f, g, h, i, j, k, l) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (',' : shows j (',' : shows k (',' : shows l (')' : s))))))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i, Show j, Show k, Show l, Show m) => Show (a, b, c, d, e, f, g, h, i, j, k, l, m) where
  showsPrec _ (a, b, c, d, e, f, g, h, i, j, k, l, m) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (',' : shows j (',' : shows k (',' : shows l (',' : shows m (')' : s)))))))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i, Show j, Show k, Show l, Show m, Show n) => Show (a, b, c, d, e, f, g, h, i, j, k, l, m, n) where
  showsPrec _ (a, b, c, d, e, f, g, h, i, j, k, l, m, n) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (',' : shows j (',' : shows k (',' : shows l (',' : shows m (',' : shows n (')' : s))))))))))))))

instance (Show a, Show b, Show c, Show d, Show e, Show f, Show g, Show h, Show i, Show j, Show k, Show l, Show m, Show n, Show o) => Show (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) where
  showsPrec _ (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) s = '(' : shows a (',' : shows b (',' : shows c (',' : shows d (',' : shows e (',' : shows f (',' : shows g (',' : shows h (',' : shows i (',' : shows j (',' : shows k (',' : shows l (',' : shows m (',' : shows n (',' : shows o (')' : s)))))))))))))))

-- ---- Characters and strings as in source code ------------------------------------------------------------------------
showLitChar :: Char -> ShowS
showLitChar c s = case c > '\DEL' of
  True -> '\\' : protectEsc (digits# (ord# (charOf c)) []) s
  False -> case c of
    '\DEL' -> "\\DEL" ++ s
    '\\' -> "\\\\" ++ s
    _ | c >= ' ' -> c : s
    '\a' -> "\\a" ++ s
    '\b' -> "\\b" ++ s
    '\f' -> "\\f" ++ s
    '\n' -> "\\n" ++ s
    '\r' -> "\\r" ++ s
    '\t' -> "\\t" ++ s
    '\v' -> "\\v" ++ s
    '\SO' -> "\\SO" ++ (case s of { 'H' : _ -> "\\&" ++ s; _ -> s })
    _ -> '\\' : (asciiName c ++ s)

charOf :: Char -> Char#
charOf (C# c) = c

-- A numeric escape that is followed by a digit needs \& between.
protectEsc :: [Char] -> ShowS
protectEsc ds s = ds ++ (case s of { d : _ | isDec d -> "\\&" ++ s; _ -> s })

isDec :: Char -> Bool
isDec c = c >= '0' && c <= '9'

asciiName :: Char -> [Char]
asciiName c = case c of
  '\NUL' -> "NUL"; '\SOH' -> "SOH"; '\STX' -> "STX"; '\ETX' -> "ETX"; '\EOT' -> "EOT"; '\ENQ' -> "ENQ"; '\ACK' -> "ACK"
  '\SI' -> "SI"; '\DLE' -> "DLE"; '\DC1' -> "DC1"; '\DC2' -> "DC2"; '\DC3' -> "DC3"; '\DC4' -> "DC4"; '\NAK' -> "NAK"
  '\SYN' -> "SYN"; '\ETB' -> "ETB"; '\CAN' -> "CAN"; '\EM' -> "EM"; '\SUB' -> "SUB"; '\ESC' -> "ESC"; '\FS' -> "FS"
  '\GS' -> "GS"; '\RS' -> "RS"; _ -> "US"

-- | The inside of a string literal.
showLitString :: [Char] -> ShowS
showLitString [] s = s
showLitString ('"' : cs) s = '\\' : '"' : showLitString cs s
showLitString (c : cs) s = showLitChar c (showLitString cs s)

showMultiLineString :: [Char] -> [[Char]]
showMultiLineString str = go '\"' str
  where
    go ch s = case breakNl s of
      (l, _ : s'@(_ : _)) -> (ch : showLitString l "\\n\\") : go '\\' s'
      (l, "\n") -> [ch : showLitString l "\\n\""]
      (l, _) -> [ch : showLitString l "\""]
    breakNl [] = ([], [])
    breakNl xs@(x : xs') | x == '\n' = ([], xs)
                         | otherwise = case breakNl xs' of (ys, zs) -> (x : ys, zs)

-- | The hexadecimal digit for a number from 0 to 15; 'GPH.Char.intToDigit' checks.
unsafeIntToDigit# :: Int# -> Char
unsafeIntToDigit# i = case i <# 10# of { 1# -> C# (chr# (i +# 48#)); _ -> C# (chr# (i +# 87#)) }
