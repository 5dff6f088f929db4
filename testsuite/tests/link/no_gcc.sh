# Without a C compiler gphc says what is missing, exits 1, and leaves no output.
echo 'main = print 1' > a.hs
if "$GPHC" -fno-object-cache -pgmc no-such-compiler a.hs -o a 2> err; then echo "no failure"; exit 1; fi
grep -q "cannot find the C compiler .no-such-compiler" err || { cat err; exit 1; }
[ ! -e a ]
