{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Classification and case mapping of characters. ASCII is decided here; the rest by tables made from Unicode's data
-- (runtime/prim/ffi_unicode.c).
module GPH.Char where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Enum
import GPH.Show
import GPH.Exception

foreign import ccall unsafe "gph_unicode_category" c_category :: Int# -> Int#
foreign import ccall unsafe "gph_unicode_upper" c_upper :: Int# -> Int#
foreign import ccall unsafe "gph_unicode_lower" c_lower :: Int# -> Int#
foreign import ccall unsafe "gph_unicode_title" c_title :: Int# -> Int#

isAscii, isLatin1, isControl, isPrint, isSpace, isUpper, isLower, isAlpha, isDigit, isOctDigit, isHexDigit, isAlphaNum,
  isAsciiUpper, isAsciiLower :: Char -> Bool
isAscii c = c < '\x80'
isLatin1 c = c <= '\xff'
isAsciiLower c = c >= 'a' && c <= 'z'
isAsciiUpper c = c >= 'A' && c <= 'Z'
isDigit (C# c) = isTrue# (int2Word# (ord# c -# 48#) `leWord#` 9##)
isOctDigit (C# c) = isTrue# (int2Word# (ord# c -# 48#) `leWord#` 7##)
isHexDigit c = isDigit c || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f')
isSpace c@(C# c#) = case ord# c# <# 0x377# of
  1# -> c == ' ' || isTrue# (int2Word# (ord# c# -# 9#) `leWord#` 4##) || c == '\xa0'
  _ -> isTrue# (c_category (ord# c#) ==# 22#)
isControl (C# c) = case ord# c <# 128# of
  1# -> case ord# c <# 32# of { 1# -> True; _ -> isTrue# (ord# c ==# 127#) }
  _ -> isTrue# (c_category (ord# c) ==# 25#)
isPrint (C# c) = case ord# c <# 128# of
  1# -> case ord# c >=# 32# of { 1# -> isTrue# (ord# c <# 127#); _ -> False }
  _ -> isTrue# (c_category (ord# c) <=# 22#)
isUpper c@(C# c#) = case ord# c# <# 128# of
  1# -> isAsciiUpper c
  _ -> case c_category (ord# c#) of { 0# -> True; 2# -> True; _ -> False }
isLower c@(C# c#) = case ord# c# <# 128# of
  1# -> isAsciiLower c
  _ -> isTrue# (c_category (ord# c#) ==# 1#)
isAlpha c@(C# c#) = case ord# c# <# 128# of
  1# -> isAsciiLower c || isAsciiUpper c
  _ -> isTrue# (c_category (ord# c#) <=# 4#)
isAlphaNum c@(C# c#) = case ord# c# <# 128# of
  1# -> isAsciiLower c || isAsciiUpper c || isDigit c
  _ -> case c_category (ord# c#) of
    k -> case k <=# 4# of { 1# -> True; _ -> case k >=# 8# of { 1# -> isTrue# (k <=# 10#); _ -> False } }

toUpper, toLower, toTitle :: Char -> Char
toUpper c@(C# c#) = case ord# c# <# 128# of
  1# -> if isAsciiLower c then C# (chr# (ord# c# -# 32#)) else c
  _ -> C# (chr# (c_upper (ord# c#)))
toLower c@(C# c#) = case ord# c# <# 128# of
  1# -> if isAsciiUpper c then C# (chr# (ord# c# +# 32#)) else c
  _ -> C# (chr# (c_lower (ord# c#)))
toTitle c@(C# c#) = case ord# c# <# 128# of
  1# -> toUpper c
  _ -> C# (chr# (c_title (ord# c#)))

-- | The number of the general category, in the order of 'Data.Char.GeneralCategory'.
generalCategory# :: Char -> Int#
generalCategory# (C# c) = c_category (ord# c)

digitToInt :: Char -> Int
digitToInt c@(C# c#)
  | isDigit c = I# (ord# c# -# 48#)
  | c >= 'a' && c <= 'f' = I# (ord# c# -# 87#)
  | c >= 'A' && c <= 'F' = I# (ord# c# -# 55#)
  | otherwise = errorWithoutStackTrace ("Char.digitToInt: not a digit " ++ show c)

intToDigit :: Int -> Char
intToDigit i@(I# i#)
  | i >= 0 && i <= 15 = unsafeIntToDigit# i#
  | otherwise = errorWithoutStackTrace ("Char.intToDigit: not a digit " ++ show i)

categoryNumber :: Char -> Int
categoryNumber c = I# (generalCategory# c)
