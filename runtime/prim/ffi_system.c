// ffi_system.c: the program's surroundings for the stdlib: arguments, environment, clocks, error texts, small helpers.
#include "base/os.h"
#include "gph/rts.h"
#include "state/hecs.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// ---- Arguments: what the runtime's start-up has not taken for itself ----------------
I gph_args_count(void) { return gph_argc > 0 ? gph_argc - 1 : 0; }
const char *gph_args_get(I i) { return gph_argv[i + 1]; }
const char *gph_program_name(I unused) {
  (void)unused;
  return gph_prog_name;
}
const char *gph_executable_path(void) {
  static char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  path[n < 0 ? 0 : n] = 0;
  return path;
}

// ---- The runtime's state ----------------
I gph_capability_count(void) { return gph_hecs_enabled; }
I gph_processor_count(void) { return gph_os_cpus(); }
I gph_rts_is_threaded(void) {
#ifdef GPH_THREADED
  return 1;
#else
  return 0;
#endif
}

// ---- Environment ----------------
const char *gph_getenv(const char *name) { return getenv(name); }
I gph_setenv(const char *name, const char *value) { return setenv(name, value, 1) < 0 ? -errno : 0; }
I gph_unsetenv(const char *name) { return unsetenv(name) < 0 ? -errno : 0; }
const char *gph_environ(I i) { return environ[i]; }

// ---- Clocks, in nanoseconds (CPU time: of the process) ----------------
static I clock_ns(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (I)t.tv_sec * 1000000000 + t.tv_nsec;
}
I gph_clock_realtime(void) { return clock_ns(CLOCK_REALTIME); }
I gph_clock_monotonic(void) { return clock_ns(CLOCK_MONOTONIC); }
I gph_clock_cpu(void) { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

// ---- Errors ---------------------------------------------------------------------------------------------------------
const char *gph_strerror(I e) { return strerror((int)e); }
I gph_get_errno(void) { return errno; }
void gph_set_errno(I e) { errno = (int)e; }

// ---- Files ----------------------------------------------------------------------------------------------------------
I gph_file_exists(const char *path, I directory) {
  struct stat st;
  return stat(path, &st) == 0 && (S_ISDIR(st.st_mode) != 0) == (directory != 0);
}
I gph_file_remove(const char *path) { return unlink(path) < 0 ? -errno : 0; }
I gph_file_rename(const char *from, const char *to) { return rename(from, to) < 0 ? -errno : 0; }
I gph_mkdir(const char *path) { return mkdir(path, 0777) < 0 ? -errno : 0; }
I gph_rmdir(const char *path) { return rmdir(path) < 0 ? -errno : 0; }
I gph_getcwd(char *out, I size) { return getcwd(out, (size_t)size) ? (I)strlen(out) : -errno; }
I gph_chdir(const char *path) { return chdir(path) < 0 ? -errno : 0; }
// The names in a folder, one after the other and NULL at the end; opening gives a negative errno when it fails.
I gph_dir_open(const char *path) {
  DIR *d = opendir(path);
  return d ? (I)(intptr_t)d : -errno;
}
const char *gph_dir_next(I dir) {
  struct dirent *e = readdir((DIR *)(intptr_t)dir);
  return e ? e->d_name : NULL;
}
void gph_dir_close(I dir) { closedir((DIR *)(intptr_t)dir); }
I gph_realpath(const char *path, char *out, I size) {
  char *p = realpath(path, NULL);
  if (!p) return -errno;
  I n = (I)strlen(p);
  if (n < size) memcpy(out, p, (size_t)n);
  free(p);
  return n < size ? n : -ENAMETOOLONG;
}
I gph_file_size(const char *path) {
  struct stat st;
  return stat(path, &st) < 0 ? -errno : (I)st.st_size;
}
I gph_file_is_link(const char *path) {
  struct stat st;
  return lstat(path, &st) < 0 ? -errno : S_ISLNK(st.st_mode) != 0;
}
I gph_file_copy_mode(const char *from, const char *to) {
  struct stat st;
  return stat(from, &st) < 0 || chmod(to, st.st_mode & 07777) < 0 ? -errno : 0;
}
// What stands about a file: its mode, what this process may do with it (4 read, 2 write, 1 execute), whether it is a
// folder, and when it was read and changed last, in nanoseconds since 1970.
I gph_file_status(const char *path, I *out) {
  struct stat st;
  if (stat(path, &st) < 0) return -errno;
  out[0] = st.st_mode & 07777;
  out[1] = (access(path, R_OK) == 0) * 4 + (access(path, W_OK) == 0) * 2 + (access(path, X_OK) == 0);
  out[2] = S_ISDIR(st.st_mode) != 0;
  out[3] = (I)st.st_atim.tv_sec * 1000000000 + st.st_atim.tv_nsec;
  out[4] = (I)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
  return 0;
}
I gph_file_set_mode(const char *path, I mode) { return chmod(path, (mode_t)mode) < 0 ? -errno : 0; }
// which: 1 when it was read, 2 when it was changed, 3 both.
I gph_file_set_times(const char *path, I which, I read, I changed) {
  I ns[2] = {read, changed};
  struct timespec times[2];
  for (int i = 0; i < 2; i++) {
    I part = (ns[i] % 1000000000 + 1000000000) % 1000000000;
    times[i].tv_sec = (ns[i] - part) / 1000000000;
    times[i].tv_nsec = which >> i & 1 ? part : UTIME_OMIT;
  }
  return utimensat(AT_FDCWD, path, times, 0) < 0 ? -errno : 0;
}
I gph_symlink(const char *target, const char *path) { return symlink(target, path) < 0 ? -errno : 0; }
I gph_readlink(const char *path, char *out, I size) {
  ssize_t n = readlink(path, out, (size_t)size);
  return n < 0 ? -errno : n < size ? n : -ENAMETOOLONG;
}
I gph_file_executable(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}
// Opens a fresh file: the template's last six characters are replaced.
I gph_mkstemps(char *path, I suffix) {
  int fd = mkstemps(path, (int)suffix);
  if (fd < 0) return -errno;
  close(fd);
  return 0;
}

// ---- Messages that must come out even when handles are locked ----------------
void gph_debug_write(const unsigned char *p, I n) {
  while (n > 0) {
    ssize_t k = write(2, p, (size_t)n);
    if (k <= 0) {
      if (k < 0 && errno == EINTR) continue;
      return;
    }
    p += k, n -= k;
  }
}
