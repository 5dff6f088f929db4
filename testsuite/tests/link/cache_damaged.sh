# The object cache: an object that is not what was stored (cut at any length, empty, changed in one byte, garbage, longer, no file at all) is made again, and the
# next compilation finds it; compilations at once that store the same objects; a disk that is full while an object is written.
export XDG_CACHE_HOME="$PWD/cache"
units="$PWD/cache/gphc/units"
mkdir cache
cat > a.hs <<'END'
import qualified Data.Map as Map
f :: Int -> Int
f x = x * 3
{-# NOINLINE f #-}
main :: IO ()
main = print (f 14, Map.foldr (+) 0 (Map.fromList (zip [1 .. 10 :: Int] [f 1 ..])))
END
want="(42,75)"
compile() { "$GPHC" -O1 a.hs -o a 2> log && [ "$(./a)" = "$want" ] || { echo "$1: wrong"; cat log; exit 1; }; }
again() { "$GPHC" -O1 a.hs -o a -ddump-passes 2>&1 | grep -q " 0 partitions" || { echo "$1: not stored again"; exit 1; }; }
compile new
again new
# Each object has several names: the damage is done to the file.
objects() { find "$units" -type f -printf '%i %p\n' | sort -u -k1,1 | cut -d' ' -f2; }
damage() {
  for o in $(objects); do eval "$2"; done
  compile "$1"
  again "$1"
}
damage empty ': > "$o"'
damage "one byte" 'truncate -s 1 "$o"'
damage "an ELF header" 'truncate -s 64 "$o"'
damage "half" 'truncate -s $(($(stat -c %s "$o") / 2)) "$o"'
damage "without its end" 'truncate -s -1 "$o"'
damage "without its trailer" 'truncate -s -48 "$o"'
damage "longer" 'printf x >> "$o"'
damage "zeroes" 'n=$(stat -c %s "$o"); truncate -s 0 "$o"; truncate -s $n "$o"'
damage "another byte" 'printf "\377" | dd of="$o" bs=1 seek=$(($(stat -c %s "$o") / 2)) conv=notrunc 2> /dev/null'
damage "garbage" 'head -c 5000 /dev/urandom > "$o"'
damage "no file" 'rm "$o"'
damage "unreadable" 'chmod 0 "$o"'
# A folder in the place of an object stays: nothing is stored there.
o=$(find "$units" -type f | head -1)
rm "$o" && mkdir "$o"
compile "a folder"
rmdir "$o"
for round in 1 2 3; do
  rm -rf cache/gphc
  for i in 1 2 3 4; do
    mkdir -p at$i
    (cp a.hs at$i && cd at$i && "$GPHC" -O1 a.hs -o a 2> log && [ "$(./a)" = "$want" ] || echo "at once: $i" >> ../failed) &
  done
  wait
  [ ! -e failed ] || { cat failed at*/log; exit 1; }
  again "at once"
  [ -z "$(find "$units" -name '*.tmp')" ] || { echo "left over"; exit 1; }
done
# Where folders can be mounted: 24 KiB are enough for some of the objects.
rm -rf cache/gphc
if unshare -rm true 2> /dev/null; then
  unshare -rm sh -c 'mount -t tmpfs -o size=24k none "$XDG_CACHE_HOME" || exit 77
    "$GPHC" -O1 a.hs -o a && [ "$(./a)" = "'"$want"'" ] && "$GPHC" -O1 a.hs -o a && [ "$(./a)" = "'"$want"'" ] && [ -z "$(find "$XDG_CACHE_HOME" -name "*.tmp")" ]'
  r=$?
  [ $r = 0 ] || [ $r = 77 ] || { echo "full: $r"; exit 1; }
fi
exit 0
