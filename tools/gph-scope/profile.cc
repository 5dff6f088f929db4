// profile.cc: the tree of a .prof file: the lines below its second heading, each indented by how deep it is:
//
//     name module src no. samples %time %alloc %time %alloc [ticks bytes]
//
// the first percentages its own, the others with what it calls. The source may have spaces (GHC's); numbers are
// counted from the end. Without ticks and bytes (GHC's, without -pa) the percentages are what the graph is drawn by.
#include "profile.h"
#include "json.h"
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <vector>

namespace {
const char kTemplate[] =
#include "gph-scope/flame.inc"
    ;
constexpr size_t kMostNodes = 20000;

struct Line {
  size_t depth = 0;
  std::string name, module, src;
  double time = 0, alloc = 0;
};

std::vector<std::string> words(const std::string &s) {
  std::vector<std::string> out;
  for (size_t i = 0; i < s.size();) {
    while (i < s.size() && isspace(static_cast<unsigned char>(s[i]))) i++;
    size_t from = i;
    while (i < s.size() && !isspace(static_cast<unsigned char>(s[i]))) i++;
    if (i > from) out.push_back(s.substr(from, i - from));
  }
  return out;
}

bool is_number(const std::string &s) {
  char *end;
  strtod(s.c_str(), &end);
  return !s.empty() && isdigit(static_cast<unsigned char>(s[0])) && *end == 0;
}

// False: no line of the tree.
bool read_line(const std::string &text, Line *out, bool *exact) {
  std::vector<std::string> w = words(text);
  size_t numbers = 0;
  while (numbers < w.size() && is_number(w[w.size() - 1 - numbers])) numbers++;
  size_t want = numbers >= 8 ? 8 : 6;
  if (numbers < want || w.size() < want + 2) return false;
  size_t first = w.size() - want;
  out->depth = text.find_first_not_of(' ');
  out->name = w[0];
  out->module = w[1];
  for (size_t i = 2; i < first; i++) out->src += (i > 2 ? " " : "") + w[i];
  *exact = want == 8;
  out->time = strtod(w[first + (want == 8 ? 6 : 2)].c_str(), nullptr);
  out->alloc = strtod(w[first + (want == 8 ? 7 : 3)].c_str(), nullptr);
  return true;
}

std::string trimmed(const std::string &s) {
  size_t a = s.find_first_not_of(" \t"), b = s.find_last_not_of(" \t\r");
  return a == s.npos ? "" : s.substr(a, b - a + 1);
}
}  // namespace

bool is_profile(const std::string &path) {
  if (path == "-") return false;
  std::ifstream in(path);
  std::string line;
  return bool(std::getline(in, line)) && line.find("Profiling Report") != line.npos;
}

std::string write_flame_page(FILE *out, const std::string &path) {
  std::ifstream in(path);
  std::string line, command, total_time, total_alloc;
  std::vector<Line> tree;
  bool exact = false;
  int headings = 0;
  size_t more = 0;
  while (std::getline(in, line)) {
    if (line.find("Profiling Report") != line.npos) continue;
    if (line.compare(0, 11, "COST CENTRE") == 0) {
      headings++;
      continue;
    }
    if (line.compare(0, 4, "HEC ") == 0) break;
    std::string text = trimmed(line);
    if (headings == 0 && text.compare(0, 10, "total time") == 0) total_time = trimmed(text.substr(text.find('=') + 1));
    else if (headings == 0 && text.compare(0, 11, "total alloc") == 0)
      total_alloc = trimmed(text.substr(text.find('=') + 1));
    else if (headings == 0 && !text.empty() && command.empty()) command = text;
    if (headings < 2 || text.empty()) continue;
    Line l;
    if (!read_line(line, &l, &exact)) continue;
    if (tree.size() < kMostNodes) tree.push_back(l);
    else more++;
  }
  if (tree.empty()) return "there is no tree of cost centres in it";
  const char *hole = strstr(kTemplate, "@DATA@");
  fwrite(kTemplate, 1, size_t(hole - kTemplate), out);
  fprintf(out, "{\"command\":%s,\"file\":%s,\"time\":%s,\"alloc\":%s,\"exact\":%s,\"more\":%zu,\"tree\":[",
          json_string(command).c_str(), json_string(path).c_str(), json_string(total_time).c_str(),
          json_string(total_alloc).c_str(), exact ? "true" : "false", more);
  for (size_t i = 0; i < tree.size(); i++)
    fprintf(out, "%s[%zu,%s,%s,%s,%.10g,%.17g]", i ? "," : "", tree[i].depth, json_string(tree[i].name).c_str(),
            json_string(tree[i].module).c_str(), json_string(tree[i].src).c_str(), tree[i].time, tree[i].alloc);
  fputs("]}", out);
  fputs(hole + 6, out);
  return "";
}
