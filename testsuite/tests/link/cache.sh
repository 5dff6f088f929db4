# The object cache: a second compile starts no C compiler; a damaged cache folder only costs time; two versions of one function do not mix.
export XDG_CACHE_HOME="$PWD/cache"
mkdir cache
echo 'f :: Int -> Int
f x = x * 3
{-# NOINLINE f #-}
main :: IO ()
main = print (f 14)' > a.hs
"$GPHC" -O1 a.hs -o a && [ "$(./a)" = 42 ] || exit 1
"$GPHC" -O1 a.hs -o a -ddump-passes 2>&1 | grep -q " 0 partitions" || { echo "compiled again"; exit 1; }
sed -i 's/x \* 3/x * 5/' a.hs
"$GPHC" -O1 a.hs -o a && [ "$(./a)" = 70 ] || exit 1
sed -i 's/x \* 5/x * 3/' a.hs
"$GPHC" -O1 a.hs -o a && [ "$(./a)" = 42 ] || exit 1
chmod -R a-w cache && "$GPHC" -O1 a.hs -o a && [ "$(./a)" = 42 ]
r=$?
chmod -R u+w cache
exit $r
