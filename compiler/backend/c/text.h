// text.h: how C spells Low's types, numbers and strings.
//
// Note [Multiple results in C]
// As abi.h says: one word or one double in the ordinary result registers, two as a struct of two words/doubles
// (rax:rdx, xmm0:xmm1, or mixed), the third and later in R->ret[2..]. A float among several results travels as the bits
// of a word.
#pragma once
#include <string>
#include <string_view>

#include "low/low.h"

namespace gphc::backend_c {

std::string c_string(std::string_view bytes);  // a literal, with its quotes
std::string int_text(int64_t n, low::Ty ty);
std::string double_text(double d, bool is_float);
const char *c_type(low::Ty t);
const char *sig_type(low::Ty t);  // in a signature: W, double or float
// The C result type of a function with these results. See Note [Multiple results in C].
std::string result_type(const Vec<low::Ty> &ret);
std::string from_bits(low::Ty t, const std::string &word);
std::string to_bits(low::Ty t, const std::string &x);
// A component of a struct of results.
std::string from_part(low::Ty t, const std::string &x);
std::string to_part(low::Ty t, const std::string &x);

}  // namespace gphc::backend_c
