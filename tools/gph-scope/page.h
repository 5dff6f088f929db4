// page.h: a timeline as one HTML page that needs nothing else.
#pragma once
#include "timeline.h"

bool write_page(FILE *out, const Timeline &t, const std::string &file, const std::vector<std::string> &warnings);
