# Every definition of every module has the type that its signature says: -dcore-lint checks all; programs check what they use only, and say what is wrong there.
fail() { echo "$1"; cat err; exit 1; }
{
  echo 'module Main where'
  echo 'import Prelude'
  (cd "$ROOT/stdlib" && find . -name '*.hs') | sed 's|^\./||; s|\.hs$||; s|/|.|g; s|^|import qualified |' | sort
  echo 'main :: IO ()'
  echo 'main = return ()'
} > Main.hs
[ "$(grep -c import Main.hs)" -gt 200 ] || fail "the modules are not found"
"$GPHC" -fno-code -dcore-lint Main.hs 2> err || fail "not well-typed"
# A mistake in a copy.
mkdir -p copy/bin copy/lib/gphc
cp "$GPHC" copy/bin/gphc
for part in "$(dirname "$GPHC")"/../lib/gphc/*; do
  case $part in */stdlib) cp -rL "$part" copy/lib/gphc ;; *) ln -s "$(readlink -f "$part")" copy/lib/gphc ;; esac
done
printf '\nwrong :: Maybe a -> Bool\nwrong x = not x\n' >> copy/lib/gphc/stdlib/Data/Maybe.hs
sed -i 's/(Maybe(..),/(wrong, Maybe(..),/' copy/lib/gphc/stdlib/Data/Maybe.hs
printf 'import Data.Maybe\nmain :: IO ()\nmain = print (isJust (Just 1))\n' > good.hs
printf 'import Data.Maybe\nmain :: IO ()\nmain = print (wrong (Just 1))\n' > bad.hs
copy/bin/gphc -O0 good.hs -o good 2> err && [ "$(./good)" = True ] || fail "what is not used disturbs"
copy/bin/gphc -O0 bad.hs -o bad 2> err && fail "what is used is not checked"
grep -q 'Maybe.hs:[0-9]*:15: error: \[GPH-' err || fail "no place"
copy/bin/gphc -fno-code -dcore-lint good.hs 2> err && fail "-dcore-lint does not check all"
grep -q 'Maybe.hs:[0-9]*:15: error: \[GPH-' err || fail "no place"
