# The prompt: messages are about what was typed, flags that nobody knows are refused at once and change nothing,
# :module, :main, :info, :kind and :browse.
# TEST: timeout=600
export HOME="$PWD" TMPDIR="$PWD/tmp"
mkdir tmp
fail() { echo "FAIL: $1"; cat out err; exit 1; }
gphi() { timeout 300 "$GPHC" --interactive < in > out 2> err; }
has() { grep -qF -- "$1" "${2:-out}" || fail "no '$1'"; }
printf 'module Ok where\nimport Control.Parallel\nok :: Int -> Int\nok n = let a = n + 1 in a `par` a\n' > Ok.hs
cat > in <<'EOF'
negate
1 +
}
let z =
-- a comment
{- another {- one -} -}
EOF
gphi
[ ! -s out ] || fail 'something is printed'
has '<interactive>:1:1: error: [GPH-4004] no instance for `Show (Integer -> Integer)'"' arising from a use of \`print'" err
has '<interactive>:1:4: error: [GPH-2002] parse error' err
has '<interactive>:1:1: error: [GPH-2001] parse error on input `}'"'" err
has ' 1 | z =' err
! grep -q 'expected\|evaluate' err || fail 'it speaks of what was not typed'
cat > in <<'EOF'
x <- return 5
:set -XNope
:set -XRebindableSyntax
:set -i/nonexistent
:set +RTS -Q
x
:set +RTS -A0
x
:set
EOF
gphi
printf '5\n5\nargs: []\nprog: <interactive>\nruntime: +RTS\n' | diff - out || fail 'what was set'
has 'unsupported extension: Nope' err
has 'RebindableSyntax is not implemented' err
has 'no folder `/nonexistent'"'" err
has 'bad +RTS flag -Q' err
has 'bad +RTS flag -A0' err
cat > in <<'EOF'
:main
:m +Data.Char Data.List
toUpper 'a'
sort "ba"
:m -Data.Char
toUpper 'b'
sort "ca"
:module Data.Char
toUpper 'c'
sort "da"
:m +No.Such
:m
toUpper 'd'
1 + 1
:m +Data.Char
up = toUpper
:m -Data.Char
up 'e'
main = System.Environment.getArgs >>= print
:main a b
:ma
:load Ok.hs Ok.hs ./Ok.hs
:m -Ok
ok 1
:m +Ok
ok 2
EOF
gphi
cat > want <<'EOF'
'A'
"ab"
"ac"
'C'
2
'E'
["a","b"]
[]
Ok, Ok loaded.
3
EOF
diff want out || fail ':module'
has ' 1 | main' err
has 'could not find module `No.Such'"'" err
has 'the imports stay' err
! grep -q withArgs err || fail 'internal text'
cat > in <<'EOF'
:kind Show
:kind Monad
data R = R { field :: Int, strict :: !Bool } | Q Int
:info R
:info []
:info ()
:info (,)
:info (->)
:browse Data.Bool
:browse Data.Map
:browse Prelude
EOF
gphi
[ ! -s err ] || fail 'messages'
has 'Show :: * -> Constraint'
has 'Monad :: (* -> *) -> Constraint'
has 'data R = R {field :: Int, strict :: !Bool} | Q Int'
has 'instance Traversable []'
has 'data () = ()'
has 'instance Functor ((,) a)'
has 'data (->) a b'
has 'bool :: forall a. a -> a -> Bool -> a'
has 'insertWith ::'
has '(<$) ::'
! grep -q '#\|fromIntegral_\|gcd_\|readQuick' out || fail 'internal names'
cat > in <<'EOF'
import Control.Parallel
let f n = let a = n + 1 in a `par` a
:spark-report f 10
:load Ok.hs
:spark-report ok 3
EOF
gphi
grep -q '<interactive>:1:2[0-9]: Interactive.f.a' out err || fail 'no place of an input'
grep -q ' Ok.hs:4:2[0-9]: Ok.ok.a' out err || fail 'no place'
! grep -q "$TMPDIR\|Input.hs" out err || fail 'a temporary file'
