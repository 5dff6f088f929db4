# +RTS -p of a program that a signal ends while it is in malloc: who writes the profile needs no memory of malloc's, which it would wait for for ever.
fail() { echo "$1"; exit 1; }
cat > prog.gph <<'P'
import Foreign.Marshal.Alloc
import System.IO

work :: Int -> Int -> Int
work 0 k = k
work n k = work (n - 1) ((k * 7 + n) `mod` 1000003)
{-# NOINLINE work #-}

main :: IO ()
main = do
  let local k = work 40000000 k
  print (local 1)
  hFlush stdout
  _ <- mallocBytes 12345
  putStrLn "not reached"
P
cat > in_malloc.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>
static int dying;
static void check(void) { if (dying) { write(2, "malloc at death\n", 16); _exit(99); } }
void *malloc(size_t n) {
  static void *(*next)(size_t);
  if (!next) next = dlsym(RTLD_NEXT, "malloc");
  check();
  if (n == 12345) { dying = 1; raise(SIGTERM); }
  return next(n);
}
void free(void *p) {
  static void (*next)(void *);
  if (!next) next = dlsym(RTLD_NEXT, "free");
  check();
  next(p);
}
C
${CC:-cc} -O1 -shared -fPIC in_malloc.c -o in_malloc.so -ldl || exit 1
for way in "" -g -threaded; do
  "$GPHC" -O $way prog.gph -rtsopts -o prog
  rm -f prog.prof
  rc=0; (LD_PRELOAD=$PWD/in_malloc.so ./prog +RTS -p > out 2> err) 2> /dev/null || rc=$?
  [ $rc = 143 ] || fail "$way: exit $rc: $(cat err)"
  [ "$(wc -l < out)" = 1 ] || fail "$way: $(cat out)"
  grep -q '^work  *Main' prog.prof && grep -q '^HEC ' prog.prof || fail "$way: $(head -20 prog.prof)"
done
