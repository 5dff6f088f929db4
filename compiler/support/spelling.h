// spelling.h: how far apart two words are, for "did you mean".
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace gphc {

// Edit distance with transpositions, cut off at `limit` + 1.
size_t edit_distance(std::string_view a, std::string_view b, size_t limit);
// The one of `all` that is nearest to `word`, when one is near enough to be what was meant; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string> &all);

}  // namespace gphc
