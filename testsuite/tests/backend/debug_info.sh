# -g: the line table knows the program's functions by file and line, with both back ends.
cat > t.gph <<'END'
module Main (main) where

twice :: Int -> Int
twice n = if n <= 0 then 1 else twice (n - 1) + twice (n - 2)
{-# NOINLINE twice #-}

main :: IO ()
main = print (twice 10)
END
for way in -fllvm -fvia-C; do
  case $way in *llvm) "$GPHC" --info | grep -q LLVM || continue;; esac
  "$GPHC" -g $way t.gph -o t
  [ "$(./t)" = 144 ] || { echo "wrong answer"; exit 1; }
  objdump --dwarf=decodedline t | grep -q '^t.gph *4 ' || { echo "no line of t.gph with $way"; exit 1; }
done
