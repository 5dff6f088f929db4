# -main-is: the program starts in another module, with another function, or both; as GHC has it.
fail() { echo "FAIL: $*"; cat err; exit 1; }
mkdir -p src/Tool
cat > src/Tool/Main.hs <<'END'
module Tool.Main (main, other) where
import Tool.Text (text)
main :: IO ()
main = putStrLn text
other :: IO Int
other = putStrLn (reverse text) >> return 3
hidden :: IO ()
hidden = return ()
END
printf 'module Tool.Text where\ntext :: String\ntext = "text"\n' > src/Tool/Text.hs
printf 'main, go :: IO ()\nmain = putStrLn "main"\ngo = putStrLn "go"\n' > plain.hs
printf '{-# OPTIONS_GHC -main-is Day1 #-}\nmodule Day1 where\nmain = print (length "day")\n' > Day1.hs
printf 'module Main where\nimport Tool.Main (other)\nmain :: IO ()\nmain = other >>= print\n' > main.hs
runs() {  # OUTPUT ARGUMENTS...
  want=$1; shift
  "$GPHC" -isrc "$@" -o a > out 2> err || fail "$*: exit $?"
  [ "$(./a)" = "$want" ] || fail "$*: wanted '$want', got '$(./a)'"
}
reject() {  # PATTERN ARGUMENTS...
  pattern=$1; shift
  if "$GPHC" -isrc "$@" -o b > out 2> err; then fail "$*: accepted"; fi
  grep -q -e "$pattern" err || fail "$*: no '$pattern'"
}
runs text src/Tool/Main.hs -main-is Tool.Main
runs txet src/Tool/Main.hs -main-is Tool.Main.other -O0
runs go plain.hs -main-is go
runs go plain.hs -main-is Main.go
runs main plain.hs
runs 3 Day1.hs
runs text main.hs src/Tool/Main.hs -main-is Tool.Main
runs "txet
3" main.hs src/Tool/Main.hs
reject 'a program starts in a module named .Main.' src/Tool/Main.hs
reject 'a program starts in a module named .Tool.' src/Tool/Main.hs -main-is Tool
reject 'module .Tool.Main. does not export .hidden.' src/Tool/Main.hs -main-is Tool.Main.hidden
reject 'module .Main. does not define .stop.' plain.hs -main-is stop
printf 'module Day2 where\ndays = 2 :: Int\n' > Day2.hs
reject 'GPH-4' Day2.hs -main-is Day2.days
