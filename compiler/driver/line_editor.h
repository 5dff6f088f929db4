// line_editor.h: lines from the terminal, with editing, history and completion where libedit is installed.
#pragma once
#include <string>
#include <vector>

namespace gphc {

// What the word before the cursor could become; `line` is all before that word. Empty and *files: names of files.
using Completer = std::vector<std::string> (*)(const std::string &line, const std::string &word, bool *files);

void start_line_editor(Completer completer);
// Of a longer line only this much and a byte is kept.
constexpr size_t kLongestInput = 1000000;
enum class LineRead { Line, End, Interrupted /* Ctrl-C: what was typed is dropped */ };
LineRead read_line(const std::string &prompt, std::string *line);
void end_line_editor();  // writes the history

}  // namespace gphc
