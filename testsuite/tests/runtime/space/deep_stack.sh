# A deep recursion takes the memory that its frames do, and its roots; also where it is cut and goes on, and after others have used the same stacks.
command -v python3 > /dev/null || { echo "python3 is not installed"; exit 77; }
cat > p.hs <<'END'
import Control.Exception
import System.Environment
import System.Timeout

-- 48 bytes of frame, no root
products :: Int -> Int
products n = foldr (\(a, b) r -> a * b + r) 0 (zip [1 .. n] [2 ..])
{-# NOINLINE products #-}

-- roots in each level
data Tree = Leaf | Node Tree Int [Int] Tree
left :: Int -> Tree
left 0 = Leaf
left n = Node (left (n - 1)) n [n] Leaf
total :: Tree -> Int
total Leaf = 0
total (Node l x xs r) = let s = total l in s `seq` (x + length xs + total r + s)
{-# NOINLINE total #-}

main :: IO ()
main = do
  [w, a] <- getArgs
  let n = read a :: Int
  case w of
    "products" -> print (products n)
    "total" -> print (total (left n))
    _ -> do
      let again k = timeout (2000 * k) (evaluate (products n + total (left (n `div` 4)))) >>= maybe (again (k + 1)) print
      again 1
END
cat > peak.py <<'P'
import resource, subprocess, sys
out = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
kb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
if kb > int(sys.argv[1]) * 1024: sys.exit(f'{" ".join(sys.argv[2:])}: {kb // 1024} MiB')
print(out)
P
for way in -O2 "-O2 -threaded"; do
  "$GPHC" $way -rtsopts p.hs -o p
  [ "$(python3 peak.py 64 ./p products 1000000)" = 333334333334000000 ]      # 96 MiB, when the roots' half of each segment was there
  [ "$(python3 peak.py 150 ./p total 1000000)" = 500001500000 ]
  [ "$(python3 peak.py 100 ./p cut 1000000 +RTS -A256k)" = 333334364584375000 ]
done
