#include "syntax/ast.h"
namespace gphc { void print_ast(const Module *, std::string *) {} }
