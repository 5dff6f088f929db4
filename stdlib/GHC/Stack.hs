-- | Call stacks. gphc keeps none: the type of 'HasCallStack' is accepted, the stacks are empty.
module GHC.Stack (HasCallStack, CallStack, callStack, emptyCallStack, prettyCallStack, getCallStack, withFrozenCallStack, SrcLoc(..), prettySrcLoc, currentCallStack, whoCreated, errorWithStackTrace) where

class HasCallStack
instance HasCallStack

data CallStack = EmptyCallStack
instance Show CallStack where showsPrec _ _ = showString "[]"

data SrcLoc = SrcLoc
  { srcLocPackage, srcLocModule, srcLocFile :: String
  , srcLocStartLine, srcLocStartCol, srcLocEndLine, srcLocEndCol :: Int }
  deriving (Eq, Show)

callStack, emptyCallStack :: CallStack
callStack = EmptyCallStack
emptyCallStack = EmptyCallStack

prettyCallStack :: CallStack -> String
prettyCallStack _ = ""

getCallStack :: CallStack -> [(String, SrcLoc)]
getCallStack _ = []

withFrozenCallStack :: a -> a
withFrozenCallStack x = x

prettySrcLoc :: SrcLoc -> String
prettySrcLoc l = srcLocFile l ++ ":" ++ show (srcLocStartLine l) ++ ":" ++ show (srcLocStartCol l) ++ " in " ++ srcLocPackage l ++ ":" ++ srcLocModule l

currentCallStack :: IO [String]
currentCallStack = return []

whoCreated :: a -> IO [String]
whoCreated _ = return []

errorWithStackTrace :: String -> a
errorWithStackTrace = error
