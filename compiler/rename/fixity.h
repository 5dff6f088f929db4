// fixity.h: resolves infix chains into trees, once the operators are known. Internal to rename/.
#pragma once
#include "rename/rename.h"

namespace gphc {

// e is an Infix node whose operands are renamed and whose operators carry entities. Returns the Op/Neg tree.
Expr *resolve_infix(Expr *e);
Pat *resolve_infix(Pat *p);
HsType *resolve_infix(HsType *t);  // of a left-nested chain of Infix types
// Turns the negation of a literal pattern into a negated Lit.
void fold_negation(Pat *p);
// x `op` (a : b) = ..: an operand that is a chain without parentheses must bind more tightly than what is defined.
// Reports at `equation`.
void check_left_side(Span equation, const Name &defined, const Pat *operand, bool right);
// Sections: the operand must bind more tightly than the section's operator. Reports at the section.
void check_section(const Expr *section);

}  // namespace gphc
