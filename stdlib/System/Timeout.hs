-- | Actions with a time limit.
module System.Timeout (Timeout, timeout) where

import Control.Exception
import Data.Unique
import GPH.IOBase

newtype Timeout = Timeout Unique deriving Eq

instance Show Timeout where
  show _ = "<<timeout>>"

instance Exception Timeout where
  toException = asyncExceptionToException
  fromException = asyncExceptionFromException

-- | Nothing when the action has not ended after so many microseconds; a negative limit is none.
timeout :: Int -> IO a -> IO (Maybe a)
timeout n f
  | n < 0 = fmap Just f
  | n == 0 = return Nothing
  | otherwise = do
      pid <- myThreadId
      ex <- fmap Timeout newUnique
      handleJust (\e -> if e == ex then Just () else Nothing) (\_ -> return Nothing)
        (bracket (forkIO (threadDelay n >> throwTo pid ex)) (\t -> uninterruptibleMask_ (killThread t)) (\_ -> fmap Just f))
