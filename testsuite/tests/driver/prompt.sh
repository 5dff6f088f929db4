# The prompt, fed by a pipe: expressions, definitions, kept values, commands; a mistake or an exception changes nothing.
# TEST: timeout=600
export HOME="$PWD" TMPDIR="$PWD/tmp"
mkdir tmp
gphi() { timeout 300 "$GPHC" --interactive "$@" > out 2> err; }
has() { grep -qF -- "$1" "${2:-out}" || { echo "FAIL: no '$1'"; cat out err; exit 1; }; }
same() { cat > want; diff want out || { cat err; exit 1; }; }
cat > in <<'END'
1 + 1
it * 10
let xs = map (* 2) [1 .. 5 :: Int]
sum xs
undefinedName
length 3 4
xs
x <- return (xs, "kept")
head []
error "boo"
snd x
(a, Just b) <- return ('c', Just True)
(b, a)
:{
f :: Int -> Int
f 0 = 1
f n = n * f (n - 1)
:}
f 5
data T = A | B Int deriving (Show, Eq)
[A, B 3]
let y = 1
let z = y + 1
let y = 100
(z, y)
import Data.Char
map toUpper "abc"
sqrt 2.25 + 1
Data.Map.toList (Data.Map.fromList [(2, 'b')])
getLine
this is its input
it
return 7
it + 1
putStrLn "an action"
mapM_ print [1, 2]
:type map
:type f
:kind Either
main = getArgs' >>= print where getArgs' = System.Environment.getArgs
:main one two
System.Exit.exitWith (System.Exit.ExitFailure 3)
:doc f
:set +RTS -N2
xs
:quit
1 `div` 0
END
gphi < in
same <<'END'
2
20
30
[2,4,6,8,10]
"kept"
(True,'c')
120
[A,B 3]
(2,100)
"ABC"
2.5
[(2,'b')]
"this is its input"
"this is its input"
7
8
an action
1
2
map :: forall a b. (a -> b) -> [a] -> [b]
f :: Int -> Int
Either :: * -> * -> *
["one","two"]
f :: Int -> Int
(no comment above its definition)
[2,4,6,8,10]
END
has '<interactive>:1:1: error: [GPH-3001] not in scope: `undefinedName' err
has ' 1 | length 3 4' err
has '*** Exception: Prelude.head: empty list' err
has '*** Exception: boo' err
has 'error, called at <interactive>:1:1 in interactive:Ghci1' err
has '*** Exception: ExitFailure 3' err
has 'what was bound by <- is gone' err
! grep -q "$TMPDIR" out err
# A value is evaluated once, however often it is looked at.
cat > in <<'END'
let v = Debug.Trace.trace "evaluated" (2 ^ 10)
let w = v :: Int
w
nonsense (
w + 1
END
gphi < in
[ "$(grep -c evaluated err)" = 1 ] || { echo "FAIL: evaluated again"; cat out err; exit 1; }
# Files: everything in them is there; again after a change; a program's main and its arguments.
mkdir src
printf 'module Main (main) where\nimport Lib\n-- | Twice it.\nhidden :: Int -> Int\nhidden n = 2 * n\nmain :: IO ()\nmain = print (hidden lib)\n' > src/Prog.hs
printf 'module Lib where\nlib :: Int\nlib = 4\n' > src/Lib.hs
cat > in <<'END'
hidden 21
main
:browse Lib
:doc hidden
:! sed -i 's/= 4/= 5/' src/Lib.hs
:reload
main
:! sed -i 's/= 5/= True/' src/Lib.hs
:reload
main
:! sed -i 's/= True/= 6/' src/Lib.hs
:reload
main
:load nothere
:load src/Lib.hs
END
gphi src/Prog.hs < in
same <<'END'
Ok, Main loaded.
42
8
lib :: Int
hidden :: Int -> Int
Twice it.
Ok, Main loaded.
10
Ok, Main loaded.
12
Ok, Lib loaded.
END
has 'src/Lib.hs:3:7: error' err
has 'nothing is loaded' err
has 'no file or module `nothere'"'" err
# Bad input: a clear answer, and the session goes on.
{ echo 1; head -c 2000 /dev/urandom | tr -d '\n'; echo; head -c 1500000 /dev/zero | tr '\0' 'x'; echo; echo ':nonsense'; echo ':type'; echo ':set nonsense'; echo 'let f n = 1 + f (n + 1) :: Int'; echo ':set +RTS -K8m -M300m'; echo 'f 0'; echo 'length (show (product [1 .. 3000]))'; echo 2; } > in
gphi < in
[ "$(head -n 1 out)" = 1 ] && [ "$(tail -n 1 out)" = 2 ] || { echo FAIL: bad input; cat -v out err | head -40; exit 1; }
has 'an input of more than a million bytes' err
has 'no command `:nonsense' err
has ':type wants an expression' err
has 'stack overflow' err
# Without any flag a recursion without end is an exception, too, and nothing is lost; what fills the memory is at places of what was typed.
cat > in <<'END'
let kept = Debug.Trace.trace "evaluated" (6 * 7 :: Int)
kept
let f n = 1 + f (n + 1) :: Int
f 0
kept
let xs = [1 ..] :: [Integer]
:set +RTS -M60m
length xs
kept
END
gphi < in
[ "$(tail -n 1 out)" = 42 ] && [ "$(sed -n 2p out)" = 42 ] || { echo "FAIL: after an overflow"; cat out err; exit 1; }
has '*** Exception: stack overflow' err
has '*** Exception: heap overflow' err
has 'held by the top-level value Interactive.xs (<interactive>:1:1)' err
! grep -q "$TMPDIR" out err
[ "$(grep -c evaluated err)" = 2 ] || { echo "FAIL: evaluated again"; cat err; exit 1; }
# Modules are found here and beside the file that was loaded; a cycle is said. What it starts has the limits that it was started with.
mkdir lib loop
printf 'module Here where\nhere :: Int\nhere = 3\n' > Here.hs
printf 'module First where\nimport Second\nfirst :: Int\nfirst = second\n' > lib/First.hs
printf 'module Second where\nsecond :: Int\nsecond = 4\n' > lib/Second.hs
printf 'module A where\nimport B\n' > loop/A.hs
printf 'module B where\nimport A\n' > loop/B.hs
printf 'import Here\nhere\n:load loop/A.hs\n:load lib/First.hs\nfirst\n:! ulimit -v\n' > in
gphi < in
{ echo 3; echo 'Ok, First loaded.'; echo 4; ulimit -v; } > want
diff want out || { cat err; exit 1; }
has 'module imports form a cycle' err
# It ends within :{; the evaluating process is killed; nothing stays behind.
printf ':{\nlet x = 1\n' > in
gphi < in
has 'the input ends within :{' err
printf 'x <- return 1\nlet y = 5\nSystem.Process.Nothing\nforeign import ccall "getpid" pid :: IO Int\nforeign import ccall "kill" kill :: Int -> Int -> IO Int\npid >>= \\p -> kill p 9\ny\nx\n' > in
gphi < in
has 'was ended by signal 9' err
[ "$(tail -n 1 out)" = 5 ] || { echo "FAIL: after a death"; cat out err; exit 1; }
[ -z "$(ls tmp)" ]
