{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The engine of the builders of bytes (Data.ByteString.Builder) and of text (Data.Text.Lazy.Builder); the representation is ours.
--
-- A builder says how to go on: from what follows it makes what writes first itself and then goes on so. What writes gets a buffer, and says
-- how that ended: a buffer without room left becomes a chunk, and the tail of the list is suspended: it begins with a fresh buffer, so it may
-- be evaluated again (by two HECs at once, or after an interruption). So the first chunk is there as soon as its bytes are, whatever follows:
-- a builder may be infinite or undefined at its end. Chunks have bytestring's sizes; (<>) costs O(1), a byte O(1) amortised.
--
-- What writes has few parameters, that what it needs of its own fits into registers with them (opt/late_lambda_lift.cc): then builders
-- that are known are loops that allocate nothing but the buffers.
module Data.ByteString.Builder.Internal where

import GPH.ByteString (ByteString(..))
import GPH.Prim
import GPH.Types (Char(..), Int(..), Word(..), runRW#)

newtype Builder = Builder (Step -> Step)

-- | Buffer, its bytes so far.
newtype Step = Step (MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Signal #))

-- | How it ended, and the bytes in the buffer then.
data Signal
  = Done Int#                    -- that was all
  | Full Int# Int# Step          -- a buffer with room for so many bytes at least is needed
  | Insert Int# ByteString Step  -- a string is to become a chunk of its own

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
buildChunks strategy@(AllocationStrategy (I# first) _ _) (Builder b) = chunksFrom strategy first (b (Step (\_ i s -> (# s, Done i #))))

-- The chunks, from one in a fresh buffer of a size on.
chunksFrom :: AllocationStrategy -> Int# -> Step -> [ByteString]
chunksFrom strategy@(AllocationStrategy _ (I# others) trim) size (Step k) = runRW# (\s -> case newByteArray# size s of
  (# s1, m #) -> case k m 0# s1 of
    (# s2, Done i #) -> chunkBefore m i [] s2
    (# s2, Full i need next #) -> let rest = chunksFrom strategy (case need ># others of { 1# -> need; _ -> others }) next in chunkBefore m i rest s2
    -- the next buffer is as large as this one would have been that was not begun
    (# s2, Insert i b next #) -> let rest = chunksFrom strategy (case i of { 0# -> size; _ -> others }) next in chunkBefore m i (b : rest) s2)
  where
    chunkBefore m i rest s = case i of
      0# -> (# s, rest #)
      _ -> case trim (I# i) (I# size) of
        True -> case newByteArray# i s of
          (# s1, short #) -> case copyMutableByteArray# m 0# short 0# i s1 of
            s2 -> case unsafeFreezeByteArray# short s2 of (# s3, a #) -> (# s3, BS a 0# i : rest #)
        False -> case unsafeFreezeByteArray# m s of (# s1, a #) -> (# s1, BS a 0# i : rest #)
{-# NOINLINE chunksFrom #-}

-- | A builder of at most so many bytes; the function writes them from an index on and says the index after them.
bounded :: Int# -> (MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)) -> Builder
bounded need write = Builder (\(Step k) ->
  let here m i s = case write m i s of (# s1, j #) -> k m j s1
  in Step (\m i s -> case i +# need <=# sizeofMutableByteArray# m of
    1# -> here m i s
    _ -> (# s, Full i need (Step here) #)))
{-# INLINE bounded #-}

-- | The characters of a string one after the other, each of at most so many bytes; lazy in the string.
characters :: Int# -> (MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> (# State# RealWorld, Int# #)) -> [Char] -> Builder
characters need write str = Builder (\(Step k) ->
  let go cs0 = Step (\m i0 s0 ->
        let n = sizeofMutableByteArray# m
            loop cs i s = case cs of
              [] -> k m i s
              C# c : rest -> case i +# need <=# n of
                1# -> case write m i c s of (# s1, j #) -> loop rest j s1
                _ -> (# s, Full i need (go cs) #)
        in loop cs0 i0 s0)
  in go str)
{-# INLINE characters #-}

-- | Two hexadecimal digits for each byte.
hexBytes :: ByteString -> Builder
hexBytes b = Builder (\(Step k) ->
  let go from = Step (\m i0 s0 -> case b of
        BS a o n ->
          let size = sizeofMutableByteArray# m
              loop j i s = case j >=# n of
                1# -> k m i s
                _ -> case i +# 2# <=# size of
                  1# -> case writeNibbles 2# (indexWord8Array# a (o +# j)) m i s of (# s1, i' #) -> loop (j +# 1#) i' s1
                  _ -> (# s, Full i 2# (go (I# j)) #)
          in case from of I# j0 -> loop j0 i0 s0)
  in go 0)

-- | Into the buffers, filling them up.
copied :: ByteString -> Builder
copied b = Builder (\k -> Step (\m i s -> case b of BS a o len -> copyThen a o len k m i s))
{-# INLINE copied #-}

copyThen :: ByteArray# -> Int# -> Int# -> Step -> MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Signal #)
copyThen a o len k m i s = case len <=# sizeofMutableByteArray# m -# i of
  1# -> case copyByteArray# a o m i len s of s1 -> case k of Step next -> next m (i +# len) s1
  _ -> copyPart a o len k m i s
{-# INLINE copyThen #-}

copyPart :: ByteArray# -> Int# -> Int# -> Step -> MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Signal #)
copyPart a o len k m i s = case sizeofMutableByteArray# m of
  n -> case n -# i of
    room -> case copyByteArray# a o m i room s of
      s1 -> (# s1, Full n 1# (Step (\m' i' s' -> copyThen a (o +# room) (len -# room) k m' i' s')) #)
{-# NOINLINE copyPart #-}

-- | As a chunk of its own, not copied.
inserted :: ByteString -> Builder
inserted = thresholded 0

-- | Copied up to so many bytes.
thresholded :: Int -> ByteString -> Builder
thresholded most b = Builder (\k -> Step (\m i s -> case b of
  BS a o len -> case most of
    I# most' -> case len <=# most' of
      1# -> copyThen a o len k m i s
      _ -> (# s, Insert i b k #)))
{-# INLINE thresholded #-}

-- | Ends the chunk, if there is something in it.
flush :: Builder
flush = Builder (\(Step k) -> Step (\m i s -> case i of
  0# -> k m i s
  _ -> (# s, Full i 1# (Step k) #)))

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
wordDigits x = bounded 20# (\m i s -> case x of W# w -> writeDigits m i w s)
{-# INLINE wordDigits #-}

intDigits :: Int -> Builder
intDigits x = bounded 20# (\m i s -> case x of I# n -> writeSigned m i n s)
{-# INLINE intDigits #-}

writeSigned :: MutableByteArray# RealWorld -> Int# -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeSigned m i n s = case n <# 0# of
  1# -> case writeWord8Array# m i 45## s of s1 -> writeDigits m (i +# 1#) (int2Word# (negateInt# n)) s1
  _ -> writeDigits m i (int2Word# n) s

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
hexDigits x = bounded 16# (\m i s -> case x of W# w -> writeNibbles (nibblesOf w) w m i s)
{-# INLINE hexDigits #-}

nibblesOf :: Word# -> Int#
nibblesOf w = count 1# w
  where count n x = case uncheckedShiftRL# x 4# of
          0## -> n
          y -> count (n +# 1#) y

-- | So many of the lowest hexadecimal digits.
nibbles :: Int -> Word -> Builder
nibbles (I# n) x = bounded n (\m i s -> case x of W# w -> writeNibbles n w m i s)
{-# INLINE nibbles #-}

writeNibbles :: Int# -> Word# -> MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeNibbles n w m i s = case n of
  0# -> (# s, i #)
  _ -> case and# (uncheckedShiftRL# w (uncheckedIShiftL# (n -# 1#) 2#)) 15## of
    d -> case writeWord8Array# m i (plusWord# d (case d `ltWord#` 10## of { 1# -> 48##; _ -> 87## })) s of
      s1 -> writeNibbles (n -# 1#) w m (i +# 1#) s1

-- | So many of the lowest bytes, the highest first or the lowest.
bigEndian, littleEndian :: Int -> Word -> Builder
bigEndian (I# n) x = bounded n (\m i s -> case x of W# w -> writeHighFirst n w m i s)
littleEndian (I# n) x = bounded n (\m i s -> case x of W# w -> writeLowFirst n w m i s)
{-# INLINE bigEndian #-}
{-# INLINE littleEndian #-}

writeHighFirst, writeLowFirst :: Int# -> Word# -> MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeHighFirst n w m i s = case n of
  0# -> (# s, i #)
  _ -> case n -# 1# of k -> case writeWord8Array# m i (uncheckedShiftRL# w (uncheckedIShiftL# k 3#)) s of s1 -> writeHighFirst k w m (i +# 1#) s1
writeLowFirst n w m i s = case n of
  0# -> (# s, i #)
  _ -> case writeWord8Array# m i w s of s1 -> writeLowFirst (n -# 1#) (uncheckedShiftRL# w 8#) m (i +# 1#) s1
