// derive_text.cc: derived Show and Read, with the text that GHC prints and reads.
//
// Precedences, for `infixl 6 :+:`: showsPrec d (a :+: b) shows both sides at 7 and is in parentheses when d > 6, whatever
// the associativity; a prefix constructor with fields binds at 10; a record at 11, so that it needs no parentheses as
// an argument of an infix constructor but does as that of a prefix one.
#include "typecheck/derive_build.h"

namespace gphc {

namespace {

bool is_operator(std::string_view s) {
  unsigned char c = s.empty() ? 'a' : (unsigned char)s[0];
  return !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '(' || c == '[' || c >= 0x80);
}

std::string prefix_name(const Entity *e) { return is_operator(e->occ.str()) ? "(" + e->occ.string() + ")" : e->occ.string(); }

// ---- Show ----------------------------------------------------------------------------------------------------------
struct Shower {
  const Deriving &d;
  std::vector<Expr *> parts;  // each ShowS
  std::string pending;        // text not yet in parts

  void text(const std::string &s) { pending += s; }
  void flush() {
    if (pending.empty()) return;
    parts.push_back(d.app(d.var(KnownVar::showString), {d.string_lit(pending)}));
    pending.clear();
  }
  void field(Var *v, int64_t prec) {
    flush();
    parts.push_back(d.app(d.method(d.cls, "showsPrec"), {d.int_lit(prec), d.var(v)}));
  }
  Expr *finish() {
    flush();
    Expr *out = parts.back();
    for (size_t i = parts.size() - 1; i-- > 0;) out = d.app(d.var(KnownVar::compose), {parts[i], out});
    return out;
  }
};

void show_con(const Deriving &d, DataCon *c) {
  std::vector<Var *> fields = d.fresh_fields("a", c);
  Shower s{d, {}, {}};
  Var *prec = d.fresh("d");
  int64_t limit;  // in parentheses when prec >= limit
  if (fields.empty()) {
    s.text(prefix_name(c));
    d.equation("showsPrec", {d.wild(), d.pcon(c, {})}, s.finish());
    return;
  }
  if (c->record) {
    limit = 11;
    s.text(prefix_name(c) + " {");
    for (size_t i = 0; i < fields.size(); i++) {
      s.text((i ? ", " : "") + prefix_name(c->fields[i].selector) + " = ");
      s.field(fields[i], 0);
    }
    s.text("}");
  } else if (c->infix) {
    int64_t p = fixity_of(c).prec;
    limit = p + 1;
    s.field(fields[0], p + 1);
    s.text(is_operator(c->occ.str()) ? " " + c->occ.string() + " " : " `" + c->occ.string() + "` ");
    s.field(fields[1], p + 1);
  } else {
    limit = 11;
    s.text(prefix_name(c));
    for (Var *v : fields) {
      s.text(" ");
      s.field(v, 11);
    }
  }
  Expr *needed = d.app(d.var(KnownVar::ge), {d.var(prec), d.int_lit(limit)});
  d.equation("showsPrec", {d.pvar(prec), d.pcon_vars(c, fields)}, d.app(d.var(KnownVar::showParen), {needed, s.finish()}));
}

// ---- Read ----------------------------------------------------------------------------------------------------------
struct Reader {
  const Deriving &d;
  Vec<Stmt *> stmts;

  Stmt *stmt(StmtTag tag, Expr *e) {
    Stmt *s = mk<Stmt>();
    s->tag = tag;
    s->span = d.span;
    s->expr = e;
    stmts.push_back(s);
    return s;
  }
  void token(KnownVar kind, std::string_view text) { stmt(StmtTag::Body, d.app(d.var(kind), {d.string_lit(text)})); }
  void name(std::string_view s) {
    if (!is_operator(s)) { token(KnownVar::readExpectIdent, s); return; }
    token(KnownVar::readExpectPunc, "(");
    token(KnownVar::readExpectSym, s);
    token(KnownVar::readExpectPunc, ")");
  }
  void field(Var *v, KnownVar at) { stmt(StmtTag::Bind, d.app(d.var(at), {d.method(d.cls, "readPrec")}))->pat = d.pvar(v); }
  Expr *finish(DataCon *c, const std::vector<Var *> &fields) {
    stmt(StmtTag::Last, d.app(d.var(KnownVar::return_), {d.con_vars(c, fields)}));
    Expr *e = d.expr(ExprTag::Do);
    e->stmts = stmts;
    return e;
  }
};

Expr *read_con(const Deriving &d, DataCon *c) {
  std::vector<Var *> fields = d.fresh_fields("a", c);
  Reader r{d, {}};
  int64_t prec = 10;
  if (c->record && !fields.empty()) {
    prec = 11;
    r.name(c->occ.str());
    r.token(KnownVar::readExpectPunc, "{");
    for (size_t i = 0; i < fields.size(); i++) {
      if (i) r.token(KnownVar::readExpectPunc, ",");
      r.name(c->fields[i].label.str());
      r.token(KnownVar::readExpectPunc, "=");
      r.field(fields[i], KnownVar::readReset);
    }
    r.token(KnownVar::readExpectPunc, "}");
  } else if (c->infix) {
    prec = fixity_of(c).prec;
    r.field(fields[0], KnownVar::readStep);
    if (is_operator(c->occ.str())) {
      r.token(KnownVar::readExpectSym, c->occ.str());
    } else {
      r.token(KnownVar::readExpectPunc, "`");
      r.token(KnownVar::readExpectIdent, c->occ.str());
      r.token(KnownVar::readExpectPunc, "`");
    }
    r.field(fields[1], KnownVar::readStep);
  } else {
    r.name(c->occ.str());
    for (Var *v : fields) r.field(v, KnownVar::readStep);
    if (fields.empty()) return r.finish(c, fields);
  }
  return d.app(d.var(KnownVar::readPrecAt), {d.int_lit(prec), r.finish(c, fields)});
}

}  // namespace

void derive_show(const Deriving &d) {
  d.want_fields();
  for (DataCon *c : d.tycon->cons) show_con(d, c);
  if (!d.tycon->cons.empty()) return;
  Var *v = d.fresh("v");
  d.equation("showsPrec", {d.wild(), d.pvar(v)}, d.match_case(d.var(v), {}));
}

void derive_read(const Deriving &d) {
  d.want_fields();
  Expr *alts = nullptr;
  for (size_t i = d.tycon->cons.size(); i-- > 0;) {
    Expr *one = read_con(d, d.tycon->cons[i]);
    alts = alts ? d.app(d.var(KnownVar::readChoice), {one, alts}) : one;
  }
  d.equation("readPrec", {}, d.app(d.var(KnownVar::readParens), {alts ? alts : d.var(KnownVar::readPfail)}));
  d.equation("readListPrec", {}, d.var(KnownVar::readListPrecDefault));
}

}  // namespace gphc
