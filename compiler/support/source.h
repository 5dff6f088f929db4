// source.h: source files and spans. Lines and columns count from 1; columns count characters (code points), tabs to
// the next multiple of 8 plus 1, as GHC reports them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gphc {

// A line of a file that the compiler wrote (for -e) comes from this line of what the user wrote, moved to the right; a
// line between stands before or after it.
struct LineOrigin {
  uint32_t line;
  uint32_t indent;
  enum class Where : uint8_t { Itself, Before, After } where;
  const struct SourceFile *file = nullptr;  // where that is not the file's `written`
};

struct SourceFile {
  std::string path;                     // as the user would name it
  std::string library_path;             // of a file of the stdlib: from there on
  std::string text;                     // after unliterating and CPP
  bool not_utf8 = false;                // bytes of the file that are not UTF-8 stand in `text` as kBadByte and they
  std::vector<uint32_t> line_start;     // byte offset of each line
  const SourceFile *written = nullptr;  // what the user wrote, if this is made from it,
  std::vector<LineOrigin> origins;      // and how
  // As programs name it when they run.
  const std::string &run_path() const { return library_path.empty() ? path : library_path; }
  // Text of a line (from 1) without its newline; empty when out of range.
  std::string_view line(uint32_t n) const;
};

// Of the text of a file that is not UTF-8: the code point that stands for byte b >= 0x80 is U+10FF00 + b, of which
// these are the first two bytes. In comments such bytes are nobody's business (old programs have their authors' names
// in Latin-1); in a token they are an error.
constexpr std::string_view kBadByte = "\xF4\x8F";

// A stretch of a file: [start, end). file == nullptr: no position (made by the compiler).
struct Span {
  const SourceFile *file = nullptr;
  uint32_t line = 0, col = 0, end_line = 0, end_col = 0;
  explicit operator bool() const { return file != nullptr; }
};

// The same place in what the user wrote. Messages show only such places.
Span as_written(Span s);
// Is that a token of the user's?
bool is_written(Span s);
// The file that -e makes, while there is one: load_source gives it the rest.
extern const SourceFile *g_made_source;

// From the start of a to the end of b; either may be empty.
Span join(Span a, Span b);

}  // namespace gphc
