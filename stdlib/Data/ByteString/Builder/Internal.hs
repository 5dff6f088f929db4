{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The engine of the builders of bytes (Data.ByteString.Builder) and of text (Data.Text.Lazy.Builder); the representation is ours.
--
-- A builder says how to go on: from what follows it makes what writes first itself and then goes on so. What writes gets a buffer,
-- and the result is the list of chunks from this buffer's on. A buffer without room left becomes a chunk, and the tail of the list is
-- suspended: it begins with a fresh buffer, so it may be evaluated again (by two HECs at once, or after an interruption). So the
-- first chunk is there as soon as its bytes are, whatever follows: a builder may be infinite or undefined at its end.
-- Chunks have bytestring's sizes; (<>) costs O(1), a byte O(1) amortised.
module Data.ByteString.Builder.Internal where

import GPH.ByteString (ByteString(..))
import GPH.Prim
import GPH.Types (Char(..), Int(..), Word(..), runRW#)

newtype Builder = Builder (Step -> Step)

-- | Buffer, its bytes so far, its size.
newtype Step = Step (AllocationStrategy -> MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, [ByteString] #))

instance Semigroup Builder where
  Builder f <> Builder g = Builder (\k -> f (g k))
instance Monoid Builder where
  mempty = Builder (\k -> k)

-- | Sizes of the first buffer and of the others; whether so many bytes (the first number) in a buffer of a size are copied, that the
-- rest of the buffer need not be kept.
data AllocationStrategy = AllocationStrategy Int Int (Int -> Int -> Bool)

-- | Chunks as they come.
untrimmedStrategy :: Int -> Int -> AllocationStrategy
untrimmedStrategy first others = AllocationStrategy (max 1 first) (max 1 others) (\_ _ -> False)

-- | No chunk whose buffer is less than half full.
safeStrategy :: Int -> Int -> AllocationStrategy
safeStrategy first others = AllocationStrategy (max 1 first) (max 1 others) (\used size -> 2 * used < size)

-- | 4 KiB and 32 KiB, less what an array's header takes.
smallChunkSize, defaultChunkSize :: Int
smallChunkSize = 4 * 1024 - 16
defaultChunkSize = 32 * 1024 - 16

-- | Lazily, in the order of the chunks.
buildChunks :: AllocationStrategy -> Builder -> [ByteString]
buildChunks strategy@(AllocationStrategy (I# first) _ _) (Builder b) = freshBuffer strategy first (b (Step finish))
  where
    finish st m i n s = case i of
      0# -> (# s, [] #)
      _ -> case freezeBuffer st m i n s of (# s1, c #) -> (# s1, [c] #)

freshBuffer :: AllocationStrategy -> Int# -> Step -> [ByteString]
freshBuffer strategy size (Step k) = runRW# (\s -> case newByteArray# size s of (# s1, m #) -> k strategy m 0# size s1)
{-# NOINLINE freshBuffer #-}

freezeBuffer :: AllocationStrategy -> MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, ByteString #)
freezeBuffer (AllocationStrategy _ _ trim) m i n s = case trim (I# i) (I# n) of
  True -> case newByteArray# i s of
    (# s1, short #) -> case copyMutableByteArray# m 0# short 0# i s1 of
      s2 -> case unsafeFreezeByteArray# short s2 of (# s3, a #) -> (# s3, BS a 0# i #)
  False -> case unsafeFreezeByteArray# m s of (# s1, a #) -> (# s1, BS a 0# i #)

-- Ends this buffer, if there is something in it; the next one has room for so many bytes at least.
nextBuffer :: Int# -> AllocationStrategy -> MutableByteArray# RealWorld -> Int# -> Int# -> Step -> State# RealWorld -> (# State# RealWorld, [ByteString] #)
nextBuffer need st@(AllocationStrategy _ (I# others) _) m i n k s = case i of
  0# -> (# s, freshBuffer st size k #)
  _ -> case freezeBuffer st m i n s of (# s1, c #) -> let rest = freshBuffer st size k in (# s1, c : rest #)
  where size = case need ># others of { 1# -> need; _ -> others }
{-# NOINLINE nextBuffer #-}

-- | A builder of at most so many bytes; the function writes them from an index on and says the index after them.
bounded :: Int# -> (MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)) -> Builder
bounded need write = Builder (\(Step k) ->
  let here st m i n s = case write m i s of (# s1, j #) -> k st m j n s1
  in Step (\st m i n s -> case i +# need <=# n of
    1# -> here st m i n s
    _ -> nextBuffer need st m i n (Step here) s))
{-# INLINE bounded #-}

-- | The characters of a string one after the other, each of at most so many bytes; lazy in the string.
characters :: Int# -> (MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> (# State# RealWorld, Int# #)) -> [Char] -> Builder
characters need write str = Builder (\(Step k) ->
  let go cs0 = Step (\st m i0 n s0 ->
        let loop cs i s = case cs of
              [] -> k st m i n s
              C# c : rest -> case i +# need <=# n of
                1# -> case write m i c s of (# s1, j #) -> loop rest j s1
                _ -> nextBuffer need st m i n (go cs) s
        in loop cs0 i0 s0)
  in go str)
{-# INLINE characters #-}

-- | Into the buffers, filling them up.
copied :: ByteString -> Builder
copied (BS a o0 len0) = Builder (\(Step k) ->
  let go o len = Step (\st m i n s -> case n -# i of
        room -> case len <=# room of
          1# -> case copyByteArray# a o m i len s of s1 -> k st m (i +# len) n s1
          _ -> case copyByteArray# a o m i room s of s1 -> nextBuffer 1# st m n n (go (o +# room) (len -# room)) s1)
  in go o0 len0)

-- | As a chunk of its own, not copied.
inserted :: ByteString -> Builder
inserted b@(BS _ _ len) = case len of
  0# -> mempty
  _ -> flush <> Builder (\k -> Step (\st _ _ n s -> let rest = freshBuffer st n k in (# s, b : rest #)))

-- | Copied up to so many bytes.
thresholded :: Int -> ByteString -> Builder
thresholded most b@(BS _ _ len) = if I# len <= most then copied b else inserted b

-- | Ends the chunk, if there is something in it.
flush :: Builder
flush = Builder (\(Step k) -> Step (\st m i n s -> case i of
  0# -> k st m i n s
  _ -> nextBuffer 1# st m i n (Step k) s))

writeByte :: MutableByteArray# RealWorld -> Int# -> Word# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeByte m i w s = case writeWord8Array# m i w s of s1 -> (# s1, i +# 1# #)
{-# INLINE writeByte #-}

-- | UTF-8, also of what is no character for itself (surrogates).
writeUtf8 :: MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeUtf8 m i ch s = case c <# 0x80# of
  1# -> case put 0# c s of s1 -> (# s1, i +# 1# #)
  _ -> case c <# 0x800# of
    1# -> case put 0# (orI# 0xC0# (uncheckedIShiftRL# c 6#)) s of s1 -> case put 1# (low 0#) s1 of s2 -> (# s2, i +# 2# #)
    _ -> case c <# 0x10000# of
      1# -> case put 0# (orI# 0xE0# (uncheckedIShiftRL# c 12#)) s of
        s1 -> case put 1# (low 6#) s1 of s2 -> case put 2# (low 0#) s2 of s3 -> (# s3, i +# 3# #)
      _ -> case put 0# (orI# 0xF0# (uncheckedIShiftRL# c 18#)) s of
        s1 -> case put 1# (low 12#) s1 of
          s2 -> case put 2# (low 6#) s2 of s3 -> case put 3# (low 0#) s3 of s4 -> (# s4, i +# 4# #)
  where
    c = ord# ch
    put k b s0 = writeWord8Array# m (i +# k) (int2Word# b) s0
    low k = orI# 0x80# (andI# 0x3F# (uncheckedIShiftRL# c k))

-- | The decimal digits of a number.
wordDigits :: Word -> Builder
wordDigits (W# w) = bounded 20# (\m i s -> writeDigits m i w s)

intDigits :: Int -> Builder
intDigits (I# x) = bounded 20# (\m i s -> case x <# 0# of
  1# -> case writeWord8Array# m i 45## s of s1 -> writeDigits m (i +# 1#) (int2Word# (negateInt# x)) s1
  _ -> writeDigits m i (int2Word# x) s)

writeDigits :: MutableByteArray# RealWorld -> Int# -> Word# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeDigits m i w s = case count 1# w of n -> back (i +# n -# 1#) w (i +# n) s
  where
    count n x = case x `ltWord#` 10## of
      1# -> n
      _ -> count (n +# 1#) (quotWord# x 10##)
    back :: Int# -> Word# -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
    back j x end s0 = case x `ltWord#` 10## of
      1# -> case writeWord8Array# m j (plusWord# 48## x) s0 of s1 -> (# s1, end #)
      _ -> case quotWord# x 10## of
        q -> case writeWord8Array# m j (plusWord# 48## (minusWord# x (timesWord# q 10##))) s0 of s1 -> back (j -# 1#) q end s1

-- | The hexadecimal digits of a number, without leading zeros.
hexDigits :: Word -> Builder
hexDigits (W# w) = bounded 16# (\m i s -> writeNibbles (count 1# w) w m i s)
  where count n x = case uncheckedShiftRL# x 4# of
          0## -> n
          y -> count (n +# 1#) y

-- | So many of the lowest hexadecimal digits.
nibbles :: Int -> Word -> Builder
nibbles (I# n) (W# w) = bounded n (\m i s -> writeNibbles n w m i s)

writeNibbles :: Int# -> Word# -> MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeNibbles n w m i s = case n of
  0# -> (# s, i #)
  _ -> case and# (uncheckedShiftRL# w (uncheckedIShiftL# (n -# 1#) 2#)) 15## of
    d -> case writeWord8Array# m i (plusWord# d (case d `ltWord#` 10## of { 1# -> 48##; _ -> 87## })) s of
      s1 -> writeNibbles (n -# 1#) w m (i +# 1#) s1

-- | So many of the lowest bytes, the highest first or the lowest.
bigEndian, littleEndian :: Int -> Word -> Builder
bigEndian (I# n) (W# w) = bounded n (\m i s -> go m i (n -# 1#) s)
  where go :: MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
        go m i k s = case k <# 0# of
          1# -> (# s, i #)
          _ -> case writeWord8Array# m i (uncheckedShiftRL# w (uncheckedIShiftL# k 3#)) s of s1 -> go m (i +# 1#) (k -# 1#) s1
littleEndian (I# n) (W# w) = bounded n (\m i s -> go m i 0# s)
  where go :: MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
        go m i k s = case k >=# n of
          1# -> (# s, i #)
          _ -> case writeWord8Array# m i (uncheckedShiftRL# w (uncheckedIShiftL# k 3#)) s of s1 -> go m (i +# 1#) (k +# 1#) s1
