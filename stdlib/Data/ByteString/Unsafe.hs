{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Parts of byte strings without checks of bounds; all cost O(1). And byte strings as memory of C, O(1), too: the array, which could move, stays where it is
-- meanwhile.
-- Memory of C as byte strings is copied, O(n); so memory that changes later does not change the string.
module Data.ByteString.Unsafe
  ( unsafeHead, unsafeTail, unsafeInit, unsafeLast, unsafeIndex, unsafeTake, unsafeDrop
  , unsafeUseAsCString, unsafeUseAsCStringLen, unsafePackCString, unsafePackCStringLen, unsafePackMallocCString, unsafePackMallocCStringLen
  , unsafePackCStringFinalizer, unsafeFinalize, unsafePackAddress, unsafePackAddressLen
  ) where

import GPH.Base (unIO)
import GPH.ByteString
import GPH.Prim
import GPH.Ptr (Ptr(..), castPtr)
import GPH.Types (IO(..), Int)
import Data.Word (Word8)
import Foreign.C.String (CString, CStringLen)
import Foreign.Marshal.Alloc (free)
import Prelude (return, (-), (>>=), (>>))

unsafeHead, unsafeLast :: ByteString -> Word8
unsafeHead b = unsafeIndex b 0
unsafeLast b = unsafeIndex b (length b - 1)
{-# INLINE unsafeHead #-}
{-# INLINE unsafeLast #-}

unsafeTail, unsafeInit :: ByteString -> ByteString
unsafeTail b = unsafeDrop 1 b
unsafeInit b = unsafeTake (length b - 1) b
{-# INLINE unsafeTail #-}
{-# INLINE unsafeInit #-}

-- | The string's own bytes, until the action ends; no NUL follows. What the action writes changes the string.
unsafeUseAsCString :: ByteString -> (CString -> IO a) -> IO a
unsafeUseAsCString (BS a o _) act = IO (\s -> case isByteArrayPinned# a of
  0# -> case pinByteArray# a s of
    (# s1, token, p #) -> case unIO (act (Ptr (plusAddr# p o))) s1 of
      (# s2, r #) -> case unpinByteArray# token s2 of s3 -> case touch# (Keep a) s3 of s4 -> (# s4, r #)
  _ -> case unIO (act (Ptr (plusAddr# (byteArrayContents# a) o))) s of
    (# s1, r #) -> case touch# (Keep a) s1 of s2 -> (# s2, r #))
unsafeUseAsCStringLen :: ByteString -> (CStringLen -> IO a) -> IO a
unsafeUseAsCStringLen b act = unsafeUseAsCString b (\p -> act (p, length b))

data Keep = Keep ByteArray#

unsafePackCString :: CString -> IO ByteString
unsafePackCString = packCString
unsafePackCStringLen :: CStringLen -> IO ByteString
unsafePackCStringLen = packCStringLen

-- | Of literals, @"..."#@; up to the first zero byte, and of a length.
unsafePackAddress :: Addr# -> IO ByteString
unsafePackAddress a = packCString (Ptr a)

unsafePackAddressLen :: Int -> Addr# -> IO ByteString
unsafePackAddressLen n a = packCStringLen (Ptr a, n)

-- | Memory of malloc, which is free afterwards.
unsafePackMallocCString :: CString -> IO ByteString
unsafePackMallocCString p = packCString p >>= \b -> free p >> return b
unsafePackMallocCStringLen :: CStringLen -> IO ByteString
unsafePackMallocCStringLen (p, n) = packCStringLen (p, n) >>= \b -> free p >> return b

-- | The action ends the memory's life; it runs at once.
unsafePackCStringFinalizer :: Ptr Word8 -> Int -> IO () -> IO ByteString
unsafePackCStringFinalizer p n done = packCStringLen (castPtr p, n) >>= \b -> done >> return b

-- | Nothing: no byte string owns memory of C.
unsafeFinalize :: ByteString -> IO ()
unsafeFinalize _ = return ()
