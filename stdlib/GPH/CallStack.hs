{-# LANGUAGE NoImplicitPrelude, MagicHash, RankNTypes #-}
-- | Call stacks: lists of the calls of functions whose types say HasCallStack. Note [Call stacks] in compiler/typecheck/call_stack.cc says who makes them.
module GPH.CallStack where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Show

-- | Its dictionary holds the stack of the calls that led here. The compiler makes it; there are no instances.
class HasCallStack where
  callStack# :: CallStack

-- | 'CallSite' is what the compiler writes: a call as text, see 'readSite'. It is 'PushCallStack', not yet taken apart.
data CallStack
  = EmptyCallStack
  | PushCallStack [Char] SrcLoc CallStack
  | FreezeCallStack CallStack
  | CallSite Addr# CallStack

data SrcLoc = SrcLoc
  { srcLocPackage :: [Char]
  , srcLocModule :: [Char]
  , srcLocFile :: [Char]
  , srcLocStartLine :: Int
  , srcLocStartCol :: Int
  , srcLocEndLine :: Int
  , srcLocEndCol :: Int }
  deriving (Eq, Show)

instance Show CallStack where
  showsPrec _ = shows . getCallStack

-- | What was pushed onto a frozen stack is not there.
settled :: CallStack -> CallStack
settled stack = go stack
  where
    go EmptyCallStack = stack
    go (PushCallStack _ _ s) = go s
    go (CallSite _ s) = go s
    go frozen = frozen

-- | The calls, the last one first.
getCallStack :: CallStack -> [([Char], SrcLoc)]
getCallStack stack = case settled stack of
  FreezeCallStack s -> getCallStack s
  s -> go s
  where
    go (PushCallStack fn loc s) = (fn, loc) : go s
    go (CallSite site s) = readSite (unpackCString# site) : go s
    go _ = []

-- "line col line col package module function file"
readSite :: [Char] -> ([Char], SrcLoc)
readSite text =
  let (l, t1) = word text
      (c, t2) = word t1
      (l', t3) = word t2
      (c', t4) = word t3
      (package, t5) = word t4
      (modul, t6) = word t5
      (fn, file) = word t6
  in (fn, SrcLoc package modul file (number l) (number c) (number l') (number c'))
  where
    word [] = ([], [])
    word (' ' : cs) = ([], cs)
    word (c : cs) = let (w, rest) = word cs in (c : w, rest)
    number = go 0
      where go n [] = n
            go n (C# d : ds) = go (n * 10 + I# (ord# d -# 48#)) ds

callStack :: HasCallStack => CallStack
callStack = case callStack# of
  EmptyCallStack -> EmptyCallStack
  _ -> popCallStack callStack#

emptyCallStack :: CallStack
emptyCallStack = EmptyCallStack

pushCallStack :: ([Char], SrcLoc) -> CallStack -> CallStack
pushCallStack (fn, loc) stack = case settled stack of
  FreezeCallStack s -> FreezeCallStack s
  _ -> PushCallStack fn loc stack

popCallStack :: CallStack -> CallStack
popCallStack stack = case settled stack of
  PushCallStack _ _ s -> s
  CallSite _ s -> s
  s -> s

freezeCallStack :: CallStack -> CallStack
freezeCallStack stack = FreezeCallStack stack

fromCallSiteList :: [([Char], SrcLoc)] -> CallStack
fromCallSiteList ((fn, loc) : cs) = PushCallStack fn loc (fromCallSiteList cs)
fromCallSiteList [] = EmptyCallStack

-- | The action's calls see the stack of who called us, and add nothing to it.
withFrozenCallStack :: HasCallStack => (HasCallStack => a) -> a
withFrozenCallStack action = withCallStack (freezeCallStack (popCallStack callStack#)) (MkStackUser action)

newtype StackUser a = MkStackUser (HasCallStack => a)
data Boxed = MkBoxed CallStack                    -- laid out as the dictionary is

withCallStack :: CallStack -> StackUser a -> a
withCallStack stack user = (unsafeCoerce# user :: Boxed -> a) (MkBoxed stack)
{-# NOINLINE withCallStack #-}

prettySrcLoc :: SrcLoc -> [Char]
prettySrcLoc (SrcLoc package modul file line col _ _) = file ++ ':' : shows line (':' : shows col (" in " ++ package ++ ':' : modul))

prettyCallStack :: CallStack -> [Char]
prettyCallStack stack = case getCallStack stack of
  [] -> []
  calls -> "CallStack (from HasCallStack):" ++ lines calls
  where
    lines [] = []
    lines ((fn, loc) : cs) = "\n  " ++ fn ++ ", called at " ++ prettySrcLoc loc ++ lines cs
