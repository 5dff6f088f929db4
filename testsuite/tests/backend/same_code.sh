# Of specialisations whose code is the same one stays (compiler/low/same_code.cc), with the thunks in it; with -g, where each has places of its own, all do.
cat > t.gph <<'END'
module Main (main) where
data T a = L | N (T a) a (T a)
insert :: Ord a => a -> T a -> T a
insert x L = N L x L
insert x t@(N l y r) = case compare x y of
  LT -> N (insert x l) y r
  GT -> N l y (insert x r)
  EQ -> t
size :: T a -> Int
size L = 0
size (N l _ r) = size l + 1 + size r
newtype A = A Int deriving (Eq, Ord)
newtype B = B Int deriving (Eq, Ord)
main :: IO ()
main = do
  print (size (foldr insert L (map A [3, 1, 2, 3])))
  print (size (foldr insert L (map B [6, 5, 4, 3])))
END
count() {
  "$GPHC" $1 -ddump-low t.gph -o t > low || exit 1
  [ "$(./t)" = "3
4" ] || { echo "$1: wrong output"; exit 1; }
  n=$(grep -cE '^Main_[A-Za-z0-9_]*insert[A-Za-z0-9_]* \(' low)
  [ "$n" -$2 "$3" ] || { echo "$1: $n functions of insert"; exit 1; }
}
count -O1 eq 2
count -O2 eq 2
count "-O2 -g" ge 4

# A function that C calls by name keeps its code, whoever has the same.
cat > f.gph <<'END'
{-# LANGUAGE ForeignFunctionInterface #-}
module Main (main, first, second) where
foreign export ccall first :: Int -> Int
foreign export ccall second :: Int -> Int
first, second, third :: Int -> Int
first n = length (show n); second n = length (show n); third n = length (show n)
{-# NOINLINE third #-}
foreign import ccall "first" c_first :: Int -> Int
foreign import ccall "second" c_second :: Int -> Int
main :: IO ()
main = print (c_first 12, c_second 345, third 6789)
END
"$GPHC" -O2 f.gph -o f && [ "$(./f)" = "(2,3,4)" ] || { echo "exports"; exit 1; }
