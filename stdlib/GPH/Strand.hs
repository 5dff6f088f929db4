{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | What a library that has threads run pieces of work says of those pieces, for @+RTS --scaling@: Note [Strands] in runtime/prof/strands.c. Without that flag
-- nobody is 'watched', and all moments are 'never'.
module GPH.Strand (Moment, never, watched, here, after) where

import GPH.Prim
import GPH.Types (IO(..), Int(..))

-- | Where a piece of the program stood: the longest chain of work up to there. Never: nobody wants to know.
data Moment = Never | Moment (MutableByteArray# RealWorld) !Int

foreign import ccall unsafe "gph_moment_size" c_size :: IO Int
foreign import ccall unsafe "gph_moment_here" c_here :: MutableByteArray# RealWorld -> Int -> IO ()
foreign import ccall unsafe "gph_moment_after" c_after :: MutableByteArray# RealWorld -> Int -> IO ()

never :: Moment
never = Never

foreign import ccall unsafe "gph_strands_watched" c_watched :: IO Int

-- | Does anybody want to know? The answer does not change.
watched :: IO Bool
watched = fmap (/= 0) c_watched

-- | Where the running piece stands.
here :: IO Moment
here = do
  n@(I# n#) <- c_size
  case n of
    0 -> return Never
    _ -> do
      m <- IO (\s -> case newByteArray# n# s of (# s1, b #) -> (# s1, Moment b n #))
      case m of
        Moment b _ -> c_here b n
        Never -> return ()
      return m

-- | The running piece needs what was done up to that moment.
after :: Moment -> IO ()
after Never = return ()
after (Moment b n) = c_after b n
{-# INLINE after #-}
