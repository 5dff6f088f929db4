# Hints at usual mistakes, and none that speaks of what is not there.
said() { # PATTERN: in the messages about the program that stands in the input
  cat > p.hs
  if "$GPHC" check -Wunused-imports p.hs 2> err; then echo "accepted:"; cat p.hs; exit 1; fi
  grep -q -e "$1" err || { echo "no '$1':"; cat p.hs err; exit 1; }
}
not_said() { ! grep -e "$1" err || exit 1; }
printf 'f n\n  n > 0 = 1\n  otherwise = 2\nmain = print 1\n' | said 'hint: this line goes on with what is above.*a guard begins with .|'
not_said 'inside .do'
printf 'main = print (a + b)\n  where a = 1\n          b = 2\n' | said 'hint: this line goes on with what is above'
printf 'main = do\n  x = 5\n  print x\n' | said 'inside .do. needs .let'
printf 'g = \\x = x + 1\nmain = print 1\n' | said 'a lambda is written'
printf 'data T = T\ninstance Show T\n  show x = "T"\nmain = print 1\n' | said 'a .where. may be missing'
printf 'f x = case x of\n  1 = 2\nmain = print 1\n' | said 'an alternative of .case'
printf 'main = do { n <- getLine; print (n + 1) }\n' | said '.read. makes one of it'
printf 'main = print ("n" + 1)\n' | said '.show. makes one of it'
printf 'h :: String -> Int\nh s = length s + s\nmain = print 1\n' | said '.read. makes a number of a String'
printf 'main = print (3 :: int)\n' | said 'did you mean .Int'
not_said 'add .Num int'
printf 'g :: int -> Int\ng x = x\nmain = print 1\n' | said 'did you mean .Int'
printf "main = putStrLn 'hello world'\n" | said 'a string is written "hello world", with double quotes'
printf "f = ['foo, 'bar]\nmain = print 1\n" | said 'TemplateHaskell'
printf "import Control.DeepSeq\ndata T = T Int\nmain = print (force (T 1) \`seq\` 1)\n" | said 'deriving Generic.*instance NFData T'
printf 'import Data.List (srot)\nmain = print (srot [2, 1])\n' | said 'did you mean .sort'
not_said redundant
printf '{-# LANGUAGE CPP #-}\nmodule Main where\n#include "nope.h"\nmain = print 1\n' | said '^p.hs:3:1: error.*nope.h: No such file'
