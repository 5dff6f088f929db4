# Functions over numbers that call themselves twice on a way keep call and ret, and those that go into one or several fields of the nodes of a tree, but not those over terms or
# lists (compiler/low/tree_recursion.cc). Whatever calls them, and whatever they end in, works: known
# and unknown calls, tail calls of others, loops of tail calls through them in constant stack, ends in operations of Integer, deep ones, exceptions, and sparks.
command -v objdump > /dev/null || { echo "objdump is not installed"; exit 77; }
grep -q '^#define GPH_JUMP_RETURNS 1' "$ROOT/runtime/include/gph/returns.h" || { echo "GPH_JUMP_RETURNS is off"; exit 77; }
cat > p.gph <<'X'
module Main (main) where

import Control.Exception
import Control.Parallel

nfib :: Int -> Int
nfib n | n < 2 = 1
       | otherwise = nfib (n - 1) + nfib (n - 2) + 1
{-# NOINLINE nfib #-}

-- its results come in three registers; it ends in a tail call of another function
moves :: Int -> Int -> Int -> Int -> (Int, Int, Double)
moves 0 a _ _ = counted a
moves n a b c = case moves (n - 1) a c b of
  (x, y, d) -> case moves (n - 1) c b a of
    (x', y', d') -> counted3 (x + x') (y `max` y') (d + d' + 1)
{-# NOINLINE moves #-}
counted :: Int -> (Int, Int, Double)
counted a = (a, a * a, 0)
{-# NOINLINE counted #-}
counted3 :: Int -> Int -> Double -> (Int, Int, Double)
counted3 x y d = (x `mod` 1009, y, d)
{-# NOINLINE counted3 #-}

big :: Int -> Integer
big n | n < 2 = 2
      | otherwise = big (n - 1) * big (n - 2) `mod` 1000000000000000000000007
{-# NOINLINE big #-}

ack :: Int -> Int -> Int
ack 0 n = n + 1
ack m 0 = ack (m - 1) 1
ack m n = ack (m - 1) (ack m (n - 1))

-- a loop of tail calls goes through it: a call that is not needed would take stack for each
loop :: Int -> Int -> Int
loop 0 s = s
loop n s = step n (s + nfib (n `mod` 5))
{-# NOINLINE loop #-}
step :: Int -> Int -> Int
step n s | even n = loop (n - 1) s
         | otherwise = loop (n - 1) (loop 0 s + 1)
{-# NOINLINE step #-}

failing :: Int -> Int
failing n | n == 3 = throw Overflow
          | n < 2 = 1
          | otherwise = failing (n - 2) + failing (n - 1)
{-# NOINLINE failing #-}

pfib :: Int -> Int
pfib n | n < 2 = 1
       | otherwise = let x = pfib (n - 1); y = pfib (n - 2) in x `par` y `pseq` x + y + 1
{-# NOINLINE pfib #-}

data Tree = Tip | Node !Tree !Int !Tree

-- one way of two; it ends in a tail call of another function
insert :: Int -> Tree -> Tree
insert x Tip = Node Tip x Tip
insert x t@(Node l y r) | x < y = node (insert x l) y r
                        | x > y = node l y (insert x r)
                        | otherwise = t
{-# NOINLINE insert #-}
node :: Tree -> Int -> Tree -> Tree
node l x r = Node l x r
{-# NOINLINE node #-}

-- both ways
twice :: Tree -> Tree
twice Tip = Tip
twice (Node l x r) = Node (twice l) (2 * x) (twice r)
{-# NOINLINE twice #-}

total, depth :: Tree -> Int
total Tip = 0
total (Node l x r) = total l + x + total r
{-# NOINLINE total #-}
depth Tip = 0
depth (Node l _ r) = 1 + max (depth l) (depth r)

data Term = Lit !Int | Neg !Term | Add !Term !Term

value :: Term -> Int
value (Lit n) = n
value (Neg t) = negate (value t)
value (Add s t) = value s + value t
{-# NOINLINE value #-}

apply :: (a -> b) -> a -> b
apply f x = f x
{-# NOINLINE apply #-}

main :: IO ()
main = do
  print (nfib 22, apply nfib 10, map (apply apply nfib) [1 .. 8])
  print (moves 10 1 2 3)
  print (map (apply big) [5, 20])
  print (ack 2 2000, apply (ack 3) 6)
  print (loop 3000000 0)
  r <- try (evaluate (apply failing 12))
  print (r :: Either ArithException Int)
  print (pfib 24)
  let shuffled = foldr insert Tip (take 20000 (iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648) 1))
      sorted = foldr insert Tip [1 .. 2000]
  print (total (twice shuffled), depth shuffled < 60, total (twice (twice sorted)), depth sorted)
  print (value (foldr (\x t -> if even x then Neg t else Add (Lit x) t) (Lit 0) [1 .. 2000]))
X
"$GPHC" -O2 -threaded -rtsopts -fno-object-cache -c p.gph -o p.o
objdump -d p.o > code
kept() { sed -n "/<Main_$1\(_[0-9a-f]*\)\?_fn.*>:/,/^$/p" code > one; grep -qE '\bret[q]?\b' one; }
for f in zdwnfib zdwack zdwinsert twice zdwtotal; do kept $f || { echo "$f: no ret"; exit 1; }; done
for f in zdwvalue; do
  if kept $f; then
    echo "$f: ret"
    exit 1
  fi
done
cat > want <<'X'
(57313,177,[1,3,5,9,15,25,41,67])
(29,9,1023.0)
[256,72986072785172786154735]
(4003,509)
12900000
Left arithmetic overflow
150049
(43134154519968,True,8004000,2000)
-1000
X
"$GPHC" -threaded p.o -o p
for flags in "-N1 -K1m" "-N2 -A64k" "-N4 --surplus-hecs=share"; do
  ./p +RTS $flags > out || { echo "$flags: $?"; exit 1; }
  cmp want out
done
for o in -O0 -O1 "-O2 -fvia-C" "-O2 -debug"; do
  "$GPHC" $o p.gph -o q
  ./q > out2
  cmp want out2
done
