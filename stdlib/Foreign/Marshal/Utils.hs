-- | Small marshalling helpers.
module Foreign.Marshal.Utils (with, new, fromBool, toBool, maybeNew, maybeWith, maybePeek, withMany, copyBytes, moveBytes, fillBytes) where

import Data.Word (Word8)
import Foreign.Marshal.Alloc
import Foreign.Ptr
import GPH.Foreign (c_memcpy, c_memmove, c_memset)
import GPH.Storable

with :: Storable a => a -> (Ptr a -> IO b) -> IO b
with val f = alloca (\ptr -> poke ptr val >> f ptr)

new :: Storable a => a -> IO (Ptr a)
new val = malloc >>= \ptr -> poke ptr val >> return ptr

fromBool :: Num a => Bool -> a
fromBool False = 0
fromBool True = 1

toBool :: (Eq a, Num a) => a -> Bool
toBool = (/= 0)

maybeNew :: (a -> IO (Ptr b)) -> Maybe a -> IO (Ptr b)
maybeNew = maybe (return nullPtr)

maybeWith :: (a -> (Ptr b -> IO c) -> IO c) -> Maybe a -> (Ptr b -> IO c) -> IO c
maybeWith = maybe ($ nullPtr)

maybePeek :: (Ptr a -> IO b) -> Ptr a -> IO (Maybe b)
maybePeek pk ptr | ptr == nullPtr = return Nothing
                 | otherwise = fmap Just (pk ptr)

withMany :: (a -> (b -> res) -> res) -> [a] -> ([b] -> res) -> res
withMany _ [] f = f []
withMany withFoo (x : xs) f = withFoo x (\x' -> withMany withFoo xs (\xs' -> f (x' : xs')))

copyBytes, moveBytes :: Ptr a -> Ptr a -> Int -> IO ()
copyBytes dest src size = c_memcpy dest src (fromIntegral size) >> return ()
moveBytes dest src size = c_memmove dest src (fromIntegral size) >> return ()

fillBytes :: Ptr a -> Word8 -> Int -> IO ()
fillBytes dest char size = c_memset dest (fromIntegral char) (fromIntegral size) >> return ()
