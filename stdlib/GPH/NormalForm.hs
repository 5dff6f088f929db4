{-# LANGUAGE BangPatterns, MagicHash, NoImplicitPrelude, UnboxedTuples #-}
-- | Evaluation of values of any type to normal form: what that is, and the marks, are explained in runtime/include/gph/abi.h, Note [Normal form].
--
-- Note [The walk to normal form]
-- ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
-- A walk written in the language, over operations that look at objects: thunks are evaluated as everywhere, so it may block, be preempted, be
-- stopped by an exception and be resumed, and several threads may walk shared data at once. What each found complete is marked.
--
-- The last part of an object is walked by a jump, so that a list needs no stack. Then nothing comes back to the cells on the way, to mark them;
-- but it is enough to mark some: where a mark was not set another walk goes on to the next one. So `chain` counts down from a step, and
-- where it arrives at 0 begins a chain of its own, with a step twice as long, and marks where that began when it is back. A list of n cells has
-- log n marks and needs a stack of log n; a walk that begins between two of them marks as many again. Other parts than the last are marked when they
-- are done, but for those that are 1 to 4 links (or 9 to 12, ..) away from a mark: most objects of a tree are small, and marking each of them would take as
-- long as looking at it again. The count is in the lower half of a word, the step in the upper.
--
-- What is to be marked is not kept alive for it: a structure that nobody else needs is garbage as soon as it was walked, as in a walk without marks,
-- however large it is. A walk holds a name (walkOf#) that the collector keeps true or empties (Note [Walk entries] in runtime/include/gph/abi.h).
--
-- compiler/opt/nf_marks.cc makes typed walks of the same form.
module GPH.NormalForm (normalForm) where

import GPH.Prim
import GPH.Types (Int(..))

-- | Evaluates to normal form.
normalForm :: a -> ()
normalForm x = complete 274877907007# x
{-# NOINLINE normalForm #-}

-- Walks x and marks it. The number is step and count: at first 64 and 63.
complete :: Int# -> a -> ()
complete n x = case x of
  !v -> case isNormal# v of
    1# -> ()
    _ -> case walkOf# v realWorld# of
      (# s, object #) -> case chain n v of
        () -> case markNormal# object s of _ -> ()

-- Walks x and does not mark it.
chain :: Int# -> a -> ()
chain n x = case x of !v -> fields n v (nextOpen# v 0#)   -- v, the value: the object that x refers to may be a thunk with an indirection to it

-- The fields of a value from the i-th on; none if negative.
fields :: Int# -> a -> Int# -> ()
fields n x i = case i <# 0# of
  1# -> ()
  _ -> case openField# x i of
    (# y #) -> case nextOpen# x (i +# 1#) of
      next -> case next <# 0# of
        1# -> case narrow32Word# (int2Word# n) of
          0## -> complete (orI# (uncheckedIShiftL# n 1#) (uncheckedIShiftRA# n 31# -# 1#)) y
          _ -> chain (n -# 1#) y
        _ -> case andI# n 4# of
          0# -> case complete 274877907007# y of () -> fields n x next
          _ -> case chain (n -# 1#) y of () -> fields n x next
