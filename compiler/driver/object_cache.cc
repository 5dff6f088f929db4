// object_cache.cc: see object_cache.h. A key xxyyyy (hexadecimal) is the file DIR/xx/yyyy. A hit sets the object's
// time, so that trimming can drop what was not used for longest: it runs when something is stored, but not again within
// kTrimSeconds (the file DIR/trimmed has the time), for it looks at every file, of which there may be 200,000; it
// brings the total below kMaxBytes.
//
// Note [Damaged objects]
// A file of the cache is the object and a trailer: a mark, the object's size and its hash. (Linkers go by the offsets
// in an object's headers and do not see what follows.) An object appears under its keys by hard links to a file that is
// complete; but a machine that stops may lose what was written last, a disk may fail, somebody may cut the file: so
// each object is read and compared with its trailer, once a run, before it is used (a program's are 1 or 2 MB: a
// millisecond). One that is not whole is removed, where that is allowed, and its units are compiled again.
#include "driver/object_cache.h"

#include "driver/paths.h"
#include "support/hash.h"

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
static constexpr time_t kTrimSeconds = 600;
static const char kTrimmed[] = "trimmed";

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

namespace {
constexpr char kMark[8] = {'g', 'p', 'h', 'c', 'o', 'b', 'j', '1'};
struct Trailer {
  char mark[8];
  uint64_t size;
  char hash[32];
};

Trailer trailer_of(std::string_view object) {
  Trailer t;
  memcpy(t.mark, kMark, sizeof kMark);
  t.size = object.size();
  Hash128 h;
  h.add(object);
  memcpy(t.hash, h.hex().data(), sizeof t.hash);
  return t;
}

bool read_whole(const std::string &path, std::string *text) {
  FILE *in = fopen(path.c_str(), "rb");
  if (!in) return false;
  text->clear();
  char buf[65536];
  for (size_t n; (n = fread(buf, 1, sizeof buf, in)) > 0;) text->append(buf, n);
  bool ok = !ferror(in);
  fclose(in);
  return ok;
}

// A new file.
bool write_whole(const std::string &path, std::string_view text, std::string_view more) {
  FILE *out = fopen(path.c_str(), "wbx");
  if (!out) return false;
  bool ok = fwrite(text.data(), 1, text.size(), out) == text.size() &&
            fwrite(more.data(), 1, more.size(), out) == more.size();
  ok &= fclose(out) == 0;
  if (!ok) unlink(path.c_str());
  return ok;
}
}  // namespace

// See Note [Damaged objects].
bool ObjectCache::is_whole(const std::string &path, uint64_t inode) {
  auto [known, is_new] = whole_.try_emplace(inode, false);
  if (!is_new) return known->second;
  std::string text;
  if (!read_whole(path, &text) || text.size() < sizeof(Trailer)) return false;
  size_t size = text.size() - sizeof(Trailer);
  Trailer want = trailer_of({text.data(), size});
  return known->second = memcmp(&want, text.data() + size, sizeof want) == 0;
}

bool ObjectCache::find(const std::string &key, std::string *path, uint64_t *inode) {
  struct stat st;
  if (!dir_.empty()) {
    *path = path_of(dir_, key);
    if (stat(path->c_str(), &st) == 0) {
      *inode = st.st_ino;
      if (is_whole(*path, *inode)) {
        if (time(nullptr) - st.st_mtime > 3600) utimensat(AT_FDCWD, path->c_str(), nullptr, 0);
        return true;
      }
      unlink(path->c_str());
    }
  }
  return use_installed_ && find_installed(key, path, inode);
}

bool ObjectCache::find_installed(const std::string &key, std::string *path, uint64_t *inode) {
  if (!index_read_) {
    index_read_ = true;
    std::string text;
    if (!read_whole(installed_units_dir() + "/index", &text)) return false;
    for (size_t at = 0; at < text.size();) {
      size_t end = text.find('\n', at), space = text.find(' ', at);
      if (end == std::string::npos || space >= end) break;  // cut short: what stands before it holds
      installed_.emplace(text.substr(at, space - at), text.substr(space + 1, end - space - 1));
      at = end + 1;
    }
  }
  auto known = installed_.find(key);
  struct stat st;
  if (known == installed_.end()) return false;
  *path = installed_units_dir() + "/" + known->second;
  if (stat(path->c_str(), &st) != 0) return false;
  *inode = ~st.st_ino;  // perhaps another file system than the user's
  return is_whole(*path, *inode);
}

bool ObjectCache::take(const std::string &path, const std::string &to) {
  if (link(path.c_str(), to.c_str()) == 0) return true;
  std::string text;
  return read_whole(path, &text) && write_whole(to, text, {});
}

void ObjectCache::store(const std::vector<std::string> &keys, const std::string &object) {
  if (dir_.empty() || keys.empty()) return;
  std::string temp = dir_ + "/" + keys[0] + "." + std::to_string(getpid()) + ".tmp";
  std::string text;
  if (!read_whole(object, &text)) return;
  Trailer t = trailer_of(text);
  if (!write_whole(temp, text, {reinterpret_cast<const char *>(&t), sizeof t})) return;
  for (const std::string &k : keys) {
    std::string path = path_of(dir_, k);
    if (link(temp.c_str(), path.c_str()) != 0 && errno == ENOENT && make_dir(dir_ + "/" + k.substr(0, 2)))
      (void)!link(temp.c_str(), path.c_str());
  }
  unlink(temp.c_str());
  trim();
}

void ObjectCache::trim() {
  const std::string stamp = dir_ + "/" + kTrimmed;
  struct stat last;
  if (stat(stamp.c_str(), &last) == 0 && time(nullptr) - last.st_mtime < kTrimSeconds) return;
  int fd = open(stamp.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return;
  futimens(fd, nullptr);
  close(fd);
  struct Object {
    time_t used = 0;
    uint64_t size = 0;
    std::vector<std::string> paths;
  };
  std::map<uint64_t, Object> objects;
  uint64_t total = 0;
  DIR *top = opendir(dir_.c_str());
  if (!top) return;
  while (dirent *d = readdir(top)) {
    if (d->d_name[0] == '.' || strcmp(d->d_name, kTrimmed) == 0) continue;
    std::string folder = dir_ + "/" + d->d_name;
    DIR *sub = opendir(folder.c_str());
    if (!sub) {  // what a killed run left behind
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
