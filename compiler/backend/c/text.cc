// text.cc: see text.h.
#include "backend/c/text.h"

#include <cmath>

namespace gphc::backend_c {

using namespace low;

std::string c_string(std::string_view bytes) {
  std::string s = "\"";
  s.reserve(bytes.size() + bytes.size() / 64 + 8);
  size_t line = 0;
  bool after_escape = false;
  for (char ch : bytes) {
    unsigned char c = static_cast<unsigned char>(ch);
    if (line >= 400) {  // long lines are chunked; adjacent literals join
      s += "\"\n  \"";
      line = 0;
      after_escape = false;
    }
    if (c == '"' || c == '\\') {
      s += '\\';
      s += ch;
      line += 2;
    } else if (c >= 32 && c < 127 && c != '?' && !(after_escape && c >= '0' && c <= '7')) {
      s += ch;
      line++;
      after_escape = false;
    } else {
      const char octal[] = {'\\', char('0' + (c >> 6)), char('0' + (c >> 3 & 7)), char('0' + (c & 7))};
      s.append(octal, sizeof octal);  // three digits: nothing after it can join in
      line += sizeof octal;
    }
  }
  return s + "\"";
}

std::string int_text(int64_t n, Ty ty) {
  if (ty == Ty::Int) {
    if (n == INT64_MIN) return "(-9223372036854775807l - 1)";
    return n < 0 ? "(" + std::to_string(n) + "l)" : std::to_string(n) + "l";
  }
  return std::to_string(uint64_t(n)) + "ul";
}

std::string double_text(double d, bool is_float) {
  if (std::isnan(d)) return is_float ? "__builtin_nanf(\"\")" : "__builtin_nan(\"\")";
  if (std::isinf(d)) return std::string(d < 0 ? "(-" : "(") + (is_float ? "__builtin_inff())" : "__builtin_inf())");
  char buf[64];
  snprintf(buf, sizeof buf, "(%a%s)", is_float ? double(float(d)) : d, is_float ? "f" : "");
  return buf;
}

const char *c_type(Ty t) {
  switch (t) {
    case Ty::Ptr:
    case Ty::Word: return "W";
    case Ty::Int: return "I";
    case Ty::Double: return "double";
    case Ty::Float: return "float";
  }
  return "W";
}
const char *sig_type(Ty t) { return t == Ty::Double ? "double" : t == Ty::Float ? "float" : "W"; }

std::string result_type(const Vec<Ty> &ret) {
  if (ret.empty()) return "W";
  if (ret.size() == 1) return sig_type(ret[0]);
  std::string s = "Gph";
  for (size_t i = 0; i < 2; i++) s += ret[i] == Ty::Double ? "D" : "W";
  return s;
}

std::string from_bits(Ty t, const std::string &w) {
  switch (t) {
    case Ty::Ptr:
    case Ty::Word: return w;
    case Ty::Int: return "(I)" + w;
    case Ty::Double: return "gph_double_from_bits(" + w + ")";
    case Ty::Float: return "gph_float_from_bits(" + w + ")";
  }
  return w;
}
std::string to_bits(Ty t, const std::string &x) {
  if (t == Ty::Double) return "gph_double_bits(" + x + ")";
  if (t == Ty::Float) return "gph_float_bits(" + x + ")";
  return "(W)" + x;
}
std::string from_part(Ty t, const std::string &x) { return t == Ty::Double ? x : from_bits(t, x); }
std::string to_part(Ty t, const std::string &x) { return t == Ty::Double ? x : to_bits(t, x); }

}  // namespace gphc::backend_c
