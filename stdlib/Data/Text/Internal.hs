{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Text as UTF-8: the type, reading and writing of single characters, and what the other modules of Data.Text share.
--
-- A Text is a byte string (GPH.ByteString) that is always well-formed UTF-8. So order, equality, prefixes and searches are
-- those of the bytes, parts share the array, encodeUtf8 costs nothing, and what counts characters (length, take, index, splitAt ...)
-- costs O(n). There are no surrogates: they become U+FFFD on the way in.
module Data.Text.Internal where

import qualified GPH.ByteString as B
import GPH.ByteString (ByteString(..), MBytes(..), freezeShort, growBytes, newBytes, unsafeDrop, unsafeSlice, unsafeTake)
import GPH.Base (build)
import qualified GPH.Exception as GPH (Library(Text))
import GPH.Exception (errorAt)
import GPH.Handle (isSurrogate#)
import GPH.Prim
import GPH.ST (ST(..), runST)
import GPH.Types (Char(..), Int(..))

foreign import ccall unsafe "gph_bytes_utf8_length" c_utf8_length :: ByteArray# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_bytes_utf8_error" c_utf8_error :: ByteArray# -> Int# -> Int# -> Int#

newtype Text = Text ByteString

empty :: Text
empty = Text B.empty

-- | The error of a function that is a fold over a stream in GHC's library, of strict text and of lazy text.
streamError :: String -> String -> a
streamError fun what = errorAt GPH.Text "Data.Text.Internal.Fusion.Common" 944 24 ("Data.Text.Internal.Fusion.Common." ++ fun ++ ": " ++ what)
{-# NOINLINE streamError #-}

-- | Bytes.
size :: Text -> Int
size (Text b) = B.length b
{-# INLINE size #-}

-- | A character and the index after it.
data Iter = Iter Char !Int

-- | The character that begins at an index.
iter :: Text -> Int -> Iter
iter (Text (BS a o _)) (I# i) = case byte 0# of
  b0 -> case b0 <# 0x80# of
    1# -> Iter (C# (chr# b0)) (I# (i +# 1#))
    _ -> case b0 <# 0xE0# of
      1# -> Iter (C# (chr# (uncheckedIShiftL# (b0 -# 0xC0#) 6# +# low 1#))) (I# (i +# 2#))
      _ -> case b0 <# 0xF0# of
        1# -> Iter (C# (chr# (uncheckedIShiftL# (b0 -# 0xE0#) 12# +# uncheckedIShiftL# (low 1#) 6# +# low 2#))) (I# (i +# 3#))
        _ -> Iter (C# (chr# (uncheckedIShiftL# (b0 -# 0xF0#) 18# +# uncheckedIShiftL# (low 1#) 12# +# uncheckedIShiftL# (low 2#) 6# +# low 3#))) (I# (i +# 4#))
  where
    byte k = word2Int# (indexWord8Array# a (o +# i +# k))
    low k = byte k -# 0x80#
{-# INLINE iter #-}

-- | The character that ends before an index, and where it begins.
iterBack :: Text -> Int -> Iter
iterBack t@(Text (BS a o _)) i = case start (i - 1) of j -> case iter t j of Iter c _ -> Iter c j
  where start j@(I# k) = case andI# (word2Int# (indexWord8Array# a (o +# k))) 0xC0# of
          0x80# -> start (j - 1)
          _ -> j
{-# INLINE iterBack #-}

-- | Bytes from an index on, so many.
slice :: Int -> Int -> Text -> Text
slice i n (Text b) = Text (unsafeSlice i n b)
takeBytes, dropBytes :: Int -> Text -> Text
takeBytes n (Text b) = Text (unsafeTake n b)
dropBytes n (Text b) = Text (unsafeDrop n b)
{-# INLINE slice #-}
{-# INLINE takeBytes #-}
{-# INLINE dropBytes #-}

-- ---- Writing --------------------------------------------------------------------------------------------------------------
-- | Writes a character; the index after it. There must be room for four bytes.
pokeChar :: MBytes s -> Int -> Char -> ST s Int
pokeChar (MBytes m) (I# i) (C# c0) = ST (\s -> case isSurrogate# c0 of
    1# -> go 0xFFFD# s
    _ -> go (ord# c0) s)
  where
    go c s = case c <# 0x80# of
      1# -> case put 0# c s of s1 -> (# s1, I# (i +# 1#) #)
      _ -> case c <# 0x800# of
        1# -> case put 0# (orI# 0xC0# (uncheckedIShiftRL# c 6#)) s of s1 -> case put 1# (low c 0#) s1 of s2 -> (# s2, I# (i +# 2#) #)
        _ -> case c <# 0x10000# of
          1# -> case put 0# (orI# 0xE0# (uncheckedIShiftRL# c 12#)) s of
            s1 -> case put 1# (low c 6#) s1 of s2 -> case put 2# (low c 0#) s2 of s3 -> (# s3, I# (i +# 3#) #)
          _ -> case put 0# (orI# 0xF0# (uncheckedIShiftRL# c 18#)) s of
            s1 -> case put 1# (low c 12#) s1 of
              s2 -> case put 2# (low c 6#) s2 of s3 -> case put 3# (low c 0#) s3 of s4 -> (# s4, I# (i +# 4#) #)
    put k b s = writeWord8Array# m (i +# k) (int2Word# b) s
    low c k = orI# 0x80# (andI# 0x3F# (uncheckedIShiftRL# c k))

data Step s = Done | Skip s | Yield Char s

-- | The text that a step function yields; the number is a guess of its bytes.
unfoldText :: Int -> (s -> Step s) -> s -> Text
unfoldText guess step x0 = runST (newBytes (guess + 4) >>= \m -> go m (guess + 4) 0 x0)
  where
    go m room i x = case step x of
      Done -> freezeShort m room i >>= \b -> return (Text b)
      Skip x' -> go m room i x'
      Yield c x'
        | i + 4 <= room -> pokeChar m i c >>= \j -> go m room j x'
        | otherwise -> growBytes m room >>= \m' -> pokeChar m' i c >>= \j -> go m' (2 * room) j x'
{-# INLINE unfoldText #-}

-- | Steps of unfoldr, which evaluates each state, and at most n of them.
unfoldStep :: (s -> Maybe (Char, s)) -> s -> Step s
unfoldStep f !x = case f x of { Nothing -> Done; Just (c, y) -> Yield c y }
{-# INLINE unfoldStep #-}

unfoldStepN :: Int -> (s -> Maybe (Char, s)) -> Counted s -> Step (Counted s)
unfoldStepN n f (Counted k x)
  | k >= n = Done
  | otherwise = case f x of { Nothing -> Done; Just (c, y) -> Yield c (Counted (k + 1) y) }
{-# INLINE unfoldStepN #-}

data Counted s = Counted !Int !s

-- | As much of that as so many characters, and what is left: where there was less, a step from there yields nothing.
data Part s = Part !Text s

unfoldPart :: Int -> (s -> Step s) -> s -> Part s
unfoldPart most step x0 = runST (newBytes 60 >>= \m -> go m 60 0 0 x0)
  where
    go m room i k !x
      | k >= most = end m room i x
      | otherwise = case step x of
          Done -> end m room i x
          Skip x' -> go m room i k x'
          Yield c x'
            | i + 4 <= room -> pokeChar m i c >>= \j -> go m room j (k + 1) x'
            | otherwise -> growBytes m room >>= \m' -> pokeChar m' i c >>= \j -> go m' (2 * room) j (k + 1) x'
    end m room i x = freezeShort m room i >>= \b -> return (Part (Text b) x)
{-# INLINE unfoldPart #-}

-- | Where the n-th character begins, or the end; and how many characters lacked.
data Offset = Offset !Int !Int

offsetOf :: Int -> Text -> Offset
offsetOf n t = go n 0
  where go k i | k <= 0 || i >= size t = Offset i k
               | otherwise = case iter t i of Iter _ j -> go (k - 1) j

-- | A surrogate is no character of a text.
safe :: Char -> Char
safe (C# c) = case isSurrogate# c of
  1# -> '\xFFFD'
  _ -> C# c
{-# INLINE safe #-}

pack :: String -> Text
pack s = unfoldText 28 step s
  where step [] = Done
        step (c : cs) = Yield c cs

-- | Fuses with what consumes the list.
unpack :: Text -> String
unpack t = build (\c n -> let go i | i >= size t = n
                                   | otherwise = case iter t i of Iter x j -> c x (go j) in go 0)
{-# INLINE unpack #-}

-- | Characters.
length :: Text -> Int
length (Text (BS a o n)) = I# (c_utf8_length a o n)

-- | The index of the first byte that is not part of well-formed UTF-8, or -1.
utf8Error :: ByteString -> Int
utf8Error (BS a o n) = I# (c_utf8_error a o n)

-- | Bytes as the characters below 256.
fromLatin1 :: ByteString -> Text
fromLatin1 b = unfoldText (B.length b) (\i -> if i >= B.length b then Done else Yield (B.w2c (B.unsafeIndex b i)) (i + 1)) 0
