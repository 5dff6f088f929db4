// arena.h: bump allocation for the whole run of the compiler, and Vec, a growable array that lives in it.
//
// A compile is short and its trees are shared freely between phases, so nothing is freed before the process ends:
// no ownership, no destructors. Objects in the arena must be trivially destructible or not need destruction.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace gphc {

// The compiler's memory is limited (main.cc): what it says when that is used up.
inline constexpr char kOutOfMemory[] =
    "out of memory: compiling may take 4 GB at most; smaller functions and modules take less";

class Arena {
 public:
  // Returns `size` bytes aligned to 16. Never fails: running out of memory ends the compiler with a message.
  void *alloc(size_t size) {
    size = (size + 15) & ~size_t(15);
    if (size > size_t(end_ - next_)) return alloc_slow(size);
    char *p = next_;
    next_ += size;
    return p;
  }
  size_t used() const { return used_ - size_t(end_ - next_); }

 private:
  void *alloc_slow(size_t size);
  char *next_ = nullptr, *end_ = nullptr;
  size_t used_ = 0;
};

extern Arena g_arena;

// Builds a T in the arena.
template <class T, class... A>
T *mk(A &&...args) {
  return new (g_arena.alloc(sizeof(T))) T{std::forward<A>(args)...};
}

// A growable array in the arena. Copying copies the handle, not the elements (use `clone`).
template <class T>
class Vec {
 public:
  Vec() = default;
  Vec(std::initializer_list<T> xs) {
    reserve(xs.size());
    for (const T &x : xs) push_back(x);
  }
  explicit Vec(std::span<const T> xs) {
    reserve(xs.size());
    for (const T &x : xs) push_back(x);
  }
  static Vec of_size(size_t n, T x = T{}) {
    Vec v;
    v.reserve(n);
    for (size_t i = 0; i < n; i++) v.push_back(x);
    return v;
  }
  void push_back(const T &x) {
    if (size_ == cap_) {
      T copy = x;
      reserve(cap_ ? cap_ * 2 : kFirst);
      new (&data_[size_++]) T(copy);
      return;
    }
    new (&data_[size_++]) T(x);
  }
  void append(const Vec &o) {
    if (size_ + o.size_ > cap_) reserve(size_ + o.size_ > 2 * cap_ ? size_ + o.size_ : 2 * cap_);
    for (size_t i = 0, n = o.size(); i < n; i++) push_back(o[i]);
  }
  void pop_back() { size_--; }
  void clear() { size_ = 0; }
  void resize(size_t n, T x = T{}) {
    while (size_ < n) push_back(x);
    size_ = uint32_t(n);
  }
  void reserve(size_t n) {
    if (n <= cap_) return;
    T *d = static_cast<T *>(g_arena.alloc(n * sizeof(T)));
    for (uint32_t i = 0; i < size_; i++) new (&d[i]) T(std::move(data_[i]));
    data_ = d;
    cap_ = uint32_t(n);
  }
  Vec clone() const {
    Vec v;
    v.reserve(size_);
    for (const T &x : *this) v.push_back(x);
    return v;
  }
  // Replaces element i of what shares its elements with others, as long as *own says so: by a copy, at the first
  // change.
  void replace(size_t i, const T &x, bool *own) {
    if (!*own) *this = clone(), *own = true;
    data_[i] = x;
  }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T &operator[](size_t i) { return data_[i]; }
  const T &operator[](size_t i) const { return data_[i]; }
  T &back() { return data_[size_ - 1]; }
  const T &back() const { return data_[size_ - 1]; }
  T &front() { return data_[0]; }
  const T &front() const { return data_[0]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  operator std::span<const T>() const { return {data_, size_}; }

 private:
  static constexpr uint32_t kFirst = sizeof(T) > 8 ? 1 : 16 / sizeof(T);  // most have one or two elements
  T *data_ = nullptr;
  uint32_t size_ = 0, cap_ = 0;
};

}  // namespace gphc
