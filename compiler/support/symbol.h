// symbol.h: interned strings. Equal text = equal pointer; a Symbol is one word, hashable and ordered by first
// interning.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gphc {

class Symbol {
 public:
  Symbol() = default;  // the null symbol: no text, false
  static Symbol intern(std::string_view text);
  std::string_view str() const { return rep_ ? std::string_view(rep_->text) : std::string_view(); }
  std::string string() const { return std::string(str()); }
  const char *c_str() const { return rep_ ? rep_->text.c_str() : ""; }
  explicit operator bool() const { return rep_ != nullptr; }
  bool operator==(const Symbol &o) const { return rep_ == o.rep_; }
  bool operator<(const Symbol &o) const { return id() < o.id(); }
  uint32_t id() const { return rep_ ? rep_->id : 0; }

 private:
  struct Rep {
    std::string text;
    uint32_t id;
  };
  const Rep *rep_ = nullptr;
};

inline Symbol sym(std::string_view text) { return Symbol::intern(text); }

// A fresh number, unique in this run of the compiler.
uint32_t fresh_uniq();

}  // namespace gphc

template <>
struct std::hash<gphc::Symbol> {
  size_t operator()(gphc::Symbol s) const { return s.id() * 0x9e3779b97f4a7c15ull; }
};
