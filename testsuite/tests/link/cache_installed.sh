# Units of the stdlib come out of the installation's objects where the user's cache is empty; an index that is cut short, is no index, or names what is not there, or an object that is
# damaged only means that they are compiled.
lib=$(cd "$(dirname "$GPHC")/../lib/gphc" && pwd)
[ -f "$lib/units/index" ] || { echo "no objects were compiled ahead (make warm)"; exit 77; }
mkdir -p own/bin own/lib/gphc
cp "$GPHC" own/bin/gphc
for f in "$lib"/*; do [ "$(basename "$f")" = units ] || ln -s "$f" own/lib/gphc/; done
cp -r "$lib/units" own/lib/gphc/
units=own/lib/gphc/units
cat > a.hs <<'END'
main :: IO ()
main = print (sum [1 .. 100 :: Int])
END
found() {                      # how many units the caches had
  rm -rf cache
  mkdir cache
  XDG_CACHE_HOME="$PWD/cache" own/bin/gphc -O1 -ddump-passes a.hs -o a > log 2>&1 || { cat log; exit 1; }
  [ "$(./a)" = 5050 ] || { echo "$1: wrong"; exit 1; }
  sed -n 's/.* units, \([0-9]*\) from the cache.*/\1/p' log
}
n=$(found whole)
[ "$n" -gt 20 ] || { echo "whole: $n from the cache"; tail -3 log; exit 1; }
cp "$units/index" index
head -c 2000 index > "$units/index"
[ "$(found cut)" -lt "$n" ] || { echo "cut: as many"; exit 1; }
head -c 3000 /dev/urandom > "$units/index"
[ "$(found garbage)" = 0 ] || { echo "garbage: some"; exit 1; }
sed 's/[0-9]*\.o$/none.o/' index > "$units/index"
[ "$(found names)" = 0 ] || { echo "no objects: some"; exit 1; }
cp index "$units/index"
for o in "$units"/*.o; do truncate -s -1 "$o"; done
[ "$(found damaged)" = 0 ] || { echo "damaged: some"; exit 1; }
