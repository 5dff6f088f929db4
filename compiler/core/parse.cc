// parse.cc: reads what print.cc writes (grammar: docs/core.md), for tests of passes: Core in, Core out. Two rounds over
// the tokens: the first takes the type declarations and the types of the top-level binders, the second the right-hand
// sides. The first error ends the compile: these files are written by us.
#include <unordered_map>

#include "core/core.h"
#include "support/check.h"
#include "support/diag.h"

namespace gphc::core {

namespace {

enum class Tok : uint8_t { Name, Quoted, String, Punct, End };
struct Token {
  Tok tok;
  std::string text;
  Span span;
};

class Parser {
 public:
  explicit Parser(const SourceFile *file) : file_(file) { scan(); }

  Program *program() {
    top_level(true);
    classes();
    at_ = 0;
    top_level(false);
    for (auto &[name, tc] : tycons_)
      if (tc->kind == nullptr) fail("type " + name + " is not declared");
    return prog_;
  }

 private:
  // ---- Tokens ----
  [[noreturn]] void fail(const std::string &what) {
    diags().error(at_ < tokens_.size() ? tokens_[at_].span : Span{}, diag::ParseError, what);
    diags().stop_if_errors();
    GPHC_BUG("unreachable");
  }
  void scan() {
    const std::string &s = file_->text;
    uint32_t line = 1;
    size_t line_start = 0, i = 0;
    auto push = [&](Tok t, std::string text, size_t from, size_t to) {
      tokens_.push_back({t, std::move(text),
                         Span{file_, line, uint32_t(from - line_start + 1), line, uint32_t(to - line_start + 1)}});
    };
    while (i < s.size()) {
      char c = s[i];
      if (c == '\n') {
        line++;
        line_start = ++i;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        i++;
      } else if (s.compare(i, 3, "-- ") == 0 || s.compare(i, 3, "--\n") == 0) {
        while (i < s.size() && s[i] != '\n') i++;
      } else if (c == '"') {
        size_t from = i++;
        std::string text;
        while (i < s.size() && s[i] != '"') {
          if (s[i] == '\\' && i + 3 < s.size() && s[i + 1] == 'x') {
            text += char(strtol(s.substr(i + 2, 2).c_str(), nullptr, 16));
            i += 4;
          } else {
            if (s[i] == '\\') i++;
            text += s[i++];
          }
        }
        push(Tok::String, text, from, ++i);
      } else if (c == '`') {
        size_t end = s.find('`', i + 1);
        if (end == std::string::npos) end = s.size() - 1;
        push(Tok::Quoted, s.substr(i + 1, end - i - 1), i, end + 1);
        i = end + 1;
      } else if (c == '(' && i + 2 < s.size() && s[i + 1] == '#' && s[i + 2] == ' ') {
        push(Tok::Punct, "(#", i, i + 2);
        i += 2;
      } else if (c == '#' && i + 1 < s.size() && s[i + 1] == ')') {
        push(Tok::Punct, "#)", i, i + 2);
        i += 2;
      } else if (strchr("()[]{},;", c)) {
        push(Tok::Punct, std::string(1, c), i, i + 1);
        i++;
      } else {
        size_t from = i;
        while (i < s.size() && !strchr("()[]{},;\"` \n\t\r", s[i])) i++;
        push(Tok::Name, s.substr(from, i - from), from, i);
      }
    }
    push(Tok::End, "", i, i);
  }
  const Token &peek() const { return tokens_[at_]; }
  bool is(const char *text) const {
    return (peek().tok == Tok::Name || peek().tok == Tok::Punct) && peek().text == text;
  }
  bool take(const char *text) {
    if (!is(text)) return false;
    at_++;
    return true;
  }
  void need(const char *text) {
    if (!take(text)) fail(std::string("expected `") + text + "', found `" + peek().text + "'");
  }
  std::string name() {
    if (peek().tok != Tok::Name && peek().tok != Tok::Quoted) fail("expected a name, found `" + peek().text + "'");
    return tokens_[at_++].text;
  }
  std::string string() {
    if (peek().tok != Tok::String) fail("expected a string");
    return tokens_[at_++].text;
  }

  // ---- Names ----
  // "GPH.Base.map_12" is map of GPH.Base.
  static void split(std::string text, Symbol *module, Symbol *occ) {
    size_t u = text.find_last_not_of("0123456789");
    if (u != std::string::npos && u > 0 && u + 1 < text.size() && text[u] == '_') text.resize(u);
    size_t cut = 0;
    for (;;) {
      size_t i = cut;
      if (i >= text.size() || !((text[i] >= 'A' && text[i] <= 'Z') || text[i] == ':')) break;
      while (i < text.size() && text[i] != '.') i++;
      if (i + 1 >= text.size()) break;
      cut = i + 1;
    }
    if (cut) *module = sym(text.substr(0, cut - 1));
    *occ = sym(text.substr(cut));
  }
  TyCon *tycon(const std::string &text) {
    auto it = tycons_.find(text);
    if (it != tycons_.end()) return it->second;
    if (TyCon *tc = find_prim_tycon(sym(text))) return tc;
    TyCon *tc = mk<TyCon>();
    tc->tag = EntTag::TyCon;
    split(text, &tc->module, &tc->occ);
    tc->occ = sym(tc->module ? text.substr(tc->module.str().size() + 1) : text);
    tc->uniq = fresh_uniq();
    return tycons_[text] = tc;
  }
  DataCon *find_con(const std::string &text) {
    auto it = cons_.find(text);
    if (it != cons_.end()) return it->second;
    if (text == ":") return g_builtin.cons;
    if (text == "[]") return g_builtin.nil;
    if (!text.empty() && text[0] == '(')
      if (TyCon *tc = find_prim_tycon(sym(text)); tc && !tc->cons.empty()) return tc->cons[0];
    return nullptr;
  }
  Var *new_var(const std::string &text) {
    Symbol module, occ;
    split(text, &module, &occ);
    Var *v = mk_local_var(occ, nullptr);
    v->module = module;
    return v;
  }

  // ---- Types ----
  Kind *kind() {
    Kind *k;
    if (take("*")) k = kind_star();
    else if (take("#")) k = kind_hash();
    else if (take("Constraint")) k = kind_constraint();
    else {
      need("(");
      k = kind();
      need(")");
    }
    return take("->") ? mk_kind_arrow(k, kind()) : k;
  }
  TyVar *ty_binder() {
    bool paren = take("(");
    std::string text = name();
    Symbol module, occ;
    split(text, &module, &occ);
    TyVar *v = mk_tyvar(occ, kind_star());
    if (paren) {
      need("::");
      v->kind = kind();
      need(")");
    }
    ty_vars_[text].push_back(v);
    ty_trail_.push_back(text);
    return v;
  }
  void ty_leave(size_t mark) {
    for (; ty_trail_.size() > mark; ty_trail_.pop_back()) ty_vars_[ty_trail_.back()].pop_back();
  }
  const Type *type() {
    if (take("forall")) {
      size_t mark = ty_trail_.size();
      Vec<TyVar *> vars;
      while (!take(".")) vars.push_back(ty_binder());
      const Type *t = mk_forall(vars, type());
      ty_leave(mark);
      return t;
    }
    const Type *t = type_atom();
    if (!t) fail("expected a type, found `" + peek().text + "'");
    while (const Type *a = type_atom()) t = mk_tapp(t, a);
    if (take("->")) return mk_tfun(t, type());
    return t;
  }
  const Type *type_atom() {
    if (take("(")) {
      const Type *t = type();
      need(")");
      return t;
    }
    if (take("(#")) {
      Vec<const Type *> parts;
      if (!take("#)")) {
        do parts.push_back(type());
        while (take(","));
        need("#)");
      }
      return mk_tcon_app(unboxed_tuple_tycon(parts.size()), parts);
    }
    if (peek().tok != Tok::Name && peek().tok != Tok::Quoted) return nullptr;
    if (peek().tok == Tok::Name && (is("->") || is("=") || is("=>") || is("|") || is(".") || is("::") ||
                                    peek().text[0] == '@' || peek().text[0] == '!'))
      return nullptr;
    auto it = ty_vars_.find(peek().text);
    if (it != ty_vars_.end() && !it->second.empty()) {
      at_++;
      return mk_tvar(it->second.back());
    }
    return mk_tcon(tycon(name()));
  }
  // A token that starts with c: the rest of it stays in front of the parser. (Such tokens are read only once:
  // expressions in the second round, declarations in the first.)
  bool take_prefix(char c) {
    if (peek().tok != Tok::Name || peek().text[0] != c) return false;
    if (peek().text.size() == 1) at_++;
    else tokens_[at_].text.erase(0, 1);
    return true;
  }

  void declaration(TyConSort sort) {
    std::string text = name();
    TyCon *tc = tycon(text);
    tycons_[text] = tc;
    tc->sort = sort;
    size_t mark = ty_trail_.size();
    while (!is("=") && !is(";")) tc->params.push_back(ty_binder());
    tc->kind = kind_star();
    for (size_t i = tc->params.size(); i-- > 0;) tc->kind = mk_kind_arrow(tc->params[i]->kind, tc->kind);
    if (tc->occ.str() == "Integer") g_integer_tycon = tc;
    if (take("=")) {
      do {
        DataCon *c = mk<DataCon>();
        c->tag = EntTag::DataCon;
        std::string con_text = name();
        c->module = tc->module;
        c->occ =
            sym(tc->module && con_text.size() > tc->module.str().size() ? con_text.substr(tc->module.str().size() + 1)
                                                                        : con_text);
        c->uniq = fresh_uniq();
        c->tycon = tc;
        c->index = uint32_t(tc->cons.size());
        c->univ = tc->params;
        cons_[con_text] = c;
        while (take_prefix('@')) c->exist.push_back(ty_binder());
        while (!is("|") && !is(";")) {
          FieldInfo f;
          f.strict = take_prefix('!');
          f.type = type_atom();
          if (!f.type) fail("expected a field's type");
          c->fields.push_back(f);
        }
        tc->cons.push_back(c);
      } while (take("|"));
    }
    if (sort == TyConSort::Dict) {
      if (tc->cons.size() != 1) fail("a dictionary has one constructor");
      dicts_.push_back(tc);
    }
    need(";");
    ty_leave(mark);
  }

  // A `dict` is the dictionary of a class: its first fields, as far as they are dictionaries, are the superclasses'.
  // The text has no names for methods.
  void classes() {
    for (TyCon *tc : dicts_) {
      Class *c = mk<Class>();
      c->tag = EntTag::Class;
      c->module = tc->module;
      c->occ = tc->occ;
      c->params = tc->params;
      c->dict = tc;
      tc->cons[0]->dict_of = c;
    }
    for (TyCon *tc : dicts_) {
      Class *c = tc->cons[0]->dict_of;
      for (const FieldInfo &f : tc->cons[0]->fields) {
        Vec<const Type *> args;
        const TyCon *super = split_tcon_app(f.type, &args);
        if (super && super->sort == TyConSort::Dict && !super->cons.empty() && c->methods.empty())
          c->supers.push_back(Pred{super->cons[0]->dict_of, args});
        else
          c->methods.push_back(
              Method{.sel = mk_local_var(sym("method" + std::to_string(c->methods.size())), nullptr), .type = f.type});
      }
    }
  }

  // ---- Binders ----
  void attributes(Var *v) {
    if (!take("[")) return;
    IdInfo &i = info(v);
    do {
      std::string a = name();
      if (a == "join") i.join_arity = std::stoi(name());
      else if (a == "inline" || a == "noinline" || a == "inlinable") {
        i.inline_spec = a == "inline"     ? InlineSpec::Inline
                        : a == "noinline" ? InlineSpec::NoInline
                                          : InlineSpec::Inlinable;
        if (!is(",") && !is("]")) {
          std::string phase = name();
          i.phase_before = phase[0] == '~';
          i.phase = std::stoi(phase.substr(i.phase_before));
        }
      } else if (a == "conlike") i.conlike = true;
      else if (a == "dfun") i.is_dfun = true;
      else if (a == "selector") i.is_selector = true;
      else if (a == "exported") i.is_exported = true;
      else if (a == "breaker") i.is_loop_breaker = true;
      else if (a == "once") i.one_shot = true;
      else if (a == "single") i.single_entry = true;
      else fail("unknown attribute " + a);
    } while (take(","));
    need("]");
  }
  void bring(const std::string &text, Var *v) {
    vars_[text].push_back(v);
    trail_.push_back(text);
  }
  void leave(size_t mark) {
    for (; trail_.size() > mark; trail_.pop_back()) vars_[trail_.back()].pop_back();
  }
  // name attributes :: type; not yet in scope
  Var *binder(std::string *text) {
    *text = name();
    Var *v = new_var(*text);
    attributes(v);
    need("::");
    v->type = type();
    return v;
  }
  Var *paren_binder() {
    need("(");
    std::string text;
    Var *v = binder(&text);
    need(")");
    bring(text, v);
    return v;
  }

  // ---- Expressions ----
  bool literal(Literal *l) {
    const Token &t = peek();
    if (t.tok == Tok::String) {
      l->tag = LitTag::String;
      l->text = cast<ELit>(mk_string_lit(t.text)).lit.text;
      at_++;
      return true;
    }
    if (t.tok != Tok::Name) return false;
    const std::string &s = t.text;
    if (s == "#null") l->tag = LitTag::NullAddr;
    else if (s.starts_with("#c")) l->tag = LitTag::Char, l->i = std::stoll(s.substr(2));
    else if (s.starts_with("#d")) l->tag = LitTag::Double, l->d = strtod(s.c_str() + 2, nullptr);
    else if (s.starts_with("#f")) l->tag = LitTag::Float, l->d = strtod(s.c_str() + 2, nullptr);
    else if (s.starts_with("#n")) *l = cast<ELit>(mk_integer_lit(s.substr(2))).lit;
    else {
      size_t n = s[0] == '-', digits = 0;
      while (n < s.size() && isdigit(static_cast<unsigned char>(s[n]))) n++, digits++;
      if (!digits) return false;
      if (s.substr(n) == "#") l->tag = LitTag::Int, l->i = std::stoll(s);
      else if (s.substr(n) == "##") l->tag = LitTag::Word, l->i = int64_t(std::stoull(s));
      else return false;
    }
    at_++;
    return true;
  }
  Var *find_var(const std::string &text) {
    auto it = vars_.find(text);
    if (it != vars_.end() && !it->second.empty()) return it->second.back();
    auto g = globals_.find(text);
    return g == globals_.end() ? nullptr : g->second;
  }
  bool ends_args() const {
    if (peek().tok == Tok::String || peek().tok == Tok::Quoted) return false;
    static const char *kEnds[] = {"of", "in", "->", "=>", "=", "|>", ")", "]", "}", "{", ",", ";", "|", "::", ""};
    for (const char *e : kEnds)
      if (peek().text == e) return true;
    return false;
  }
  void arguments(Vec<const Type *> *types, Vec<const Expr *> *args) {
    while (!ends_args()) {
      if (peek().tok == Tok::Name && peek().text[0] == '@' && args->empty()) {
        take_prefix('@');
        types->push_back(type_atom());
      } else {
        args->push_back(atom());
      }
    }
  }
  const Expr *atom() {
    Literal l{};
    if (literal(&l)) return mk_lit(l);
    if (take("(")) {
      const Expr *e = expr();
      need(")");
      return e;
    }
    std::string text = name();
    if (Var *v = find_var(text)) return mk_var(v);
    if (DataCon *c = find_con(text)) return mk_con_app(c, {}, {});
    at_--;
    fail("not in scope: " + text);
  }
  const Expr *application() {
    Vec<const Type *> types;
    Vec<const Expr *> args;
    if (peek().tok == Tok::Name || peek().tok == Tok::Quoted) {
      const std::string text = peek().text;
      Literal l{};
      if (!find_var(text)) {
        if (DataCon *c = find_con(text)) {
          at_++;
          arguments(&types, &args);
          return mk_con_app(c, types, args);
        }
        if (const PrimOp *op = find_primop(sym(text))) {
          at_++;
          arguments(&types, &args);
          return mk_prim_app(op, types, args);
        }
        if (literal(&l)) return mk_lit(l);
      }
    }
    const Expr *f = atom();
    arguments(&types, &args);
    return mk_app(mk_ty_app(f, types), args);
  }
  Binding binding(Var *known) {
    Var *v = known;
    std::string text;
    if (!v) v = binder(&text);
    need("=");
    return {v, expr()};
  }
  const Expr *expr() {
    const Expr *e = expr_without_cast();
    while (take("|>")) e = mk_cast(e, type_atom());
    return e;
  }
  const Expr *expr_without_cast() {
    size_t mark = trail_.size(), ty_mark = ty_trail_.size();
    if (take("\\")) {
      Vec<Var *> params;
      while (!take("->")) params.push_back(paren_binder());
      const Expr *body = expr();
      leave(mark);
      return mk_lam(params, body);
    }
    if (take("/\\")) {
      Vec<TyVar *> vars;
      while (!take("->")) vars.push_back(ty_binder());
      const Expr *body = expr();
      ty_leave(ty_mark);
      return mk_ty_lam(vars, body);
    }
    if (take("let")) {
      std::string text;
      Var *v = binder(&text);
      need("=");
      const Expr *rhs = expr();
      need("in");
      bring(text, v);
      const Expr *body = expr();
      leave(mark);
      return mk_let(v, rhs, body);
    }
    if (take("letrec")) {
      need("{");
      // The binders first: skip the right-hand sides, then come back.
      size_t start = at_;
      Vec<Var *> vars;
      while (!is("}")) {
        std::string text;
        Var *v = binder(&text);
        bring(text, v);
        vars.push_back(v);
        skip_rhs();
      }
      at_ = start;
      Vec<Binding> binds;
      for (Var *v : vars) {
        std::string text;
        binder(&text);
        need("=");
        binds.push_back({v, expr()});
        need(";");
      }
      need("}");
      need("in");
      const Expr *body = expr();
      leave(mark);
      return mk_letrec(binds, body);
    }
    if (take("case")) {
      const Expr *scrut = expr();
      need("of");
      Var *b = paren_binder();
      need("=>");
      const Type *t = type();
      need("{");
      Vec<Alt> alts;
      while (!take("}")) {
        alts.push_back(alternative(b));
        need(";");
      }
      leave(mark);
      return mk_case(scrut, b, t, alts);
    }
    if (take("ccall")) return ccall();
    if (take("tick")) {
      std::string cc = string();
      return mk_tick(sym(cc), {}, expr());
    }
    return application();
  }
  Alt alternative(const Var *scrut) {
    size_t mark = trail_.size(), ty_mark = ty_trail_.size();
    Alt a;
    if (take("_")) {
    } else if (literal(&a.lit)) {
      a.is_lit = true;
    } else {
      std::string text = name();
      a.con = find_con(text);
      if (!a.con) fail("not a constructor: " + text);
      Vec<const Type *> to;
      split_tcon_app(scrut->type, &to);
      Vec<TyVar *> from = a.con->univ.clone();
      while (take_prefix('@')) {
        a.ex_tvs.push_back(ty_binder());
        to.push_back(mk_tvar(a.ex_tvs.back()));
      }
      from.append(a.con->exist);
      if (from.size() != to.size()) fail("type variables of " + text);
      for (const Type *t : con_field_types(a.con)) {
        std::string field = name();
        Var *v = new_var(field);
        v->type = subst_type(t, from, to);
        bring(field, v);
        a.fields.push_back(v);
      }
    }
    need("->");
    a.body = expr();
    leave(mark);
    ty_leave(ty_mark);
    return a;
  }
  const Expr *ccall() {
    ForeignCall *call = mk<ForeignCall>();
    call->safe = take("safe");
    if (!call->safe) need("unsafe");
    call->pure = take("pure");
    std::string symbol = string();
    if (!symbol.empty()) call->symbol = sym(symbol);
    need("(");
    while (!take(")")) {
      call->c_arg_types.push_back(sym(string()).str());
      take(",");
    }
    call->c_result = sym(string()).str();
    const Type *t = type_atom();
    Vec<const Type *> types;
    Vec<const Expr *> args;
    arguments(&types, &args);
    return mk_ccall(call, args, t);
  }
  void skip_rhs() {
    int depth = 0;
    while (peek().tok != Tok::End) {
      if (depth == 0 && take(";")) return;
      if (peek().tok == Tok::Punct) {
        if (strchr("([{", peek().text[0])) depth++;
        else if (strchr(")]}", peek().text[0]) || peek().text == "#)") depth--;
      }
      at_++;
    }
  }

  // ---- Top level ----
  Var *global(const std::string &text) {
    Var *v = find_var(text);
    if (!v) fail("not in scope: " + text);
    return v;
  }
  void top_level(bool first) {
    while (peek().tok != Tok::End) {
      if (peek().tok == Tok::Name && (is("data") || is("newtype") || is("dict"))) {
        TyConSort sort = is("data") ? TyConSort::Data : is("newtype") ? TyConSort::Newtype : TyConSort::Dict;
        at_++;
        if (first) declaration(sort);
        else skip_rhs();
        continue;
      }
      if (take("rule")) {
        if (first) skip_rhs();
        else rule();
        continue;
      }
      if (take("main") || take("roots")) {
        bool is_main = tokens_[at_ - 1].text == "main";
        while (!take(";")) {
          std::string text = name();
          if (first) continue;
          Var *v = global(text);
          if (is_main) prog_->main = v;
          else prog_->roots.push_back(v);
        }
        continue;
      }
      bool rec = take("rec");
      if (rec) need("{");
      Vec<Binding> group;
      do {
        if (first) {
          std::string text;
          Var *v = binder(&text);
          v->sort = VarSort::Global;
          v->own_name = true;
          if (!v->module) v->module = sym("Main");
          if (!globals_.emplace(text, v).second) fail("defined twice: " + text);
          skip_rhs();
        } else {
          std::string text = peek().text, again;
          binder(&again);
          group.push_back(binding(globals_[text]));
          need(";");
        }
      } while (rec && !take("}"));
      if (!first) prog_->groups.push_back(group);
    }
  }
  void rule() {
    size_t mark = trail_.size(), ty_mark = ty_trail_.size();
    Rule *r = mk<Rule>();
    r->name = sym(string());
    if (take("[")) {
      std::string phase = name();
      r->phase_before = phase[0] == '~';
      r->phase = std::stoi(phase.substr(r->phase_before));
      need("]");
    }
    while (take_prefix('@')) r->tvs.push_back(ty_binder());
    while (!take("->")) r->vars.push_back(paren_binder());
    r->head = global(name());
    arguments(&r->lhs_types, &r->lhs_args);
    need("=");
    r->rhs = expr();
    need(";");
    leave(mark);
    ty_leave(ty_mark);
    info(r->head).rules.push_back(r);
    prog_->rules.push_back(r);
  }

  const SourceFile *file_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  Program *prog_ = mk<Program>();
  std::unordered_map<std::string, TyCon *> tycons_;
  std::unordered_map<std::string, DataCon *> cons_;
  std::vector<TyCon *> dicts_;
  std::unordered_map<std::string, Var *> globals_;
  std::unordered_map<std::string, std::vector<Var *>> vars_;
  std::unordered_map<std::string, std::vector<TyVar *>> ty_vars_;
  std::vector<std::string> trail_, ty_trail_;
};

}  // namespace

Program *parse_program(const SourceFile *file) { return Parser(file).program(); }

}  // namespace gphc::core
