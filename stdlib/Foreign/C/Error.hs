-- | C's errno as exceptions.
module Foreign.C.Error
  ( Errno(..), eOK, eNOENT, eINTR, eAGAIN, eEXIST, eACCES, eINVAL, isValidErrno, getErrno, resetErrno, errnoToIOError, throwErrno, throwErrnoIf
  , throwErrnoIf_, throwErrnoIfMinus1, throwErrnoIfMinus1_, throwErrnoIfNull, throwErrnoIfRetry, throwErrnoIfMinus1Retry
  ) where

import Foreign.C.Types
import Foreign.Ptr
import GPH.Exception (Handle, IOException(..))
import GPH.Handle (errnoType, strerror)
import GPH.IOBase (unsafePerformIO)

newtype Errno = Errno CInt

instance Eq Errno where
  Errno a == Errno b = a == b

eOK, eNOENT, eINTR, eAGAIN, eEXIST, eACCES, eINVAL :: Errno
eOK = Errno 0
eNOENT = Errno 2
eINTR = Errno 4
eAGAIN = Errno 11
eACCES = Errno 13
eEXIST = Errno 17
eINVAL = Errno 22

foreign import ccall unsafe "gph_get_errno" c_get_errno :: IO Int
foreign import ccall unsafe "gph_set_errno" c_set_errno :: Int -> IO ()

isValidErrno :: Errno -> Bool
isValidErrno (Errno e) = e /= -1

getErrno :: IO Errno
getErrno = fmap (Errno . fromIntegral) c_get_errno

resetErrno :: IO ()
resetErrno = c_set_errno 0

errnoToIOError :: String -> Errno -> Maybe Handle -> Maybe String -> IOError
errnoToIOError loc (Errno e) h path = IOError h (errnoType n) loc (unsafePerformIO (strerror n)) (Just n) path
  where n = fromIntegral e

throwErrno :: String -> IO a
throwErrno loc = getErrno >>= \e -> ioError (errnoToIOError loc e Nothing Nothing)

throwErrnoIf :: (a -> Bool) -> String -> IO a -> IO a
throwErrnoIf pred loc f = f >>= \res -> if pred res then throwErrno loc else return res

throwErrnoIf_ :: (a -> Bool) -> String -> IO a -> IO ()
throwErrnoIf_ pred loc f = throwErrnoIf pred loc f >> return ()

throwErrnoIfMinus1 :: (Eq a, Num a) => String -> IO a -> IO a
throwErrnoIfMinus1 = throwErrnoIf (== -1)

throwErrnoIfMinus1_ :: (Eq a, Num a) => String -> IO a -> IO ()
throwErrnoIfMinus1_ = throwErrnoIf_ (== -1)

throwErrnoIfNull :: String -> IO (Ptr a) -> IO (Ptr a)
throwErrnoIfNull = throwErrnoIf (== nullPtr)

throwErrnoIfRetry :: (a -> Bool) -> String -> IO a -> IO a
throwErrnoIfRetry pred loc f = f >>= \res ->
  if pred res then getErrno >>= \e -> if e == eINTR then throwErrnoIfRetry pred loc f else throwErrno loc
  else return res

throwErrnoIfMinus1Retry :: (Eq a, Num a) => String -> IO a -> IO a
throwErrnoIfMinus1Retry = throwErrnoIfRetry (== -1)
