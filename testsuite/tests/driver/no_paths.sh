# A program does not say where gphc was installed, and its code does not depend on that: the stdlib's own places are said from the stdlib on.
cat > t.gph <<'END'
import System.Environment (getArgs)
main :: IO ()
main = getArgs >>= print
END
lib=$(cd "$(dirname "$GPHC")/../lib/gphc" && pwd)
"$GPHC" -O2 t.gph -o t || exit 1
grep -a -o -e "GPH/System.hs:[0-9:]*" t | head -1 | grep -q GPH || { echo "no place in System.hs"; exit 1; }
! grep -a -e "$lib" -e lib/gphc/stdlib t
