# The segments of a deep recursion are no reason for a collection: none could give them back. (Stacks of many threads are: those that have ended go.)
cat > deep.gph <<'E'
f :: Int -> Int
f n = if n == 0 then 0 else n - f (n - 1)
{-# NOINLINE f #-}
main :: IO ()
main = mapM_ (\i -> if f (1000000 + i) < 0 then print i else return ()) [1 .. 40]
E
"$GPHC" -O -threaded -rtsopts deep.gph -o deep
./deep +RTS -s 2> stats
grep -q 'Gen  0  *0 colls' stats && grep -q 'Gen  1  *0 colls' stats && exit
cat stats
exit 1
