# many keeps what it has read in reverse: where the end of the list may be after each element, as with sepBy, twice the input takes twice the work, not four times.
cat > p.gph <<'X'
import Data.Char
import System.Environment
import Text.ParserCombinators.ReadP

numbers :: ReadP [Int]
numbers = between (char '[') (char ']') (sepBy (read <$> munch1 isDigit) (char ','))

main :: IO ()
main = do
  [n] <- map read <$> getArgs
  print [(sum xs, length xs) | (xs, "") <- readP_to_S numbers (show [1 .. n :: Int])]
  print [length s | (s, "") <- readP_to_S (many (satisfy isAlpha) <* skipMany (char '.')) (replicate n 'x' ++ replicate n '.')]
  print (map fst (readP_to_S (many (char 'a' +++ char 'b')) "aba"), readP_to_S (many1 (string "ab")) "abab", readP_to_S (skipMany (char ' ')) "  ")
X
"$GPHC" -O2 -rtsopts p.gph -o p
work() { ./p $1 +RTS -s 2>&1 > out$1 | sed -n 's/^ *\([0-9,]*\) bytes allocated in the heap.*/\1/p' | tr -d ,; }
a=$(work 4000) b=$(work 8000)
cat > want << 'X'
[(32004000,8000)]
[8000]
(["","a","ab","aba"],[(["ab"],"ab"),(["ab","ab"],"")],[((),"  "),(()," "),((),"")])
X
cmp want out8000
[ "$b" -lt $((a * 5 / 2)) ] || { echo "$a bytes, then $b"; exit 1; }
