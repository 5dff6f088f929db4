// places.cc: what the program knows of its functions' places: for reports of the runtime, and for debuggers.
//
// Note [Columns are places]
// ~~~~~~~~~~~~~~~~~~~~~~~~~
// A stack trace needs the place of each return address, and neither gcc nor LLVM has a label behind a call that leaves
// the code as it is. Both keep the table of lines of -g (.debug_line) right whatever they do, so that is where the
// place stands: as the column of the call, of which debuggers make no use. Column n + 1 is place n of the function,
// column 0, 1 or any larger one is code without a place. The line is the outermost one of the place, in the function's
// own text: gdb and perf show where in the function a call stands. What place n of a function is, GphProgram::functions
// says, behind the functions: the object files are cached, and know nothing of other functions.
#include <charconv>
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {

// gcc is told the column by blanks, and forgets columns of some thousands.
constexpr size_t kMostPlaces = 250;

// File.gph and 3 of File.gph:3:5.
static std::pair<std::string_view, uint32_t> file_and_line(std::string_view loc) {
  size_t col = loc.rfind(':'), line = col == loc.npos || col == 0 ? loc.npos : loc.rfind(':', col - 1);
  if (line == loc.npos) return {};
  uint32_t n = 0;
  std::from_chars(loc.data() + line + 1, loc.data() + col, n);
  return {loc.substr(0, line), n};
}

uint32_t place_in(Function *f, core::PlaceId place) {
  if (!place || debug_file(f).empty()) return 0;
  for (size_t i = f->places.size(); i-- > 0;)
    if (f->places[i] == place) return uint32_t(i + 1);
  if (f->places.size() == kMostPlaces) return 0;
  f->places.push_back(place);
  return uint32_t(f->places.size());
}

uint32_t place_of(const Stmt *s) {
  switch (s->tag) {
    case Tag::Eval: return cast<SEval>(s).place;
    case Tag::Call: return cast<SCall>(s).place;
    case Tag::TailCall: return cast<STailCall>(s).place;
    case Tag::ReturnEval: return cast<SReturnEval>(s).place;
    default: return 0;
  }
}

uint32_t debug_column(uint32_t place) { return place ? place + 1 : 0; }

static core::PlaceId outermost(core::PlaceId id) {
  while (core::place_of(id).inlined_at) id = core::place_of(id).inlined_at;
  return id;
}

std::string_view debug_file(const Function *f) {
  return f->info ? file_and_line(f->info->source).first : std::string_view();
}

uint32_t debug_line(const Function *f, uint32_t place) {
  std::pair<std::string_view, uint32_t> own = file_and_line(f->info->source);
  if (!place) return own.second;
  std::pair<std::string_view, uint32_t> at = file_and_line(core::place_of(outermost(f->places[place - 1])).loc.str());
  return at.first == own.first ? at.second : own.second;
}

// For each function of the program's own modules a line: its name, a tab, its place. Then, behind an empty line, for
// each place of any function: its name, the number, whether the chain ends in it (1; 0: in another one, whose code came
// here otherwise), and for each function of the chain, innermost first, the name of its top level, the local name, the
// place.
std::string functions_text(const Program &p) {
  std::unordered_set<Symbol> own(p.modules.begin(), p.modules.end());
  std::string text, places;
  for (const Function *f : p.functions) {
    // :Main has the program's main
    if (f->info && (own.count(f->module) || f->module.str() == ":Main"))
      text += f->name + "\t" + f->info->source + "\n";
    for (size_t i = 0; i < f->places.size(); i++) {
      places += f->name + "\t" + std::to_string(i + 1);
      places += core::place_of(outermost(f->places[i])).bound.str() == f->info->source ? "\t1" : "\t0";
      for (core::PlaceId id = f->places[i]; id; id = core::place_of(id).inlined_at) {
        const core::Place &at = core::place_of(id);
        places += "\t" + at.function.string() + "\t" + at.local.string() + "\t" + at.loc.string();
      }
      places += "\n";
    }
  }
  return places.empty() ? text : text + "\n" + places;
}

}  // namespace gphc::low
