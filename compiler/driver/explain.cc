// explain.cc: the text behind a diagnostic's code: the row of support/diag.def, then what explanations.def says.
#include "driver/explain.h"

#include <cctype>
#include <cstdio>
#include <cstring>

namespace gphc {

namespace {
struct Row { int code; const char *name; const char *severity; const char *flag; const char *summary; };
const Row kRows[] = {
#define DIAG(code, Name, severity, flag, summary) {code, #Name, #severity, flag, summary},
#include "support/diag.def"
#undef DIAG
};
struct Text { const char *name; const char *text; };
const Text kTexts[] = {
#define EXPLAIN(Name, text) {#Name, text},
#include "driver/explanations.def"
#undef EXPLAIN
};
}  // namespace

int explain(const std::string &code) {
  std::string digits;
  for (char c : code)
    if (std::isdigit((unsigned char)c)) digits += c;
  for (const Row &r : kRows) {
    if (digits != std::to_string(r.code)) continue;
    std::printf("GPH-%d (%s, %s): %s.\n", r.code, r.name, r.severity, r.summary);
    for (const Text &t : kTexts)
      if (!std::strcmp(t.name, r.name)) std::fputs(t.text, stdout);
    if (*r.flag) std::printf("\nTurned on by -W%s, off by -Wno-%s.\n", r.flag, r.flag);
    return 0;
  }
  std::fprintf(stderr, "gphc: there is no diagnostic `%s'\n", code.c_str());
  return 1;
}

}  // namespace gphc
