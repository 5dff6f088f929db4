// foreign_c.h: the C that foreign declarations stand for: functions that capi imports call, and the headers with the
// prototypes of exported functions.
#pragma once
#include <string>
#include <vector>

#include "core/core.h"
#include "driver/options.h"

namespace gphc {

// Compiles the functions; writes the headers where C sources of this compilation find them (stub_folder). The temporary
// folder is there. Gives paths of objects.
std::vector<std::string> make_foreign_c(const core::Program &program, const Options &o);
std::string stub_folder();

}  // namespace gphc
