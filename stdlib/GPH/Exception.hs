{-# LANGUAGE PatternSynonyms, NoImplicitPrelude, MagicHash, UnboxedTuples, ExistentialQuantification, ScopedTypeVariables #-}
-- | Exceptions: the class, the hierarchy's types with GHC's texts, throwing and catching, 'error', and the failures that the
-- compiler and the runtime raise by name. Comes early so that lists and arithmetic can fail properly.
module GPH.Exception where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Show
import GPH.Typeable
import GPH.CallStack

-- ---- The class -----------------------------------------------------------------------------------------------------
data SomeException = forall e. Exception e => SomeException e

class (Typeable e, Show e) => Exception e where
  toException :: e -> SomeException
  fromException :: SomeException -> Maybe e
  displayException :: e -> [Char]
  toException = SomeException
  fromException (SomeException e) = cast e
  displayException = show

instance Show SomeException where
  showsPrec p (SomeException e) = showsPrec p e

instance Exception SomeException where
  toException e = e
  fromException e = Just e
  displayException (SomeException e) = displayException e

-- ---- Throwing and catching -------------------------------------------------------------------------------------------
throw :: forall a e. Exception e => e -> a
throw e = raise# (toException e)
{-# NOINLINE throw #-}

throwIO :: Exception e => e -> IO a
throwIO e = IO (raiseIO# (toException e))

-- | Catches the exceptions of one type. Others pass.
catch :: Exception e => IO a -> (e -> IO a) -> IO a
catch (IO io) handler = IO (catch# io handler')
  where handler' e = case fromException e of
          Just e' -> unIO (handler e')
          Nothing -> raiseIO# e

-- | Catches what the action raises, not what is thrown to its thread: that goes on outwards, and a lazy value that it cuts off there can be resumed.
catchSync :: IO a -> (SomeException -> IO a) -> IO a
catchSync (IO io) handler = IO (catchSync# io (\e -> unIO (handler e)))

catchException :: Exception e => IO a -> (e -> IO a) -> IO a
catchException = catch

-- | Catches everything.
catchAny :: IO a -> (SomeException -> IO a) -> IO a
catchAny (IO io) handler = IO (catch# io (\e -> unIO (handler e)))

-- | Evaluates to weak head normal form when run, not before.
evaluate :: a -> IO a
evaluate a = IO (\s -> seq# a s)

data MaskingState = Unmasked | MaskedInterruptible | MaskedUninterruptible

instance Eq MaskingState where
  a == b = isTrue# (getTag a ==# getTag b)

instance Show MaskingState where
  showsPrec _ Unmasked = showString "Unmasked"
  showsPrec _ MaskedInterruptible = showString "MaskedInterruptible"
  showsPrec _ MaskedUninterruptible = showString "MaskedUninterruptible"

getMaskingState :: IO MaskingState
getMaskingState = IO (\s -> case maskingState# s of
  (# s1, m #) -> case m of
    0# -> (# s1, Unmasked #)
    1# -> (# s1, MaskedInterruptible #)
    _ -> (# s1, MaskedUninterruptible #))

-- What runs masked is code like any other, without a frame of the runtime's around it: an exception that leaves it finds the masking state in the record of
-- its handler. Who is
-- masked as he asks for already calls in tail position, so that loops through mask take no stack.
setMasking :: Int# -> State# RealWorld -> State# RealWorld
setMasking m s = case setMaskingState# m s of
  (# s1, 0# #) -> s1
  (# s1, _ #) -> deliverExceptions# s1
{-# INLINE setMasking #-}

withMasking :: Int# -> IO a -> IO a
withMasking m (IO io) = IO (\s -> case maskingState# s of
  (# s1, now #) -> case now ==# m of
    1# -> io s1
    _ -> case setMasking m s1 of
      s2 -> case io s2 of (# s3, r #) -> case setMasking now s3 of s4 -> (# s4, r #))
{-# INLINE withMasking #-}

block, unblock, blockUninterruptible :: IO a -> IO a
block io = withMasking 1# io
unblock io = withMasking 0# io
blockUninterruptible io = withMasking 2# io

interruptible :: IO a -> IO a
interruptible act = getMaskingState >>= \st -> case st of
  Unmasked -> act
  MaskedInterruptible -> unblock act
  MaskedUninterruptible -> act

mask :: ((forall a. IO a -> IO a) -> IO b) -> IO b
mask io = IO (\s -> case maskingState# s of
  (# s1, before #) ->
    let run = \t -> unIO (io (withMasking before)) t
    in case before of
      0# -> case setMasking 1# s1 of
        s2 -> case run s2 of (# s3, r #) -> case setMasking 0# s3 of s4 -> (# s4, r #)
      _ -> run s1)
{-# INLINE mask #-}

mask_ :: IO a -> IO a
mask_ io = mask (\_ -> io)
{-# INLINE mask_ #-}

uninterruptibleMask :: ((forall a. IO a -> IO a) -> IO b) -> IO b
uninterruptibleMask io = IO (\s -> case maskingState# s of
  (# s1, before #) ->
    let run = \t -> unIO (io (withMasking before)) t
    in case before of
      2# -> run s1
      _ -> case setMasking 2# s1 of
        s2 -> case run s2 of (# s3, r #) -> case setMasking before s3 of s4 -> (# s4, r #))

uninterruptibleMask_ :: IO a -> IO a
uninterruptibleMask_ io = uninterruptibleMask (\_ -> io)

-- | GHC's operations, with GHC's numbers: 0 unmasked, 1 uninterruptible, 2 interruptible.
maskAsyncExceptions#, unmaskAsyncExceptions#, maskUninterruptible#
  :: (State# RealWorld -> (# State# RealWorld, a #)) -> State# RealWorld -> (# State# RealWorld, a #)
maskAsyncExceptions# io = unIO (block (IO io))
unmaskAsyncExceptions# io = unIO (unblock (IO io))
maskUninterruptible# io = unIO (blockUninterruptible (IO io))

getMaskingState# :: State# RealWorld -> (# State# RealWorld, Int# #)
getMaskingState# s = case maskingState# s of
  (# s1, 0# #) -> (# s1, 0# #)
  (# s1, m #) -> (# s1, 3# -# m #)

onException :: IO a -> IO b -> IO a
onException io what = io `catchAny` \e -> what >> IO (raiseIO# e)

bracket :: IO a -> (a -> IO b) -> (a -> IO c) -> IO c
bracket before after thing = mask (\restore ->
  before >>= \a ->
  (restore (thing a) `onException` after a) >>= \r ->
  after a >> return r)

finally :: IO a -> IO b -> IO a
a `finally` sequel = mask (\restore -> (restore a `onException` sequel) >>= \r -> sequel >> return r)

bracket_ :: IO a -> IO b -> IO c -> IO c
bracket_ before after thing = bracket before (\_ -> after) (\_ -> thing)

-- ---- error and undefined -----------------------------------------------------------------------------------------------
-- | What 'error' raises. The second string is the call stack.
data ErrorCall = ErrorCallWithLocation [Char] [Char]

-- | The message alone.
pattern ErrorCall :: [Char] -> ErrorCall
pattern ErrorCall msg <- ErrorCallWithLocation msg _ where ErrorCall msg = ErrorCallWithLocation msg []
{-# COMPLETE ErrorCall #-}

instance Eq ErrorCall where
  ErrorCallWithLocation a x == ErrorCallWithLocation b y = eqString a b && eqString x y
instance Ord ErrorCall where
  compare (ErrorCallWithLocation a x) (ErrorCallWithLocation b y) = compare (a, x) (b, y)
instance Show ErrorCall where
  showsPrec _ (ErrorCallWithLocation msg []) = showString msg
  showsPrec _ (ErrorCallWithLocation msg loc) = showString msg . showString "\n" . showString loc
instance Exception ErrorCall

error :: HasCallStack => [Char] -> a
error s = raise# (toException (ErrorCallWithLocation s (prettyCallStack callStack#)))
{-# NOINLINE error #-}

-- | For what GHC's libraries fail with by 'error': library, module, line and column are those of GHC 9.0.2.
errorAt :: HasCallStack => Library -> [Char] -> Int -> Int -> [Char] -> a
errorAt library modul line col s = raise# (toException (ErrorCallWithLocation s (prettyCallStack stack)))
  where
    stack = PushCallStack "error" (SrcLoc package modul (folder ++ path modul) line col line (col + 5)) callStack#
    package = case library of { Base -> "base"; Containers -> "containers-0.6.4.1"; Text -> "text-1.2.5.0"; ByteString -> "bytestring-0.10.12.1" }
    folder = "libraries/" ++ case library of { Base -> "base/"; Containers -> "containers/containers/src/"; Text -> "text/src/"; ByteString -> "bytestring/" }
    path ('.' : cs) = '/' : path cs
    path (c : cs) = c : path cs
    path [] = ".hs"
{-# NOINLINE errorAt #-}

data Library = Base | Containers | Text | ByteString

errorWithoutStackTrace :: [Char] -> a
errorWithoutStackTrace s = raise# (toException (ErrorCall s))
{-# NOINLINE errorWithoutStackTrace #-}

undefined :: HasCallStack => a
undefined = errorAt Base "GHC.Err" 75 14 "Prelude.undefined"
{-# NOINLINE undefined #-}

-- ---- The types of the hierarchy ----------------------------------------------------------------------------------------
data ArithException = Overflow | Underflow | LossOfPrecision | DivideByZero | Denormal | RatioZeroDenominator

instance Eq ArithException where a == b = isTrue# (getTag a ==# getTag b)
instance Ord ArithException where compare a b = compare (I# (getTag a)) (I# (getTag b))
instance Show ArithException where
  showsPrec _ e = showString (case e of
    Overflow -> "arithmetic overflow"
    Underflow -> "arithmetic underflow"
    LossOfPrecision -> "loss of precision"
    DivideByZero -> "divide by zero"
    Denormal -> "denormal"
    RatioZeroDenominator -> "Ratio has zero denominator")
instance Exception ArithException

data ArrayException = IndexOutOfBounds [Char] | UndefinedElement [Char]

instance Eq ArrayException where
  IndexOutOfBounds a == IndexOutOfBounds b = eqString a b
  UndefinedElement a == UndefinedElement b = eqString a b
  _ == _ = False
instance Ord ArrayException where
  compare (IndexOutOfBounds a) (IndexOutOfBounds b) = compare a b
  compare (IndexOutOfBounds _) _ = LT
  compare (UndefinedElement a) (UndefinedElement b) = compare a b
  compare _ _ = GT
instance Show ArrayException where
  showsPrec _ (IndexOutOfBounds s) = showString "array index out of range" . detail s
  showsPrec _ (UndefinedElement s) = showString "undefined array element" . detail s
instance Exception ArrayException

detail :: [Char] -> ShowS
detail [] = id
detail s = showString ": " . showString s

newtype AssertionFailed = AssertionFailed [Char]
instance Show AssertionFailed where showsPrec _ (AssertionFailed s) = showString s
instance Exception AssertionFailed

newtype NoMethodError = NoMethodError [Char]
instance Show NoMethodError where showsPrec _ (NoMethodError s) = showString s
instance Exception NoMethodError

newtype PatternMatchFail = PatternMatchFail [Char]
instance Show PatternMatchFail where showsPrec _ (PatternMatchFail s) = showString s
instance Exception PatternMatchFail

newtype RecConError = RecConError [Char]
instance Show RecConError where showsPrec _ (RecConError s) = showString s
instance Exception RecConError

newtype RecSelError = RecSelError [Char]
instance Show RecSelError where showsPrec _ (RecSelError s) = showString s
instance Exception RecSelError

newtype RecUpdError = RecUpdError [Char]
instance Show RecUpdError where showsPrec _ (RecUpdError s) = showString s
instance Exception RecUpdError

newtype TypeError = TypeError [Char]
instance Show TypeError where showsPrec _ (TypeError s) = showString s
instance Exception TypeError

data NonTermination = NonTermination
instance Show NonTermination where showsPrec _ NonTermination = showString "<<loop>>"
instance Exception NonTermination

data NestedAtomically = NestedAtomically
instance Show NestedAtomically where
  showsPrec _ NestedAtomically = showString "Control.Concurrent.STM.atomically was nested"
instance Exception NestedAtomically

data BlockedIndefinitelyOnMVar = BlockedIndefinitelyOnMVar
instance Show BlockedIndefinitelyOnMVar where
  showsPrec _ BlockedIndefinitelyOnMVar = showString "thread blocked indefinitely in an MVar operation"
instance Exception BlockedIndefinitelyOnMVar

data BlockedIndefinitelyOnSTM = BlockedIndefinitelyOnSTM
instance Show BlockedIndefinitelyOnSTM where
  showsPrec _ BlockedIndefinitelyOnSTM = showString "thread blocked indefinitely in an STM transaction"
instance Exception BlockedIndefinitelyOnSTM

data Deadlock = Deadlock
instance Show Deadlock where showsPrec _ Deadlock = showString "<<deadlock>>"
instance Exception Deadlock

data AllocationLimitExceeded = AllocationLimitExceeded
instance Show AllocationLimitExceeded where
  showsPrec _ AllocationLimitExceeded = showString "allocation limit exceeded"
instance Exception AllocationLimitExceeded where
  toException = asyncExceptionToException
  fromException = asyncExceptionFromException

newtype CompactionFailed = CompactionFailed [Char]
instance Show CompactionFailed where
  showsPrec _ (CompactionFailed why) = showString ("compaction failed: " ++ why)
instance Exception CompactionFailed

-- Asynchronous exceptions have a node of their own in the hierarchy.
data SomeAsyncException = forall e. Exception e => SomeAsyncException e
instance Show SomeAsyncException where showsPrec p (SomeAsyncException e) = showsPrec p e
instance Exception SomeAsyncException

asyncExceptionToException :: Exception e => e -> SomeException
asyncExceptionToException e = toException (SomeAsyncException e)

asyncExceptionFromException :: Exception e => SomeException -> Maybe e
asyncExceptionFromException x = case fromException x of
  Just (SomeAsyncException a) -> cast a
  Nothing -> Nothing

data AsyncException = StackOverflow | HeapOverflow | ThreadKilled | UserInterrupt

instance Eq AsyncException where a == b = isTrue# (getTag a ==# getTag b)
instance Ord AsyncException where compare a b = compare (I# (getTag a)) (I# (getTag b))
instance Show AsyncException where
  showsPrec _ e = showString (case e of
    StackOverflow -> "stack overflow"
    HeapOverflow -> "heap overflow"
    ThreadKilled -> "thread killed"
    UserInterrupt -> "user interrupt")
instance Exception AsyncException where
  toException = asyncExceptionToException
  fromException = asyncExceptionFromException

data ExitCode = ExitSuccess | ExitFailure Int

instance Eq ExitCode where
  ExitSuccess == ExitSuccess = True
  ExitFailure a == ExitFailure b = a == b
  _ == _ = False
instance Ord ExitCode where
  compare ExitSuccess ExitSuccess = EQ
  compare ExitSuccess _ = LT
  compare (ExitFailure a) (ExitFailure b) = compare a b
  compare _ _ = GT
instance Show ExitCode where
  showsPrec _ ExitSuccess = showString "ExitSuccess"
  showsPrec d (ExitFailure n) = showParen (d >= appPrec1) (showString "ExitFailure " . showsPrec appPrec1 n)
instance Exception ExitCode

-- ---- IO errors ---------------------------------------------------------------------------------------------------------
data IOErrorType
  = AlreadyExists | NoSuchThing | ResourceBusy | ResourceExhausted | EOF | IllegalOperation | PermissionDenied | UserError
  | UnsatisfiedConstraints | SystemError | ProtocolError | OtherError | InvalidArgument | InappropriateType
  | HardwareFault | UnsupportedOperation | TimeExpired | ResourceVanished | Interrupted

instance Eq IOErrorType where a == b = isTrue# (getTag a ==# getTag b)
instance Ord IOErrorType where compare a b = compare (I# (getTag a)) (I# (getTag b))
instance Show IOErrorType where
  showsPrec _ e = showString (case e of
    AlreadyExists -> "already exists"
    NoSuchThing -> "does not exist"
    ResourceBusy -> "resource busy"
    ResourceExhausted -> "resource exhausted"
    EOF -> "end of file"
    IllegalOperation -> "illegal operation"
    PermissionDenied -> "permission denied"
    UserError -> "user error"
    HardwareFault -> "hardware fault"
    InappropriateType -> "inappropriate type"
    Interrupted -> "interrupted"
    InvalidArgument -> "invalid argument"
    OtherError -> "failed"
    ProtocolError -> "protocol error"
    ResourceVanished -> "resource vanished"
    SystemError -> "system error"
    TimeExpired -> "timeout"
    UnsatisfiedConstraints -> "unsatisfied constraints"
    UnsupportedOperation -> "unsupported operation")

-- | A file handle: the address of the C structure in runtime/prim/ffi_io.c, which holds buffers, state and a lock.
data Handle = Handle Addr#

instance Eq Handle where Handle a == Handle b = isTrue# (eqAddr# a b)

foreign import ccall unsafe "gph_handle_name" c_handle_name :: Addr# -> Addr#

instance Show Handle where
  showsPrec _ (Handle h) s = "{handle: " ++ (handleName h ++ ('}' : s))

handleName :: Addr# -> [Char]
handleName h = unpackCString# (c_handle_name h)

data IOException = IOError
  { ioe_handle :: Maybe Handle
  , ioe_type :: IOErrorType
  , ioe_location :: [Char]
  , ioe_description :: [Char]
  , ioe_errno :: Maybe CInt
  , ioe_filename :: Maybe [Char] }

type IOError = IOException

instance Eq IOException where
  IOError h1 t1 l1 d1 e1 f1 == IOError h2 t2 l2 d2 e2 f2 =
    t1 == t2 && eqString d1 d2 && h1 == h2 && eqString l1 l2 && sameErrno e1 e2 && f1 == f2
    where
      sameErrno (Just (CInt (I32# a))) (Just (CInt (I32# b))) = isTrue# (a ==# b)
      sameErrno Nothing Nothing = True
      sameErrno _ _ = False

instance Show IOException where
  showsPrec _ (IOError h t loc s _ fn) =
    (case fn of
       Nothing -> case h of
         Nothing -> id
         Just h -> shows h . showString ": "
       Just name -> showString name . showString ": ")
    . (case loc of { "" -> id; _ -> showString loc . showString ": " })
    . shows t
    . (case s of { "" -> id; _ -> showString " (" . showString s . showString ")" })

instance Exception IOException

userError :: [Char] -> IOError
userError str = IOError Nothing UserError "" str Nothing Nothing

ioError :: IOError -> IO a
ioError = throwIO

ioException :: IOException -> IO a
ioException = throwIO

failIO :: [Char] -> IO a
failIO s = ioError (userError s)

instance MonadFail IO where
  fail = failIO

instance Alternative IO where
  empty = failIO "mzero"
  m <|> n = m `catch` \e -> case e of IOError _ _ _ _ _ _ -> n

instance MonadPlus IO

-- ---- Failures that generated code raises ---------------------------------------------------------------------------------
-- Each takes "file:line:col|what".
patError, nonExhaustiveGuardsError, recConError, recSelError, recUpdError, noMethodBindingError, assertError :: Addr# -> a
patError s = throw (PatternMatchFail (untangle s "Non-exhaustive patterns in"))
nonExhaustiveGuardsError s = throw (PatternMatchFail (untangle s "Non-exhaustive guards in"))
recConError s = throw (RecConError (untangle s "Missing field in record construction"))
recSelError s = throw (RecSelError ("No match in record selector " ++ afterBar (unpackCString# s)))
recUpdError s = throw (RecUpdError (untangle s "Non-exhaustive patterns in record update"))
noMethodBindingError s = throw (NoMethodError (untangle s "No instance nor default method for class operation"))
assertError s = throw (AssertionFailed (untangle s "Assertion failed"))
{-# NOINLINE patError #-}
{-# NOINLINE nonExhaustiveGuardsError #-}
{-# NOINLINE recConError #-}
{-# NOINLINE recSelError #-}
{-# NOINLINE recUpdError #-}
{-# NOINLINE noMethodBindingError #-}
{-# NOINLINE assertError #-}

-- "file:l:c|what" to "file:l:c: message what", and a newline as GHC has it.
untangle :: Addr# -> [Char] -> [Char]
untangle coded message = go (unpackCString# coded)
  where
    go ('|' : what) = ": " ++ message ++ (' ' : (what ++ "\n"))
    go (c : cs) = c : go cs
    go [] = ": " ++ message ++ "\n"

afterBar :: [Char] -> [Char]
afterBar str = go str
  where go ('|' : what) = what
        go (_ : cs) = go cs
        go [] = str

-- | The text of a failed pattern bind in do: "Pattern match failure in do expression at file:l:c".
doPatternFailMessage :: Addr# -> [Char]
doPatternFailMessage s = "Pattern match failure in do expression at " ++ upToBar (unpackCString# s)
  where upToBar ('|' : _) = []
        upToBar (c : cs) = c : upToBar cs
        upToBar [] = []

-- ---- Failures that the runtime raises -------------------------------------------------------------------------------------
stackOverflowException, heapOverflowException, userInterruptException, threadKilledException, nonTerminationException,
  nestedAtomicallyException, blockedIndefinitelyOnMVarException, blockedIndefinitelyOnSTMException, divZeroException,
  overflowException, ratioZeroDenomException, underflowException :: SomeException
stackOverflowException = toException StackOverflow
heapOverflowException = toException HeapOverflow
userInterruptException = toException UserInterrupt
threadKilledException = toException ThreadKilled
nonTerminationException = toException NonTermination
nestedAtomicallyException = toException NestedAtomically
blockedIndefinitelyOnMVarException = toException BlockedIndefinitelyOnMVar
blockedIndefinitelyOnSTMException = toException BlockedIndefinitelyOnSTM
divZeroException = toException DivideByZero
overflowException = toException Overflow
ratioZeroDenomException = toException RatioZeroDenominator
underflowException = toException Underflow

-- | Runs the finalisers that are due, each on its own: an exception in one does not concern the others.
runDueFinalizers :: IO ()
runDueFinalizers = IO (\s -> case nextFinalizer# s of
  (# s1, 0#, _ #) -> (# s1, () #)
  (# s1, _, f #) -> case catchAny (IO f) (\_ -> returnIO ()) >> runDueFinalizers of IO more -> more s1)

divZeroError, overflowError, ratioZeroDenominatorError, underflowError :: a
divZeroError = raise# divZeroException
overflowError = raise# overflowException
ratioZeroDenominatorError = raise# ratioZeroDenomException
underflowError = raise# underflowException
{-# NOINLINE divZeroError #-}
{-# NOINLINE overflowError #-}
{-# NOINLINE ratioZeroDenominatorError #-}
{-# NOINLINE underflowError #-}
