-- | Errors of input and output.
module System.IO.Error
  ( IOError, userError, mkIOError, annotateIOError, isAlreadyExistsError, isDoesNotExistError, isAlreadyInUseError, isFullError, isEOFError
  , isIllegalOperation, isPermissionError, isUserError, isResourceVanishedError, ioeGetErrorType, ioeGetLocation, ioeGetErrorString, ioeGetHandle
  , ioeGetFileName, ioeSetErrorType, ioeSetErrorString, ioeSetLocation, ioeSetHandle, ioeSetFileName, IOErrorType, alreadyExistsErrorType
  , doesNotExistErrorType, alreadyInUseErrorType, fullErrorType, eofErrorType, illegalOperationErrorType, permissionErrorType, userErrorType
  , isAlreadyExistsErrorType, isDoesNotExistErrorType, isAlreadyInUseErrorType, isFullErrorType, isEOFErrorType, isIllegalOperationErrorType
  , isPermissionErrorType, isUserErrorType, resourceVanishedErrorType, isResourceVanishedErrorType, ioError, catchIOError, tryIOError, modifyIOError
  ) where

import Control.Exception (try)
import GPH.Base (Alternative(..))
import GPH.Exception

tryIOError :: IO a -> IO (Either IOError a)
tryIOError = try

catchIOError :: IO a -> (IOError -> IO a) -> IO a
catchIOError = catch

modifyIOError :: (IOError -> IOError) -> IO a -> IO a
modifyIOError f io = catch io (\e -> ioError (f e))

mkIOError :: IOErrorType -> String -> Maybe Handle -> Maybe FilePath -> IOError
mkIOError t loc h path = IOError h t loc "" Nothing path

annotateIOError :: IOError -> String -> Maybe Handle -> Maybe FilePath -> IOError
annotateIOError ioe loc hdl path = ioe { ioe_handle = maybe (ioe_handle ioe) Just hdl, ioe_location = loc, ioe_filename = maybe (ioe_filename ioe) Just path }

isAlreadyExistsError, isDoesNotExistError, isAlreadyInUseError, isFullError, isEOFError, isIllegalOperation, isPermissionError, isUserError
  , isResourceVanishedError :: IOError -> Bool
isAlreadyExistsError = isAlreadyExistsErrorType . ioe_type
isDoesNotExistError = isDoesNotExistErrorType . ioe_type
isAlreadyInUseError = isAlreadyInUseErrorType . ioe_type
isFullError = isFullErrorType . ioe_type
isEOFError = isEOFErrorType . ioe_type
isIllegalOperation = isIllegalOperationErrorType . ioe_type
isPermissionError = isPermissionErrorType . ioe_type
isUserError = isUserErrorType . ioe_type
isResourceVanishedError e = ioe_type e == ResourceVanished

alreadyExistsErrorType, doesNotExistErrorType, alreadyInUseErrorType, fullErrorType, eofErrorType, illegalOperationErrorType, permissionErrorType
  , userErrorType :: IOErrorType
alreadyExistsErrorType = AlreadyExists
doesNotExistErrorType = NoSuchThing
alreadyInUseErrorType = ResourceBusy
fullErrorType = ResourceExhausted
eofErrorType = EOF
illegalOperationErrorType = IllegalOperation
permissionErrorType = PermissionDenied
userErrorType = UserError

isAlreadyExistsErrorType, isDoesNotExistErrorType, isAlreadyInUseErrorType, isFullErrorType, isEOFErrorType, isIllegalOperationErrorType
  , isPermissionErrorType, isUserErrorType :: IOErrorType -> Bool
isAlreadyExistsErrorType = (== AlreadyExists)
isDoesNotExistErrorType = (== NoSuchThing)
isAlreadyInUseErrorType = (== ResourceBusy)
isFullErrorType = (== ResourceExhausted)
isEOFErrorType = (== EOF)
isIllegalOperationErrorType = (== IllegalOperation)
isPermissionErrorType = (== PermissionDenied)
isUserErrorType = (== UserError)

ioeGetErrorType :: IOError -> IOErrorType
ioeGetErrorType = ioe_type

ioeGetErrorString, ioeGetLocation :: IOError -> String
ioeGetErrorString ioe
  | isUserError ioe = ioe_description ioe
  | otherwise = show (ioe_type ioe)
ioeGetLocation = ioe_location

ioeGetHandle :: IOError -> Maybe Handle
ioeGetHandle = ioe_handle

ioeGetFileName :: IOError -> Maybe FilePath
ioeGetFileName = ioe_filename

ioeSetErrorType :: IOError -> IOErrorType -> IOError
ioeSetErrorType ioe t = ioe { ioe_type = t }

ioeSetErrorString, ioeSetLocation, ioeSetFileName :: IOError -> String -> IOError
ioeSetErrorString ioe str = ioe { ioe_description = str }
ioeSetLocation ioe str = ioe { ioe_location = str }
ioeSetFileName ioe path = ioe { ioe_filename = Just path }

ioeSetHandle :: IOError -> Handle -> IOError
ioeSetHandle ioe h = ioe { ioe_handle = Just h }

resourceVanishedErrorType :: IOErrorType
resourceVanishedErrorType = ResourceVanished

isResourceVanishedErrorType :: IOErrorType -> Bool
isResourceVanishedErrorType t = t == ResourceVanished
