# At -O0 the program's own code is compiled as it stands, the stdlib's part is optimised on its own: a map's insertions
# allocate a fraction, and nothing of the program is inlined, made strict or specialised.
cat > t.gph <<'END'
module Main (main) where
import qualified Data.Map as M
import Data.List (dropWhileEnd, sortBy)
import Data.Ord (comparing)

data P = P !Int !Double deriving (Show, Eq, Ord)   -- fields are unpacked in both parts or none

class Shape a where
  area :: a -> Double
  name :: a -> String
  name _ = "shape"
instance Shape P where area (P n d) = fromIntegral n * d
newtype Loud = Loud Int
instance Show Loud where showsPrec d (Loud n) = showParen (d > 10) (showString "LOUD " . showsPrec 11 n)
instance Num Loud where                            -- a dictionary of the program's in functions of the stdlib
  Loud a + Loud b = Loud (a + b)
  Loud a * Loud b = Loud (a * b)
  negate (Loud a) = Loud (negate a)
  abs = id
  signum = id
  fromInteger = Loud . fromInteger

myOwnFunction :: Int -> Int
myOwnFunction n = n `mod` 1000

-- The program's rules are not for the stdlib's part, which calls these functions itself.
{-# RULES "fold" forall f z t. M.foldrWithKey f z t = z #-}
{-# RULES "own" forall xs. reverse xs = backwards xs #-}
backwards :: [a] -> [a]
backwards _ = []

main :: IO ()
main = do
  let m = M.fromListWith (+) [(myOwnFunction x, 1 :: Int) | x <- [1 .. 20000 :: Int]]
      ps = [P n (fromIntegral n / 4) | n <- [3, 1, 2]]
  print (M.size m, sum (M.elems m))
  print (sortBy (comparing area) ps, maximum ps, map name ps)
  print (Just (sum (map Loud [1 .. 100])), product (map Loud [1 .. 5]))
  print (M.keys (M.fromDistinctDescList (zip "zyx" [1 :: Int ..])), dropWhileEnd (== ' ') "end  ", reverse "abc", M.foldrWithKey (\_ _ n -> n + 1) (0 :: Int) m)
  print (M.toList (M.map Loud (M.filter even (M.fromList (zip "abc" [1 ..])))))
END
cat > expected <<'END'
(1000,20000)
([P 1 0.25,P 2 0.5,P 3 0.75],P 3 0.75,["shape","shape","shape"])
(Just (LOUD 5050),LOUD 120)
("xyz","end","cba",1000)
[('b',LOUD 2)]
END
allocated() { ./t +RTS -s 2>&1 > out | sed -n 's/^ *\([0-9,]*\) bytes allocated.*/\1/p' | tr -d ,; cmp out expected >&2; }
for flags in "" "-fvia-C" "-threaded -debug" "-dcore-lint" "-g"; do
  "$GPHC" -O0 -rtsopts $flags t.gph -o t && ./t > out && cmp out expected || { echo "-O0 $flags"; exit 1; }
done
"$GPHC" -O0 -rtsopts t.gph -o t && library=$(allocated)
"$GPHC" -O0 -fno-optimised-library -rtsopts t.gph -o t && plain=$(allocated)
[ "$library" -gt 0 ] && [ $((library * 3 / 2)) -lt "$plain" ] || { echo "$library bytes, $plain when nothing is optimised"; exit 1; }
# its own function is there, and called
"$GPHC" -O0 -ddump-simpl t.gph -o t > simpl
[ "$(grep -c 'Main.myOwnFunction' simpl)" -ge 2 ] || { echo "the program's own function was inlined"; exit 1; }
