{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Messages from pure code, on stderr.
module Debug.Trace
  ( trace, traceShow, traceId, traceShowId, traceWith, traceShowWith, traceIO, traceM, traceShowM, traceStack, traceEvent, traceEventIO, traceMarker, traceMarkerIO
  , putTraceMsg
  ) where

import GPH.Prim
import GPH.Types
import GPH.Base (unIO)
import GPH.IOBase

-- | The message is evaluated first, then written in one piece.
traceIO :: String -> IO ()
traceIO = reportText

putTraceMsg :: String -> IO ()
putTraceMsg = traceIO

trace :: String -> a -> a
trace string expr = unsafePerformIO (traceIO string >> return expr)
{-# NOINLINE trace #-}

traceId :: String -> String
traceId a = trace a a

traceShow :: Show a => a -> b -> b
traceShow x = trace (show x)

traceShowId :: Show a => a -> a
traceShowId a = trace (show a) a

traceWith :: (a -> String) -> a -> a
traceWith f a = trace (f a) a

traceShowWith :: Show b => (a -> b) -> a -> a
traceShowWith f a = trace (show (f a)) a

traceM :: Applicative f => String -> f ()
traceM string = trace string (pure ())

traceShowM :: (Show a, Applicative f) => a -> f ()
traceShowM x = traceM (show x)

traceStack :: String -> a -> a
traceStack = trace

traceEvent, traceMarker :: String -> a -> a
traceEvent msg expr = unsafePerformIO (traceEventIO msg >> return expr)
traceMarker msg expr = unsafePerformIO (traceMarkerIO msg >> return expr)
{-# NOINLINE traceEvent #-}
{-# NOINLINE traceMarker #-}

-- | Messages in the event log.
traceEventIO, traceMarkerIO :: String -> IO ()
traceEventIO msg = IO (\s -> case encodePinned msg s of
  (# s1, t@(EncodedText ba _) #) -> case traceEvent# (byteArrayContents# ba) s1 of s2 -> case touch# t s2 of s3 -> (# s3, () #))
traceMarkerIO msg = IO (\s -> case encodePinned msg s of
  (# s1, t@(EncodedText ba _) #) -> case traceMarker# (byteArrayContents# ba) s1 of s2 -> case touch# t s2 of s3 -> (# s3, () #))
