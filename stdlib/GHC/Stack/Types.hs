-- | What "GHC.Stack" is made of.
module GHC.Stack.Types (CallStack(..), HasCallStack, emptyCallStack, freezeCallStack, fromCallSiteList, getCallStack, pushCallStack, SrcLoc(..)) where

import GPH.CallStack
