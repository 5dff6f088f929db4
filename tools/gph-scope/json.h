// json.h: text as JSON, also inside of an HTML page.
#pragma once
#include <string>

// With quotes. '<' is escaped, so that no text ends a script element.
inline std::string json_string(const std::string &s) {
  static const char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (unsigned char c : s) {
    if (c == '"' || c == '\\') out += '\\', out += char(c);
    else if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == 0x7f)
      out += "\\u00", out += kHex[c >> 4], out += kHex[c & 15];
    else out += char(c);
  }
  return out + "\"";
}
