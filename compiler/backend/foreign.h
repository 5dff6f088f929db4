// foreign.h: what both back ends know of C functions.
#pragma once
#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace gphc {

// C library functions on doubles that need little stack: called directly, on the light thread's own. Of these the
// library rounds as it does: a compiler that knows a better value (of a constant argument, of pow(x, 2)) must not use
// it, or a result would depend on -O, on the back end and on what is inlined.
inline constexpr std::string_view kRoundedMath[] = {
    "sin",   "cos",   "tan",   "asin",   "acos",   "atan",   "sinh", "cosh",   "tanh", "asinh",  "acosh", "atanh",
    "exp",   "expm1", "log",   "log1p",  "pow",    "atan2",  "sinf", "cosf",   "tanf", "asinf",  "acosf", "atanf",
    "sinhf", "coshf", "tanhf", "asinhf", "acoshf", "atanhf", "expf", "expm1f", "logf", "log1pf", "powf",  "atan2f"};
// Of these there is one right result.
inline constexpr std::string_view kExactMath[] = {"sqrt",  "fabs",  "floor",  "ceil",  "fmod",  "trunc",  "rint",
                                                  "sqrtf", "fabsf", "floorf", "ceilf", "fmodf", "truncf", "rintf"};
inline bool is_exact_math(std::string_view name) {
  return std::find(std::begin(kExactMath), std::end(kExactMath), name) != std::end(kExactMath);
}
inline bool is_small_math(std::string_view name) {
  static const std::unordered_set<std::string_view> rounded(std::begin(kRoundedMath), std::end(kRoundedMath));
  return rounded.count(name) != 0 || is_exact_math(name);
}

// C types narrower than a word, to which arguments and results of foreign functions are cut. bits is 0 for all others;
// 1 for bool.
struct NarrowType {
  unsigned bits = 0;
  bool is_signed = false;
};
inline NarrowType narrow_type(std::string_view type) {
  static const std::unordered_map<std::string_view, NarrowType> small = {
      {"int8_t", {8, true}},      {"int16_t", {16, true}},         {"int32_t", {32, true}},
      {"uint8_t", {8, false}},    {"uint16_t", {16, false}},       {"uint32_t", {32, false}},
      {"int", {32, true}},        {"unsigned", {32, false}},       {"unsigned int", {32, false}},
      {"short", {16, true}},      {"unsigned short", {16, false}}, {"char", {8, true}},
      {"signed char", {8, true}}, {"unsigned char", {8, false}},   {"bool", {1, false}},
      {"_Bool", {1, false}}};
  auto it = small.find(type);
  return it == small.end() ? NarrowType{} : it->second;
}

}  // namespace gphc
