# The last word about an extension holds: on the command line, in pragmas (after the command line's), in the prompt.
echo 'main = print (1 :: Int) where f# = 1' > hash.hs
accept() { "$GPHC" check "$@" > out 2>&1 || { echo "refused: $*"; cat out; exit 1; }; }
refuse() { if "$GPHC" check "$@" > out 2>&1; then echo "accepted: $*"; exit 1; fi; }
accept -XMagicHash hash.hs
refuse -XMagicHash -XNoMagicHash hash.hs
accept -XNoMagicHash -XMagicHash hash.hs
{ echo '{-# LANGUAGE NoMagicHash #-}'; cat hash.hs; } > no.hs
refuse -XMagicHash no.hs
{ echo '{-# LANGUAGE MagicHash #-} {-# OPTIONS_GHC -XNoMagicHash #-}'; cat hash.hs; } > last.hs
refuse last.hs
{ echo '{-# OPTIONS_GHC -XNoMagicHash #-} {-# LANGUAGE MagicHash #-}'; cat hash.hs; } > first.hs
accept first.hs
printf '#if 1\nmain = print 1\n#endif\n' > cpp.hs
accept -XCPP cpp.hs
refuse -XCPP -XNoCPP cpp.hs
accept -XNoCPP -cpp cpp.hs
printf 'import qualified Prelude\nmain = Prelude.return ()\n' > prelude.hs
accept -XNoImplicitPrelude -XImplicitPrelude hash.hs -XMagicHash
refuse -XImplicitPrelude -XNoImplicitPrelude hash.hs -XMagicHash
# as in GHC: Strict turns StrictData on, which stays when Strict goes
cat > strict.hs <<'END'
import Control.Exception
data T = T Int
main = do
  r <- try (evaluate (case T undefined of T _ -> ())) :: IO (Either SomeException ())
  putStrLn (either (const "strict") (const "lazy") r)
END
[ "$("$GPHC" --run strict.hs)" = lazy ]
[ "$("$GPHC" -XStrictData --run strict.hs)" = strict ]
[ "$("$GPHC" -XStrictData -XNoStrictData --run strict.hs)" = lazy ]
[ "$("$GPHC" -XStrict -XNoStrict --run strict.hs)" = strict ]
printf ':set -XMagicHash\nlet a# = 3 in a# + 1\n5\n:set -XNoMagicHash\nlet b# = 6 in b# + 1\n:set -XNope\n8\n' | "$GPHC" --interactive > out 2> err
[ "$(tr '\n' ' ' < out)" = "4 5 8 " ] || { cat out err; exit 1; }
grep -q 'unsupported extension: Nope' err
