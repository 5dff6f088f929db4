-- | Maps and folds of the trees of Data.Sequence, also from an index on and with the index.
module Data.Sequence.Fold where

import Data.Sequence.Tree
import Prelude hiding (length, null)
import Unsafe.Coerce (unsafeCoerce)

-- Folding and mapping the tree at any level.
mapDigit :: (a -> b) -> Digit a -> Digit b
mapDigit f (One a) = One (f a)
mapDigit f (Two a b) = Two (f a) (f b)
mapDigit f (Three a b c) = Three (f a) (f b) (f c)
mapDigit f (Four a b c d) = Four (f a) (f b) (f c) (f d)

mapNode :: (a -> b) -> Node a -> Node b
mapNode f (Node2 n a b) = Node2 n (f a) (f b)
mapNode f (Node3 n a b c) = Node3 n (f a) (f b) (f c)

mapTree :: (a -> b) -> FingerTree a -> FingerTree b
mapTree _ EmptyT = EmptyT
mapTree f (Single a) = Single (f a)
mapTree f (Deep n pr m sf) = Deep n (mapDigit f pr) (mapTree (mapNode f) m) (mapDigit f sf)

foldrDigit :: (a -> b -> b) -> b -> Digit a -> b
foldrDigit f z (One a) = f a z
foldrDigit f z (Two a b) = f a (f b z)
foldrDigit f z (Three a b c) = f a (f b (f c z))
foldrDigit f z (Four a b c d) = f a (f b (f c (f d z)))

-- Note [Folds by depth]
-- A fold that took for each level its own function, made of that for the level above, would call what it does not know, and so make a thunk of each
-- accumulator. Here the level is a number, d, and what stands at a level is Some, an element if d is 0, else a Node of Some. So each fold is one group
-- of local functions in which the function for elements is known where the fold is specialised or inlined, and strictness analysis sees through it.
data Some

bottom :: Some -> a
bottom = unsafeCoerce
{-# INLINE bottom #-}

node :: Some -> Node Some
node = unsafeCoerce
{-# INLINE node #-}

top :: FingerTree (Elem a) -> FingerTree Some
top = unsafeCoerce
{-# INLINE top #-}

deeper :: FingerTree (Node Some) -> FingerTree Some
deeper = unsafeCoerce
{-# INLINE deeper #-}

width :: Int -> Some -> Int
width 0 _ = 1
width _ x = size (node x)

widthDigit :: Int -> Digit Some -> Int
widthDigit d (One a) = width d a
widthDigit d (Two a b) = width d a + width d b
widthDigit d (Three a b c) = width d a + width d b + width d c
widthDigit d (Four a b c e) = width d a + width d b + width d c + width d e

widthTree :: Int -> FingerTree Some -> Int
widthTree _ EmptyT = 0
widthTree d (Single a) = width d a
widthTree _ (Deep n _ _ _) = n

foldrSeq, foldrSeq' :: (a -> b -> b) -> b -> Seq a -> b
foldrSeq f z0 (Seq t0) = tree 0 (top t0) z0
  where
    tree d t z = case t of
      EmptyT -> z
      Single a -> item d a z
      Deep _ pr m sf -> digit d pr (tree (d + 1) (deeper m) (digit d sf z))
    digit d g z = case g of
      One a -> item d a z
      Two a b -> item d a (item d b z)
      Three a b c -> item d a (item d b (item d c z))
      Four a b c e -> item d a (item d b (item d c (item d e z)))
    item 0 x z = f (bottom x) z
    item 1 x z = case node x of
      Node2 _ a b -> f (bottom a) (f (bottom b) z)
      Node3 _ a b c -> f (bottom a) (f (bottom b) (f (bottom c) z))
    item d x z = case node x of
      Node2 _ a b -> item (d - 1) a (item (d - 1) b z)
      Node3 _ a b c -> item (d - 1) a (item (d - 1) b (item (d - 1) c z))
foldrSeq' f z0 (Seq t0) = tree 0 (top t0) z0
  where
    tree d t z = case t of
      EmptyT -> z
      Single a -> item d a z
      Deep _ pr m sf -> digit d sf z `andThen` \z1 -> tree (d + 1) (deeper m) z1 `andThen` digit d pr
    digit d g z = case g of
      One a -> item d a z
      Two a b -> item d b z `andThen` item d a
      Three a b c -> item d c z `andThen` \z1 -> item d b z1 `andThen` item d a
      Four a b c e -> item d e z `andThen` \z1 -> item d c z1 `andThen` \z2 -> item d b z2 `andThen` item d a
    item 0 x z = f (bottom x) z
    item d x z = case node x of
      Node2 _ a b -> item (d - 1) b z `andThen` item (d - 1) a
      Node3 _ a b c -> item (d - 1) c z `andThen` \z1 -> item (d - 1) b z1 `andThen` item (d - 1) a

andThen :: b -> (b -> c) -> c
andThen z k = z `seq` k z
{-# INLINE andThen #-}

foldlSeq, foldlSeq' :: (b -> a -> b) -> b -> Seq a -> b
foldlSeq f z0 (Seq t0) = tree 0 z0 (top t0)
  where
    tree d z t = case t of
      EmptyT -> z
      Single a -> item d z a
      Deep _ pr m sf -> digit d (tree (d + 1) (digit d z pr) (deeper m)) sf
    digit d z g = case g of
      One a -> item d z a
      Two a b -> item d (item d z a) b
      Three a b c -> item d (item d (item d z a) b) c
      Four a b c e -> item d (item d (item d (item d z a) b) c) e
    item 0 z x = f z (bottom x)
    item d z x = case node x of
      Node2 _ a b -> item (d - 1) (item (d - 1) z a) b
      Node3 _ a b c -> item (d - 1) (item (d - 1) (item (d - 1) z a) b) c
foldlSeq' f z0 (Seq t0) = tree 0 z0 (top t0)
  where
    tree d z t = case t of
      EmptyT -> z
      Single a -> item d z a
      Deep _ pr m sf -> digit d z pr `andThen` \z1 -> tree (d + 1) z1 (deeper m) `andThen` \z2 -> digit d z2 sf
    digit d z g = case g of
      One a -> item d z a
      Two a b -> item d z a `andThen` \z1 -> item d z1 b
      Three a b c -> item d z a `andThen` \z1 -> item d z1 b `andThen` \z2 -> item d z2 c
      Four a b c e -> item d z a `andThen` \z1 -> item d z1 b `andThen` \z2 -> item d z2 c `andThen` \z3 -> item d z3 e
    item 0 z x = f z (bottom x)
    item 1 z x = case node x of
      Node2 _ a b -> f z (bottom a) `andThen` \z1 -> f z1 (bottom b)
      Node3 _ a b c -> f z (bottom a) `andThen` \z1 -> f z1 (bottom b) `andThen` \z2 -> f z2 (bottom c)
    item d z x = case node x of
      Node2 _ a b -> item (d - 1) z a `andThen` \z1 -> item (d - 1) z1 b
      Node3 _ a b c -> item (d - 1) z a `andThen` \z1 -> item (d - 1) z1 b `andThen` \z2 -> item (d - 1) z2 c

traverseDigit :: Applicative f => (a -> f b) -> Digit a -> f (Digit b)
traverseDigit f (One a) = One <$> f a
traverseDigit f (Two a b) = Two <$> f a <*> f b
traverseDigit f (Three a b c) = Three <$> f a <*> f b <*> f c
traverseDigit f (Four a b c d) = Four <$> f a <*> f b <*> f c <*> f d

traverseNode :: Applicative f => (a -> f b) -> Node a -> f (Node b)
traverseNode f (Node2 n a b) = Node2 n <$> f a <*> f b
traverseNode f (Node3 n a b c) = Node3 n <$> f a <*> f b <*> f c

traverseTree :: Applicative f => (a -> f b) -> FingerTree a -> f (FingerTree b)
traverseTree _ EmptyT = pure EmptyT
traverseTree f (Single a) = Single <$> f a
traverseTree f (Deep n pr m sf) = Deep n <$> traverseDigit f pr <*> traverseTree (traverseNode f) m <*> traverseDigit f sf

-- As toList and foldr after drop, without a tree between.
listFrom :: Int -> Seq a -> [a]
listFrom i = foldrSeqFrom i (:) []

foldrSeqFrom :: Int -> (a -> b -> b) -> b -> Seq a -> b
foldrSeqFrom i0 f z0 (Seq t0) = tree 0 i0 (top t0) z0
  where
    -- i is how many are left out; if 0, nothing has to be looked at for it.
    tree d i t z = case t of
      EmptyT -> z
      Single a -> item d i a z
      Deep _ pr m sf ->
        let { spr = widthDigit d pr; spm = spr + widthTree (d + 1) (deeper m) }
        in if i == 0 then digit d 0 pr (tree (d + 1) 0 (deeper m) (digit d 0 sf z))
           else if i < spr then digit d i pr (tree (d + 1) 0 (deeper m) (digit d 0 sf z))
           else if i < spm then tree (d + 1) (i - spr) (deeper m) (digit d 0 sf z)
           else digit d (i - spm) sf z
    digit d i g z = case g of
      One a -> item d i a z
      Two a b -> two d i a b z
      Three a b c -> three d i a b c z
      Four a b c e -> let w = width d a in if i < w then item d i a (three d 0 b c e z) else three d (i - w) b c e z
    two d i a b z = let w = width d a in if i < w then item d i a (item d 0 b z) else item d (i - w) b z
    three d i a b c z = let w = width d a in if i < w then item d i a (two d 0 b c z) else two d (i - w) b c z
    item 0 i x z = if i == 0 then f (bottom x) z else z
    item d i x z = case node x of
      Node2 _ a b -> two (d - 1) i a b z
      Node3 _ a b c -> three (d - 1) i a b c z

-- See Note [Folds by depth]; i is the index of the first element of what is folded.
foldlWithIndex :: (b -> Int -> a -> b) -> b -> Seq a -> b
foldlWithIndex f z0 (Seq t0) = tree 0 0 z0 (top t0)
  where
    tree d i z t = case t of
      EmptyT -> z
      Single a -> item d i z a
      Deep n pr m sf ->
        let j = i + widthDigit d pr
        in j `seq` digit d (i + n - widthDigit d sf) (tree (d + 1) j (digit d i z pr) (deeper m)) sf
    digit d i z g = i `seq` case g of
      One a -> item d i z a
      Two a b -> item d (i + width d a) (item d i z a) b
      Three a b c -> three d i z a b c
      Four a b c e -> let j = i + width d a in j `seq` three d j (item d i z a) b c e
    three d i z a b c =
      let { j = i + width d a; k = j + width d b } in j `seq` k `seq` item d k (item d j (item d i z a) b) c
    item 0 i z x = f z i (bottom x)
    item d i z x = case node x of
      Node2 _ a b -> let j = i + width (d - 1) a in j `seq` item (d - 1) j (item (d - 1) i z a) b
      Node3 _ a b c -> three (d - 1) i z a b c

foldrWithIndex :: (Int -> a -> b -> b) -> b -> Seq a -> b
foldrWithIndex f z0 (Seq t0) = tree 0 0 (top t0) z0
  where
    tree d i t z = case t of
      EmptyT -> z
      Single a -> item d i a z
      Deep n pr m sf ->
        let j = i + widthDigit d pr
        in j `seq` digit d i pr (tree (d + 1) j (deeper m) (digit d (i + n - widthDigit d sf) sf z))
    digit d i g z = i `seq` case g of
      One a -> item d i a z
      Two a b -> let j = i + width d a in j `seq` item d i a (item d j b z)
      Three a b c -> three d i a b c z
      Four a b c e -> let j = i + width d a in j `seq` item d i a (three d j b c e z)
    three d i a b c z =
      let { j = i + width d a; k = j + width d b } in j `seq` k `seq` item d i a (item d j b (item d k c z))
    item 0 i x z = f i (bottom x) z
    item d i x z = case node x of
      Node2 _ a b -> let j = i + width (d - 1) a in j `seq` item (d - 1) i a (item (d - 1) j b z)
      Node3 _ a b c -> three (d - 1) i a b c z

foldMapWithIndex :: Monoid m => (Int -> a -> m) -> Seq a -> m
foldMapWithIndex f = foldrWithIndex (\i x r -> f i x <> r) mempty

mapWithIndex :: (Int -> a -> b) -> Seq a -> Seq b
mapWithIndex f (Seq t) = Seq (mapTreeFrom (\i (Elem a) -> Elem (f i a)) 0 t)

-- As mapTree; the function has the index of the first element of an item.
mapTreeFrom :: Sized a => (Int -> a -> b) -> Int -> FingerTree a -> FingerTree b
mapTreeFrom _ i EmptyT = i `seq` EmptyT
mapTreeFrom f i (Single a) = i `seq` Single (f i a)
mapTreeFrom f i (Deep n pr m sf) =
  Deep n (mapDigitFrom f i pr) (mapTreeFrom (mapNodeFrom f) (i + size pr) m) (mapDigitFrom f (i + n - size sf) sf)

mapDigitFrom :: Sized a => (Int -> a -> b) -> Int -> Digit a -> Digit b
mapDigitFrom f i (One a) = i `seq` One (f i a)
mapDigitFrom f i (Two a b) = let j = i + size a in j `seq` Two (f i a) (f j b)
mapDigitFrom f i (Three a b c) = let { j = i + size a; k = j + size b } in k `seq` Three (f i a) (f j b) (f k c)
mapDigitFrom f i (Four a b c d) =
  let { j = i + size a; k = j + size b; l = k + size c } in l `seq` Four (f i a) (f j b) (f k c) (f l d)

mapNodeFrom :: Sized a => (Int -> a -> b) -> Int -> Node a -> Node b
mapNodeFrom f i (Node2 n a b) = let j = i + size a in j `seq` Node2 n (f i a) (f j b)
mapNodeFrom f i (Node3 n a b c) = let { j = i + size a; k = j + size b } in k `seq` Node3 n (f i a) (f j b) (f k c)
