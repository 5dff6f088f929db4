#!/bin/sh
# A top-level thunk that one other thunk uses goes there, and its list is never made (goes_to_its_user): named values of
# the program, what float-out moves out of an action, chains of them; in a recursive group, too, where a partial
# application that mentions one is inlined elsewhere before it is visited.
set -eu
cat > p.gph <<'EOF2'
module Main (main) where
import System.Environment
ys, xs :: [Int]
ys = filter even [1 .. 1000000]
xs = map (\x -> x * 2 + 1) ys
total :: Int
total = sum xs
squares = takeWhile (< 1000000000000) (map (^ 2) [1 :: Int ..])
far = length (filter odd squares)
main :: IO ()
main = do
  n <- fmap length getArgs
  case n of
    0 -> print total >> print far
    _ -> print (length (filter odd (zipWith (+) (cycle [1, 2]) (filter odd (map (* 3) [1 .. 1000000 :: Int])))))
EOF2
"$GPHC" -O2 -dlint p.gph -o p
./p +RTS -s > out 2> stats
printf '500001500000\n500000\n' > want
diff want out
bytes=$(sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' stats | tr -d ,)
test "$bytes" -lt 1000000
test "$(./p 1)" = 250000

cat > q.gph <<'EOF2'
module Main (main) where
newtype P a = P { run :: String -> Maybe (a, String) }
instance Functor P where fmap f (P p) = P (\s -> case p s of { Nothing -> Nothing; Just (x, r) -> Just (f x, r) })
instance Applicative P where
  pure x = P (\s -> Just (x, s))
  P f <*> P x = P (\s -> case f s of { Nothing -> Nothing; Just (g, r) -> case x r of { Nothing -> Nothing; Just (y, t) -> Just (g y, t) } })
orElse :: P a -> P a -> P a
orElse (P p) (P q) = P (\s -> maybe (q s) Just (p s))
item :: Char -> P Char
item c = P (\s -> case s of { d : r | d == c -> Just (c, r); _ -> Nothing })
token :: P a -> P a
token p = p <* blanks where blanks = (item ' ' *> blanks) `orElse` pure ()
nest, several :: P Int
nest = (token (item '(') *> ((+ 1) <$> several) <* token (item ')')) `orElse` (0 <$ token (item 'x'))
several = (+) <$> nest <*> ((token (item ',') *> several) `orElse` pure 0)
main :: IO ()
main = print (fmap fst (run several "( x, (x,x ),(( x) ) ),x"))
EOF2
"$GPHC" -O2 -dlint q.gph -o q
test "$(./q)" = "Just 4"
