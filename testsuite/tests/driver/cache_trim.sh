# The object cache is looked through for what is too much, but not at each compilation: that takes long where it is large.
fail() { echo "$1"; exit 1; }
export XDG_CACHE_HOME="$PWD/cache"
units=cache/gphc/units
printf 'module Main where\nmain :: IO ()\nmain = print (foldr (\\x y -> x * 3 + y) (1 :: Int) [1, 2, 3])\n' > a.gph
sed 's/3 + y/5 + y/' a.gph > b.gph
sed 's/3 + y/7 + y/' a.gph > c.gph
"$GPHC" a.gph -o a
[ -f $units/trimmed ] || fail "the time is not there"
mkdir -p $units/zz
for f in 1 2 3; do truncate -s 300M $units/zz/old$f; touch -d '3 days ago' $units/zz/old$f; done
"$GPHC" b.gph -o b
[ -f $units/zz/old1 ] || fail "it was looked through twice in a short time"
touch -d '1 hour ago' $units/trimmed
"$GPHC" c.gph -o c
[ "$(ls $units/zz | wc -l)" -le 1 ] || fail "what is too much is still there"
[ "$(./a) $(./b) $(./c)" = "19 31 43" ] || fail "wrong answers: $(./a) $(./b) $(./c)"
exit 0
