-- | A class of values with a pretty form.
module Text.PrettyPrint.HughesPJClass
  ( Pretty(..), PrettyLevel(..), prettyNormal, prettyShow, prettyParen, module Text.PrettyPrint.HughesPJ
  ) where

import Prelude hiding ((<>))
import Text.PrettyPrint.HughesPJ

-- | How much detail.
newtype PrettyLevel = PrettyLevel Int deriving (Eq, Ord, Show)

prettyNormal :: PrettyLevel
prettyNormal = PrettyLevel 0

class Pretty a where
  pPrintPrec :: PrettyLevel -> Rational -> a -> Doc
  pPrint :: a -> Doc
  pPrintList :: PrettyLevel -> [a] -> Doc
  pPrintPrec _ _ = pPrint
  pPrint = pPrintPrec prettyNormal 0
  pPrintList l = brackets . fsep . punctuate comma . map (pPrintPrec l 0)
  {-# MINIMAL pPrintPrec | pPrint #-}

prettyShow :: Pretty a => a -> String
prettyShow = render . pPrint

prettyParen :: Bool -> Doc -> Doc
prettyParen = maybeParens

pretty0 :: Pretty a => PrettyLevel -> a -> Doc
pretty0 l = pPrintPrec l 0

application :: Rational
application = 10

instance Pretty Int where pPrint = int
instance Pretty Integer where pPrint = integer
instance Pretty Float where pPrint = float
instance Pretty Double where pPrint = double
instance Pretty () where pPrint _ = text "()"
instance Pretty Bool where pPrint = text . show
instance Pretty Ordering where pPrint = text . show
instance Pretty Char where
  pPrint = char
  pPrintList _ = text . show
instance Pretty a => Pretty (Maybe a) where
  pPrintPrec _ _ Nothing = text "Nothing"
  pPrintPrec l p (Just x) = prettyParen (p > application) (text "Just" <+> pPrintPrec l (application + 1) x)
instance (Pretty a, Pretty b) => Pretty (Either a b) where
  pPrintPrec l p (Left x) = prettyParen (p > application) (text "Left" <+> pPrintPrec l (application + 1) x)
  pPrintPrec l p (Right x) = prettyParen (p > application) (text "Right" <+> pPrintPrec l (application + 1) x)
instance Pretty a => Pretty [a] where
  pPrintPrec l _ = pPrintList l
instance (Pretty a, Pretty b) => Pretty (a, b) where
  pPrintPrec l _ (a, b) = tuple [pretty0 l a, pretty0 l b]
instance (Pretty a, Pretty b, Pretty c) => Pretty (a, b, c) where
  pPrintPrec l _ (a, b, c) = tuple [pretty0 l a, pretty0 l b, pretty0 l c]
instance (Pretty a, Pretty b, Pretty c, Pretty d) => Pretty (a, b, c, d) where
  pPrintPrec l _ (a, b, c, d) = tuple [pretty0 l a, pretty0 l b, pretty0 l c, pretty0 l d]
instance (Pretty a, Pretty b, Pretty c, Pretty d, Pretty e) => Pretty (a, b, c, d, e) where
  pPrintPrec l _ (a, b, c, d, e) = tuple [pretty0 l a, pretty0 l b, pretty0 l c, pretty0 l d, pretty0 l e]
instance (Pretty a, Pretty b, Pretty c, Pretty d, Pretty e, Pretty f) => Pretty (a, b, c, d, e, f) where
  pPrintPrec l _ (a, b, c, d, e, f) = tuple [pretty0 l a, pretty0 l b, pretty0 l c, pretty0 l d, pretty0 l e, pretty0 l f]
instance (Pretty a, Pretty b, Pretty c, Pretty d, Pretty e, Pretty f, Pretty g) => Pretty (a, b, c, d, e, f, g) where
  pPrintPrec l _ (a, b, c, d, e, f, g) = tuple [pretty0 l a, pretty0 l b, pretty0 l c, pretty0 l d, pretty0 l e, pretty0 l f, pretty0 l g]
instance (Pretty a, Pretty b, Pretty c, Pretty d, Pretty e, Pretty f, Pretty g, Pretty h) => Pretty (a, b, c, d, e, f, g, h) where
  pPrintPrec l _ (a, b, c, d, e, f, g, h) =
    tuple [pretty0 l a, pretty0 l b, pretty0 l c, pretty0 l d, pretty0 l e, pretty0 l f, pretty0 l g, pretty0 l h]

tuple :: [Doc] -> Doc
tuple = parens . fsep . punctuate comma
