#!/bin/sh
# A finger tree: its functions call themselves at Node v a, whose dictionary needs none for a. So there is one copy for all such types (there were thirteen,
# at types nested as deep as kMaxTypeSize lets them, and took twenty seconds to compile).
set -eu
cat > p.gph <<'EOP'
{-# LANGUAGE MultiParamTypeClasses, FunctionalDependencies, FlexibleInstances, FlexibleContexts, UndecidableInstances #-}
module Main (main) where
class Monoid v => Measured v a | a -> v where measure :: a -> v
newtype Size = Size Int deriving (Eq, Ord, Show)
instance Semigroup Size where Size a <> Size b = Size (a + b)
instance Monoid Size where mempty = Size 0
data Node v a = Node2 !v a a | Node3 !v a a a
data FT v a = Empty | Single a | Deep !v [a] (FT v (Node v a)) [a]
instance Monoid v => Measured v (Node v a) where
  measure (Node2 v _ _) = v
  measure (Node3 v _ _ _) = v
instance Measured v a => Measured v [a] where measure = mconcat . map measure
instance Measured v a => Measured v (FT v a) where
  measure Empty = mempty
  measure (Single a) = measure a
  measure (Deep v _ _ _) = v
deep :: Measured v a => [a] -> FT v (Node v a) -> [a] -> FT v a
deep p m s = Deep (measure p <> measure m <> measure s) p m s
snoc :: Measured v a => FT v a -> a -> FT v a
snoc Empty a = Single a
snoc (Single b) a = deep [b] Empty [a]
snoc (Deep _ p m [b, c, d, e]) a = m `seq` deep p (snoc m (Node3 (measure [b, c, d]) b c d)) [e, a]
snoc (Deep _ p m s) a = deep p m (s ++ [a])
newtype Elem = Elem Int
instance Measured Size Elem where measure _ = Size 1
main :: IO ()
main = print (measure (foldl snoc Empty (map Elem [1 .. 1000])))
EOP
"$GPHC" -O2 -ddump-stg p.gph -o p > dump
test "$(./p)" = "Size 1000"
copies=$(grep -c '^Main_[$a-zA-Z0-9]*snoc[_0-9a-f]* = .*\\' dump)
echo "$copies"
test "$copies" -ge 1 && test "$copies" -le 4
