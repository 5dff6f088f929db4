// explain.cc: what gphc --explain says. A diagnostic (by code, name, or its warning) has the row of support/diag.def
// and then the text of explanations.def; a topic that of topics.def. Another word is looked for in the summaries.
#include "driver/explain.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <vector>

#include "support/spelling.h"

namespace gphc {

namespace {
struct Row {
  int code;
  const char *name;
  const char *severity;
  const char *flag;
  const char *summary;
};
const Row kRows[] = {
#define DIAG(code, Name, severity, flag, summary) {code, #Name, #severity, flag, summary},
#include "support/diag.def"
#undef DIAG
};
struct Text {
  const char *name;
  const char *text;
};
const Text kTexts[] = {
#define EXPLAIN(Name, text) {#Name, text},
#include "driver/explanations.def"
#undef EXPLAIN
};
struct Topic {
  const char *name;
  const char *summary;
  const char *text;
};
const Topic kTopics[] = {
#define TOPIC(name, summary, text) {name, summary, text},
#include "driver/topics.def"
#undef TOPIC
};

// Letters and digits, small: so that "-WUnused-Imports", "unused imports" and "UnusedImports" are one.
std::string plain(const std::string &s) {
  std::string out;
  for (char c : s)
    if (std::isalnum((unsigned char)c)) out += char(std::tolower((unsigned char)c));
  return out;
}

void print_row(const Row &r) {
  std::printf("GPH-%d (%s, %s): %s.\n", r.code, r.name, r.severity, r.summary);
  for (const Text &t : kTexts)
    if (!std::strcmp(t.name, r.name)) std::fputs(t.text, stdout);
  if (*r.flag) std::printf("\nTurned on by -W%s, off by -Wno-%s.\n", r.flag, r.flag);
}

void print_topics() {
  std::printf("gphc --explain knows each diagnostic (by its code or name), each warning, and these topics:\n\n");
  for (const Topic &t : kTopics) std::printf("  %-24s %s\n", t.name, t.summary);
}

// Exactly this code, name, flag or topic.
bool explain_named(const std::string &word) {
  const std::string digits = word.rfind("GPH-", 0) == 0 || word.rfind("gph-", 0) == 0 ? word.substr(4) : word,
                    p = plain(word);
  if (p == "topics" || p == "topic") {
    print_topics();
    return true;
  }
  for (const Topic &t : kTopics)
    if (p == plain(t.name)) {
      std::printf("%s: %s.\n%s", t.name, t.summary, t.text);
      return true;
    }
  const bool warning = word.rfind("-W", 0) == 0;
  const std::string flag = plain(warning ? word.substr(word.rfind("-Wno-", 0) == 0 ? 5 : 2) : word);
  for (const Row &r : kRows)
    if (digits == std::to_string(r.code) || p == plain(r.name) || (*r.flag && flag == plain(r.flag))) {
      print_row(r);
      return true;
    }
  return false;
}

}  // namespace

int explain(const std::string &word) {
  if (explain_named(word)) return 0;
  std::vector<std::string> names = {"topics"}, found;
  const std::string p = plain(word);
  for (const Topic &t : kTopics) {
    names.push_back(t.name);
    if (p.size() > 2 && plain(std::string(t.name) + " " + t.summary + t.text).find(p) != std::string::npos)
      found.push_back(std::string(t.name) + ": " + t.summary);
  }
  for (const Row &r : kRows) {
    names.push_back(r.name);
    if (*r.flag) names.push_back(r.flag);
    if (p.size() > 2 && plain(std::string(r.name) + " " + r.summary).find(p) != std::string::npos)
      found.push_back("GPH-" + std::to_string(r.code) + ": " + r.summary);
  }
  if (!found.empty()) {
    std::printf("`%s' is in:\n\n", word.c_str());
    for (const std::string &f : found) std::printf("  %s\n", f.c_str());
    return 0;
  }
  const bool code = !word.empty() && (std::isdigit((unsigned char)word[0]) || plain(word).rfind("gph", 0) == 0);
  std::string near = code ? "" : nearest_word(word, names);
  std::fprintf(stderr, "gphc: there is no %s `%s'%s (gphc --explain topics lists what there is)\n",
               code ? "diagnostic" : "topic", word.c_str(),
               near.empty() ? "" : ("; did you mean `" + near + "'?").c_str());
  return 1;
}

}  // namespace gphc
