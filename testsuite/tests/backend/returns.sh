# Compiled code calls and returns by jumps (Note [Returns by jumps] in compiler/backend/llvm/returns.cc): its objects have no ret (but in insert: tree_recursion.sh), and no
# call but of C and stubs; one that
# is assembled from -S, which has them, works with the others.
command -v objdump > /dev/null || { echo "objdump is not installed"; exit 77; }
grep -q '^#define GPH_JUMP_RETURNS 1' "$ROOT/runtime/include/gph/returns.h" || { echo "GPH_JUMP_RETURNS is off"; exit 77; }
cat > p.gph <<'X'
module Main (main) where

data T = L | N T Int T

insert :: Int -> T -> T
insert x L = N L x L
insert x (N l y r) | x < y = N (insert x l) y r
                   | otherwise = N l y (insert x r)

flat :: T -> [Int] -> [Int]
flat L r = r
flat (N l x r) s = flat l (x : flat r s)

-- lists of filters, and compositions: deep, with returns to several places
primes :: [Int] -> [Int]
primes (p : xs) = p : primes (filter (\x -> x `mod` p /= 0) xs)
primes [] = []

main :: IO ()
main = do
  print (primes [2 ..] !! 600)
  print (sum (flat (foldr insert L [x * 7919 `mod` 10007 | x <- [1 .. 10000]]) []))
  print (foldr (\f x -> if even x then f (x + 1) else f x + 1) 0 (concat (replicate 100000 [(+ 1), negate])) :: Int)
X
"$GPHC" -O2 -fno-object-cache -c p.gph -o p.o
objdump -d p.o | sed '/<Main_.*insert.*_fn.*>:/,/^$/d' > code
grep -q 'jmp  *\*%r11' code
! grep -E '\bret[q]?\b' code || { echo "a ret"; exit 1; }
! grep -E '\bcallq?  *\*' code || { echo "an indirect call"; exit 1; }
"$GPHC" p.o -o p
./p > out
test "$(tr '\n' ' ' < out)" = '4421 50041187 100000 ' || { cat out; exit 1; }
for o in -O0 -O1 "-O2 -fvia-C"; do
  "$GPHC" $o p.gph -o q
  ./q > out2
  cmp out out2
done
