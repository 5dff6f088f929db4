# \end{code} without \begin{code} is an error.
printf 'Text.\n\n\\end{code}\n\n> main :: IO ()\n> main = print 1\n' >t.lgph
"$GPHC" -fno-code t.lgph 2>err && exit 1
grep -q 't.lgph:3:1: error: \[GPH-2002\]' err
