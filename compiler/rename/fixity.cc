// fixity.cc: infix expressions and patterns, by the algorithm of the Haskell 2010 Report, section 10.6.
//
// The parser leaves `a + b * - c` as a flat chain because fixities are scoped and may be declared after their use. Here
// the chain becomes a tree. A chain whose operators do not combine (two non-associative ones of one precedence, say) is
// reported once where its left operand starts, as GHC does, and then read as if it associated to the left.
#include "rename/fixity.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "support/diag.h"

namespace gphc {

namespace {

std::unordered_map<const Entity *, Fixity> g_fixities;

struct Operator {
  Fixity fixity;
  std::string text;  // for messages
};
const Operator kStart{{0, -1}, ""};
const Operator kNegate{{-1, 6}, "prefix `-'"};

std::string show(const Operator &op) {
  const char *assoc = op.fixity.assoc < 0 ? "infixl" : op.fixity.assoc > 0 ? "infixr" : "infix";
  return op.text + " [" + assoc + " " + std::to_string(op.fixity.prec) + "]";
}

void report_mix(Span at, const Operator &a, const Operator &b) {
  diags()
      .error(at, diag::FixityConflict, "cannot mix " + show(a) + " and " + show(b) + " in the same infix expression")
      .hint("add parentheses");
}

Operator operator_of(const Name &n) { return {n.ent ? fixity_of(n.ent) : Fixity{}, "`" + n.occ.string() + "'"}; }

// One chain. Node is Expr or Pat; Ops says how to see and build it.
template <class Node, class Ops>
struct Chain {
  const Vec<Node *> &items;
  const Ops &ops;
  size_t pos = 0;  // next operand
  size_t op = 0;   // next operator

  bool at_end() const { return op >= ops.count(); }

  // Parses what follows `left`: an operand, or a negation.
  Node *parse_neg(const Operator &left) {
    Node *n = items[pos++];
    if (ops.is_negation(n)) {
      if (left.fixity.prec >= 6) report_mix(ops.chain_span(), left, kNegate);
      Node *r = parse_neg(kNegate);
      return parse_rest(left, ops.negate(n, r));
    }
    return parse_rest(left, n);
  }

  Node *parse_rest(const Operator &left, Node *e) {
    while (!at_end()) {
      Operator next = ops.at(op);
      bool same = left.fixity.prec == next.fixity.prec;
      if (same && (left.fixity.assoc != next.fixity.assoc || left.fixity.assoc == 0)) {
        report_mix(ops.chain_span(), left, next);
        return e;
      }
      if (left.fixity.prec > next.fixity.prec || (same && left.fixity.assoc < 0)) return e;
      size_t index = op++;
      Node *r = parse_neg(next);
      e = ops.build(index, e, r);
    }
    return e;
  }
};

struct ExprOps {
  Expr *chain;
  size_t count() const { return chain->ops.size(); }
  bool is_negation(const Expr *e) const { return e->tag == ExprTag::Neg && !e->a; }
  Span chain_span() const { return chain->span; }
  Operator at(size_t i) const { return operator_of(chain->ops[i]->name); }
  Expr *negate(Expr *neg, Expr *arg) const {
    neg->a = arg;
    neg->span = join(neg->span, arg->span);
    return neg;
  }
  Expr *build(size_t i, Expr *a, Expr *b) const {
    Expr *e = mk<Expr>();
    e->tag = ExprTag::Op;
    e->span = join(a->span, b->span);
    e->a = a;
    e->b = b;
    e->op = chain->ops[i];
    return e;
  }
};

struct PatOps {
  Pat *chain;
  size_t count() const { return chain->ops.size(); }
  bool is_negation(const Pat *p) const { return p->tag == PatTag::Neg && !p->sub; }
  Span chain_span() const { return chain->span; }
  Operator at(size_t i) const { return operator_of(chain->ops[i]); }
  Pat *negate(Pat *neg, Pat *arg) const {
    neg->sub = arg;
    neg->span = join(neg->span, arg->span);
    fold_negation(neg);
    return neg;
  }
  Pat *build(size_t i, Pat *a, Pat *b) const {
    Pat *p = mk<Pat>();
    p->tag = PatTag::Con;
    p->span = join(a->span, b->span);
    p->name = chain->ops[i];
    p->args.push_back(a);
    p->args.push_back(b);
    return p;
  }
};

// The operators and operands of a chain of types, which the parser nests to the left.
struct TypeOps {
  std::vector<HsType *> ops;
  size_t count() const { return ops.size(); }
  bool is_negation(const HsType *) const { return false; }
  Span chain_span() const { return ops.back()->span; }
  Operator at(size_t i) const { return operator_of(ops[i]->name); }
  HsType *negate(HsType *, HsType *arg) const { return arg; }
  HsType *build(size_t i, HsType *a, HsType *b) const {
    HsType *t = mk<HsType>();
    t->tag = HsTypeTag::Infix;
    t->span = join(a->span, b->span);
    t->name = ops[i]->name;
    t->a = a;
    t->b = b;
    return t;
  }
};

}  // namespace

HsType *resolve_infix(HsType *t) {
  TypeOps ops;
  Vec<HsType *> operands;
  for (; t->tag == HsTypeTag::Infix; t = t->a) {
    ops.ops.insert(ops.ops.begin(), t);
    operands.push_back(t->b);
  }
  operands.push_back(t);
  for (size_t i = 0, j = operands.size() - 1; i < j; i++, j--) std::swap(operands[i], operands[j]);
  Chain<HsType, TypeOps> chain{operands, ops};
  HsType *out = chain.parse_neg(kStart);
  while (!chain.at_end()) {
    size_t index = chain.op++;
    out = ops.build(index, out, chain.parse_neg(ops.at(index)));
  }
  return out;
}

void fold_negation(Pat *p) {
  const Pat *lit = p->sub;
  if (lit->tag != PatTag::Lit || lit->negated || lit->lit.tag == LitTag::Char || lit->lit.tag == LitTag::String) {
    diags().error(p->span, diag::ParseError, "only a number can be negated in a pattern");
    return;
  }
  p->tag = PatTag::Lit;
  p->lit = lit->lit;
  p->negated = true;
  p->sub = nullptr;
}

// GHC.Prim's declarations: the arithmetic and comparison operators, and seq.
static Fixity primop_fixity(std::string_view name) {
  if (name == "+#" || name == "-#" || name == "+##" || name == "-##") return {-1, 6};
  if (name == "*#" || name == "*##" || name == "/##") return {-1, 7};
  for (const char *op : {"==#", "/=#", "<#", "<=#", ">#", ">=#", "==##", "/=##", "<##", "<=##", ">##", ">=##"})
    if (name == op) return {0, 4};
  if (name == "seq") return {1, 0};
  return {};
}

Fixity fixity_of(const Entity *e) {
  auto it = g_fixities.find(e);
  if (it != g_fixities.end()) return it->second;
  if (e == g_builtin.cons) return {1, 5};
  if (e->tag == EntTag::Var && static_cast<const Var *>(e)->sort == VarSort::PrimOp) return primop_fixity(e->occ.str());
  return {};
}

bool has_fixity(const Entity *e) { return g_fixities.count(e) > 0; }

void set_fixity(const Entity *e, Fixity f) { g_fixities[e] = f; }

Expr *resolve_infix(Expr *e) {
  ExprOps ops{e};
  Chain<Expr, ExprOps> chain{e->elems, ops};
  Expr *out = chain.parse_neg(kStart);
  // After a reported conflict the rest of the chain is still there.
  while (!chain.at_end()) {
    size_t index = chain.op++;
    out = ops.build(index, out, chain.parse_neg(ops.at(index)));
  }
  return out;
}

Pat *resolve_infix(Pat *p) {
  PatOps ops{p};
  Chain<Pat, PatOps> chain{p->args, ops};
  Pat *out = chain.parse_neg(kStart);
  while (!chain.at_end()) {
    size_t index = chain.op++;
    out = ops.build(index, out, chain.parse_neg(ops.at(index)));
  }
  return out;
}

void check_left_side(Span equation, const Name &defined, const Pat *operand, bool right) {
  if (operand->tag != PatTag::Con) return;
  Operator outer = operator_of(defined), inner = operator_of(operand->name);
  int side = right ? 1 : -1;
  bool both = inner.fixity.assoc == side && outer.fixity.assoc == side;
  if (inner.fixity.prec > outer.fixity.prec || (inner.fixity.prec == outer.fixity.prec && both)) return;
  report_mix(equation, right ? outer : inner, right ? inner : outer);
}

void check_section(const Expr *section) {
  const Expr *arg = section->a;
  Operator outer = operator_of(section->op->name), inner;
  if (arg->tag == ExprTag::Op) inner = operator_of(arg->op->name);
  else if (arg->tag == ExprTag::Neg) inner = kNegate;
  else return;
  int side = section->tag == ExprTag::LeftSection ? -1 : 1;
  bool both = inner.fixity.assoc == side && outer.fixity.assoc == side;
  if (inner.fixity.prec > outer.fixity.prec || (inner.fixity.prec == outer.fixity.prec && both)) return;
  diags().error(section->span, diag::FixityConflict,
                "the operator " + show(outer) + " of a section must have lower precedence than that of its operand, " +
                    show(inner));
}

}  // namespace gphc
