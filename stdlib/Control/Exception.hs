{-# LANGUAGE MagicHash #-}
-- | Exceptions: the whole API.
module Control.Exception
  ( SomeException(..), Exception(..), IOException, ArithException(..), ArrayException(..), AssertionFailed(..), SomeAsyncException(..)
  , AsyncException(..), asyncExceptionToException, asyncExceptionFromException, NonTermination(..), NestedAtomically(..)
  , BlockedIndefinitelyOnMVar(..), BlockedIndefinitelyOnSTM(..), AllocationLimitExceeded(..), CompactionFailed(..), Deadlock(..), NoMethodError(..)
  , PatternMatchFail(..), RecConError(..), RecSelError(..), RecUpdError(..), ErrorCall(.., ErrorCall), TypeError(..)
  , throw, throwIO, ioError, throwTo, catch, catches, Handler(..), catchJust, handle, handleJust, try, tryJust, evaluate, mapException
  , mask, mask_, uninterruptibleMask, uninterruptibleMask_, MaskingState(..), getMaskingState, interruptible, allowInterrupt
  , assert, bracket, bracket_, bracketOnError, finally, onException
  ) where

import GPH.CallStack (HasCallStack(..), prettyCallStack)
import GPH.Exception
import GPH.IOBase (throwTo, unsafePerformIO)

catchJust :: Exception e => (e -> Maybe b) -> IO a -> (b -> IO a) -> IO a
catchJust p a handler = catch a handler'
  where handler' e = case p e of
          Nothing -> throwIO e
          Just b -> handler b

handle :: Exception e => (e -> IO a) -> IO a -> IO a
handle = flip catch

handleJust :: Exception e => (e -> Maybe b) -> (b -> IO a) -> IO a -> IO a
handleJust p = flip (catchJust p)

mapException :: (Exception e1, Exception e2) => (e1 -> e2) -> a -> a
mapException f v = unsafePerformIO (catch (evaluate v) (\x -> throwIO (f x)))

try :: Exception e => IO a -> IO (Either e a)
try a = catch (a >>= \v -> return (Right v)) (\e -> return (Left e))

tryJust :: Exception e => (e -> Maybe b) -> IO a -> IO (Either b a)
tryJust p a = do
  r <- try a
  case r of
    Right v -> return (Right v)
    Left e -> case p e of
      Nothing -> throwIO e
      Just b -> return (Left b)

bracketOnError :: IO a -> (a -> IO b) -> (a -> IO c) -> IO c
bracketOnError before after thing = mask (\restore -> do
  a <- before
  restore (thing a) `onException` after a)

data Handler a = forall e. Exception e => Handler (e -> IO a)

instance Functor Handler where
  fmap f (Handler h) = Handler (\e -> fmap f (h e))

catches :: IO a -> [Handler a] -> IO a
catches io handlers = io `catchAny` \e -> tryHandlers e handlers
  where
    tryHandlers e [] = throwIO e
    tryHandlers e (Handler handler : rest) = case fromException e of
      Just e' -> handler e'
      Nothing -> tryHandlers e rest

allowInterrupt :: IO ()
allowInterrupt = interruptible (return ())

-- | Checked in every build: gphc has no flag that ignores assertions.
assert :: HasCallStack => Bool -> a -> a
assert True x = x
assert False _ = throw (AssertionFailed ("Assertion failed\n" ++ prettyCallStack callStack#))
