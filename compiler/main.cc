// main.cc: starts the driver on a thread with a very big stack. Passes recurse over trees as deep as the program is nested;
// 8 GB of reserved address space (touched only as used) is simpler and safer than explicit work stacks everywhere.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>

#include "driver/compile.h"

namespace {

struct Arguments { int argc; char **argv; int status; };

void *run(void *p) {
  Arguments *a = static_cast<Arguments *>(p);
  a->status = gphc::gphc_main(a->argc, a->argv);
  return nullptr;
}

}  // namespace

// The compiler ends with "out of memory" long before it makes the machine unusable: 4 GB beside the stack's address space.
void limit_memory() {
  rlimit r;
  if (getrlimit(RLIMIT_AS, &r) != 0) return;
  rlim_t wanted = rlim_t(12) << 30;
  if (r.rlim_cur == RLIM_INFINITY || r.rlim_cur > wanted) {
    r.rlim_cur = wanted;
    setrlimit(RLIMIT_AS, &r);
  }
}

int main(int argc, char **argv) {
  limit_memory();
  Arguments args{argc, argv, 0};
  for (size_t size = size_t(8) << 30; size >= (size_t(8) << 20); size /= 2) {
    void *stack = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) continue;
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    if (pthread_attr_setstack(&attr, stack, size) == 0 && pthread_create(&thread, &attr, run, &args) == 0) {
      pthread_join(thread, nullptr);
      std::fflush(stdout);
      std::fflush(stderr);
      std::_Exit(args.status);
    }
    munmap(stack, size);
  }
  run(&args);
  return args.status;
}
