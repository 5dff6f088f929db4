# Of the stdlib equations are parsed when they are needed (Note [Text read on demand] in syntax/later.cc): a syntax error in the method of an instance was
# a crash of the type checker, which found no equation. And a qualified constructor is no operator: the definition was taken for one of `.'.
mkdir -p bin lib/gphc/stdlib
cp "$GPHC" bin/gphc
for f in "$(dirname "$GPHC")"/../lib/gphc/*; do [ "$(basename "$f")" = stdlib ] || ln -s "$(realpath "$f")" lib/gphc/; done
cp -R "$ROOT"/stdlib/. lib/gphc/stdlib/
cat > lib/gphc/stdlib/Faulty.hs <<'END'
module Faulty where
data T = T
instance Show T where
  show T = let x = "a text that is long enough" in in x
  showsPrec _ x rest = show x ++ rest ++ "a text that is long enough"
END
cat > t.gph <<'END'
import Faulty
main :: IO ()
main = print T
END
./bin/gphc -fno-code t.gph 2> error && exit 1
[ $? = 1 ] || { cat error; exit 1; }
grep -q 'Faulty.hs:4:52.*parse error on input `in' error || { cat error; exit 1; }
[ "$(grep -c error: error)" = 1 ] || { cat error; exit 1; }

cat > lib/gphc/stdlib/Qualified.hs <<'END'
module Qualified (without) where
import qualified Data.Maybe as Set
without :: [a] -> Maybe b -> [a]
without xs Set.Nothing = xs
without _ (Set.Just _) = []
END
cat > q.gph <<'END'
import Qualified
main :: IO ()
main = print (without "abc" (Nothing :: Maybe Int), without "abc" (Just 'x'))
END
./bin/gphc -O0 q.gph -o q
[ "$(./q)" = '("abc","")' ]
