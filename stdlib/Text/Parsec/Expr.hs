-- | Expressions with operators, from a table.
module Text.Parsec.Expr (Assoc(..), Operator(..), OperatorTable, buildExpressionParser) where

import Text.Parsec.Combinator
import Text.Parsec.Prim

data Assoc = AssocNone | AssocLeft | AssocRight

data Operator s u m a
  = Infix (ParsecT s u m (a -> a -> a)) Assoc
  | Prefix (ParsecT s u m (a -> a))
  | Postfix (ParsecT s u m (a -> a))

-- | Levels in descending precedence.
type OperatorTable s u m a = [[Operator s u m a]]

buildExpressionParser :: Stream s m t => OperatorTable s u m a -> ParsecT s u m a -> ParsecT s u m a
buildExpressionParser operators simple = foldl level simple operators

level :: Stream s m t => ParsecT s u m a -> [Operator s u m a] -> ParsecT s u m a
level term ops = do
  x <- termP
  rassocP x <|> lassocP x <|> nassocP x <|> return x <?> "operator"
  where
    rassocOp = choice [op | Infix op AssocRight <- ops]
    lassocOp = choice [op | Infix op AssocLeft <- ops]
    nassocOp = choice [op | Infix op AssocNone <- ops]
    prefixOp = choice [op | Prefix op <- ops] <?> ""
    postfixOp = choice [op | Postfix op <- ops] <?> ""
    ambiguous assoc op = try (do { _ <- op; fail ("ambiguous use of a " ++ assoc ++ " associative operator") })
    ambiguousRight = ambiguous "right" rassocOp
    ambiguousLeft = ambiguous "left" lassocOp
    ambiguousNon = ambiguous "non" nassocOp
    termP = do
      pre <- prefixOp <|> return id
      x <- term
      post <- postfixOp <|> return id
      return (post (pre x))
    rassocP x = (do { f <- rassocOp; y <- termP >>= rassocP1; return (f x y) }) <|> ambiguousLeft <|> ambiguousNon
    rassocP1 x = rassocP x <|> return x
    lassocP x = (do { f <- lassocOp; y <- termP; lassocP1 (f x y) }) <|> ambiguousRight <|> ambiguousNon
    lassocP1 x = lassocP x <|> return x
    nassocP x = do
      f <- nassocOp
      y <- termP
      ambiguousRight <|> ambiguousLeft <|> ambiguousNon <|> return (f x y)
