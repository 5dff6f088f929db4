# gphc -e: values are printed, numbers default, actions run and print their result unless it is (); nothing stays behind.
export TMPDIR="$PWD/tmp"
mkdir tmp
[ "$("$GPHC" -e '1 + 2')" = 3 ]
[ "$("$GPHC" -e '6 * 7.5')" = 45.0 ]
[ "$("$GPHC" -e '"a" ++ "b"')" = '"ab"' ]
[ "$("$GPHC" -e 'putStrLn "hi"')" = hi ]
[ "$("$GPHC" -e 'return (2 ^ 70) :: IO Integer')" = 1180591620717411303424 ]
[ "$("$GPHC" -e 'mapM_ print [1, 2]' | tr '\n' ' ')" = "1 2 " ]
if "$GPHC" -e 'if 1' 2> err; then exit 1; fi
grep -q 'GPH-2' err
if "$GPHC" -e 'length 3 4' 2> err; then exit 1; fi
grep -q 'GPH-4' err
[ -z "$(ls tmp)" ]
