// message.cc: what the type checker says. Types are shown in the user's names; undetermined types as t0, t1, ..
//
// A type error in a top-level binding silences the constraint errors of the same binding: they are mostly its
// consequences. So constraint errors wait until the binding has been checked. Of equal ones the first is shown.
#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "rename/scope.h"
#include "typecheck/infer.h"

namespace gphc::check {

std::string quote(Symbol s) { return "`" + s.string() + "'"; }
static std::string quote_type(const Type *t) { return "`" + show_type(t) + "'"; }

std::string shortened(std::string text) {
  constexpr size_t kKeep = 100;
  if (text.size() > 3 * kKeep) text.replace(kKeep, text.size() - 2 * kKeep, " ... ");
  return text;
}

std::string plural(size_t n, const char *noun) {
  static const char *const words[] = {"no",  "one",   "two",   "three", "four", "five",
                                      "six", "seven", "eight", "nine",  "ten"};
  return (n <= 10 ? std::string(words[n]) : std::to_string(n)) + " " + noun + (n == 1 ? "" : "s");
}

Diagnostic &Tc::error(Span s, diag::Kind k, std::string text) {
  type_errors++;
  static Diagnostic dropped;
  if (quiet) return dropped;
  return diags().error(s, k, std::move(text));
}

// Gives the unification variables of a message small numbers.
namespace {
struct Tidy {
  std::vector<std::pair<MetaVar *, uint32_t>> saved;
  void add(const Type *t) {
    std::vector<MetaVar *> ms;
    if (t) collect_metas(t, 0, ms);
    for (MetaVar *m : ms) {
      bool seen = false;
      for (auto &s : saved) seen = seen || s.first == m;
      if (seen) continue;
      saved.push_back({m, m->uniq});
      m->uniq = uint32_t(saved.size() - 1);
    }
  }
  void add(const Pred &p) {
    for (const Type *t : p.args) add(t);
  }
  ~Tidy() {
    for (auto &s : saved) s.first->uniq = s.second;
  }
};

void rigid_vars(const Type *t, std::vector<TyVar *> &out) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var:
      if (cast<TVar>(t).var->skolem && std::find(out.begin(), out.end(), cast<TVar>(t).var) == out.end())
        out.push_back(cast<TVar>(t).var);
      break;
    case TypeTag::App:
      rigid_vars(cast<TApp>(t).fn, out);
      rigid_vars(cast<TApp>(t).arg, out);
      break;
    case TypeTag::Fun:
      rigid_vars(cast<TFun>(t).arg, out);
      rigid_vars(cast<TFun>(t).res, out);
      break;
    default: break;
  }
}

// What a synonym of the program's own stands for, where that is short enough to help.
void note_synonym(Diagnostic &d, const Type *t) {
  constexpr size_t kShown = 100;
  const Type *written = t ? spelling(t) : nullptr;
  TyCon *c = written ? split_tcon_app(written, nullptr) : nullptr;
  Module *m = c ? find_module(c->module) : nullptr;
  if (!m || m->is_stdlib) return;
  if (std::string is = show_unfolded(t); is.size() <= kShown) d.note(quote_type(t) + " stands for `" + is + "'");
}

// `int' for `Int': a type of that name is in scope.
bool hint_small_type(Diagnostic &d, Module *m, const std::vector<TyVar *> &vs) {
  for (const TyVar *v : vs) {
    std::string name = v->occ.string();
    if (name.size() < 3) continue;
    name[0] = char(std::toupper((unsigned char)name[0]));
    if (lookup_global(m, {}, sym(name), NameSpace::Type).empty()) continue;
    d.hint(quote(v->occ) + " is a type variable, as every name of a type with a small letter: did you mean `" + name +
           "'?");
    return true;
  }
  return false;
}

void note_rigid(Diagnostic &d, const Type *a, const Type *b) {
  std::vector<TyVar *> vs;
  if (a) rigid_vars(a, vs);
  if (b) rigid_vars(b, vs);
  for (TyVar *v : vs)
    if (v->def)
      d.note(v->def, quote(v->occ) + " is a rigid type variable: it stands for whatever type the caller chooses");
}
}  // namespace

namespace {
bool is_one_of(const Type *t, std::initializer_list<KnownTyCon> ids) {
  TyCon *c = t ? head_tycon(t) : nullptr;
  for (KnownTyCon id : ids)
    if (c && c == find_known_tycon(id)) return true;
  return false;
}
bool is_integral(const Type *t) {
  return is_one_of(t, {KnownTyCon::Int, KnownTyCon::Integer, KnownTyCon::Word, KnownTyCon::Natural});
}
bool is_fractional(const Type *t) { return is_one_of(t, {KnownTyCon::Double, KnownTyCon::Float, KnownTyCon::Ratio}); }
bool is_string(const Type *t) {
  Vec<const Type *> args;
  return t && split_tcon_app(repr(t), &args) == g_builtin.list && args.size() == 1 &&
         is_one_of(args[0], {KnownTyCon::Char});
}
bool is_list(const Type *t) { return split_tcon_app(repr(t), nullptr) == g_builtin.list; }
bool gives_nothing(const Type *action) {
  if (action->tag != TypeTag::App) return false;
  const Type *result = repr(cast<TApp>(action).arg);
  return head_tycon(result) && head_tycon(result) == g_builtin.unit;
}

bool is_stm(const Type *t) {
  static const Symbol stm = sym("STM"), module = sym("GPH.STM");
  TyCon *c = t ? head_tycon(t) : nullptr;
  return c && c->occ == stm && c->module == module;
}
// Would `return` make the wanted action of it? Where any result fits, what could be of another monad is more likely
// meant to be an action.
bool may_be_returned(const Type *action, const Type *got) {
  if (action->tag != TypeTag::App) return false;
  const Type *result = repr(cast<TApp>(action).arg);
  if (result->tag == TypeTag::Meta) return got->tag != TypeTag::App;
  return head_tycon(result) ? head_tycon(result) == head_tycon(got) : same_type(result, got);
}

bool at_string(Span s) {
  s = as_written(s);
  return s && s.file->line(s.line).substr(s.col - 1).starts_with('"');
}

// The usual mistakes. `want` and `got` are the parts that differ; `expected` and `actual` the whole types.
void hint_mismatch(Diagnostic &d, const Type *want, const Type *got, const Type *expected, const Type *actual) {
  if (!want || !got) return;
  bool wants_fun = want->tag == TypeTag::Fun, got_fun = got->tag == TypeTag::Fun,
       wants_any = want->tag == TypeTag::Meta, got_any = got->tag == TypeTag::Meta;
  if (got_fun && !wants_fun && !wants_any) d.hint("a function may be missing an argument");
  if (wants_fun && !got_fun && !got_any) d.hint("there may be an argument too many");
  if (is_fractional(want) && is_integral(got)) d.hint("`fromIntegral' makes a number of any type of it");
  if (is_integral(want) && is_integral(got)) d.hint("`fromIntegral' goes from one integral type to another");
  if (is_integral(want) && is_fractional(got))
    d.hint("`round', `floor', `ceiling' and `truncate' make an integer of it; integers are divided by `div'");
  bool wants_io = is_one_of(want, {KnownTyCon::IO}), got_io = is_one_of(got, {KnownTyCon::IO}),
       wants_stm = is_stm(want), got_stm = is_stm(got);
  if (got_io && wants_stm) d.hint("a transaction can have no actions of IO in it");
  else if (got_io && gives_nothing(got) && is_list(want))
    d.hint(
        "a function takes its arguments before an operator does: `putStrLn (\"x\" ++ y)', or `putStrLn $ \"x\" ++ y'");
  else if (got_io && !wants_io && !wants_any && !wants_fun)
    d.hint("it is an action; inside `do', `x <- action' gives its result the name x");
  if (wants_io && got_stm) d.hint("`atomically' makes an action of a transaction");
  else if ((wants_io || wants_stm) && !got_io && !got_stm && !got_any && !got_fun && may_be_returned(want, got))
    d.hint("an action is wanted here: `return' makes one of a value");
  if (is_string(expected) && is_one_of(actual, {KnownTyCon::Char}))
    d.hint("a string of one character is written \"c\", or [c] with a variable");
  if (is_one_of(expected, {KnownTyCon::Char}) && is_string(actual))
    d.hint("a character is written 'c', with single quotes");
  if (is_string(expected) && (is_integral(actual) || is_fractional(actual) || is_one_of(actual, {KnownTyCon::Bool})))
    d.hint("`show' makes a String of it");
  if ((is_integral(expected) || is_fractional(expected)) && is_string(actual) && !at_string(d.span))
    d.hint("`read' makes a number of a String");
}

// The same for a class without an instance.
void hint_no_instance(Diagnostic &d, const Pred &p) {
  if (p.args.size() != 1) return;
  const std::string cls = p.cls->occ.string();
  const Type *t = repr(p.args[0]);
  bool number_class = false, derivable = false;
  for (const char *c : {"Num", "Fractional", "Integral", "Real", "RealFrac", "Floating"})
    number_class = number_class || cls == c;
  for (const char *c : {"Eq", "Ord", "Show", "Read", "Enum", "Bounded", "Ix"}) derivable = derivable || cls == c;
  if (number_class && is_integral(t))
    d.hint("`/' and its like work on Double, not on integers: convert with `fromIntegral', or divide with `div'");
  if ((cls == "Integral" || cls == "Bits" || cls == "Enum") && is_fractional(t))
    d.hint("`round', `floor', `ceiling' and `truncate' make an integer of it; `/' divides");
  if (number_class && is_string(t)) {
    // `"n = " + 5` or `line + 5`: what is written on the line tells.
    const Span s = as_written(d.span);
    const bool joins = s && s.file->line(s.line).find('"') != std::string_view::npos;
    d.hint(joins ? "a number is not a String: `show' makes one of it, and `++' joins two"
                 : "a String is not a number: `read' makes one of it");
  }
  if (derivable)
    if (TyCon *c = head_tycon(t))
      if (Module *m = find_module(c->module);
          m && !m->is_stdlib && (c->sort == TyConSort::Data || c->sort == TyConSort::Newtype))
        d.hint("add `deriving " + cls + "' to the declaration of " + quote(c->occ) + ", or write the instance");
  if (cls == "NFData")
    if (TyCon *c = head_tycon(t))
      if (Module *m = find_module(c->module); m && !m->is_stdlib && c->sort != TyConSort::Synonym)
        d.hint("add `deriving Generic' (of GHC.Generics) to the declaration of " + quote(c->occ) + ", and `instance " +
               show_pred(p) + "'; or write that with `where rnf ..'");
}
}  // namespace

std::string show_tidy(const Type *t) {
  Tidy tidy;
  tidy.add(t);
  return show_type(t);
}

void Tc::report_clash(Span s, const Type *actual, const Type *expected, const UnifyFailure &f) {
  // One confusion of two rigid variables is said once for a binding.
  if (f.clash == Clash::Mismatch && f.a->tag == TypeTag::Var && f.b->tag == TypeTag::Var) {
    const TyVar *a = cast<TVar>(f.a).var, *b = cast<TVar>(f.b).var;
    if (confused_since != errors_before_binding) confused.clear();
    confused_since = errors_before_binding;
    for (auto &c : confused)
      if ((c.first == a && c.second == b) || (c.first == b && c.second == a)) return;
    confused.push_back({a, b});
  }
  Tidy tidy;
  tidy.add(actual);
  tidy.add(expected);
  auto both = [&](Diagnostic &d) {
    if (f.a && f.b && !(same_type(f.a, actual) && same_type(f.b, expected)))
      d.note("expected: " + show_type(expected) + "\n  actual: " + show_type(actual));
  };
  switch (f.clash) {
    case Clash::Occurs: {
      const Type *m = f.a->tag == TypeTag::Meta ? f.a : f.b, *t = m == f.a ? f.b : f.a;
      both(error(s, diag::InfiniteType, "cannot construct the infinite type: " + show_type(m) + " ~ " + show_type(t)));
      return;
    }
    case Clash::Escape: {
      const Type *m = f.a->tag == TypeTag::Meta ? f.a : f.b, *t = m == f.a ? f.b : f.a;
      std::vector<TyVar *> vs;
      rigid_vars(t, vs);
      uint32_t lvl = cast<TMeta>(m).meta->level;
      std::string name = "a rigid type variable";
      TyVar *culprit = nullptr;
      for (TyVar *v : vs)
        if (v->level > lvl) {
          culprit = v;
          name = "the type variable " + quote(v->occ);
        }
      Diagnostic &d = error(s, diag::RigidEscape,
                            "couldn't match expected type " + quote_type(expected) + " with actual type " +
                                quote_type(actual) + ": " + name + " would escape its scope");
      if (culprit && culprit->def) d.note(culprit->def, quote(culprit->occ) + " is bound here");
      return;
    }
    case Clash::Poly: {
      const Type *m = f.a->tag == TypeTag::Meta ? f.a : f.b, *t = m == f.a ? f.b : f.a;
      both(error(s, diag::TypeMismatch,
                 "couldn't match expected type " + quote_type(expected) + " with actual type " + quote_type(actual) +
                     ": a type variable cannot stand for " + quote_type(t) + ", a type" +
                     " with a forall or a context in it"));
      return;
    }
    case Clash::Kind: {
      Diagnostic &d = error(s, diag::KindMismatch,
                            "couldn't match the kinds of " + quote_type(f.b) + " and " + quote_type(f.a) + ": `" +
                                show_kind(kind_of(f.b)) + "' and `" + show_kind(kind_of(f.a)) + "'");
      both(d);
      return;
    }
    case Clash::None:
    case Clash::Mismatch: break;
  }
  Diagnostic &d =
      error(s, diag::TypeMismatch,
            "couldn't match expected type " + quote_type(expected) + " with actual type " + quote_type(actual));
  if (f.a && f.b && !(same_type(f.a, actual) && same_type(f.b, expected)))
    d.note("the difference: expected " + quote_type(f.b) + ", got " + quote_type(f.a));
  note_synonym(d, f.b);
  note_synonym(d, f.a);
  note_rigid(d, f.a, f.b);
  std::vector<TyVar *> vs;
  if (f.a) rigid_vars(f.a, vs);
  if (f.b) rigid_vars(f.b, vs);
  hint_small_type(d, &mod, vs);
  hint_mismatch(d, f.b, f.a, expected, actual);
}

static bool same_pred(const Pred &a, const Pred &b) {
  bool same = a.cls == b.cls && a.args.size() == b.args.size();
  for (size_t i = 0; same && i < a.args.size(); i++) same = same_type(a.args[i], b.args[i]);
  return same;
}

static std::string arising(const Origin &o) {
  std::string s;
  if (o.what) s = std::string(" arising from ") + o.what;
  if (o.name) s += (o.what ? " " : " arising from ") + quote(o.name);
  return s;
}

void Tc::report_unsolved(Wanted *w, bool ambiguous) {
  if (quiet) type_errors++;
  else unsolved.push_back({w, ambiguous});
}

void Tc::begin_binding() {
  const bool clash = type_errors > errors_before_binding, other_errors = type_errors > constraint_errors;
  constexpr size_t kCompared = 200;  // of thousands most are not shown
  std::vector<const Pred *> said;
  for (const auto &[w, ambiguous] : unsolved) {
    bool again = false, open = true;
    for (const Pred *p : said) again = again || same_pred(*p, w->pred);
    if (again) continue;
    if (said.size() < kCompared) said.push_back(&w->pred);
    // About types that nothing determines there is nothing to say until the other errors are gone.
    for (const Type *a : w->pred.args) open = open && repr(a)->tag == TypeTag::Meta;
    if (clash || (other_errors && (open || ambiguous))) type_errors++;
    else if (ambiguous) say_ambiguous(w);
    else say_unsolved(w);
    constraint_errors++;
  }
  unsolved.clear();
  for (const HoleFound &h : holes) say_hole(h);
  holes.clear();
  errors_before_binding = type_errors;
}

void Tc::say_hole(const HoleFound &h) {
  constexpr size_t kBindings = 12, kFits = 6;
  const Type *t = repr(h.hole->type);
  const Module *here = &mod;
  struct Line {
    std::string name;
    const Type *type;
    std::string from;
  };
  std::vector<Line> bindings, exact, general;
  auto spelled = [](const Entity *e) {
    return std::isalpha((unsigned char)e->occ.str()[0]) || e->occ.str()[0] == '_' || e->occ.str()[0] == '('
               ? e->occ.string()
               : "(" + e->occ.string() + ")";
  };
  auto offer = [&](const Line &l) {
    if (exact.size() + general.size() < 4 * kFits && fits(l.type, t, h.scope))
      (repr(l.type)->tag == TypeTag::Forall ? general : exact).push_back(l);
  };
  for (const Expr *x : h.hole->elems) {
    const Var *v = dyn_cast<Var>(x->name.ent);
    if (!v || !v->type || !v->def) continue;
    Span s = as_written(v->def);
    bindings.push_back(
        {spelled(v), v->type_in_source(),
         " (bound at " + s.file->path + ":" + std::to_string(s.line) + ":" + std::to_string(s.col) + ")"});
    offer(bindings.back());
  }
  std::unordered_set<const Entity *> seen;
  auto offer_global = [&](const Entity *e, ImportDecl *via) {
    const Type *type = nullptr;
    if (const Var *v = dyn_cast<Var>(e)) type = v->type_in_source();
    else if (const DataCon *c = dyn_cast<DataCon>(e)) type = c->type;
    if (type && seen.insert(e).second)
      offer({spelled(e), type, " (" + origin_of(&mod, {const_cast<Entity *>(e), via}) + ")"});
  };
  std::vector<const Entity *> own;
  for (auto &[name, es] : mod.scope->values) own.push_back(es[0]);
  std::sort(own.begin(), own.end(), [](const Entity *a, const Entity *b) { return a->uniq < b->uniq; });
  for (const Entity *e : own) offer_global(e, nullptr);
  for (ImportDecl *imp : mod.imports)
    if (!imp->qualified && imp->target && imp->target->scope)
      for (Entity *e : imp->target->scope->exports.order)
        if (space_of(e) == NameSpace::Value && import_provides(const_cast<Module *>(here), imp, e))
          offer_global(e, imp);
  exact.insert(exact.end(), general.begin(), general.end());
  Tidy tidy;
  tidy.add(t);
  for (const Line &l : bindings) tidy.add(l.type);
  Diagnostic &d = *h.message;
  d.text =
      "found hole: `" + (h.hole->name.occ ? h.hole->name.occ.string() : std::string("_")) + " :: " + show_type(t) + "'";
  auto list = [&](std::string text, const std::vector<Line> &ls, size_t most) {
    for (size_t i = 0; i < ls.size() && i < most; i++)
      text += "\n  " + ls[i].name + " :: " + show_type(ls[i].type) + ls[i].from;
    if (ls.size() > most) text += "\n  ..";
    if (!ls.empty()) d.note(text);
  };
  list("relevant bindings:", bindings, kBindings);
  list("valid hole fits:", exact, kFits);
  note_rigid(d, t, nullptr);
}

void Tc::say_unsolved(Wanted *w) {
  Tidy tidy;
  tidy.add(w->pred);
  Instance *inst;
  Vec<const Type *> types;
  bool overlap = lookup_instance(w->pred, &inst, &types) == Lookup::Stuck;
  // What the only instance of a class determines is an equality: two types that should be one, as GHC says it.
  for (const FunDep &fd : w->pred.cls->fundeps)
    if (fd.from.empty() && w->pred.cls->instances.size() == 1)
      for (uint32_t k : fd.to) {
        UnifyFailure f;
        const Type *actual = w->pred.args[k], *expected = w->pred.cls->instances[0]->args[k];
        if (unify_types(actual, expected, level, &f) || f.clash == Clash::None) continue;
        report_clash(w->span, actual, expected, f);
        return;
      }
  if (const Instance *i = w->origin.super_of; i && !overlap) {
    error(w->span, diag::MissingSuperclass,
          "no instance for `" + show_pred(w->pred) + "', which `instance " + show_pred(Pred{i->cls, i->args}) +
              "' needs: " + quote(w->pred.cls->occ) + " is a superclass of " + quote(i->cls->occ))
        .hint("write that instance too, or derive it");
    return;
  }
  Diagnostic &d =
      overlap ? error(w->span, diag::NoInstance,
                      "several instances may apply for `" + show_pred(w->pred) + "'" + arising(w->origin))
              : error(w->span, diag::NoInstance, "no instance for `" + show_pred(w->pred) + "'" + arising(w->origin));
  std::vector<TyVar *> vs;
  for (const Type *a : w->pred.args) rigid_vars(a, vs);
  bool var_headed = false;
  for (const Type *a : w->pred.args) var_headed = var_headed || !head_tycon(a);
  if (!vs.empty() && var_headed && !hint_small_type(d, &mod, vs))
    d.hint("add `" + show_pred(w->pred) + "' to the context of the signature that binds " + quote(vs[0]->occ));
  for (const Type *a : w->pred.args)
    if (head_tycon(a) == g_builtin.fun) {
      d.hint("a function may be missing an argument");
      break;
    }
  if (!overlap) hint_no_instance(d, w->pred);
}

void Tc::say_ambiguous(Wanted *w) {
  Tidy tidy;
  tidy.add(w->pred);
  std::vector<MetaVar *> ms;
  for (const Type *a : w->pred.args) collect_metas(a, 0, ms);
  std::string var = ms.empty() ? "" : " `t" + std::to_string(ms[0]->uniq) + "'";
  error(w->span, diag::AmbiguousType,
        "ambiguous type variable" + var + arising(w->origin) + " prevents the constraint `" + show_pred(w->pred) +
            "' from being solved")
      .hint("a type signature would say which type is meant");
}

}  // namespace gphc::check
