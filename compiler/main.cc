// main.cc: starts the driver on a very big stack. Passes recurse over trees as deep as the program is nested; 8 GB of
// reserved address space (touched only as used) is simpler and safer than explicit work stacks everywhere. It is a
// context of the main thread, not a thread: another thread's malloc would ask the system for each 4 KB.
#include <malloc.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "driver/compile.h"
#include "driver/process.h"
#include "support/arena.h"
#include "support/diag.h"

namespace {

// Without exceptions a failed `new` can only end the compiler: with a line, not a crash. Flushing messages and removing
// temporary files take some memory, which is kept for this. When that does not do (another thread was faster), only the
// line is written.
void *g_reserve = nullptr;
constexpr size_t kReserve = size_t(4) << 20;

[[noreturn]] void out_of_memory() {
  static std::atomic<bool> reported{false};
  static thread_local bool again = false;
  if (!again && !reported.exchange(true)) {
    again = true;
    free(g_reserve);
    gphc::fatal(gphc::kOutOfMemory);
  }
  if (!again) sleep(5);  // the thread that came first ends the process
  static const char text[] = "gphc: ";
  (void)!write(2, text, sizeof text - 1);
  (void)!write(2, gphc::kOutOfMemory, sizeof gphc::kOutOfMemory - 1);
  (void)!write(2, "\n", 1);
  _exit(1);
}

// Recursion over a tree too deep for the stack faults on the page below it.
char *g_stack_low = nullptr;
constexpr size_t kGuard = size_t(1) << 20;

void on_fault(int signal, siginfo_t *info, void *) {
  char *at = static_cast<char *>(info->si_addr);
  if (!g_stack_low || at < g_stack_low || at >= g_stack_low + kGuard) {
    std::signal(signal, SIG_DFL);
    return;  // the fault happens again, for good
  }
  static const char text[] = "gphc: the program is nested too deeply for the compiler: its stack of 8 GB is used up\n";
  (void)!write(2, text, sizeof text - 1);
  _exit(1);
}

void catch_faults() {
  static char alternate[65536];
  stack_t s = {};
  s.ss_sp = alternate;
  s.ss_size = sizeof alternate;
  sigaltstack(&s, nullptr);
  struct sigaction a = {};
  a.sa_sigaction = on_fault;
  a.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &a, nullptr);
}

// The heap's first pages are large ones: a small program is compiled in a few dozen MB, which were thousands of page
// faults (it saves less time than faults: the pages are cleared all the same). What is reserved comes first, which
// makes the heap grow here.
void reserve_heap() {
  constexpr size_t kFirst = size_t(64) << 20, kLargePage = size_t(2) << 20;
  mallopt(M_TOP_PAD, kFirst);
  g_reserve = malloc(kReserve);
  const auto from = (reinterpret_cast<uintptr_t>(g_reserve) + kLargePage - 1) & ~(kLargePage - 1);
  const auto to = reinterpret_cast<uintptr_t>(sbrk(0));
  if (from < to) madvise(reinterpret_cast<void *>(from), to - from, MADV_HUGEPAGE);
  mallopt(M_TOP_PAD, 1 << 20);
}

int g_argc = 0, g_status = 0;
char **g_argv = nullptr;
void run() {
  if (g_stack_low) catch_faults();
  g_status = gphc::gphc_main(g_argc, g_argv);
}

}  // namespace

int main(int argc, char **argv) {
  // The compiler ends with "out of memory" long before it makes the machine unusable: 4 GB beside the stack's address
  // space.
  gphc::limit_memory(12ul << 30);
  // Memory does not go back to the system, to be cleared anew at every growth of a table: that was half the time of a
  // large program. Each of LLVM's threads has an arena of its own: with one for all they spent a quarter of their time
  // waiting for its lock.
  mallopt(M_ARENA_MAX, 8);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  reserve_heap();
  std::set_new_handler(out_of_memory);
  std::signal(SIGXFSZ, SIG_IGN);  // a file over its limit is an error of write(), with a message
  g_argc = argc;
  g_argv = argv;
  for (size_t size = size_t(8) << 30; size >= (size_t(8) << 20); size /= 2) {
    void *stack =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) continue;
    g_stack_low = static_cast<char *>(stack);
    mprotect(stack, kGuard, PROT_NONE);
    static ucontext_t before, big;
    getcontext(&big);
    big.uc_stack.ss_sp = stack;
    big.uc_stack.ss_size = size;
    big.uc_link = &before;
    makecontext(&big, run, 0);
    if (swapcontext(&before, &big) == 0) {
      std::fflush(stdout);
      std::fflush(stderr);
      std::_Exit(g_status);
    }
    munmap(stack, size);
    g_stack_low = nullptr;
  }
  run();
  return g_status;
}
