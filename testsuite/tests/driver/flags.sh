# Flags that gphc does not know: one line, exit 1, and what was meant when a flag is near.
fail() { echo "FAIL: $*"; cat err; exit 1; }
echo 'main = print 1' > a.hs
reject() {   # PATTERN FLAGS...
  pattern=$1; shift
  if "$GPHC" a.hs -o a "$@" > out 2> err; then fail "$*: accepted"; else rc=$?; fi
  [ $rc = 1 ] || fail "$*: exit $rc"
  grep -q -e "$pattern" err || fail "$*: no '$pattern'"
  [ ! -e a ] || fail "$*: left a file"
}
reject 'unknown flag .-thraeded. (did you mean .-threaded.?)' -thraeded
reject 'unknown flag .--verison. (did you mean .--version.?)' --verison
reject 'unknown flag .-fspec-const. (did you mean .-fspec-constr.?)' -fspec-const
reject 'unknown flag .-fno-ces. (did you mean .-fno-cse.?)' -fno-ces
reject 'unknown warning .-Wunused-import. (did you mean .-Wunused-imports.?)' -Wunused-import
reject 'unknown warning .-Wno-orphan. (did you mean .-Wno-orphans.?)' -Wno-orphan
reject 'does not know .pased. (did you mean .parsed.?)' -ddump-pased
reject 'unsupported extension: BangPattern' -XBangPattern
reject 'did you mean BangPatterns' -XBangPattern
reject 'package .contaners. is not covered' -package contaners
reject 'did you mean .containers' -package contaners
reject 'unknown flag .-O7' -O7
reject 'unknown flag .--nothing-like-it. (gphc --help lists the flags)' --nothing-like-it
reject '-j wants a number from 1 to 1024, not .0' -j0
reject '-j wants a number' -jx
reject '-rtsopts does not know .maybe' -rtsopts=maybe
reject '-o wants an argument: FILE' -o
reject '-prof: profiling is not available' -prof
reject 'cannot read the response file .none' @none
# a value that is missing, or none of those that there are
reject '-dfuel wants a value: -dfuel=N' -dfuel
reject '-fmax-errors wants a value: -fmax-errors=N' -fmax-errors
reject '-fdiagnostics-format wants a value: -fdiagnostics-format=text|json' -fdiagnostics-format
reject '-rtsopts wants a value: -rtsopts=none|some|all' -rtsopts=
reject '-dstop-after does not know the pass .nope' -dstop-after=nope
reject '-dstop-after wants the name of a pass' -dstop-after=
reject '-dpasses wants the name of a pass' -dpasses=
reject 'the passes: .*simplify' -dpasses=simplify,
reject 'did you mean .float-out' -dpasses=flaot-out
reject '-Wno- wants the name of a warning: all,' -Wno-
reject '-Werror= wants the name of a warning' -Werror=
reject 'did you mean .-Werror=unused-imports' -Werror=unused-import
# A flag of the user's that the C compiler or the linker refuses is no fault of gphc: its message is shown.
reject 'does not take the generated code with the flags.*-nope' -fvia-C -optc-nope
reject 'option .-nope' -fvia-C -optc-nope
reject 'option .-nope' -optl-nope
! grep 'internal error' err
# What is wrong in a pragma is a warning there; GHC's flags are not.
cat > pragma.hs <<'END'
{-# OPTIONS_GHC -fnope -fllvmm -threadd -o foo #-}
{-# OPTIONS_GHC -fno-cse -fspec-constr-count=5 -funbox-strict-fields -fno-warn-orphans -keep-s-file -ddump-simpl #-}
main = print 1
END
"$GPHC" check pragma.hs 2> err || fail pragma
[ "$(grep -c 'pragma.hs:1:[0-9]*: warning: .GPH-1006' err)" = 4 ] && [ "$(grep -c warning err)" = 4 ] || fail "warnings of a pragma"
grep -q 'did you mean .-fllvm' err && grep -q -e 'has no effect here' err || fail "texts about a pragma"
# -odir makes its folder, as deep as it is; where it cannot, it says so.
echo 'main = return ()' > odir.hs
"$GPHC" -c -odir deep/down odir.hs
ls deep/down/*.o > /dev/null
echo x > file
if "$GPHC" -c -odir file/down odir.hs 2> err; then exit 1; fi
grep -q 'cannot make the folder file/down' err
"$GPHC" chekc a.hs 2> err && exit 1
grep -q 'did you mean .check.?' err
