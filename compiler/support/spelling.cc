// spelling.cc: the distance of Damerau and Levenshtein (adjacent letters exchanged count once). See spelling.h.
#include "support/spelling.h"

#include <algorithm>

namespace gphc {

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<size_t> before(b.size() + 1), prev(b.size() + 1), cur(b.size() + 1);
  for (size_t j = 0; j <= b.size(); j++) prev[j] = j;
  for (size_t i = 1; i <= a.size(); i++) {
    cur[0] = i;
    size_t best = i;
    for (size_t j = 1; j <= b.size(); j++) {
      cur[j] = std::min({prev[j] + 1, cur[j - 1] + 1, prev[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) cur[j] = std::min(cur[j], before[j - 2] + 1);
      best = std::min(best, cur[j]);
    }
    if (best > limit) return limit + 1;
    before = prev;
    prev = cur;
  }
  return prev[b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string> &all) {
  size_t limit = word.size() <= 3 ? 1 : word.size() <= 10 ? 2 : 3;
  std::string best;
  for (const std::string &w : all) {
    size_t d = edit_distance(word, w, limit);
    if (d > limit) continue;
    best = w;
    if (d == 0) break;
    limit = d - 1;
  }
  return best;
}

}  // namespace gphc
