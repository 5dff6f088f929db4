# With -g each line of a stack trace is the call's, and inlined functions have theirs: what is between who raised it and main, for either back end.
fail() { echo "$1"; cat expected found err; exit 1; }
cat > Other.gph <<'P'
module Other (boom, middle) where

boom :: Int -> Int
boom n = if n > 100 then n else error "boom"
{-# NOINLINE boom #-}

middle :: Int -> Int
middle n =
  boom n - 4
{-# INLINE middle #-}
P
cat > t.gph <<'P'
module Main (main) where
import Data.IORef
import System.Environment
import Other

-- The line of the call, not that of the definition.
line :: Int -> Int
line n = if n == 1000 then 0 else
  5
    + boom n
{-# NOINLINE line #-}

inner :: Int -> Int
inner n =
  boom n + 3
{-# INLINE inner #-}

outer :: Int -> Int
outer n =
  2 * inner n
{-# INLINE outer #-}

one :: Int -> Int
one n =
  7 - inner n
{-# NOINLINE one #-}

two :: Int -> Int
two n =
  7 - outer n
{-# NOINLINE two #-}

-- The same function at two calls: which of them.
first, second :: Int -> Int
first n =
  inner n
    + inner (n + 200)
second n =
  inner (n + 200)
    + inner n
{-# NOINLINE first #-}
{-# NOINLINE second #-}

other :: Int -> Int
other n =
  9 - middle n
{-# NOINLINE other #-}

-- A local function that is called once.
local :: Int -> Int
local n =
  1 + step (n + 1)
  where
    step k =
      boom k * 2
{-# NOINLINE local #-}

-- What of the library is inlined has no line of this file.
library :: [Int] -> Int
library xs =
  maybe 0 (\x ->
             boom x + 1)
    (if null xs then Nothing else Just (head xs))
{-# NOINLINE library #-}

class Shape a where
  area :: a -> Int
newtype Square = Square Int
instance Shape Square where
  area (Square n) =
    boom n * n

method :: Shape a => a -> Int
method s =
  area s + 1
{-# NOINLINE method #-}

-- Another name for a function, which has no frame, and one with some of its arguments.
renamed, partly :: Int -> Int
renamed = inner
partly = add 1
{-# INLINE renamed #-}
{-# INLINE partly #-}

add :: Int -> Int -> Int
add m n =
  m + boom n
{-# INLINE add #-}

names :: Int -> Int
names n =
  7 - renamed n
{-# NOINLINE names #-}

sections :: Int -> Int
sections n =
  7 - partly n
{-# NOINLINE sections #-}

-- A recursion from two places.
tree :: Int -> Int
tree n =
  if n < 2 then 0 - boom n
  else tree (n - 1)
         + tree (n - 2)
{-# NOINLINE tree #-}

main :: IO ()
main = do
  how <- getArgs
  r <- newIORef 1
  n <- readIORef r
  case how of
    ["line"] -> print (line n + 1)
    ["one"] -> print (one n + 1)
    ["two"] -> print (two n + 1)
    ["first"] -> print (first n + 1)
    ["second"] -> print (second n + 1)
    ["other"] -> print (other n + 1)
    ["local"] -> print (local n + 1)
    ["library"] -> print (library [n] + 1)
    ["method"] -> print (method (Square n) + 1)
    ["names"] -> print (names n + 1)
    ["sections"] -> print (sections n + 1)
    ["tree"] -> print (tree (n + 30) + 1)
    _ -> return ()
P
# The frames from who called boom to main, without those of the library: names and lines.
frames() {
  ./t $1 2> err > out && fail "$1: exit 0"
  sed -n '/^Haskell stack/,$p' err | sed -n '/ Other\.boom /,/ Main\.main/p' | sed -e 1d -e 's/^  called from //' -e 's/,$//' -e 's/ ([0-9]* times)$//' -e '/^GPH\.\|^Data\./d' |
    sed -E 's/\$c([a-z]+)\$[A-Za-z]*/\1/; s/^Main\.main[.a-z0-9]* \(t\.gph:([0-9]+):.*/main \1/; s/\.t \(/ (/; s/\(([A-Za-z]+\.gph):([0-9]+):[0-9]+\)/\1:\2/'
}
main=$(grep -n '^    \["line"\]' t.gph | cut -d: -f1)
check() {
  how=$1
  shift
  printf '%s\n' "$@" "main $(grep -n "^    .\"$how\"" t.gph | cut -d: -f1)" > expected
  frames $how > found
  cmp -s expected found || fail "$way: $how"
}
L() { grep -n -x -e "$1" $2 | cut -d: -f1 | head -1; }
at_inner="Main.inner t.gph:$(L '  boom n + 3' t.gph)"
for way in -O1 -O2 "-O1 -fvia-C" "-O2 -fvia-C"; do
  "$GPHC" -g $way t.gph -o t
  check line "Main.line t.gph:$(L '    + boom n' t.gph)"
  check one "$at_inner (inlined)" "Main.one t.gph:$(L '  7 - inner n' t.gph)"
  check two "$at_inner (inlined)" "Main.outer t.gph:$(L '  2 \* inner n' t.gph) (inlined)" "Main.two t.gph:$(L '  7 - outer n' t.gph)"
  check first "$at_inner (inlined)" "Main.first t.gph:$(L '  inner n' t.gph)"
  check second "$at_inner (inlined)" "Main.second t.gph:$(L '    + inner n' t.gph)"
  check other "Other.middle Other.gph:$(L '  boom n - 4' Other.gph) (inlined)" "Main.other t.gph:$(L '  9 - middle n' t.gph)"
  check local "Main.local.step t.gph:$(L '      boom k \* 2' t.gph) (inlined)" "Main.local t.gph:$(L '  1 + step (n + 1)' t.gph)"
  check library "Main.library t.gph:$(L '             boom x + 1)' t.gph)"
  check method "Main.area t.gph:$(L '    boom n \* n' t.gph) (inlined)" "Main.method t.gph:$(L '  area s + 1' t.gph)"
  check sections "Main.add t.gph:$(L '  m + boom n' t.gph) (inlined)" "Main.partly t.gph:$(L 'partly = add 1' t.gph) (inlined)" "Main.sections t.gph:$(L '  7 - partly n' t.gph)"
  check names "$at_inner (inlined)" "Main.names t.gph:$(L '  7 - renamed n' t.gph)"
  frames tree > found
  [ "$(sed -n 1p found)" = "Main.tree t.gph:$(L '  if n < 2 then 0 - boom n' t.gph)" ] || fail "$way: tree"
  grep -q -x "Main.tree t.gph:$(L '  else tree (n - 1)' t.gph)" found || fail "$way: tree, its recursion"
  [ "$(wc -l < found)" -le 6 ] || fail "$way: tree is not cut"
done
# Without the optimiser nothing is inlined: + and * have frames, and their operands are thunks.
for way in -O0 "-O0 -fvia-C"; do
  "$GPHC" -g $way t.gph -o t
  ./t two 2> err > out && fail "$way: exit 0"
  grep -q 'inlined' err && fail "$way: inlined"
  sed -n '/^Haskell stack/,$p' err >> stacks
  frames two > found
  printf '%s\n' "$at_inner" "Main.outer t.gph:$(L '  2 \* inner n' t.gph)" "Main.two t.gph:$(L '  7 - outer n' t.gph)" "main $(L '    \["two"\] -> print (two n + 1)' t.gph)" > expected
  cmp -s expected found || fail "$way: two"
done
half=$(($(wc -l < stacks) / 2))
[ "$(head -n $half stacks)" = "$(tail -n $half stacks)" ] || fail "-O0: the back ends' stacks"
# Of any exception, in a program that catches it.
cat > c.gph <<'P'
module Main (main) where
import Control.Exception
import Data.IORef
import Other

inner :: Int -> Int
inner n =
  boom n + 3
{-# INLINE inner #-}

one :: Int -> Int
one n =
  7 - inner n
{-# NOINLINE one #-}

main :: IO ()
main = do
  r <- newIORef 1
  n <- readIORef r
  x <- try (evaluate (one n)) :: IO (Either ErrorCall Int)
  putStrLn (either (const "caught") show x)
P
"$GPHC" -g -O2 c.gph -o c
./c +RTS -xc > out 2> err
grep -q '^  called from Main.inner (c.gph:8:3) (inlined),$' err && grep -q '^  called from Main.one (c.gph:13:7)' err || fail "-xc"
[ "$(cat out)" = caught ] || fail "-xc: its output"
exit 0
