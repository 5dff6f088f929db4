// object_cache.cc: see object_cache.h. Objects are files DIR/xx/yyyy.o, where xxyyyy is the key in hexadecimal. A hit sets the
// file's times, so that trimming can drop what was not used for longest. Trimming runs now and then, when something is stored, and
// brings the total below kMaxBytes.
#include "driver/object_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace gphc {

static constexpr uint64_t kMaxBytes = 512ull << 20;

static uint64_t mix(uint64_t x, uint64_t y) {
  unsigned __int128 m = (unsigned __int128)(x ^ 0x9e3779b97f4a7c15ull) * (y ^ 0xe7037ed1a0b428dbull);
  return uint64_t(m) ^ uint64_t(m >> 64);
}

void Hash128::add(std::string_view text) {
  size_t i = 0;
  for (; i + 16 <= text.size(); i += 16) {
    uint64_t x, y;
    memcpy(&x, text.data() + i, 8);
    memcpy(&y, text.data() + i + 8, 8);
    a_ = mix(a_ ^ x, y + 0x1d8e4e27c47d124full);
    b_ = mix(b_ ^ y, x + 0xeb44accab455d165ull) + a_;
  }
  uint64_t t[2] = {0, 0};
  memcpy(t, text.data() + i, text.size() - i);
  total_ += text.size() + 1;
  a_ = mix(a_ ^ t[0], t[1] ^ text.size());
  b_ = mix(b_ ^ t[1], t[0] ^ total_) + a_;
}

std::string Hash128::hex() const {
  char buf[40];
  snprintf(buf, sizeof buf, "%016llx%016llx", static_cast<unsigned long long>(mix(a_, b_ ^ total_)), static_cast<unsigned long long>(mix(b_, a_ + total_)));
  return buf;
}

static bool make_dir(const std::string &d) { return mkdir(d.c_str(), 0777) == 0 || access(d.c_str(), W_OK) == 0; }

ObjectCache::ObjectCache(bool enabled) {
  if (!enabled) return;
  std::string base;
  if (const char *x = getenv("XDG_CACHE_HOME"); x && *x == '/') base = x;
  else if (const char *h = getenv("HOME"); h && *h == '/') base = std::string(h) + "/.cache";
  else return;
  if (!make_dir(base) || !make_dir(base + "/gphc")) return;
  if (make_dir(base + "/gphc/objects")) dir_ = base + "/gphc/objects";
}

std::string ObjectCache::find(const std::string &key) {
  if (dir_.empty()) return "";
  std::string path = dir_ + "/" + key.substr(0, 2) + "/" + key.substr(2) + ".o";
  return utimensat(AT_FDCWD, path.c_str(), nullptr, 0) == 0 ? path : "";
}

static bool copy_file(const std::string &from, const std::string &to) {
  FILE *in = fopen(from.c_str(), "rb");
  if (!in) return false;
  FILE *out = fopen(to.c_str(), "wbx");
  if (!out) {
    fclose(in);
    return false;
  }
  char buf[65536];
  bool ok = true;
  for (size_t n; (n = fread(buf, 1, sizeof buf, in)) > 0;) ok &= fwrite(buf, 1, n, out) == n;
  ok &= !ferror(in);
  fclose(in);
  ok &= fclose(out) == 0;
  if (!ok) unlink(to.c_str());
  return ok;
}

std::string ObjectCache::store(const std::string &key, const std::string &object) {
  if (dir_.empty()) return "";
  std::string folder = dir_ + "/" + key.substr(0, 2), path = folder + "/" + key.substr(2) + ".o";
  std::string temp = path + "." + std::to_string(getpid()) + ".tmp";
  if (!make_dir(folder) || !copy_file(object, temp)) return "";
  if (rename(temp.c_str(), path.c_str()) != 0) {
    unlink(temp.c_str());
    return "";
  }
  if (key[4] == '0' && key[5] < '4') trim();   // one key in 64
  return path;
}

void ObjectCache::trim() {
  struct Entry { std::string path; time_t used; uint64_t size; };
  std::vector<Entry> all;
  uint64_t total = 0;
  DIR *top = opendir(dir_.c_str());
  if (!top) return;
  while (dirent *d = readdir(top)) {
    if (d->d_name[0] == '.') continue;
    std::string folder = dir_ + "/" + d->d_name;
    DIR *sub = opendir(folder.c_str());
    if (!sub) continue;
    while (dirent *f = readdir(sub)) {
      if (f->d_name[0] == '.') continue;
      std::string path = folder + "/" + f->d_name;
      struct stat st;
      if (stat(path.c_str(), &st) != 0) continue;
      all.push_back({path, st.st_mtime, uint64_t(st.st_size)});
      total += uint64_t(st.st_size);
    }
    closedir(sub);
  }
  closedir(top);
  if (total <= kMaxBytes) return;
  std::sort(all.begin(), all.end(), [](const Entry &a, const Entry &b) { return a.used < b.used; });
  for (const Entry &e : all) {
    if (total <= kMaxBytes * 3 / 4) break;
    if (unlink(e.path.c_str()) == 0) total -= e.size;
  }
}

}  // namespace gphc
