#include "support/symbol.h"

#include <memory>
#include <unordered_map>

namespace gphc {

Symbol Symbol::intern(std::string_view text) {
  static std::unordered_map<std::string_view, std::unique_ptr<Rep>> table(1 << 13);  // Prelude's modules have 5,500
  auto it = table.find(text);
  Symbol s;
  if (it == table.end()) {
    std::unique_ptr<Rep> rep(new Rep{std::string(text), uint32_t(table.size() + 1)});
    std::string_view key = rep->text;
    it = table.emplace(key, std::move(rep)).first;
  }
  s.rep_ = it->second.get();
  return s;
}

uint32_t fresh_uniq() {
  static uint32_t next = 0;
  return ++next;
}

}  // namespace gphc
