# Errors that are shown in an imported module: a cycle (GPH-3005), another module's name (GPH-3009).
says() { # PATTERN FILE
  code=0
  timeout 20 "$GPHC" "$2" -o p > out 2> err || code=$?
  if [ $code -ne 1 ] || ! grep -q "$1" err; then echo "$2: exit $code, $1: $(cat err)"; exit 1; fi
}
printf 'import A\nmain :: IO ()\nmain = print a\n' > Cycle.hs
printf 'module A where\n\nimport B\na :: Int\na = b\n' > A.hs
printf 'module B where\nimport A\nb :: Int\nb = a\n' > B.hs
says '^B.hs:2:1: error: \[GPH-3005\]' Cycle.hs
grep -q '`A. (A.hs) imports `B' err
grep -q '`B. (B.hs) imports `A' err
printf 'module Self where\nimport Self\nx :: Int\nx = 1\n' > Self.hs
printf 'import Self\nmain :: IO ()\nmain = print x\n' > UsesSelf.hs
says '^Self.hs:2:1: error: \[GPH-3005\]' UsesSelf.hs
printf 'import Shapes\nmain :: IO ()\nmain = print area\n' > Uses.hs
printf 'module Shape where\narea :: Int\narea = 1\n' > Shapes.hs
says '^Shapes.hs:1:8: error: \[GPH-3009\]' Uses.hs
grep -q 'Uses.hs:1:1: imported here' err
