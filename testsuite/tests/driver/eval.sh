# gphc -e: values are printed, numbers default, actions run and print their result unless it is (); nothing stays behind.
export TMPDIR="$PWD/tmp"
mkdir tmp
[ "$("$GPHC" -e '1 + 2')" = 3 ]
[ "$("$GPHC" -e '6 * 7.5')" = 45.0 ]
[ "$("$GPHC" -e '"a" ++ "b"')" = '"ab"' ]
[ "$("$GPHC" -e 'putStrLn "hi"')" = hi ]
[ "$("$GPHC" -e 'return (2 ^ 70) :: IO Integer')" = 1180591620717411303424 ]
[ "$("$GPHC" -e 'mapM_ print [1, 2]' | tr '\n' ' ')" = "1 2 " ]
if "$GPHC" -e 'if 1' 2> err; then exit 1; fi
grep -q 'GPH-2' err
if "$GPHC" -e 'length 3 4' 2> err; then exit 1; fi
grep -q 'GPH-4' err
# An expression that can be an action is one in IO; what is ambiguous beyond numbers defaults as in GHCi.
[ "$("$GPHC" -e 'return 1')" = 1 ]
[ "$(echo input | "$GPHC" -e getLine)" = '"input"' ]
[ -z "$("$GPHC" -e 'return ()')" ]
[ -z "$("$GPHC" -e 'return undefined')" ]
[ "$("$GPHC" -e mempty -e '[]' -e Nothing -e 'pure 5' | tr '\n' ' ')" = "() [] Nothing 5 " ]
# Several: statements, definitions, imports, declarations, one after the other.
[ "$(echo word | "$GPHC" -e 'import Data.Char' -e 'x <- getLine' -e 'let f = map toUpper' -e 'g y = f (y ++ x)' -e 'data T = T deriving Show' -e 'g "a"' -e 'T' | tr '\n' ' ')" = '"AWORD" T ' ]
[ "$("$GPHC" -e 'let x = 5 in x + x' -e '[y | y <- [1 .. 3], odd y]' -e 'do { z <- return 4; print (z == 4) }' | tr '\n' ' ')" = "10 [1,3] True " ]
# Modules of the stdlib under their names.
[ "$("$GPHC" -e 'Data.Map.toList (Data.Map.fromList [(1, "a = <- b")])')" = '[(1,"a = <- b")]' ]
[ -z "$(ls tmp)" ]
# Messages point into what was written.
"$GPHC" -e '  length 3 4' 2> err && exit 1
grep -q '^<interactive>:1:3: error' err
grep -q '^ 1 |   length 3 4$' err
"$GPHC" -e 'let f x = x + 1' -e 'f (
  y)' 2> err && exit 1
grep -q '^<interactive>:3:3: error' err
"$GPHC" -e '(1' 2> err && exit 1
grep -q '^<interactive>:1:3: error.* parse error: .). expected' err
"$GPHC" -e '\x -> x' 2> err && exit 1
grep -q '^<interactive>:1:1: error.*arising from a use of .print' err
"$GPHC" -e 'case 3 of 4 -> 1' 2> err && exit 1
grep -q '<interactive>:1:1-16: Non-exhaustive patterns in case' err
! grep -q "$TMPDIR" err
# In the scope of the module in a file: all its names, exported or not, and its imports; its main is no other.
cat > Helper.hs <<'END'
module Helper (hidden) where
hidden, f :: Int
hidden = 7
f = 8
END
cat > m.hs <<'END'
module M (f) where
import Data.List (sort)
import qualified Data.Map as Map
import Prelude hiding (lookup)
import Helper
f, lookup :: Int -> Int
f = (+ 1)
lookup x = hidden + x
g :: [Int]
g = sort [3, 1, 2]
main :: IO ()
main = putStrLn "main of M"
END
[ "$("$GPHC" -e g -e 'lookup 3' -e 'f 2' -e 'M.f (sum (sort [1]))' -e 'Map.toList (Map.fromList [(1, 2)])' -e main m.hs | tr '\n' ' ')" = "[1,2,3] 10 3 2 [(1,2)] main of M " ]
echo 'main = print "x" >> return 5' > main.hs
[ "$("$GPHC" -e 'main >> print 1' -e main main.hs | tr '\n' ' ')" = '"x" 1 "x" 5 ' ]
"$GPHC" -e 'lookup "x"' m.hs 2> err && exit 1
grep -q '^<interactive>:1:8: error' err
"$GPHC" -e main 2> err && exit 1
grep -q 'not in scope: .main' err
"$GPHC" -e 1 nofile.hs 2> err && exit 1
grep -q 'cannot read nofile.hs' err
echo 'x = ' > bad.hs
"$GPHC" -e 1 bad.hs 2> err && exit 1
grep -q '^bad.hs:2:1: error.*parse error' err
"$GPHC" -Wall -e f m.hs -e 'f 1' 2> err && exit 1
! grep 'interactive.*unused-imports' err
rm -f Helper.hs
