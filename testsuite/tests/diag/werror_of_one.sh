# -Werror=NAME turns a warning on and makes it an error, -Wwarn=NAME and -Wno-error=NAME a warning again; the last word holds.
cat > w.hs <<'END'
module Main where
import Data.List
class C a where { m :: a -> a; n :: a -> a }
instance C Int where m = id
main = print "x"
END
accept() { "$GPHC" check "$@" w.hs > out 2>&1 || { echo "refused: $*"; cat out; exit 1; }; }
refuse() { if "$GPHC" check "$@" w.hs > out 2>&1; then echo "accepted: $*"; cat out; exit 1; fi; }
accept
refuse -Werror=missing-methods
grep -q 'w.hs:4:10: error: .GPH-4103. .-Werror=missing-methods.' out
[ "$(grep -c GPH- out)" = 1 ]
refuse -Werror=unused-imports
grep -q 'w.hs:2:1: error: .GPH-3102. .-Werror=unused-imports.' out
accept -Werror=missing-methods -Wwarn=missing-methods
grep -q 'warning: .GPH-4103' out
accept -Werror=missing-methods -Wno-error=missing-methods
accept -Werror -Wwarn=missing-methods
refuse -Wwarn=missing-methods -Werror
refuse -Werror -Wwarn -Werror=missing-methods
accept -Werror=missing-methods -Wno-missing-methods
sed -i '1i {-# OPTIONS_GHC -Werror=missing-methods #-}' w.hs
refuse
