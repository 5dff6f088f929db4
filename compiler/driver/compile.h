// compile.h: the whole compiler as one call.
#pragma once

namespace gphc {

// Runs gphc with its command line. Returns the exit status.
int gphc_main(int argc, char **argv);

}  // namespace gphc
