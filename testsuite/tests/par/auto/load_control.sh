# --load-control=SEQ,PAR: no more than SEQ + 1 sparks wait at one time; what is beyond is not made, and counts as overflowed; below PAR sparks are made again.
cat > p.gph <<'X1'
import GHC.Conc (numSparks, par, pseq)
import System.Mem (performGC)

work :: Int -> Int
work n = if n == 0 then 1 else work (n - 1)

-- Sparks that nobody takes (one HEC), one after the other.
sparks :: Int -> [Int] -> IO Int
sparks n xs = go xs 0
  where
    go :: [Int] -> Int -> IO Int
    go [] most = return most
    go (y : ys) most = do
      let z = work (y + n)
      now <- z `par` numSparks
      r <- go ys (max most now)
      z `pseq` return r

main :: IO ()
main = do
  most <- sparks 3 [1 .. 100]
  performGC   -- takes those out that have their values
  again <- sparks 4 [1 .. 100]
  print (most, again)
X1
"$GPHC" -O1 -threaded -rtsopts p.gph -o p || exit 1
check() {   # flags, most sparks at one time, overflowed
  local out; out=$(./p +RTS -N1 $1 -s 2> err) || { echo "$1: fails"; cat err; exit 1; }
  [ "$out" = "($2,$2)" ] || { echo "$1: $out at one time, wanted $2"; exit 1; }
  grep -q "SPARKS: 200 ([0-9]* converted, $3 overflowed" err || { echo "$1:"; grep SPARKS err; exit 1; }
}
check "" 100 0
check --load-control=20,1 21 158
check --load-control=1,1 2 196
check --load-control=500,1 100 0
check "--load-control=20,20 --spark-report" 21 158
for bad in --load-control=20 --load-control=1,2 --load-control=0,0 --load-control=20,1x --load-control=; do
  ./p +RTS $bad > /dev/null 2> err && { echo "$bad is taken"; exit 1; }
  grep -q "bad +RTS flag" err || { echo "$bad:"; cat err; exit 1; }
done
true
