-- | Rose trees.
module Data.Tree
  ( Tree(..), Forest, unfoldTree, unfoldForest, unfoldTreeM, unfoldForestM, unfoldTreeM_BF, unfoldForestM_BF, foldTree, flatten, levels, leaves, drawTree, drawForest
  ) where

import Control.DeepSeq (NFData(..))
import Control.Monad.Fix (MonadFix(..), fix)
import Control.Monad.Zip (MonadZip(..))
import Data.Foldable (toList)
import Data.Functor.Classes
import GPH.Data (Data(..))

data Tree a = Node { rootLabel :: a, subForest :: [Tree a] } deriving (Eq, Ord, Read, Show, Data)

type Forest a = [Tree a]

instance Functor Tree where
  fmap f (Node x ts) = Node (f x) (map (fmap f) ts)
instance Applicative Tree where
  pure x = Node x []
  Node f tfs <*> tx@(Node x txs) = Node (f x) (map (f <$>) txs ++ map (<*> tx) tfs)
instance Monad Tree where
  Node x ts >>= f = case f x of Node x' ts' -> Node x' (ts' ++ map (>>= f) ts)
instance Foldable Tree where
  foldMap f (Node x ts) = f x <> mconcat (map (foldMap f) ts)
  foldr f z t = go t z
    where go (Node x ts) acc = f x (foldr go acc ts)
instance Traversable Tree where
  traverse f (Node x ts) = Node <$> f x <*> traverse (traverse f) ts
instance NFData a => NFData (Tree a) where
  rnf (Node x ts) = rnf x `seq` rnf ts

foldTree :: (a -> [b] -> b) -> Tree a -> b
foldTree f = go where go (Node x ts) = f x (map go ts)

unfoldTree :: (b -> (a, [b])) -> b -> Tree a
unfoldTree f b = let (a, bs) = f b in Node a (unfoldForest f bs)

unfoldForest :: (b -> (a, [b])) -> [b] -> [Tree a]
unfoldForest f = map (unfoldTree f)

unfoldTreeM :: Monad m => (b -> m (a, [b])) -> b -> m (Tree a)
unfoldTreeM f b = do
  (a, bs) <- f b
  ts <- unfoldForestM f bs
  return (Node a ts)

unfoldForestM :: Monad m => (b -> m (a, [b])) -> [b] -> m [Tree a]
unfoldForestM f = mapM (unfoldTreeM f)

-- | The labels in pre-order.
flatten :: Tree a -> [a]
flatten = toList

leaves :: Tree a -> [a]
leaves (Node x []) = [x]
leaves (Node _ ts) = concatMap leaves ts

-- | The labels of each level.
levels :: Tree a -> [[a]]
levels t = map (map rootLabel) (takeWhile (not . null) (iterate (concatMap subForest) [t]))

drawTree :: Tree String -> String
drawTree = unlines . draw

drawForest :: [Tree String] -> String
drawForest = unlines . map drawTree

draw :: Tree String -> [String]
draw (Node x ts0) = lines x ++ drawSubTrees ts0
  where
    drawSubTrees [] = []
    drawSubTrees [t] = "|" : shift "`- " "   " (draw t)
    drawSubTrees (t : ts) = "|" : shift "+- " "|  " (draw t) ++ drawSubTrees ts
    shift first other = zipWith (++) (first : repeat other)

-- | Breadth first: the actions of one level all run before those of the next.
unfoldTreeM_BF :: Monad m => (b -> m (a, [b])) -> b -> m (Tree a)
unfoldTreeM_BF f b = do
  ts <- unfoldForestM_BF f [b]
  case ts of
    [t] -> return t
    _ -> error "unfoldTreeM_BF: impossible"

unfoldForestM_BF :: Monad m => (b -> m (a, [b])) -> [b] -> m [Tree a]
unfoldForestM_BF _ [] = return []
unfoldForestM_BF f bs = do
  nodes <- mapM f bs
  children <- unfoldForestM_BF f (concatMap snd nodes)
  return (distribute nodes children)
  where
    distribute [] _ = []
    distribute ((a, seeds) : rest) ts = let (mine, others) = splitAt (length seeds) ts in Node a mine : distribute rest others

instance Eq1 Tree where
  liftEq eq = go where go (Node a fr) (Node a' fr') = eq a a' && liftEq go fr fr'
instance Ord1 Tree where
  liftCompare cmp = go where go (Node a fr) (Node a' fr') = cmp a a' <> liftCompare go fr fr'
instance Show1 Tree where
  liftShowsPrec shw shwl p (Node a fr) = showParen (p > 10) (showString "Node {rootLabel = " . shw 0 a . showString ", "
    . showString "subForest = " . liftShowList shw shwl fr . showString "}")
instance MonadFix Tree where
  mfix f = case fix (f . rootLabel) of
    Node a children -> Node a (zipWith (\i _ -> mfix ((!! i) . subForest . f)) [0 ..] children)
instance MonadZip Tree where
  mzipWith f (Node a as) (Node b bs) = Node (f a b) (mzipWith (mzipWith f) as bs)
  munzip t = (fmap fst t, fmap snd t)
instance Read1 Tree where
  liftReadsPrec rd rdl d = readParen (d > 10) (\s0 ->
    [ (Node a ts, s9)
    | ("Node", s1) <- lex s0, ("{", s2) <- lex s1, ("rootLabel", s3) <- lex s2, ("=", s4) <- lex s3, (a, s5) <- rd 0 s4
    , (",", s6) <- lex s5, ("subForest", s7) <- lex s6, ("=", s8) <- lex s7, (ts, s8') <- liftReadList rd rdl s8, ("}", s9) <- lex s8' ])
