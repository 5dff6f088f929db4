// os_linux.c: see os.h.
#define _GNU_SOURCE
#include "base/os.h"
#include "base/die.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *gph_os_reserve(size_t size, uintptr_t hint) {
  void *p = mmap((void *)hint, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

bool gph_os_commit(void *p, size_t size) { return mprotect(p, size, PROT_READ | PROT_WRITE) == 0; }

void gph_os_large_pages(void *p, size_t size) { madvise(p, size, MADV_HUGEPAGE); }

void gph_os_small_pages(void *p, size_t size) { madvise(p, size, MADV_NOHUGEPAGE); }

void gph_os_discard(void *p, size_t size) { madvise(p, size, MADV_DONTNEED); }

void *gph_os_alloc(size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) gph_fail(251, "out of memory (%zu bytes refused: %s)", size, strerror(errno));
  return p;
}

bool gph_os_make_code(void *p, size_t size) { return mprotect(p, size, PROT_READ | PROT_EXEC) == 0; }
void gph_os_free(void *p, size_t size) { munmap(p, size); }

static int64_t clock_of(clockid_t c) {
  struct timespec t;
  clock_gettime(c, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
bool gph_os_readable(const void *p, size_t size) {
  int ends[2];
  if (pipe(ends)) return false;
  bool readable = write(ends[1], p, size) == (ssize_t)size;  // EFAULT, not a signal
  close(ends[0]);
  close(ends[1]);
  return readable;
}
// The kernel puts a random gap of up to a gigabyte between the program's own data and it. Field 47 of proc_pid_stat(5).
uintptr_t gph_os_program_break(void) {
  enum { STATE = 3, START_BRK = 47 };
  char text[2048];
  const int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  if (n <= 0) return 0;
  text[n] = 0;
  const char *p = strrchr(text, ')');  // the program's name may contain anything
  for (int field = STATE - 1; p && field < START_BRK; field++) p = strchr(p + 1, ' ');
  return p ? strtoull(p, NULL, 10) : 0;
}
int64_t gph_os_clock_ns(void) { return clock_of(CLOCK_MONOTONIC); }
int64_t gph_os_cpu_ns(void) { return clock_of(CLOCK_PROCESS_CPUTIME_ID); }
int64_t gph_os_thread_cpu_ns(void) { return clock_of(CLOCK_THREAD_CPUTIME_ID); }

// quota / period of the cgroup, rounded up; 0 when there is no limit. cgroup v2 first, then v1.
static int cgroup_cpus(void) {
  char line[128];
  long quota = -1, period = 0;
  FILE *f = fopen("/sys/fs/cgroup/cpu.max", "r");
  if (f) {
    if (fgets(line, sizeof line, f) && sscanf(line, "%ld %ld", &quota, &period) != 2) quota = -1;
    fclose(f);
  } else if ((f = fopen("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "r"))) {
    if (fscanf(f, "%ld", &quota) != 1) quota = -1;
    fclose(f);
    if (quota > 0 && (f = fopen("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "r"))) {
      if (fscanf(f, "%ld", &period) != 1) quota = -1;
      fclose(f);
    }
  }
  return quota > 0 && period > 0 ? (int)((quota + period - 1) / period) : 0;
}

int gph_os_cpus(void) {
  cpu_set_t set;
  int n = 1;
  if (sched_getaffinity(0, sizeof set, &set) == 0) n = CPU_COUNT(&set);
  else n = (int)sysconf(_SC_NPROCESSORS_ONLN);
  int quota = cgroup_cpus();
  if (quota > 0 && quota < n) n = quota;
  return n < 1 ? 1 : n;
}

static int topology_number(int cpu, const char *what, int otherwise) {
  char path[128];
  int n = otherwise;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, what);
  FILE *f = fopen(path, "r");
  if (!f) return otherwise;
  if (fscanf(f, "%d", &n) != 1) n = otherwise;
  fclose(f);
  return n;
}
int gph_os_topology(int *core, int *package, int room) {
  cpu_set_t set;
  int n = 0;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE && n < room; cpu++) {
      if (!CPU_ISSET(cpu, &set)) continue;
      core[n] = topology_number(cpu, "core_id", cpu);  // unknown: a core of its own
      package[n++] = topology_number(cpu, "physical_package_id", 0);
    }
  if (n == 0) {
    core[0] = package[0] = 0;
    n = 1;
  }
  return n;
}

size_t gph_os_cache_size(int level) {
  for (int i = 0; i < 8; i++) {
    char path[128], type[32] = "", size[32] = "";
    int lv = 0;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level", i);
    FILE *f = fopen(path, "r");
    if (!f) break;
    if (fscanf(f, "%d", &lv) != 1) lv = 0;
    fclose(f);
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", i);
    if ((f = fopen(path, "r"))) {
      if (fscanf(f, "%31s", type) != 1) type[0] = 0;
      fclose(f);
    }
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", i);
    if ((f = fopen(path, "r"))) {
      if (fscanf(f, "%31s", size) != 1) size[0] = 0;
      fclose(f);
    }
    if (lv != level || strcmp(type, "Instruction") == 0) continue;
    char *end;
    size_t n = strtoul(size, &end, 10);
    return *end == 'M' ? n << 20 : *end == 'K' ? n << 10 : n;
  }
  return 0;
}

uint64_t gph_os_memory(void) { return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE); }

void gph_os_die_of_signal(int sig) {
  static const int stops[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    if (sig == stops[i]) return;
  sigset_t only;
  sigemptyset(&only);
  if (sigaddset(&only, sig) != 0) return;
  signal(sig, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(sig);  // to this thread, which does not go on
}

void gph_os_futex_wait(uint32_t *p, uint32_t expected, int64_t timeout_ns) {
  struct timespec t = {timeout_ns / 1000000000, timeout_ns % 1000000000};
  syscall(SYS_futex, p, FUTEX_WAIT_PRIVATE, expected, timeout_ns < 0 ? NULL : &t, NULL, 0);
}
void gph_os_futex_wake(uint32_t *p, int count) { syscall(SYS_futex, p, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0); }
