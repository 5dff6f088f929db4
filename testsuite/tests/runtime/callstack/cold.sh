# A stack that is passed on in a branch that is not taken costs nothing: 20 million rounds allocate no more than none.
cat > cold.hs <<'END'
import GHC.Stack

step :: HasCallStack => Int -> Int -> Int
step acc n
  | n < 0 = error ("negative: " ++ show n)
  | otherwise = (acc * 31 + n) `rem` 1000003

loop :: Int -> Int -> Int
loop acc 0 = acc
loop acc n
  | acc == 77777777 = undefined
  | otherwise = loop (step acc n) (n - 1)

main :: IO ()
main = print (loop 1 20000000)
-- expect: 594451
END
"$GPHC" -O2 cold.hs -o cold
[ "$(./cold)" = 594451 ]
allocated=$(./cold +RTS -s 2>&1 > out | sed -n 's/,//g; s/^ *\([0-9]*\) bytes allocated in the heap.*/\1/p')
[ "$allocated" -lt 100000 ] || { echo "allocates $allocated bytes"; exit 1; }
