# The hints at the usual mistakes; the places are tested by the files named here.
hint() { # FILE PATTERN
  timeout 20 "$GPHC" "$SRC/$1.gph" -o p > out 2> err || true
  grep -q "hint: .*$2" err || { echo "$1: no hint $2: $(cat err)"; exit 1; }
}
hint ParseErrorEquals 'to compare two values write .==.'
hint ParseErrorGuard 'to compare two values write .==.'
hint ParseErrorAlternative 'pattern -> expression'
hint ParseErrorMissingElse 'every .if. has an .else'
hint ParseErrorLastStatement 'nothing follows that uses what .let. defines'
hint ParseErrorLastBind 'nothing follows that uses what .<-. binds'
timeout 20 "$GPHC" -Wno-tabs "$SRC/ParseErrorTab.gph" -o p 2>&1 | grep -q 'hint: .*a tab goes to the next multiple of eight'
hint NotInScope 'did you mean .totl*al.'
hint NotInScopeQualified 'did you mean .M.singleton'
hint NotInScopeExporter '.Data.List. exports .sortBy'
hint NotInScopeQualifier 'import qualified Data.Map as Map'
hint NotExported 'did you mean .sortBy'
hint BadRecord 'did you mean .px'
hint TypeMismatchArgument 'missing an argument'
hint TypeMismatchDouble 'fromIntegral'
hint TypeMismatchIo 'x <- action'
hint TypeMismatchShow 'show'
hint TypeMismatchStatement 'return'
hint NoInstance 'deriving Show'
hint NoInstanceFunction 'missing an argument'
hint NoInstanceFractional 'div'
hint NoInstanceContext 'add .Eq a. to the context'
hint MissingSuperclass 'derive'
hint TypeMismatchStm 'atomically'
timeout 20 "$GPHC" "$SRC/TypeMismatchNotReturn.gph" -o p > out 2>&1 && exit 1
if grep 'hint:' out; then exit 1; fi
