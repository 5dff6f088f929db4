-- | A library of documents that find their own layout: Hughes, The design of a pretty-printing library (1995), with Peyton Jones's
-- changes. A document is a set of layouts; what is printed is the widest that fits.
--
-- Documents are built as trees of 'Beside' and 'Above' and reduced when they are wanted. A reduced document has neither of these at its
-- top: it is empty, begins with a line break, a text or an indentation, or is a choice. Invariants of reduced documents:
-- the second of a 'TextBeside' has no 'Nest' at its top; layouts of a 'Union' flatten to the same text, and its first has a first line that
-- is at least as long; the argument of 'NilAbove' and of 'Union' is never 'Empty'.
module Text.PrettyPrint.HughesPJ
  ( Doc, TextDetails(..), char, text, ptext, sizedText, zeroWidthText, int, integer, float, double, rational, semi, comma, colon, space, equals
  , lparen, rparen, lbrack, rbrack, lbrace, rbrace, parens, brackets, braces, quotes, doubleQuotes
  , maybeParens, maybeBrackets, maybeBraces, maybeQuotes, maybeDoubleQuotes
  , empty, (<>), (<+>), hcat, hsep, ($$), ($+$), vcat, sep, cat, fsep, fcat, nest, hang, punctuate
  , isEmpty, render, Style(..), style, renderStyle, Mode(..), fullRender, txtPrinter, first, reduceDoc
  ) where

import Prelude hiding ((<>))
import Control.DeepSeq (NFData(..))
import Data.String (IsString(..))

infixl 6 <>, <+>
infixl 5 $$, $+$

-- | Pieces of text as they reach the printer.
data TextDetails = Chr !Char | Str String | PStr String deriving (Show, Eq)

data Doc
  = Empty
  | NilAbove Doc                        -- a line break, then the rest
  | TextBeside TextDetails !Int Doc     -- text, its width, and what is beside it
  | Nest !Int Doc
  | Union Doc Doc
  | NoDoc                               -- no layout at all
  | Beside Doc Bool Doc                 -- with a space?
  | Above Doc Bool Doc                  -- never overlapping?

instance Semigroup Doc where
  (<>) = (Text.PrettyPrint.HughesPJ.<>)
instance Monoid Doc where
  mempty = empty
instance IsString Doc where
  fromString = text
instance Show Doc where
  showsPrec _ doc rest = fullRender (mode style) (lineLength style) (ribbonsPerLine style) txtPrinter rest doc
instance Eq Doc where
  p == q = render p == render q
instance NFData TextDetails where
  rnf (Chr _) = ()
  rnf (Str s) = rnf s
  rnf (PStr s) = rnf s
instance NFData Doc where
  rnf Empty = ()
  rnf (NilAbove d) = rnf d
  rnf (TextBeside t _ d) = rnf t `seq` rnf d
  rnf (Nest _ d) = rnf d
  rnf (Union p q) = rnf p `seq` rnf q
  rnf NoDoc = ()
  rnf (Beside p _ q) = rnf p `seq` rnf q
  rnf (Above p _ q) = rnf p `seq` rnf q

-- ---- Simple documents ---------------------------------------------------------------------------------------------------
char :: Char -> Doc
char c = TextBeside (Chr c) 1 Empty

text, ptext, zeroWidthText :: String -> Doc
text s = sized (Str s) (length s)
ptext s = sized (PStr s) (length s)
-- | Takes no room, as tags of markup.
zeroWidthText = sizedText 0

-- | With a width of one's own.
sizedText :: Int -> String -> Doc
sizedText n s = sized (Str s) n

sized :: TextDetails -> Int -> Doc
sized t n = TextBeside t n Empty

int :: Int -> Doc
int = text . show
integer :: Integer -> Doc
integer = text . show
float :: Float -> Doc
float = text . show
double :: Double -> Doc
double = text . show
rational :: Rational -> Doc
rational = text . show

semi, comma, colon, space, equals, lparen, rparen, lbrack, rbrack, lbrace, rbrace :: Doc
semi = char ';'
comma = char ','
colon = char ':'
space = char ' '
equals = char '='
lparen = char '('
rparen = char ')'
lbrack = char '['
rbrack = char ']'
lbrace = char '{'
rbrace = char '}'

parens, brackets, braces, quotes, doubleQuotes :: Doc -> Doc
parens p = lparen <> p <> rparen
brackets p = lbrack <> p <> rbrack
braces p = lbrace <> p <> rbrace
quotes p = char '\'' <> p <> char '\''
doubleQuotes p = char '"' <> p <> char '"'

maybeParens, maybeBrackets, maybeBraces, maybeQuotes, maybeDoubleQuotes :: Bool -> Doc -> Doc
maybeParens b = if b then parens else id
maybeBrackets b = if b then brackets else id
maybeBraces b = if b then braces else id
maybeQuotes b = if b then quotes else id
maybeDoubleQuotes b = if b then doubleQuotes else id

-- | No lines at all: the unit of all combinations.
empty :: Doc
empty = Empty

isEmpty :: Doc -> Bool
isEmpty Empty = True
isEmpty _ = False

-- ---- Combinations ---------------------------------------------------------------------------------------------------------
-- | Beside; (<+>): with a space when neither is empty.
(<>), (<+>) :: Doc -> Doc -> Doc
p <> q = besideBy p False q
p <+> q = besideBy p True q

-- | Above; the second may begin on the last line of the first when its indentation lets it. ($+$): never so.
($$), ($+$) :: Doc -> Doc -> Doc
p $$ q = aboveBy p False q
p $+$ q = aboveBy p True q

besideBy, aboveBy :: Doc -> Bool -> Doc -> Doc
besideBy p _ Empty = p
besideBy Empty _ q = q
besideBy p g q = Beside p g q
aboveBy p _ Empty = p
aboveBy Empty _ q = q
aboveBy p g q = Above p g q

hcat, hsep, vcat :: [Doc] -> Doc
hcat = foldr (<>) empty
hsep = foldr (<+>) empty
vcat = foldr ($$) empty

-- | Indents; of no effect on what is beside something to its left.
nest :: Int -> Doc -> Doc
nest k p = mkNest k (reduceDoc p)

-- | @hang d n e = sep [d, nest n e]@
hang :: Doc -> Int -> Doc -> Doc
hang d n e = sep [d, nest n e]

-- | The first after each but the last.
punctuate :: Doc -> [Doc] -> [Doc]
punctuate _ [] = []
punctuate p (x : xs) = go x xs
  where go y [] = [y]
        go y (z : zs) = (y <> p) : go z zs

mkNest :: Int -> Doc -> Doc
mkNest k (Nest k1 p) = mkNest (k + k1) p
mkNest _ NoDoc = NoDoc
mkNest _ Empty = Empty
mkNest 0 p = p
mkNest k p = Nest k p

-- A choice between an empty document and another is no choice.
mkUnion :: Doc -> Doc -> Doc
mkUnion Empty _ = Empty
mkUnion p q = Union p q

-- | To one of the forms without Beside and Above at the top.
reduceDoc :: Doc -> Doc
reduceDoc (Beside p g q) = beside p g (reduceDoc q)
reduceDoc (Above p g q) = above p g (reduceDoc q)
reduceDoc p = p

above :: Doc -> Bool -> Doc -> Doc
above (Above p g1 q1) g2 q2 = above p g1 (above q1 g2 q2)
above p@(Beside _ _ _) g q = aboveNest (reduceDoc p) g 0 (reduceDoc q)
above p g q = aboveNest p g 0 (reduceDoc q)

-- aboveNest p g k q: p above (nest k q).
aboveNest :: Doc -> Bool -> Int -> Doc -> Doc
aboveNest d g k q = k `seq` case d of
  NoDoc -> NoDoc
  Union p1 p2 -> Union (aboveNest p1 g k q) (aboveNest p2 g k q)
  Empty -> mkNest k q
  Nest k1 p -> Nest k1 (aboveNest p g (k - k1) q)
  NilAbove p -> NilAbove (aboveNest p g k q)
  TextBeside s n p -> TextBeside s n (let k1 = k - n in case p of
    Empty -> nilAboveNest g k1 q
    _ -> aboveNest p g k1 q)
  Above _ _ _ -> unreduced "aboveNest"
  Beside _ _ _ -> unreduced "aboveNest"

-- What stands above has ended k columns left of where q begins.
nilAboveNest :: Bool -> Int -> Doc -> Doc
nilAboveNest g k q0 = k `seq` case q0 of
  Empty -> Empty
  Nest k1 q -> nilAboveNest g (k + k1) q
  q | not g && k > 0 -> TextBeside (Str (replicate k ' ')) k q    -- no overlap: no new line
    | otherwise -> NilAbove (mkNest k q)

beside :: Doc -> Bool -> Doc -> Doc
beside d g q = case d of
  NoDoc -> NoDoc
  Union p1 p2 -> Union (beside p1 g q) (beside p2 g q)
  Empty -> q
  Nest k p -> Nest k (beside p g q)
  Beside p1 g1 q1 | g1 == g -> beside p1 g1 (beside q1 g q)
                  | otherwise -> beside (reduceDoc d) g q
  Above _ _ _ -> beside (reduceDoc d) g q
  NilAbove p -> NilAbove (beside p g q)
  TextBeside s n p -> TextBeside s n (case p of
    Empty -> nilBeside g q
    _ -> beside p g q)

nilBeside :: Bool -> Doc -> Doc
nilBeside _ Empty = Empty
nilBeside g (Nest _ p) = nilBeside g p
nilBeside g p | g = TextBeside (Chr ' ') 1 p
              | otherwise = p

-- | All beside each other if that fits, else all above each other; 'sep' with spaces.
sep, cat :: [Doc] -> Doc
sep = separated True
cat = separated False

separated :: Bool -> [Doc] -> Doc
separated _ [] = empty
separated g (p : ps) = sep1 g (reduceDoc p) 0 ps

sep1 :: Bool -> Doc -> Int -> [Doc] -> Doc
sep1 g d k ys = k `seq` case d of
  NoDoc -> NoDoc
  Union p q -> Union (sep1 g p k ys) (aboveNest q False k (reduceDoc (vcat ys)))
  Empty -> mkNest k (separated g ys)
  Nest n p -> Nest n (sep1 g p (k - n) ys)
  NilAbove p -> NilAbove (aboveNest p False k (reduceDoc (vcat ys)))
  TextBeside s n p -> TextBeside s n (sepBeside g p (k - n) ys)
  Above _ _ _ -> unreduced "sep1"
  Beside _ _ _ -> unreduced "sep1"

-- As sep1, after a text.
sepBeside :: Bool -> Doc -> Int -> [Doc] -> Doc
sepBeside g (Nest _ p) k ys = sepBeside g p k ys
sepBeside g Empty k ys = mkUnion (oneLiner (nilBeside g (reduceDoc rest))) (nilAboveNest False k (reduceDoc (vcat ys)))
  where rest | g = hsep ys
             | otherwise = hcat ys
sepBeside g p k ys = sep1 g p k ys

-- | As many on each line as fit; 'fsep' with spaces.
fcat, fsep :: [Doc] -> Doc
fcat = fill False
fsep = fill True

fill :: Bool -> [Doc] -> Doc
fill _ [] = empty
fill g (p : ps) = fill1 g (reduceDoc p) 0 ps

fill1 :: Bool -> Doc -> Int -> [Doc] -> Doc
fill1 g d k ys = k `seq` case d of
  NoDoc -> NoDoc
  Union p q -> Union (fill1 g p k ys) (aboveNest q False k (fill g ys))
  Empty -> mkNest k (fill g ys)
  Nest n p -> Nest n (fill1 g p (k - n) ys)
  NilAbove p -> NilAbove (aboveNest p False k (fill g ys))
  TextBeside s n p -> TextBeside s n (fillBeside g p (k - n) ys)
  Above _ _ _ -> unreduced "fill1"
  Beside _ _ _ -> unreduced "fill1"

fillBeside :: Bool -> Doc -> Int -> [Doc] -> Doc
fillBeside g (Nest _ p) k ys = fillBeside g p k ys
fillBeside _ Empty _ [] = Empty
fillBeside g Empty k (Empty : ys) = fillBeside g Empty k ys
fillBeside g Empty k (y : ys) =
  mkUnion (nilBeside g (fill1 g (withoutNest (oneLiner (reduceDoc y))) k1 ys)) (nilAboveNest False k (fill g (y : ys)))
  where k1 = if g then k - 1 else k
        withoutNest (Nest _ d) = d
        withoutNest d = d
fillBeside g p k ys = fill1 g p k ys

-- The layouts of one line.
oneLiner :: Doc -> Doc
oneLiner NoDoc = NoDoc
oneLiner Empty = Empty
oneLiner (NilAbove _) = NoDoc
oneLiner (TextBeside s n p) = TextBeside s n (oneLiner p)
oneLiner (Nest k p) = Nest k (oneLiner p)
oneLiner (Union p _) = oneLiner p
oneLiner _ = unreduced "oneLiner"

unreduced :: String -> a
unreduced f = error (f ++ ": a document that is not reduced")

-- ---- The best layout --------------------------------------------------------------------------------------------------------
-- Width of the page and of the text on a line (the ribbon).
best :: Int -> Int -> Doc -> Doc
best w0 r = get w0
  where
    get w d = w `seq` case d of
      Empty -> Empty
      NoDoc -> NoDoc
      NilAbove p -> NilAbove (get w p)
      TextBeside s n p -> TextBeside s n (after w n p)
      Nest k p -> Nest k (get (w - k) p)
      Union p q -> nicest w 0 (get w p) (get w q)
      _ -> unreduced "best"
    -- After n columns of text.
    after w n d = n `seq` case d of
      Empty -> Empty
      NoDoc -> NoDoc
      NilAbove p -> NilAbove (get (w - n) p)
      TextBeside s m p -> TextBeside s m (after w (n + m) p)
      Nest _ p -> after w n p
      Union p q -> nicest w n (after w n p) (after w n q)
      _ -> unreduced "best"
    nicest w n p q | fits (min w r - n) p = p
                   | otherwise = q

-- Whether the first line has at most n columns.
fits :: Int -> Doc -> Bool
fits n d
  | n < 0 = False
  | otherwise = case d of
      NoDoc -> False
      Empty -> True
      NilAbove _ -> True
      TextBeside _ m p -> fits (n - m) p
      _ -> unreduced "fits"

-- | The first if it has a layout.
first :: Doc -> Doc -> Doc
first p q | hasLayout p = p
            | otherwise = q

hasLayout :: Doc -> Bool
hasLayout NoDoc = False
hasLayout (TextBeside _ _ p) = hasLayout p
hasLayout (Nest _ p) = hasLayout p
hasLayout _ = True

-- ---- Rendering ----------------------------------------------------------------------------------------------------------------
-- | 'PageMode' is the normal one; 'ZigZagMode' brings deep indentation back to the left; 'LeftMode' has no indentation and breaks lines
-- wherever it may; 'OneLineMode' has one line.
data Mode = PageMode | ZigZagMode | LeftMode | OneLineMode deriving (Eq, Show)

data Style = Style
  { mode :: Mode
  , lineLength :: Int
  , ribbonsPerLine :: Float    -- ^ line length divided by the width of text without indentation
  } deriving (Show, Eq)

style :: Style
style = Style { lineLength = 100, ribbonsPerLine = 1.5, mode = PageMode }

render :: Doc -> String
render = renderStyle style

renderStyle :: Style -> Doc -> String
renderStyle s = fullRender (mode s) (lineLength s) (ribbonsPerLine s) txtPrinter ""

txtPrinter :: TextDetails -> String -> String
txtPrinter (Chr c) s = c : s
txtPrinter (Str t) s = t ++ s
txtPrinter (PStr t) s = t ++ s

-- | The pieces in order, combined from the right.
fullRender :: Mode -> Int -> Float -> (TextDetails -> a -> a) -> a -> Doc -> a
fullRender OneLineMode _ _ txt end doc = flat (Chr ' ') (\_ q -> q) txt end (reduceDoc doc)
fullRender LeftMode _ _ txt end doc = flat (Chr '\n') first txt end (reduceDoc doc)
fullRender m width ribbons txt end doc = display m width ribbon txt end (best bestWidth ribbon (reduceDoc doc))
  where ribbon = round (fromIntegral width / ribbons)
        bestWidth = case m of
          ZigZagMode -> maxBound
          _ -> width

flat :: TextDetails -> (Doc -> Doc -> Doc) -> (TextDetails -> a -> a) -> a -> Doc -> a
flat newline choose txt end = go
  where
    go NoDoc = error "Text.PrettyPrint: a document without layout"
    go (Union p q) = go (choose p q)
    go (Nest _ p) = go p
    go Empty = end
    go (NilAbove p) = newline `txt` go p
    go (TextBeside s _ p) = s `txt` go p
    go _ = unreduced "fullRender"

display :: Mode -> Int -> Int -> (TextDetails -> a -> a) -> a -> Doc -> a
display m width ribbon txt end = line 0
  where
    gap = width - ribbon
    shift = gap `quot` 2
    newline = Chr '\n'
    -- At the beginning of a line, to be indented by k.
    line k d = k `seq` case d of
      Nest k1 p -> line (k + k1) p
      Empty -> end
      NilAbove p -> newline `txt` line k p
      TextBeside s n p -> case m of
        ZigZagMode
          | k >= gap -> newline `txt` (Str (replicate shift '/') `txt` (newline `txt` indented (k - shift) s n p))
          | k < 0 -> newline `txt` (Str (replicate shift '\\') `txt` (newline `txt` indented (k + shift) s n p))
        _ -> indented k s n p
      _ -> unreduced "display"
    indented k s n p = Str (replicate k ' ') `txt` (s `txt` rest (k + n) p)
    rest k d = k `seq` case d of
      NilAbove p -> newline `txt` line k p
      TextBeside s n p -> s `txt` rest (k + n) p
      Nest _ p -> rest k p
      Empty -> end
      _ -> unreduced "display"
