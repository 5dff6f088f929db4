# A consumer that goes through a list in order while others evaluate its elements: the right sum, and counts of sparks that add up, with two HECs and with four, whoever steals how many at once.
cat > p.gph <<'E2'
import Control.Parallel.Strategies
work :: Int -> Int -> Int
work n k = go n k where { go :: Int -> Int -> Int; go 0 a = a; go i a = go (i - 1) ((a * a + i) `mod` 1000003) }
{-# NOINLINE work #-}
main :: IO ()
main = do
  let n = 20000
      same f = sum (map (work 60) [1 .. n] `using` f) == sum (map (work 60) [1 .. n])
  print (map same [parBuffer 200 rseq, parBuffer 3 rseq, parList rseq, parListChunk 7 rseq])
E2
for way in "-O1 -threaded" "-O2 -threaded" "-O1 -threaded -debug"; do
  "$GPHC" $way -rtsopts p.gph -o p || exit 1
  for flags in "-N2" "-N4 --surplus-hecs=share" "-N4 --surplus-hecs=share -A64k" "-N3 --surplus-hecs=share --spark-pool=16" "-N2 --spark-share=push"; do
    ./p +RTS $flags -s --spark-report > out 2> err || { echo "$way $flags: exit $?"; tail -5 err; exit 1; }
    [ "$(cat out)" = "[True,True,True,True]" ] || { echo "$way $flags: $(cat out)"; exit 1; }
    # created: converted, fizzled, GC'd and left; of the converted no more by another HEC than there are
    awk '/ created: .* left;/ { sites++; gsub(/[(),;:]/, " ")
           for (i = 2; i <= NF; i++) n[$i] = $(i - 1)
           for (i = 2; i <= NF; i++) if ($i == "by") by = $(i - 1)
           if (n["created"] != n["converted"] + n["fizzled"] + n["GC'"'"'d"] + n["left"] || by > n["converted"]) { print; bad = 1 } }
         END { if (!sites) print "no site in the report"; exit bad || !sites }' err || { echo "$way $flags"; exit 1; }
  done
done
