// foreign.h: what both back ends know of C functions.
#pragma once
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace gphc {

// C library functions on doubles that need little stack: called directly, on the light thread's own. See stacks.md, section 3.
inline bool is_small_math(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
      "sin",   "cos",   "tan",   "asin",  "acos",   "atan",   "sinh",   "cosh",  "tanh",  "asinh",  "acosh",  "atanh",
      "exp",   "expm1", "log",   "log1p", "pow",    "sqrt",   "fabs",   "floor", "ceil",  "fmod",   "atan2",  "trunc",  "rint",
      "sinf",  "cosf",  "tanf",  "asinf", "acosf",  "atanf",  "sinhf",  "coshf", "tanhf", "asinhf", "acoshf", "atanhf",
      "expf",  "expm1f", "logf", "log1pf", "powf",  "sqrtf",  "fabsf",  "floorf", "ceilf", "fmodf", "atan2f", "truncf", "rintf"};
  return names.count(name) != 0;
}

// C types narrower than a word, to which arguments and results of foreign functions are cut. bits is 0 for all others; 1 for bool.
struct NarrowType { unsigned bits = 0; bool is_signed = false; };
inline NarrowType narrow_type(std::string_view type) {
  static const std::unordered_map<std::string_view, NarrowType> small = {
      {"int8_t", {8, true}}, {"int16_t", {16, true}}, {"int32_t", {32, true}}, {"uint8_t", {8, false}}, {"uint16_t", {16, false}}, {"uint32_t", {32, false}},
      {"int", {32, true}}, {"unsigned", {32, false}}, {"unsigned int", {32, false}}, {"short", {16, true}}, {"unsigned short", {16, false}},
      {"char", {8, true}}, {"signed char", {8, true}}, {"unsigned char", {8, false}}, {"bool", {1, false}}, {"_Bool", {1, false}}};
  auto it = small.find(type);
  return it == small.end() ? NarrowType{} : it->second;
}

}  // namespace gphc
