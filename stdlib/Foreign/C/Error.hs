-- | C's errno as exceptions.
module Foreign.C.Error
  ( Errno(..), eOK, e2BIG, eACCES, eADDRINUSE, eADDRNOTAVAIL, eADV, eAFNOSUPPORT, eAGAIN, eALREADY, eBADF, eBADMSG, eBADRPC, eBUSY, eCHILD,
    eCOMM, eCONNABORTED, eCONNREFUSED, eCONNRESET, eDEADLK, eDESTADDRREQ, eDIRTY, eDOM, eDQUOT, eEXIST, eFAULT, eFBIG, eFTYPE,
    eHOSTDOWN, eHOSTUNREACH, eIDRM, eILSEQ, eINPROGRESS, eINTR, eINVAL, eIO, eISCONN, eISDIR, eLOOP, eMFILE, eMLINK, eMSGSIZE,
    eMULTIHOP, eNAMETOOLONG, eNETDOWN, eNETRESET, eNETUNREACH, eNFILE, eNOBUFS, eNODATA, eNODEV, eNOENT, eNOEXEC, eNOLCK,
    eNOLINK, eNOMEM, eNOMSG, eNONET, eNOPROTOOPT, eNOSPC, eNOSR, eNOSTR, eNOSYS, eNOTBLK, eNOTCONN, eNOTDIR, eNOTEMPTY, eNOTSOCK,
    eNOTSUP, eNOTTY, eNXIO, eOPNOTSUPP, ePERM, ePFNOSUPPORT, ePIPE, ePROCLIM, ePROCUNAVAIL, ePROGMISMATCH, ePROGUNAVAIL, ePROTO,
    ePROTONOSUPPORT, ePROTOTYPE, eRANGE, eREMCHG, eREMOTE, eROFS, eRPCMISMATCH, eRREMOTE, eSHUTDOWN, eSOCKTNOSUPPORT, eSPIPE,
    eSRCH, eSRMNT, eSTALE, eTIME, eTIMEDOUT, eTOOMANYREFS, eTXTBSY, eUSERS, eWOULDBLOCK, eXDEV
  , isValidErrno, getErrno, resetErrno, errnoToIOError, throwErrno, throwErrnoIf
  , throwErrnoIf_, throwErrnoIfMinus1, throwErrnoIfMinus1_, throwErrnoIfNull, throwErrnoIfRetry, throwErrnoIfMinus1Retry
  , throwErrnoIfMinus1Retry_, throwErrnoIfRetry_, throwErrnoIfNullRetry, throwErrnoIfRetryMayBlock, throwErrnoIfRetryMayBlock_
  , throwErrnoIfMinus1RetryMayBlock, throwErrnoIfMinus1RetryMayBlock_, throwErrnoIfNullRetryMayBlock, throwErrnoPath, throwErrnoPathIf, throwErrnoPathIf_
  , throwErrnoPathIfNull, throwErrnoPathIfMinus1, throwErrnoPathIfMinus1_
  ) where

import Foreign.C.Types
import Foreign.Ptr
import GPH.Exception (Handle, IOException(..))
import GPH.Handle (errnoType, strerror)
import GPH.IOBase (unsafeDupablePerformIO)

newtype Errno = Errno CInt

instance Eq Errno where
  x@(Errno a) == y@(Errno b) = isValidErrno x && isValidErrno y && a == b

-- Numbers of Linux; -1 for those that it lacks.
eOK, e2BIG, eACCES, eADDRINUSE, eADDRNOTAVAIL, eADV, eAFNOSUPPORT, eAGAIN, eALREADY, eBADF, eBADMSG, eBADRPC, eBUSY, eCHILD,
  eCOMM, eCONNABORTED, eCONNREFUSED, eCONNRESET, eDEADLK, eDESTADDRREQ, eDIRTY, eDOM, eDQUOT, eEXIST, eFAULT, eFBIG, eFTYPE,
  eHOSTDOWN, eHOSTUNREACH, eIDRM, eILSEQ, eINPROGRESS, eINTR, eINVAL, eIO, eISCONN, eISDIR, eLOOP, eMFILE, eMLINK, eMSGSIZE,
  eMULTIHOP, eNAMETOOLONG, eNETDOWN, eNETRESET, eNETUNREACH, eNFILE, eNOBUFS, eNODATA, eNODEV, eNOENT, eNOEXEC, eNOLCK, eNOLINK,
  eNOMEM, eNOMSG, eNONET, eNOPROTOOPT, eNOSPC, eNOSR, eNOSTR, eNOSYS, eNOTBLK, eNOTCONN, eNOTDIR, eNOTEMPTY, eNOTSOCK, eNOTSUP,
  eNOTTY, eNXIO, eOPNOTSUPP, ePERM, ePFNOSUPPORT, ePIPE, ePROCLIM, ePROCUNAVAIL, ePROGMISMATCH, ePROGUNAVAIL, ePROTO,
  ePROTONOSUPPORT, ePROTOTYPE, eRANGE, eREMCHG, eREMOTE, eROFS, eRPCMISMATCH, eRREMOTE, eSHUTDOWN, eSOCKTNOSUPPORT, eSPIPE,
  eSRCH, eSRMNT, eSTALE, eTIME, eTIMEDOUT, eTOOMANYREFS, eTXTBSY, eUSERS, eWOULDBLOCK, eXDEV :: Errno
eOK = Errno 0
e2BIG = Errno 7
eACCES = Errno 13
eADDRINUSE = Errno 98
eADDRNOTAVAIL = Errno 99
eADV = Errno 68
eAFNOSUPPORT = Errno 97
eAGAIN = Errno 11
eALREADY = Errno 114
eBADF = Errno 9
eBADMSG = Errno 74
eBADRPC = Errno (-1)
eBUSY = Errno 16
eCHILD = Errno 10
eCOMM = Errno 70
eCONNABORTED = Errno 103
eCONNREFUSED = Errno 111
eCONNRESET = Errno 104
eDEADLK = Errno 35
eDESTADDRREQ = Errno 89
eDIRTY = Errno (-1)
eDOM = Errno 33
eDQUOT = Errno 122
eEXIST = Errno 17
eFAULT = Errno 14
eFBIG = Errno 27
eFTYPE = Errno (-1)
eHOSTDOWN = Errno 112
eHOSTUNREACH = Errno 113
eIDRM = Errno 43
eILSEQ = Errno 84
eINPROGRESS = Errno 115
eINTR = Errno 4
eINVAL = Errno 22
eIO = Errno 5
eISCONN = Errno 106
eISDIR = Errno 21
eLOOP = Errno 40
eMFILE = Errno 24
eMLINK = Errno 31
eMSGSIZE = Errno 90
eMULTIHOP = Errno 72
eNAMETOOLONG = Errno 36
eNETDOWN = Errno 100
eNETRESET = Errno 102
eNETUNREACH = Errno 101
eNFILE = Errno 23
eNOBUFS = Errno 105
eNODATA = Errno 61
eNODEV = Errno 19
eNOENT = Errno 2
eNOEXEC = Errno 8
eNOLCK = Errno 37
eNOLINK = Errno 67
eNOMEM = Errno 12
eNOMSG = Errno 42
eNONET = Errno 64
eNOPROTOOPT = Errno 92
eNOSPC = Errno 28
eNOSR = Errno 63
eNOSTR = Errno 60
eNOSYS = Errno 38
eNOTBLK = Errno 15
eNOTCONN = Errno 107
eNOTDIR = Errno 20
eNOTEMPTY = Errno 39
eNOTSOCK = Errno 88
eNOTSUP = Errno 95
eNOTTY = Errno 25
eNXIO = Errno 6
eOPNOTSUPP = Errno 95
ePERM = Errno 1
ePFNOSUPPORT = Errno 96
ePIPE = Errno 32
ePROCLIM = Errno (-1)
ePROCUNAVAIL = Errno (-1)
ePROGMISMATCH = Errno (-1)
ePROGUNAVAIL = Errno (-1)
ePROTO = Errno 71
ePROTONOSUPPORT = Errno 93
ePROTOTYPE = Errno 91
eRANGE = Errno 34
eREMCHG = Errno 78
eREMOTE = Errno 66
eROFS = Errno 30
eRPCMISMATCH = Errno (-1)
eRREMOTE = Errno (-1)
eSHUTDOWN = Errno 108
eSOCKTNOSUPPORT = Errno 94
eSPIPE = Errno 29
eSRCH = Errno 3
eSRMNT = Errno 69
eSTALE = Errno 116
eTIME = Errno 62
eTIMEDOUT = Errno 110
eTOOMANYREFS = Errno 109
eTXTBSY = Errno 26
eUSERS = Errno 87
eWOULDBLOCK = Errno 11
eXDEV = Errno 18

foreign import ccall unsafe "gph_get_errno" c_get_errno :: IO Int
foreign import ccall unsafe "gph_set_errno" c_set_errno :: Int -> IO ()

isValidErrno :: Errno -> Bool
isValidErrno (Errno e) = e /= -1

getErrno :: IO Errno
getErrno = fmap (Errno . fromIntegral) c_get_errno

resetErrno :: IO ()
resetErrno = c_set_errno 0

errnoToIOError :: String -> Errno -> Maybe Handle -> Maybe String -> IOError
errnoToIOError loc (Errno e) h path = IOError h (errnoType n) loc (unsafeDupablePerformIO (strerror n)) (Just e) path
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

throwErrnoIfRetry_ :: (a -> Bool) -> String -> IO a -> IO ()
throwErrnoIfRetry_ pred loc f = throwErrnoIfRetry pred loc f >> return ()

throwErrnoIfMinus1Retry_ :: (Eq a, Num a) => String -> IO a -> IO ()
throwErrnoIfMinus1Retry_ loc f = throwErrnoIfMinus1Retry loc f >> return ()

throwErrnoIfNullRetry :: String -> IO (Ptr a) -> IO (Ptr a)
throwErrnoIfNullRetry = throwErrnoIfRetry (== nullPtr)

-- | As the retrying ones; where the call would block, the action runs first.
throwErrnoIfRetryMayBlock :: (a -> Bool) -> String -> IO a -> IO b -> IO a
throwErrnoIfRetryMayBlock pred loc f onBlock = f >>= \res ->
  if pred res
    then getErrno >>= \e ->
      if e == eINTR then throwErrnoIfRetryMayBlock pred loc f onBlock
      else if e == eWOULDBLOCK || e == eAGAIN then onBlock >> throwErrnoIfRetryMayBlock pred loc f onBlock
      else throwErrno loc
    else return res

throwErrnoIfRetryMayBlock_ :: (a -> Bool) -> String -> IO a -> IO b -> IO ()
throwErrnoIfRetryMayBlock_ pred loc f onBlock = throwErrnoIfRetryMayBlock pred loc f onBlock >> return ()

throwErrnoIfMinus1RetryMayBlock :: (Eq a, Num a) => String -> IO a -> IO b -> IO a
throwErrnoIfMinus1RetryMayBlock = throwErrnoIfRetryMayBlock (== -1)

throwErrnoIfMinus1RetryMayBlock_ :: (Eq a, Num a) => String -> IO a -> IO b -> IO ()
throwErrnoIfMinus1RetryMayBlock_ = throwErrnoIfRetryMayBlock_ (== -1)

throwErrnoIfNullRetryMayBlock :: String -> IO (Ptr a) -> IO b -> IO (Ptr a)
throwErrnoIfNullRetryMayBlock = throwErrnoIfRetryMayBlock (== nullPtr)

-- | With the path in the exception.
throwErrnoPath :: String -> FilePath -> IO a
throwErrnoPath loc path = getErrno >>= \e -> ioError (errnoToIOError loc e Nothing (Just path))

throwErrnoPathIf :: (a -> Bool) -> String -> FilePath -> IO a -> IO a
throwErrnoPathIf pred loc path f = f >>= \res -> if pred res then throwErrnoPath loc path else return res

throwErrnoPathIf_ :: (a -> Bool) -> String -> FilePath -> IO a -> IO ()
throwErrnoPathIf_ pred loc path f = throwErrnoPathIf pred loc path f >> return ()

throwErrnoPathIfNull :: String -> FilePath -> IO (Ptr a) -> IO (Ptr a)
throwErrnoPathIfNull = throwErrnoPathIf (== nullPtr)

throwErrnoPathIfMinus1 :: (Eq a, Num a) => String -> FilePath -> IO a -> IO a
throwErrnoPathIfMinus1 = throwErrnoPathIf (== -1)

throwErrnoPathIfMinus1_ :: (Eq a, Num a) => String -> FilePath -> IO a -> IO ()
throwErrnoPathIfMinus1_ = throwErrnoPathIf_ (== -1)
