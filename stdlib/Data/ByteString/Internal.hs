{-# LANGUAGE MagicHash, UnboxedTuples, PatternSynonyms, ViewPatterns #-}
-- | Byte strings as memory, for programs that fill or read them by pointers. Ours are arrays of the heap that may move (GPH.ByteString), so a string
-- that is made by writing through a pointer is copied once when it is done, and 'toForeignPtr' gives a copy: O(n) where GHC's take O(1), and what is written
-- to the memory later does not change the string.
module Data.ByteString.Internal
  ( ByteString(PS)
  , packBytes, packUptoLenBytes, packChars, packUptoLenChars, unpackBytes, unpackChars
  , unpackAppendBytesLazy, unpackAppendBytesStrict, unpackAppendCharsLazy, unpackAppendCharsStrict, unsafePackAddress
  , create, createUptoN, createUptoN', createAndTrim, createAndTrim', unsafeCreate, unsafeCreateUptoN, unsafeCreateUptoN', mallocByteString
  , fromForeignPtr, toForeignPtr, nullForeignPtr, checkedAdd
  , c_strlen, c_free_finalizer, memchr, memcmp, memcpy, memset, c_reverse, c_intersperse, c_maximum, c_minimum, c_count
  , w2c, c2w, isSpaceWord8, isSpaceChar8, accursedUnutterablePerformIO, inlinePerformIO
  ) where

import Data.Word (Word8)
import Foreign.C.String (CString)
import Foreign.C.Types (CInt(..), CSize(..), CULong(..))
import Foreign.ForeignPtr (ForeignPtr, mallocForeignPtrBytes, newForeignPtr_, withForeignPtr)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Ptr (FunPtr, Ptr, castPtr, nullPtr, plusPtr)
import Foreign.Storable (peekByteOff, pokeByteOff)
import qualified GPH.ByteString as B
import GPH.ByteString (ByteString, c2w, copyToPtr, isSpaceChar8, isSpaceWord8, packBytes, packChars, packCString, packCStringLen, unpackBytes, unpackChars, unsafeTake, w2c)
import GPH.Prim (Addr#)
import GPH.Ptr (Ptr(..))
import System.IO.Unsafe (unsafePerformIO)

-- | As GHC's constructor: the memory (a copy), the offset, the length.
pattern PS :: ForeignPtr Word8 -> Int -> Int -> ByteString
pattern PS p o n <- (toForeignPtr -> (p, o, n)) where PS p o n = fromForeignPtr p o n
{-# COMPLETE PS #-}

foreign import ccall unsafe "strlen" c_strlen :: CString -> IO CSize
foreign import ccall unsafe "&free" c_free_finalizer :: FunPtr (Ptr Word8 -> IO ())
foreign import ccall unsafe "memchr" c_memchr :: Ptr Word8 -> CInt -> CSize -> IO (Ptr Word8)
foreign import ccall unsafe "memcmp" c_memcmp :: Ptr Word8 -> Ptr Word8 -> CSize -> IO CInt
foreign import ccall unsafe "memcpy" c_memcpy :: Ptr Word8 -> Ptr Word8 -> CSize -> IO (Ptr Word8)
foreign import ccall unsafe "memset" c_memset :: Ptr Word8 -> CInt -> CSize -> IO (Ptr Word8)

-- | The first byte of that value among n, or a null pointer.
memchr :: Ptr Word8 -> Word8 -> CSize -> IO (Ptr Word8)
memchr p w n = c_memchr p (fromIntegral w) n

memcmp :: Ptr Word8 -> Ptr Word8 -> Int -> IO CInt
memcmp p q n = c_memcmp p q (fromIntegral n)

-- | To, from, bytes; they must not overlap.
memcpy :: Ptr Word8 -> Ptr Word8 -> Int -> IO ()
memcpy to from n = c_memcpy to from (fromIntegral n) >> return ()

memset :: Ptr Word8 -> Word8 -> CSize -> IO (Ptr Word8)
memset p w n = c_memset p (fromIntegral w) n

each :: Ptr Word8 -> CULong -> (Int -> Word8 -> a -> IO a) -> a -> IO a
each p n f = go 0
  where
    go i a | i >= fromIntegral n = return a
           | otherwise = (peekByteOff p i :: IO Word8) >>= \w -> f i w a >>= go (i + 1)

-- | To, from, bytes.
c_reverse :: Ptr Word8 -> Ptr Word8 -> CULong -> IO ()
c_reverse to from n = each from n (\i w _ -> pokeByteOff to (fromIntegral n - 1 - i) w) ()

-- | To, from, bytes, what comes between.
c_intersperse :: Ptr Word8 -> Ptr Word8 -> CULong -> Word8 -> IO ()
c_intersperse to from n b = each from n step ()
  where step i w _ = pokeByteOff to (2 * i) w >> if i + 1 < fromIntegral n then pokeByteOff to (2 * i + 1) b else return ()

-- | Of at least one byte.
c_maximum, c_minimum :: Ptr Word8 -> CULong -> IO Word8
c_maximum p n = each p n (\_ w a -> return $! max w a) minBound
c_minimum p n = each p n (\_ w a -> return $! min w a) maxBound

c_count :: Ptr Word8 -> CULong -> Word8 -> IO CULong
c_count p n b = each p n (\_ w a -> return $! if w == b then a + 1 else a) 0

-- | A string of n bytes that the action writes.
create :: Int -> (Ptr Word8 -> IO ()) -> IO ByteString
create n act = createUptoN n (\p -> act p >> return n)

-- | A string of at most n bytes; the action says how many it wrote.
createUptoN :: Int -> (Ptr Word8 -> IO Int) -> IO ByteString
createUptoN n act = fmap fst (createUptoN' n (\p -> act p >>= \k -> return (k, ())))

createUptoN' :: Int -> (Ptr Word8 -> IO (Int, a)) -> IO (ByteString, a)
createUptoN' n act = createAndTrim' n (\p -> act p >>= \(k, r) -> return (0, k, r))

createAndTrim :: Int -> (Ptr Word8 -> IO Int) -> IO ByteString
createAndTrim = createUptoN

-- | The action says where the string begins, and how long it is.
createAndTrim' :: Int -> (Ptr Word8 -> IO (Int, Int, a)) -> IO (ByteString, a)
createAndTrim' n act = allocaBytes (max 1 n) (\p -> act p >>= \(o, k, r) -> packCStringLen (castPtr p `plusPtr` o, k) >>= \b -> return (b, r))

unsafeCreate :: Int -> (Ptr Word8 -> IO ()) -> ByteString
unsafeCreate n act = unsafePerformIO (create n act)

unsafeCreateUptoN :: Int -> (Ptr Word8 -> IO Int) -> ByteString
unsafeCreateUptoN n act = unsafePerformIO (createUptoN n act)

unsafeCreateUptoN' :: Int -> (Ptr Word8 -> IO (Int, a)) -> (ByteString, a)
unsafeCreateUptoN' n act = unsafePerformIO (createUptoN' n act)

mallocByteString :: Int -> IO (ForeignPtr a)
mallocByteString = mallocForeignPtrBytes

-- | The memory, the offset in it, the bytes: as the memory is now.
fromForeignPtr :: ForeignPtr Word8 -> Int -> Int -> ByteString
fromForeignPtr fp o n = unsafePerformIO (withForeignPtr fp (\p -> packCStringLen (castPtr p `plusPtr` o, n)))
{-# NOINLINE fromForeignPtr #-}

-- | Memory with the string's bytes, an offset of 0, the length.
toForeignPtr :: ByteString -> (ForeignPtr Word8, Int, Int)
toForeignPtr b = unsafePerformIO (mallocForeignPtrBytes (max 1 n) >>= \fp -> withForeignPtr fp (\p -> copyToPtr b (castPtr p)) >> return (fp, 0, n))
  where n = B.length b
{-# NOINLINE toForeignPtr #-}

nullForeignPtr :: ForeignPtr Word8
nullForeignPtr = unsafePerformIO (newForeignPtr_ nullPtr)
{-# NOINLINE nullForeignPtr #-}

-- | The sum of two lengths; an error that names the function if it overflows.
checkedAdd :: String -> Int -> Int -> Int
checkedAdd fun x y
  | r >= 0 = r
  | otherwise = errorWithoutStackTrace ("Data.ByteString." ++ fun ++ ": size overflow")
  where r = x + y

-- | The first n of the list, and the rest.
packUptoLenBytes :: Int -> [Word8] -> (ByteString, [Word8])
packUptoLenBytes n ws = case splitAt n ws of (a, b) -> (packBytes a, b)
packUptoLenChars :: Int -> [Char] -> (ByteString, [Char])
packUptoLenChars n cs = case splitAt n cs of (a, b) -> (packChars a, b)

unpackAppendBytesLazy, unpackAppendBytesStrict :: ByteString -> [Word8] -> [Word8]
unpackAppendBytesLazy b rest = unpackBytes b ++ rest
unpackAppendBytesStrict b rest = B.foldrBytes' (:) rest b
unpackAppendCharsLazy, unpackAppendCharsStrict :: ByteString -> [Char] -> [Char]
unpackAppendCharsLazy b rest = unpackChars b ++ rest
unpackAppendCharsStrict b rest = B.foldrBytes' (\w r -> w2c w : r) rest b

-- | Of a literal, which ends in NUL.
unsafePackAddress :: Addr# -> IO ByteString
unsafePackAddress a = packCString (Ptr a)

accursedUnutterablePerformIO, inlinePerformIO :: IO a -> a
accursedUnutterablePerformIO = unsafePerformIO
inlinePerformIO = unsafePerformIO
{-# DEPRECATED inlinePerformIO "If you think you know what you are doing, use 'System.IO.Unsafe.unsafePerformIO'." #-}
