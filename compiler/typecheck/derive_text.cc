// derive_text.cc: derived Show and Read, with the text that GHC prints and reads.
//
// Precedences, for `infixl 6 :+:`: showsPrec d (a :+: b) shows both sides at 7 and is in parentheses when d > 6,
// whatever the associativity; a prefix constructor with fields binds at 10; a record at 11, so that it needs no
// parentheses as an argument of an infix constructor but does as that of a prefix one. A field of a primitive type is a
// literal (-3#): never in parentheses.
#include "typecheck/derive_build.h"

namespace gphc {

namespace {

bool is_operator(std::string_view s) {
  unsigned char c = s.empty() ? 'a' : (unsigned char)s[0];
  return !((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '(' || c == '[' || c >= 0x80);
}

std::string prefix_name(const Entity *e) {
  return is_operator(e->occ.str()) ? "(" + e->occ.string() + ")" : e->occ.string();
}

// Note [Tables of names]
// A type with many constructors has their names in one string, each in as many bytes as the longest and a NUL: showing
// one is an address computation, reading one a search. An equation for each made code in proportion, 10 functions for a
// constructor.
constexpr size_t kManyNames = 8;

struct Names {
  std::string table;
  size_t width = 1;
};

// Of the constructors without fields. Not when padding would dominate.
bool name_table(const Deriving &d, Names *out) {
  size_t names = 0, bytes = 0;
  for (const DataCon *c : d.tycon->cons) {
    if (!c->fields.empty()) continue;
    std::string s = prefix_name(c);
    names++;
    bytes += s.size() + 1;
    out->width = std::max(out->width, s.size() + 1);
  }
  if (names < kManyNames || d.tycon->cons.size() * out->width > 8 * bytes) return false;
  for (const DataCon *c : d.tycon->cons) {
    std::string s = c->fields.empty() ? prefix_name(c) : "";
    s.resize(out->width, '\0');
    out->table += s;
  }
  return true;
}

Expr *prim_lit(const Deriving &d, LitTag tag, std::string_view text) {
  Expr *e = d.expr(ExprTag::Lit);
  e->lit.tag = tag;
  e->lit.text = Symbol::intern(text).str();
  return e;
}
Expr *prim_int(const Deriving &d, size_t n) { return prim_lit(d, LitTag::IntPrim, std::to_string(n)); }

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
  void field(Var *v, const FieldInfo &f, int64_t prec) {
    flush();
    const PrimField *prim = prim_field(f.type);
    parts.push_back(d.app(d.method(d.cls, "showsPrec"), {d.int_lit(prim ? 0 : prec), d.boxed(v, f)}));
    if (prim) text(prim->suffix);
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
      s.field(fields[i], c->fields[i], 0);
    }
    s.text("}");
  } else if (c->infix) {
    int64_t p = fixity_of(c).prec;
    limit = p + 1;
    s.field(fields[0], c->fields[0], p + 1);
    s.text(is_operator(c->occ.str()) ? " " + c->occ.string() + " " : " `" + c->occ.string() + "` ");
    s.field(fields[1], c->fields[1], p + 1);
  } else {
    limit = 11;
    s.text(prefix_name(c));
    for (size_t i = 0; i < fields.size(); i++) {
      s.text(" ");
      s.field(fields[i], c->fields[i], 11);
    }
  }
  Expr *needed = d.app(d.var(KnownVar::ge), {d.var(prec), d.int_lit(limit)});
  d.equation("showsPrec", {d.pvar(prec), d.pcon_vars(c, fields)},
             d.app(d.var(KnownVar::showParen), {needed, s.finish()}));
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
  // The lexer of Read knows no MagicHash: T# is two tokens for it, which derived instances take as they come, as GHC's
  // do.
  void ident(std::string_view s) {
    size_t hashes = s.size();
    while (hashes > 0 && s[hashes - 1] == '#') hashes--;
    token(KnownVar::readExpectIdent, s.substr(0, hashes));
    if (hashes < s.size()) token(KnownVar::readExpectSym, s.substr(hashes));
  }
  void name(std::string_view s) {
    if (!is_operator(s)) {
      ident(s);
      return;
    }
    token(KnownVar::readExpectPunc, "(");
    token(KnownVar::readExpectSym, s);
    token(KnownVar::readExpectPunc, ")");
  }
  void field(Var *v, KnownVar at) {
    stmt(StmtTag::Bind, d.app(d.var(at), {d.method(d.cls, "readPrec")}))->pat = d.pvar(v);
  }
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
      r.ident(c->occ.str());
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
  d.want_boxed_fields();
  Names names;
  bool table = name_table(d, &names);
  for (DataCon *c : d.tycon->cons)
    if (!table || !c->fields.empty()) show_con(d, c);
  if (table) {
    Var *a = d.fresh("a");
    d.equation("showsPrec", {d.wild(), d.pvar(a)},
               d.app(d.var(KnownVar::showName),
                     {prim_lit(d, LitTag::StringPrim, names.table), prim_int(d, names.width), d.tag_of(d.var(a))}));
  }
  if (!d.tycon->cons.empty()) return;
  Var *v = d.fresh("v");
  d.equation("showsPrec", {d.wild(), d.pvar(v)}, d.match_case(d.var(v), {}));
}

void derive_read(const Deriving &d) {
  d.want_fields();
  Expr *alts = nullptr;
  Names names;
  bool identifiers = d.is_enumeration();
  for (const DataCon *c : d.tycon->cons)
    identifiers = identifiers && !is_operator(c->occ.str()) && c->occ.str().back() != '#';
  if (identifiers && name_table(d, &names)) {
    Var *n = d.fresh("n");
    Expr *made = d.lam({n}, d.app(d.prim("tagToEnum#"), {d.var(n)}));
    alts = d.app(d.var(KnownVar::readName), {prim_lit(d, LitTag::StringPrim, names.table), prim_int(d, names.width),
                                             prim_int(d, d.tycon->cons.size()), made});
  } else
    for (size_t i = d.tycon->cons.size(); i-- > 0;) {
      Expr *one = read_con(d, d.tycon->cons[i]);
      alts = alts ? d.app(d.var(KnownVar::readChoice), {one, alts}) : one;
    }
  d.equation("readPrec", {}, d.app(d.var(KnownVar::readParens), {alts ? alts : d.var(KnownVar::readPfail)}));
  d.equation("readListPrec", {}, d.var(KnownVar::readListPrecDefault));
}

}  // namespace gphc
