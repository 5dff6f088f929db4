// explain.h: gphc --explain TOPIC.
#pragma once
#include <string>

namespace gphc {

// Prints what a diagnostic, a warning or a topic is about. Returns the exit status: 1 for a word that it does not know.
int explain(const std::string &word);

}  // namespace gphc
