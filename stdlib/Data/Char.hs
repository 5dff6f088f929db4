-- | Characters: classification, case, conversions. Surrogates and unassigned code points are Chars too.
module Data.Char
  ( Char, isControl, isSpace, isLower, isUpper, isAlpha, isLetter, isDigit, isOctDigit, isHexDigit, isAlphaNum, isPrint, isPunctuation, isSymbol
  , isSeparator, isMark, isNumber, isAscii, isLatin1, isAsciiUpper, isAsciiLower, GeneralCategory(..), generalCategory
  , toUpper, toLower, toTitle, digitToInt, intToDigit, ord, chr, showLitChar, lexLitChar, readLitChar
  ) where

import GPH.Types
import GPH.Base (ord)
import GPH.Char
import GPH.Enum (chr)
import GPH.Show (showLitChar)
import GPH.Read (lexLitChar, readLitChar)
import GPH.Ix (Ix)

data GeneralCategory
  = UppercaseLetter | LowercaseLetter | TitlecaseLetter | ModifierLetter | OtherLetter
  | NonSpacingMark | SpacingCombiningMark | EnclosingMark
  | DecimalNumber | LetterNumber | OtherNumber
  | ConnectorPunctuation | DashPunctuation | OpenPunctuation | ClosePunctuation | InitialQuote | FinalQuote | OtherPunctuation
  | MathSymbol | CurrencySymbol | ModifierSymbol | OtherSymbol
  | Space | LineSeparator | ParagraphSeparator
  | Control | Format | Surrogate | PrivateUse | NotAssigned
  deriving (Show, Read, Eq, Ord, Enum, Bounded, Ix)

generalCategory :: Char -> GeneralCategory
generalCategory c = toEnum (categoryNumber c)

isLetter, isMark, isNumber, isPunctuation, isSymbol, isSeparator :: Char -> Bool
isLetter = isAlpha
isMark c = let k = categoryNumber c in k >= 5 && k <= 7
isNumber c = let k = categoryNumber c in k >= 8 && k <= 10
isPunctuation c = let k = categoryNumber c in k >= 11 && k <= 17
isSymbol c = let k = categoryNumber c in k >= 18 && k <= 21
isSeparator c = let k = categoryNumber c in k >= 22 && k <= 24
