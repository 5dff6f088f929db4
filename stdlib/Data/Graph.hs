-- | Directed graphs as arrays of adjacency lists, and their depth-first algorithms (King and Launchbury 1995).
module Data.Graph
  ( Graph, Bounds, Edge, Vertex, Table, graphFromEdges, graphFromEdges', buildG, vertices, edges, outdegree, indegree, path, reachable, transposeG
  , dfs, dff, topSort, reverseTopSort, components, scc, bcc, SCC(..), stronglyConnComp, stronglyConnCompR, flattenSCC, flattenSCCs, Forest, Tree(..)
  ) where

import Control.DeepSeq (NFData(..))
import Control.Monad.ST
import Data.Array
import Data.Array.ST
import Data.List (sortBy)
import Data.Maybe (fromMaybe, mapMaybe)
import Data.Functor.Classes
import Data.Tree (Forest, Tree(..))
import GPH.Data (Data(..))

data SCC vertex = AcyclicSCC vertex | CyclicSCC [vertex] deriving (Eq, Show, Read, Data)

instance Functor SCC where
  fmap f (AcyclicSCC v) = AcyclicSCC (f v)
  fmap f (CyclicSCC vs) = CyclicSCC (map f vs)
instance Foldable SCC where
  foldr c n (AcyclicSCC v) = c v n
  foldr c n (CyclicSCC vs) = foldr c n vs
instance Traversable SCC where
  traverse f (AcyclicSCC v) = AcyclicSCC <$> f v
  traverse f (CyclicSCC vs) = CyclicSCC <$> traverse f vs
instance NFData a => NFData (SCC a) where
  rnf (AcyclicSCC v) = rnf v
  rnf (CyclicSCC vs) = rnf vs

flattenSCCs :: [SCC a] -> [a]
flattenSCCs = concatMap flattenSCC

flattenSCC :: SCC vertex -> [vertex]
flattenSCC (AcyclicSCC v) = [v]
flattenSCC (CyclicSCC vs) = vs

-- | Strongly connected components, reverse topologically sorted.
stronglyConnComp :: Ord key => [(node, key, [key])] -> [SCC node]
stronglyConnComp edges0 = map getNode (stronglyConnCompR edges0)
  where
    getNode (AcyclicSCC (n, _, _)) = AcyclicSCC n
    getNode (CyclicSCC triples) = CyclicSCC [n | (n, _, _) <- triples]

stronglyConnCompR :: Ord key => [(node, key, [key])] -> [SCC (node, key, [key])]
stronglyConnCompR [] = []
stronglyConnCompR edges0 = map decode forest
  where
    (graph, vertexFn, _) = graphFromEdges edges0
    forest = scc graph
    decode (Node v []) | mentionsItself v = CyclicSCC [vertexFn v]
                       | otherwise = AcyclicSCC (vertexFn v)
    decode other = CyclicSCC (dec other [])
      where dec (Node v ts) vs = vertexFn v : foldr dec vs ts
    mentionsItself v = v `elem` (graph ! v)

type Vertex = Int
type Table a = Array Vertex a
type Graph = Array Vertex [Vertex]
type Bounds = (Vertex, Vertex)
type Edge = (Vertex, Vertex)

vertices :: Graph -> [Vertex]
vertices = indices

edges :: Graph -> [Edge]
edges g = [(v, w) | v <- vertices g, w <- g ! v]

buildG :: Bounds -> [Edge] -> Graph
buildG = accumArray (flip (:)) []

transposeG :: Graph -> Graph
transposeG g = buildG (bounds g) (reverseE g)

reverseE :: Graph -> [Edge]
reverseE g = [(w, v) | (v, w) <- edges g]

outdegree, indegree :: Graph -> Array Vertex Int
outdegree = fmap length
indegree g = accumArray (+) 0 (bounds g) [(v, 1) | (_, outs) <- assocs g, v <- outs]

graphFromEdges' :: Ord key => [(node, key, [key])] -> (Graph, Vertex -> (node, key, [key]))
graphFromEdges' x = (a, b)
  where (a, b, _) = graphFromEdges x

graphFromEdges :: Ord key => [(node, key, [key])] -> (Graph, Vertex -> (node, key, [key]), key -> Maybe Vertex)
graphFromEdges edges0 = (graph, \v -> vertexMap ! v, keyVertex)
  where
    maxV = length edges0 - 1
    bounds0 = (0, maxV) :: (Vertex, Vertex)
    sortedEdges = sortBy (\(_, k1, _) (_, k2, _) -> compare k1 k2) edges0
    edges1 = zipWith (,) [0 ..] sortedEdges
    graph = array bounds0 [(v, mapMaybe keyVertex ks) | (v, (_, _, ks)) <- edges1]
    keyMap = array bounds0 [(v, k) | (v, (_, k, _)) <- edges1]
    vertexMap = array bounds0 edges1
    keyVertex k = findVertex 0 maxV
      where
        findVertex a b | a > b = Nothing
        findVertex a b = case compare k (keyMap ! mid) of
          LT -> findVertex a (mid - 1)
          EQ -> Just mid
          GT -> findVertex (mid + 1) b
          where mid = a + (b - a) `div` 2

-- | The spanning forest of the whole graph, vertices in index order.
dff :: Graph -> [Tree Vertex]
dff g = dfs g (vertices g)

-- | The spanning forest of what the vertices reach.
dfs :: Graph -> [Vertex] -> [Tree Vertex]
dfs g vs0 = runST (do
  visited <- newArray (bounds g) False
  go visited vs0)
  where
    go :: STUArray s Vertex Bool -> [Vertex] -> ST s [Tree Vertex]
    go _ [] = return []
    go visited (v : vs) = do
      seen <- readArray visited v
      if seen
        then go visited vs
        else do
          writeArray visited v True
          as <- go visited (g ! v)
          bs <- go visited vs
          return (Node v as : bs)

preorderF :: [Tree a] -> [a]
preorderF ts = foldr pre [] ts
  where pre (Node a us) acc = a : foldr pre acc us

postorderF :: [Tree a] -> [a] -> [a]
postorderF ts acc0 = foldr post acc0 ts
  where post (Node a us) acc = postorderF us (a : acc)

postOrd :: Graph -> [Vertex]
postOrd g = postorderF (dff g) []

topSort, reverseTopSort :: Graph -> [Vertex]
topSort = reverse . postOrd
reverseTopSort = postOrd

components :: Graph -> [Tree Vertex]
components = dff . undirected

undirected :: Graph -> Graph
undirected g = buildG (bounds g) (edges g ++ reverseE g)

scc :: Graph -> [Tree Vertex]
scc g = dfs g (reverse (postOrd (transposeG g)))

reachable :: Graph -> Vertex -> [Vertex]
reachable g v = preorderF (dfs g [v])

path :: Graph -> Vertex -> Vertex -> Bool
path g v w = w `elem` reachable g v

-- | Biconnected components.
bcc :: Graph -> [Tree [Vertex]]
bcc g = concatMap bicomps forest
  where
    forest = dff g
    dnum = array (bounds g) (zip (vertices g) (repeat (-1)) `seq` [(v, fromMaybe (-1) (lookup v nums)) | v <- vertices g]) :: Array Vertex Int
    nums = zip (preorderF forest) [0 ..]
    bicomps (Node v ts) = [Node (v : vs) us | (_, Node vs us) <- map collect ts]
    collect (Node v ts) = (foldr min dv ([dnum ! w | w <- g ! v] ++ [lw | (lw, _) <- collected]), Node (v : vs) cs)
      where
        dv = dnum ! v
        collected = map collect ts
        vs = concat [ws | (lw, Node ws _) <- collected, lw < dv]
        cs = concat [if lw < dv then us else [Node (v : ws) us] | (lw, Node ws us) <- collected]

instance Eq1 SCC where
  liftEq eq (AcyclicSCC a) (AcyclicSCC b) = eq a b
  liftEq eq (CyclicSCC as) (CyclicSCC bs) = liftEq eq as bs
  liftEq _ _ _ = False
instance Show1 SCC where
  liftShowsPrec sp _ d (AcyclicSCC v) = showsUnaryWith sp "AcyclicSCC" d v
  liftShowsPrec _ sl d (CyclicSCC vs) = showsUnaryWith (const sl) "CyclicSCC" d vs
instance Read1 SCC where
  liftReadsPrec rp rl = readsData (readsUnaryWith rp "AcyclicSCC" AcyclicSCC <> readsUnaryWith (const rl) "CyclicSCC" CyclicSCC)
