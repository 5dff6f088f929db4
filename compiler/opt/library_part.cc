// library_part.cc: at -O0 the program's own code is compiled as it stands, so that it is compiled fast and can be
// followed; but nobody wants to follow the stdlib's, and GHC's is optimised whatever the program is. So the part of the
// stdlib that the program reaches is optimised, as at -O1, on its own: nothing of it is inlined into the program, made
// for its types, or changed because of its calls. A million insertions into a map take a sixth of the time (GHC -O0: a
// third).
//
// The part is what reaches no binding of the program's own. (The top handler around main does.) What the program
// mentions of it is exported, like the closures that the runtime knows: it stays, with its type.
#include "opt/library_part.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/fvs.h"

namespace gphc::opt {

using namespace core;

namespace {

class Splitter {
 public:
  explicit Splitter(Program &p) : p_(p) {}

  Program run() {
    std::vector<Var *> work;
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) {
        if (is_programs(b.var)) work.push_back(b.var);
        for (const Var *v : mentioned(b)) users_[v].push_back(b.var);
      }
    for (; !work.empty();) {
      Var *v = work.back();
      work.pop_back();
      if (!own_.insert(v).second) continue;
      for (Var *user : users_[v]) work.push_back(user);
    }
    Program library = p_;
    library.groups = {};
    library.rules = {};
    library.roots = {};
    library.exports = {};
    library.main = nullptr;
    Vec<Vec<Binding>> rest;
    for (Vec<Binding> &g : p_.groups) {
      Vec<Binding> theirs, ours;
      for (Binding &b : g) (own_.count(b.var) ? ours : theirs).push_back(b);
      if (!theirs.empty()) library.groups.push_back(theirs);
      if (!ours.empty()) rest.push_back(ours);
      for (Binding &b : ours)
        for (const Var *v : mentioned(b)) export_it(v);
    }
    p_.groups = rest;
    for (Var *v : p_.roots)
      if (!own_.count(v)) library.roots.push_back(v);
    // The program's rules wait for -O1; the rest has no use for the stdlib's.
    for (Rule *r : p_.rules)
      if (r->library && !own_.count(r->head)) library.rules.push_back(r);
      else forget(r);
    p_.rules = {};
    return library;
  }

 private:
  bool is_programs(const Var *v) const {
    return !v->module || v->module.str() == ":Main" ||
           std::find(p_.modules.begin(), p_.modules.end(), v->module) != p_.modules.end();
  }
  static VarSet mentioned(const Binding &b) {
    VarSet all;
    free_vars(b.rhs, &all, true);
    if (b.var->info && b.var->info->unfolding) free_vars(b.var->info->unfolding, &all, true);
    return all;
  }
  static void forget(Rule *r) {
    Vec<Rule *> left;
    for (Rule *x : info(r->head).rules)
      if (x != r) left.push_back(x);
    info(r->head).rules = left;
  }
  void export_it(const Var *v) {
    if (!own_.count(v) && is_top_level(v)) info(const_cast<Var *>(v)).is_exported = true;
  }
  Program &p_;
  std::unordered_map<const Var *, std::vector<Var *>> users_;
  std::unordered_set<const Var *> own_;
};

}  // namespace

Program split_library_part(Program *p) { return Splitter(*p).run(); }

void join_library_part(Program *p, const Program &library) {
  Vec<Vec<Binding>> all = library.groups;
  for (Vec<Binding> &g : p->groups) all.push_back(g);
  p->groups = all;
  p->rules = library.rules;
}

}  // namespace gphc::opt
