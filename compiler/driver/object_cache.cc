// object_cache.cc: see object_cache.h. A key xxyyyy (hexadecimal) is the file DIR/xx/yyyy. A hit sets the object's time, so that trimming
// can drop what was not used for longest: it runs now and then, when something is stored, and brings the total below kMaxBytes.
#include "driver/object_cache.h"

#include "driver/paths.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>

namespace gphc {

static constexpr uint64_t kMaxBytes = 512ull << 20;

static bool make_dir(const std::string &d) { return mkdir(d.c_str(), 0777) == 0 || access(d.c_str(), W_OK) == 0; }

ObjectCache::ObjectCache(bool enabled) {
  use_installed_ = enabled;
  if (!enabled) return;
  std::string base;
  if (const char *x = getenv("XDG_CACHE_HOME"); x && *x == '/') base = x;
  else if (const char *h = getenv("HOME"); h && *h == '/') base = std::string(h) + "/.cache";
  else return;
  if (!make_dir(base) || !make_dir(base + "/gphc")) return;
  if (make_dir(base + "/gphc/units")) dir_ = base + "/gphc/units";
}

bool ObjectCache::find(const std::string &key, std::string *path, uint64_t *inode) {
  struct stat st;
  if (!dir_.empty()) {
    *path = path_of(dir_, key);
    if (stat(path->c_str(), &st) == 0 && st.st_size != 0) {
      *inode = st.st_ino;
      if (time(nullptr) - st.st_mtime > 3600) utimensat(AT_FDCWD, path->c_str(), nullptr, 0);
      return true;
    }
  }
  if (!use_installed_) return false;
  *path = path_of(installed_units_dir(), key);
  if (stat(path->c_str(), &st) != 0 || st.st_size == 0) return false;
  *inode = ~st.st_ino;   // perhaps another file system than the user's
  return true;
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

void ObjectCache::store(const std::vector<std::string> &keys, const std::string &object) {
  if (dir_.empty() || keys.empty()) return;
  std::string temp = dir_ + "/" + keys[0] + "." + std::to_string(getpid()) + ".tmp";
  if (!copy_file(object, temp)) return;
  for (const std::string &k : keys) {
    std::string path = path_of(dir_, k);
    if (link(temp.c_str(), path.c_str()) != 0 && errno == ENOENT && make_dir(dir_ + "/" + k.substr(0, 2))) (void)!link(temp.c_str(), path.c_str());
  }
  unlink(temp.c_str());
  if (keys[0][4] == '0') trim();   // one store in 16
}

void ObjectCache::trim() {
  struct Object { time_t used = 0; uint64_t size = 0; std::vector<std::string> paths; };
  std::map<uint64_t, Object> objects;
  uint64_t total = 0;
  DIR *top = opendir(dir_.c_str());
  if (!top) return;
  while (dirent *d = readdir(top)) {
    if (d->d_name[0] == '.') continue;
    std::string folder = dir_ + "/" + d->d_name;
    DIR *sub = opendir(folder.c_str());
    if (!sub) {   // what a killed run left behind
      struct stat st;
      if (stat(folder.c_str(), &st) == 0 && time(nullptr) - st.st_mtime > 3600) unlink(folder.c_str());
      continue;
    }
    while (dirent *f = readdir(sub)) {
      if (f->d_name[0] == '.') continue;
      std::string path = folder + "/" + f->d_name;
      struct stat st;
      if (stat(path.c_str(), &st) != 0) continue;
      Object &o = objects[st.st_ino];
      if (o.paths.empty()) total += uint64_t(st.st_size);
      o.used = st.st_mtime;
      o.size = uint64_t(st.st_size);
      o.paths.push_back(path);
    }
    closedir(sub);
  }
  closedir(top);
  if (total <= kMaxBytes) return;
  std::vector<const Object *> by_age;
  for (auto &[inode, o] : objects) by_age.push_back(&o);
  std::sort(by_age.begin(), by_age.end(), [](const Object *a, const Object *b) { return a->used < b->used; });
  for (const Object *o : by_age) {
    if (total <= kMaxBytes * 3 / 4) break;
    for (const std::string &p : o->paths) unlink(p.c_str());
    total -= o->size;
  }
}

}  // namespace gphc
