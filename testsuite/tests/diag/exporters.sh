# "not in scope" names the module that most programs mean, exactly that name before a similar one; types and values are two things.
value() { # NAME MODULE
  printf '{-# LANGUAGE MagicHash #-}\nmodule Main where\nx = %s\nmain = return ()\n' "$1" > n.hs
  if "$GPHC" check n.hs 2> err; then echo "$1 is in scope"; exit 1; fi
  grep hint: err | head -1 | grep -q "hint: .$2' exports" || { echo "$1: not $2"; cat err; exit 1; }
}
type() { # NAME MODULE
  printf 'module Main where\nx :: %s\nx = undefined\nmain = return ()\n' "$1" > n.hs
  if "$GPHC" check n.hs 2> err; then echo "$1 is in scope"; exit 1; fi
  grep hint: err | head -1 | grep -q "hint: .$2' exports" || { echo "$1: not $2"; cat err; exit 1; }
}
for n in using rseq rdeepseq withStrategy r0 parMap; do value $n Control.Parallel.Strategies; done
for n in par pseq; do value $n Control.Parallel; done
value force Control.DeepSeq
value get Control.Monad.State
value getArgs System.Environment
value printf Text.Printf
value trace Debug.Trace
value getCPUTime System.CPUTime
value isTrue# GHC.Exts
value unpackCString# GHC.Exts
value sort Data.List
grep -q 'did you mean .sqrt' err
value '(<|>)' Control.Applicative
value '(:<|)' Data.Sequence
value '(:|)' Data.List.NonEmpty
value Identity Data.Functor.Identity
for n in State:Control.Monad.State IORef:Data.IORef STRef:Data.STRef MVar:Control.Concurrent.MVar NFData:Control.DeepSeq Strategy:Control.Parallel.Strategies \
  Text:Data.Text ByteString:Data.ByteString Complex:Data.Complex Ratio:Data.Ratio Identity:Data.Functor.Identity Map:Data.Map Set:Data.Set Seq:Data.Sequence \
  IntMap:Data.IntMap NonEmpty:Data.List.NonEmpty; do type ${n%:*} ${n#*:}; done
# a module of the program's own, and an import that leaves the name out, come first
printf 'module Mine where\nsort :: Int\nsort = 1\n' > Mine.hs
printf 'module Main where\nimport Mine ()\nx = sort\nmain = return ()\n' > n.hs
"$GPHC" check n.hs 2> err && exit 1
grep -q 'hint: .Mine. exports .sort., but the import.s list does not name it' err
# parts of a type in an import list
printf 'import Data.Sequence (Seq, (:<|))\nmain = return ()\n' > n.hs
"$GPHC" check n.hs 2> err && exit 1
grep -q 'import it as .Seq((:<|)).' err
printf '{-# LANGUAGE PatternSynonyms #-}\nimport Data.Sequence (pattern (:<|), fromList)\nmain = case fromList "ab" of { x :<| _ -> print x; _ -> return () }\n' > n.hs
[ "$("$GPHC" --run n.hs)" = "'a'" ]
