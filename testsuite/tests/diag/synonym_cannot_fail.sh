# A pattern synonym whose pattern cannot fail: nothing is said about an alternative that nobody wrote.
cat > a.hs <<'X'
{-# LANGUAGE PatternSynonyms #-}
module Main (main) where
newtype N = N Int
pattern P :: a -> b -> (a, b)
pattern P x y = (x, y)
pattern M :: Int -> N
pattern M x <- N x
main :: IO ()
main = do
  let P a b = P 'c' True
      M k = N 3
  print (a, b, k)
X
"$GPHC" a.hs -o a > out 2>&1 || { cat out; exit 1; }
[ ! -s out ] || { cat out; exit 1; }
[ "$(./a)" = "('c',True,3)" ]
