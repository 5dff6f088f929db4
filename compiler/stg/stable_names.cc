// stable_names.cc: names of top-level bindings that do not depend on what else is in the program.
//
// Note [Names in C]
// A top-level binding of the source is called Module_name, both z-encoded. Bindings that the optimiser made (copies for
// a type or a constructor, workers, expressions that moved to the top level) may share their name with others of the
// module, and how many of those there are differs from program to program. Were they counted, the 30th string of
// GPH.Exception would be the 28th of the next program, and the object cache, which keys on the text with these names in
// it (Note [Hashes in symbols] in backend/c/units.cc), would find neither it nor anything that refers to it. So such a
// name ends in a hash of what the binding is: its expression, with the names of source bindings, and for other such
// bindings their own contents, a few references deep. Only what is still equal is counted. Names must not depend on
// uniques or addresses for the same reason. Bindings without a module belong to the partition of the binding before
// them in program order, or of main.
#include <cstdio>
#include <unordered_set>

#include "stg/stg.h"

namespace gphc::stg {
namespace {

uint64_t mix(uint64_t h, uint64_t x) {
  unsigned __int128 m = (unsigned __int128)(h ^ 0x9e3779b97f4a7c15ull) * (x ^ 0xe7037ed1a0b428dbull);
  return uint64_t(m) ^ uint64_t(m >> 64);
}

// What may be left out: a name that does not tell two bindings apart costs a counter, not correctness.
class Contents {
 public:
  uint64_t hash = 0;
  std::vector<const TopBind *> refs;  // to bindings that are named by content, in order, with repetitions

  void bind(const TopBind *t) {
    if (!t->closure) text(t->string);
    else closure(t->closure);
  }

 private:
  void number(uint64_t x) { hash = mix(hash, x); }
  void text(std::string_view s) {
    uint64_t h = s.size();
    for (; s.size() >= 8; s.remove_prefix(8)) {
      uint64_t w;
      memcpy(&w, s.data(), 8);
      h = mix(h, w);
    }
    uint64_t w = 0;
    memcpy(&w, s.data(), s.size());
    number(mix(h, w));
  }
  void id(const Id *i) {
    if (!i) return number(1);
    number(uint64_t(i->rep));
    if (!i->top) return text(i->occ.str());
    if (i->top->own_name) return text(i->top->name);
    refs.push_back(i->top);
  }
  void ids(const Vec<Id *> &v) {
    number(v.size());
    for (const Id *i : v) id(i);
  }
  void con(const DataCon *c) { text(c->occ.str()); }
  void literal(const Literal &l) {
    uint64_t bits;
    memcpy(&bits, &l.d, 8);
    number(uint64_t(l.tag));
    number(uint64_t(l.i));
    number(bits);
    text(l.text);
  }
  void atom(const Atom &a) {
    if (a.is_token()) return number(2);
    if (a.nullary) return con(a.nullary);
    if (a.id) id(a.id);
    else literal(a.lit);
  }
  void atoms(const Vec<Atom> &v) {
    number(v.size());
    for (const Atom &a : v) atom(a);
  }
  void closure(const Closure *c) {
    number(uint64_t(c->kind));
    ids(c->params);
    if (c->con) con(c->con);
    if (c->fn) id(c->fn);
    atoms(c->args);
    if (c->body) expr(c->body);
  }
  void expr(const Expr *e) {
    number(uint64_t(e->tag));
    switch (e->tag) {
      case Tag::Value: atom(cast<EValue>(e).atom); break;
      case Tag::Tuple: atoms(cast<ETuple>(e).atoms); break;
      case Tag::App:
        id(cast<EApp>(e).fn);
        atoms(cast<EApp>(e).args);
        break;
      case Tag::ConApp:
        con(cast<EConApp>(e).con);
        atoms(cast<EConApp>(e).args);
        break;
      case Tag::Prim:
        text(cast<EPrim>(e).op->name);
        atoms(cast<EPrim>(e).args);
        break;
      case Tag::Foreign:
        text(cast<EForeign>(e).call->symbol.str());
        atoms(cast<EForeign>(e).args);
        break;
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        expr(c.scrut);
        ids(c.binders);
        for (const Alt &a : c.alts) {
          if (a.con) con(a.con);
          else if (a.is_lit) literal(a.lit);
          ids(a.fields);
          expr(a.body);
        }
        break;
      }
      case Tag::Let:
        for (const Closure *c : cast<ELet>(e).closures) {
          id(c->id);
          closure(c);
        }
        expr(cast<ELet>(e).body);
        break;
      case Tag::Join:
        for (const JoinPoint *p : cast<EJoin>(e).joins) {
          id(p->id);
          ids(p->params);
          expr(p->body);
        }
        expr(cast<EJoin>(e).body);
        break;
      case Tag::Jump:
        id(cast<EJump>(e).join->id);
        atoms(cast<EJump>(e).args);
        break;
    }
  }
};

constexpr int kDepth = 4;  // references that a name looks through

}  // namespace

void name_by_content(Program *p) {
  struct Named {
    TopBind *top;
    Contents contents;
  };
  std::vector<Named> all;
  std::unordered_map<const TopBind *, size_t> index;
  std::unordered_set<std::string> taken;
  for (TopBind *t : p->binds) {
    if (t->own_name) {
      taken.insert(t->name);
      continue;
    }
    index[t] = all.size();
    all.push_back({t, {}});
    all.back().contents.bind(t);
  }
  std::vector<uint64_t> hash(all.size()), next(all.size());
  for (size_t i = 0; i < all.size(); i++) hash[i] = all[i].contents.hash;
  for (int k = 0; k < kDepth; k++) {
    for (size_t i = 0; i < all.size(); i++) {
      uint64_t h = hash[i];
      for (const TopBind *r : all[i].contents.refs) h = mix(h, hash[index.at(r)]);
      next[i] = h;
    }
    hash.swap(next);
  }
  for (size_t i = 0; i < all.size(); i++) {
    TopBind *t = all[i].top;
    char digits[16];
    snprintf(digits, sizeof digits, "_%08x", unsigned(hash[i] >> 32 ^ hash[i]));
    std::string name = t->base + digits;
    t->name = name;
    for (int n = 1; !taken.insert(t->name).second; n++) t->name = name + "_" + std::to_string(n);
  }
}

}  // namespace gphc::stg
