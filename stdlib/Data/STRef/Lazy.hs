-- | References in lazy state threads.
module Data.STRef.Lazy (STRef, newSTRef, readSTRef, writeSTRef, modifySTRef) where

import Control.Monad.ST.Lazy
import GPH.ST (STRef)
import qualified GPH.ST as S

newSTRef :: a -> ST s (STRef s a)
newSTRef = strictToLazyST . S.newSTRef

readSTRef :: STRef s a -> ST s a
readSTRef = strictToLazyST . S.readSTRef

writeSTRef :: STRef s a -> a -> ST s ()
writeSTRef r a = strictToLazyST (S.writeSTRef r a)

modifySTRef :: STRef s a -> (a -> a) -> ST s ()
modifySTRef r f = strictToLazyST (S.modifySTRef r f)
