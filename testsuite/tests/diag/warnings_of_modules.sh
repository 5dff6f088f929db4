# -W flags of a pragma are for its module, whatever the others say; those of the command line are for all.
cat > A.hs <<'END'
{-# OPTIONS_GHC -Wall -Werror #-}
module A (a) where
a :: Int
a = 1
END
cat > B.hs <<'END'
module B (b) where
import Data.List
b = 2 :: Int
END
cat > C.hs <<'END'
{-# OPTIONS_GHC -Wno-missing-signatures #-}
module C (c) where
c = 3 :: Int
END
printf 'import A\nimport B\nimport C\nmain :: IO ()\nmain = print (a + b + c)\n' > Main.hs
bad=0
"$GPHC" Main.hs -o m 2> err || { echo "B's warnings were errors"; cat err; bad=1; }
[ ! -s err ] || { echo "B has A's warnings:"; cat err; bad=1; }
[ "$(./m)" = 6 ] || bad=1
"$GPHC" -Wall Main.hs -o m 2> err || { echo "-Wall is no -Werror"; bad=1; }
grep -q '^B.hs:3.*missing-signatures' err && grep -q '^B.hs:2.*unused-imports' err || { echo "B's warnings are missing"; cat err; bad=1; }
! grep '^[AC].hs' err || bad=1
# A's own are errors
printf '{-# OPTIONS_GHC -Wall -Werror #-}\nmodule A (a) where\na = 1 :: Int\n' > A.hs
! "$GPHC" Main.hs -o m2 2> err || { echo "A's warning was no error"; bad=1; }
[ ! -f m2 ] && grep -q '^A.hs:3.*missing-signatures' err || { cat err; bad=1; }
exit $bad
