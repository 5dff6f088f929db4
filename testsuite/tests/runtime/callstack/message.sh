# What stands on standard error when nobody catches it is GHC 9.0.2's text to the letter, and no file of gphc's own is named in it.
export TMPDIR="$PWD/tmp"
mkdir tmp
run() { "$GPHC" $O F.hs -o prog && if ./prog > out 2> err; then exit 1; fi; ! grep -q "$TMPDIR" err; }
want() { cat > want; diff want err; }
for O in -O0 -O2; do
  printf 'module Main where\n\nmain = error "x"\n' > F.hs; run
  want <<'END'
prog: x
CallStack (from HasCallStack):
  error, called at F.hs:3:8 in main:Main
END
  printf 'import GHC.Stack\n\nf :: HasCallStack => a -> a\nf _ = undefined\n\nmain = print (f 1) >> return ()\n' > F.hs; run
  want <<'END'
prog: Prelude.undefined
CallStack (from HasCallStack):
  error, called at libraries/base/GHC/Err.hs:75:14 in base:GHC.Err
  undefined, called at F.hs:4:7 in main:Main
  f, called at F.hs:6:15 in main:Main
END
  printf 'import Data.Maybe (fromJust)\nimport Data.Map (fromList, (!))\nmain = print (fromList [(1, fromJust Nothing)] ! 1 + (1 :: Int))\n' > F.hs; run
  want <<'END'
prog: Maybe.fromJust: Nothing
CallStack (from HasCallStack):
  error, called at libraries/base/Data/Maybe.hs:148:21 in base:Data.Maybe
  fromJust, called at F.hs:3:29 in main:Main
END
  printf 'main = print (head (tail [1]))\n' > F.hs; run
  want <<'END'
prog: Prelude.head: empty list
END
  printf 'f :: Int -> Int\nf 0 = 1\nf 1 = 2\nmain = print (f 2)\n' > F.hs; run
  want <<'END'
prog: F.hs:(2,1)-(3,7): Non-exhaustive patterns in function f

END
done
"$GPHC" -e 'error "x"' 2> err && exit 1
want <<'END'
<interactive>: x
CallStack (from HasCallStack):
  error, called at <interactive>:1:1 in interactive:Ghci1
END
printf 'foreign import ccall "no_such_function" nsf :: Int -> IO Int\nmain = nsf 3 >>= print\n' > F.hs
"$GPHC" F.hs -o prog 2> err && exit 1
grep -q no_such_function err
! grep -q "$TMPDIR" err
[ -z "$(ls tmp)" ]
