# The messages of the driver have codes: bad flags (GPH-6001), files (6002, 6003), tools (6004), packages (6005), bytes that are not
# UTF-8 (1004), limits (2003).
printf 'main :: IO ()\nmain = print 1\n' > Main.hs
says() { # PATTERN ARGUMENTS
  pattern=$1; shift
  code=0
  timeout 20 "$GPHC" "$@" > out 2> err || code=$?
  if [ $code -ne 1 ] || ! grep -q "$pattern" err; then echo "$*: exit $code, wanted $pattern: $(cat err)"; exit 1; fi
}
says '^gphc: error: \[GPH-6001\] unknown flag .-thraeded. (did you mean .-threaded' -thraeded Main.hs
says '^gphc: error: \[GPH-6001\] -j wants a number from 1 to 1024, not .0' -j0 Main.hs
says '^gphc: error: \[GPH-6001\] unknown warning .-Wincomplete-paterns. (did you mean .-Wincomplete-patterns' -Wincomplete-paterns Main.hs
says '^gphc: error: \[GPH-6001\] -o wants an argument' Main.hs -o
says '^gphc: error: \[GPH-6001\] no source file' -O2
says '^gphc: error: \[GPH-6001\] .Main.hsx. is neither a flag nor a file' Main.hsx
says '^gphc: error: \[GPH-6001\] -prof: ' -prof Main.hs
says '^gphc: error: \[GPH-6002\] cannot read None.hs: No such file' None.hs
says '^gphc: error: \[GPH-6002\] cannot read the response file' @none
mkdir Folder.hs
says '^gphc: error: \[GPH-6002\] cannot read Folder.hs: it is a directory' Folder.hs
says '^gphc: error: \[GPH-6003\] cannot write no/prog: No such file or directory' Main.hs -o no/prog
says '^gphc: error: \[GPH-6003\] cannot write Folder.hs: it is a folder' Main.hs -o Folder.hs
says '^gphc: error: \[GPH-6003\] the output Main.hs would overwrite the input' Main.hs -o Main.hs
says '^gphc: error: \[GPH-6004\] cannot find the C compiler .no-such-cc' -fno-object-cache -pgmc no-such-cc Main.hs
says '^gphc: error: \[GPH-6004\] linking failed' Main.hs -lno_such_library
[ ! -e Main ]
printf '{-# LANGUAGE CPP #-}\n#error "stop here"\nmain :: IO ()\nmain = print 1\n' > Cpp.hs
says '^Cpp.hs:2:1: error: \[GPH-6004\] .*stop here' Cpp.hs
says '^gphc: error: \[GPH-6005\] package .contaniers. .*(did you mean .containers' -package contaniers Main.hs
says '^gphc: error: \[GPH-6005\] package .lens-5.2. is not covered' -package lens-5.2 Main.hs
printf 'main :: IO ()\nmain = putStrLn "caf\351"\n' > Latin1.hs
says '^Latin1.hs:2:21: error: \[GPH-1004\] .*0xE9' Latin1.hs
awk 'BEGIN { printf "main :: IO ()\nmain = print (1"; for (i = 0; i < 30000; i++) printf " + 1"; print ")" }' > Long.hs
says '^Long.hs:2:.* error: \[GPH-2003\] an expression of more than 20000 operators' Long.hs
# What another compiler's OPTIONS pragma says is no error.
printf '{-# OPTIONS_GHC -Wno-such-warning #-}\nmain :: IO ()\nmain = print 1\n' > Pragma.hs
timeout 60 "$GPHC" -O0 Pragma.hs -o p 2> err
grep -q '^Pragma.hs:1:17: warning: \[GPH-1006\].*unknown warning' err
