-- | Parse errors: what was not expected, and what was.
module Text.Parsec.Error
  ( Message(SysUnExpect, UnExpect, Expect, Message), messageString, ParseError, errorPos, errorMessages, errorIsUnknown, showErrorMessages
  , newErrorMessage, newErrorUnknown, addErrorMessage, setErrorPos, setErrorMessage, mergeError
  ) where

import Control.Exception (Exception)
import Data.List (nub, sortBy)
import Data.Ord (comparing)
import Text.Parsec.Pos

-- | Messages of one kind are equal, whatever they say.
data Message
  = SysUnExpect !String    -- ^ from the library itself; empty at the end of the input
  | UnExpect !String
  | Expect !String
  | Message !String

instance Enum Message where
  fromEnum (SysUnExpect _) = 0
  fromEnum (UnExpect _) = 1
  fromEnum (Expect _) = 2
  fromEnum (Message _) = 3
  toEnum _ = error "toEnum is undefined for Message"
instance Eq Message where
  a == b = fromEnum a == fromEnum b
instance Ord Message where
  compare = comparing fromEnum

messageString :: Message -> String
messageString (SysUnExpect s) = s
messageString (UnExpect s) = s
messageString (Expect s) = s
messageString (Message s) = s

data ParseError = ParseError !SourcePos [Message]

instance Show ParseError where
  show err = show (errorPos err) ++ ":"
    ++ showErrorMessages "or" "unknown parse error" "expecting" "unexpected" "end of input" (errorMessages err)
instance Eq ParseError where
  l == r = errorPos l == errorPos r && texts l == texts r
    where texts = map messageString . errorMessages
instance Exception ParseError

errorPos :: ParseError -> SourcePos
errorPos (ParseError pos _) = pos

-- | Ordered by kind.
errorMessages :: ParseError -> [Message]
errorMessages (ParseError _ msgs) = sortBy (comparing fromEnum) msgs

errorIsUnknown :: ParseError -> Bool
errorIsUnknown (ParseError _ msgs) = null msgs

newErrorUnknown :: SourcePos -> ParseError
newErrorUnknown pos = ParseError pos []

newErrorMessage :: Message -> SourcePos -> ParseError
newErrorMessage msg pos = ParseError pos [msg]

addErrorMessage :: Message -> ParseError -> ParseError
addErrorMessage msg (ParseError pos msgs) = ParseError pos (msg : msgs)

setErrorPos :: SourcePos -> ParseError -> ParseError
setErrorPos pos (ParseError _ msgs) = ParseError pos msgs

-- | In place of all messages of its kind.
setErrorMessage :: Message -> ParseError -> ParseError
setErrorMessage msg (ParseError pos msgs) = ParseError pos (msg : filter (msg /=) msgs)

-- | The one that got further; at one place both. One without messages counts less.
mergeError :: ParseError -> ParseError -> ParseError
mergeError e1@(ParseError pos1 msgs1) e2@(ParseError pos2 msgs2)
  | null msgs2 && not (null msgs1) = e1
  | null msgs1 && not (null msgs2) = e2
  | otherwise = case compare pos1 pos2 of
      EQ -> ParseError pos1 (msgs1 ++ msgs2)
      GT -> e1
      LT -> e2

-- | The words are given, so that they can be of any language.
showErrorMessages :: String -> String -> String -> String -> String -> [Message] -> String
showErrorMessages msgOr msgUnknown msgExpecting msgUnExpected msgEndOfInput msgs
  | null msgs = msgUnknown
  | otherwise = concatMap ('\n' :) (clean [showSysUnExpect, showMany msgUnExpected unExpect, showMany msgExpecting expect, showMany "" messages])
  where
    (sysUnExpect, msgs1) = span (SysUnExpect "" ==) msgs
    (unExpect, msgs2) = span (UnExpect "" ==) msgs1
    (expect, messages) = span (Expect "" ==) msgs2
    showSysUnExpect
      | not (null unExpect) = ""
      | otherwise = case sysUnExpect of
          [] -> ""
          m : _ | null (messageString m) -> msgUnExpected ++ " " ++ msgEndOfInput
                | otherwise -> msgUnExpected ++ " " ++ messageString m
    showMany pre ms = case clean (map messageString ms) of
      [] -> ""
      ts | null pre -> commasOr ts
         | otherwise -> pre ++ " " ++ commasOr ts
    commasOr [] = ""
    commasOr [m] = m
    commasOr ms = separate ", " (clean (init ms)) ++ " " ++ msgOr ++ " " ++ last ms
    separate _ [] = ""
    separate _ [m] = m
    separate s (m : ms) = m ++ s ++ separate s ms
    clean = nub . filter (not . null)
