{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Lazy state threads: an action runs when its result or a later state is demanded.
module Control.Monad.ST.Lazy (ST, runST, fixST, strictToLazyST, lazyToStrictST, RealWorld, stToIO, unsafeInterleaveST, unsafeIOToST) where

import GPH.Prim
import qualified GPH.ST as S
import Control.Monad.Fix (MonadFix(..))

-- The state of the thread is a lazy value: whoever forces it has run everything before. The constructor that nobody makes says that what is not evaluated yet
-- may lead to mutable variables: such thunks stay on their process (compiler/core/home_type.cc, docs/distributed.md).
data State s = Token | Variables (MutVar# s ())

newtype ST s a = ST (State s -> (a, State s))

unST :: ST s a -> State s -> (a, State s)
unST (ST m) = m

instance Functor (ST s) where
  fmap f (ST m) = ST (\s -> let (r, s') = m s in (f r, s'))
instance Applicative (ST s) where
  pure a = ST (\s -> (a, s))
  ST mf <*> ST mx = ST (\s -> let (f, s1) = mf s
                                  (x, s2) = mx s1
                              in (f x, s2))
instance Monad (ST s) where
  ST m >>= k = ST (\s -> let (r, s') = m s in unST (k r) s')
instance MonadFail (ST s) where
  fail = errorWithoutStackTrace
instance MonadFix (ST s) where
  mfix = fixST

-- | The argument may use state in any way inside.
runST :: (forall s. ST s a) -> a
runST st = case st of ST m -> fst (m Token)

fixST :: (a -> ST s a) -> ST s a
fixST m = ST (\s -> let q@(r, _) = unST (m r) s in q)

-- The strict action runs when either component is wanted, once: whoever wants the state after it does not force its result.
strictToLazyST :: S.ST s a -> ST s a
strictToLazyST (S.ST m) = ST (\s -> let res = runLazily m s in (fst res, snd res))

runLazily :: (State# s -> (# State# s, a #)) -> State s -> (a, State s)
runLazily m s = s `seq` case noDuplicate# realWorld# of
    w -> case m (unsafeCoerce# w) of (# _, r #) -> (r, Token)
{-# NOINLINE runLazily #-}

lazyToStrictST :: ST s a -> S.ST s a
lazyToStrictST (ST m) = S.ST (\s -> case m Token of (a, s') -> s' `seq` (# s, a #))

stToIO :: ST RealWorld a -> IO a
stToIO = S.stToIO . lazyToStrictST

unsafeInterleaveST :: ST s a -> ST s a
unsafeInterleaveST = strictToLazyST . S.unsafeInterleaveST . lazyToStrictST

unsafeIOToST :: IO a -> ST s a
unsafeIOToST = strictToLazyST . S.unsafeIOToST
