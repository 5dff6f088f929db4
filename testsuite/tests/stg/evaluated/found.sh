#!/bin/sh
# What compiler/stg/evaluated.cc finds ("!" behind what is bound), and what it must not.
set -eu
cat > p.gph <<'EOP'
module Main (main) where
import System.Environment (getArgs)
data T = Leaf | Node T Int T
data Broken = Broken Int Int
data Passed = Passed Int Int
data Updated = Updated { left :: Int, right :: [Int] }
data Text = Text Int String

insert :: Int -> T -> T
insert x Leaf = x `seq` Node Leaf x Leaf
insert x t@(Node l y r) = case compare x y of
  LT -> let l' = insert x l in l' `seq` Node l' y r
  GT -> let r' = insert x r in r' `seq` Node l y r'
  EQ -> t

walk :: T -> Int
walk Leaf = 0
walk (Node l x r) = walk l + x + walk r
{-# NOINLINE walk #-}

slow :: Int -> Int
slow n = if n > 1 then slow (n - 2) else n
{-# NOINLINE slow #-}
both :: Int -> Int -> Int
both a b = if a > 3 then a else b
{-# NOINLINE both #-}
brokens :: Int -> [Broken]
brokens n = [ if even k then Broken k (slow k) else Broken k k | k <- [1 .. n] ]
{-# NOINLINE brokens #-}
passeds :: Int -> [Passed]
passeds n = zipWith Passed [1 .. n] (map slow [1 .. n])
{-# NOINLINE passeds #-}
updateds :: Int -> [Updated]
updateds n = [ Updated k [] | k <- [1 .. n] ]
{-# NOINLINE updateds #-}
update :: Updated -> Updated
update u = u { right = map slow [1 .. left u] }
{-# NOINLINE update #-}
texts :: [Text]
texts = [Text 1 "one", Text 2 "two"]
{-# NOINLINE texts #-}

main :: IO ()
main = do
  args <- getArgs
  let n = length args
  print (walk (foldr insert Leaf [1 .. n]))
  print (sum [ both a b | Broken a b <- brokens n ])
  print (sum [ both a b | Passed a b <- passeds n ])
  print (sum [ both a (length b) | Updated a b <- map update (updateds n) ])
  print (sum [ both n (length s) | Text n s <- texts ])
EOP
"$GPHC" -O2 p.gph -o p -ddump-stg > stg
test "$(./p | tr '\n' ' ')" = "0 0 0 0 6 "
has() { grep -qE "$1" stg || { echo "not found: $1"; exit 1; }; }
has '^ +Node l_[0-9]+! [a-z]+_[0-9]+! r_[0-9]+! '
has '^Main_(zdw)?walk[a-z0-9_]* = .* \\ \[ds_[0-9]+!\]'
has '^ +Broken a_[0-9]+! b_[0-9]+ '
has '^ +Passed a_[0-9]+! b_[0-9]+ '
has '\[r_[0-9]+! r_[0-9]+\]$'
has '^ +Text n_[0-9]+! s_[0-9]+ '
# Without fuel nothing is found: -dfuel counts these decisions after the optimiser's.
"$GPHC" -O2 -dfuel=0 p.gph -o p -ddump-stg > stg
if grep -qE '^ +Node l_[0-9]+!' stg; then echo 'found without fuel'; exit 1; fi
# A value of another type may be taken apart as one of these.
sed -e 's/^import/import Unsafe.Coerce\nimport/' -e 's/insert Leaf \[/insert (unsafeCoerce Leaf) [/' p.gph > q.gph
"$GPHC" -O2 q.gph -o q -ddump-stg > stg
has '^ +Node l_[0-9]+ '
