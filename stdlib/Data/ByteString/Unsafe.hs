-- | Parts of byte strings without checks of bounds; all cost O(1). And byte strings as memory of C, and back: since a byte string is an array of
-- the heap that may move, these copy, O(n); so memory that changes later does not change the string.
module Data.ByteString.Unsafe
  ( unsafeHead, unsafeTail, unsafeInit, unsafeLast, unsafeIndex, unsafeTake, unsafeDrop
  , unsafeUseAsCString, unsafeUseAsCStringLen, unsafePackCString, unsafePackCStringLen, unsafePackMallocCString, unsafePackMallocCStringLen
  , unsafePackCStringFinalizer, unsafeFinalize
  ) where

import GPH.ByteString
import Data.Word (Word8)
import Foreign.C.String (CString, CStringLen)
import Foreign.Marshal.Alloc (free)
import Foreign.Ptr (Ptr, castPtr)
import Prelude (IO, Int, return, (-), (>>=), (>>))

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

-- | Until the action ends; there is a NUL after the bytes. What the action writes is lost.
unsafeUseAsCString :: ByteString -> (CString -> IO a) -> IO a
unsafeUseAsCString = useAsCString
unsafeUseAsCStringLen :: ByteString -> (CStringLen -> IO a) -> IO a
unsafeUseAsCStringLen = useAsCStringLen

unsafePackCString :: CString -> IO ByteString
unsafePackCString = packCString
unsafePackCStringLen :: CStringLen -> IO ByteString
unsafePackCStringLen = packCStringLen

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
