// match_compile.cc: pattern matching to decision trees (Maranget, "Compiling Pattern Matching to Good Decision Trees",
// 2008), choosing always the column in which the first clause demands something first: from left to right as its
// pattern is written, which is the Report's order of evaluation (Note [Turns]). Nothing is tested twice on a path.
// Before, clauses on top of each other:
//
//     f []     _      = e1            case a of
//     f _      []     = e2      =>      []     -> e1
//     f (x:xs) (y:ys) = e3              x : xs -> case b of { [] -> e2; y : ys -> e3 }
//
// First every pattern is translated to a small pattern language (MPat, pattern.cc): boxed literals become constructor
// patterns over primitive literals, overloaded ones and strings become view patterns. Then the matrix of clauses is
// turned into a tree (grow), whose nodes may be shared; then the tree is written out as Core (match_emit.cc).
//
// Note [Turns]
// The fields of a record pattern are matched in the order of the text (Report, 3.17.2), C { y = [], x = 1 } tests y
// first, and each clause has its own order. So the columns stand in the order of the constructor's fields, and each
// cell has its turn in its row.
//
// Note [No code is copied]
// A clause that several leaves reach gets a join point with its variables as parameters. What follows the failure of a
// view pattern or of the whole match is one shared node, a nullary join point. A guarded clause continues, when its
// guards fail, with a tree specialised to what is known at its leaf; if there are several leaves, that would copy the
// guards, so the clauses are cut into segments after it (grow again): each segment's failure is the next segment,
// matched from the start. The same is done after each clause when the tree grows out of proportion. (The function of a
// view pattern, or the test of an overloaded literal, is written once for each place in the tree where the clause is
// still possible: these are calls, and the budget bounds them.)
//
// Note [Rows that fail]
// A test that rules out a row may be in a column that the Report matches only after another one, which nobody has
// tested yet:
//
//     f _    A = 1
//     f True B = 2
//     f _    C = 3            f undefined C is undefined, since the second clause wants to know whether it is True
//
// Such a row stays in the matrix as one that has failed, with the cells of earlier turns only, until it has evaluated
// what they ask for. Behind the last clause that can match it may go if the match fails there with an error: which one
// is all that could differ. The first tree, of which the warnings speak, is grown without these rows.
#include <algorithm>

#include "desugar/match_tree.h"

namespace gphc::desugar {

using namespace core;

static bool same_literal(const Literal &a, const Literal &b) { return a.tag == b.tag && a.i == b.i && a.d == b.d; }

CExpr Matcher::run(const Vec<Var *> &scruts, CExpr fail, const MatchInfo &info) {
  for (size_t i = 0; i < clauses_.size(); i++) {
    Row r;
    r.clause = i;
    std::vector<MPat *> ps;
    for (const Pat *p : clauses_[i].pats) ps.push_back(reader_.convert(p));
    for (size_t k = 0; k < ps.size(); k++) r.cells.push_back(simplify(r, ps[k], mk_var(scruts[k]), k));
    rows_.push_back(std::move(r));
    patterns_.push_back(std::move(ps));
  }
  scruts_ = scruts;
  std::vector<bool> cut(clauses_.size(), false);
  budget_ = 60 * int(clauses_.size()) + 400;
  std::vector<Tree *> segments = grow_segments(cut);
  bool too_big = budget_ <= 0;
  if (!too_big && info.kind != MatchKind::Quiet) warn(info);
  keep_failed_ = true;
  for (bool again = some_failed_;; again = false) {
    for (size_t i = 0; i < clauses_.size(); i++)
      if (!cut[i] && (too_big || (clauses_[i].rhs.can_fail && leaves_[i] > 1))) cut[i] = again = true;
    if (!again) break;
    budget_ = too_big || !some_failed_ ? 1 << 28 : 60 * int(clauses_.size()) + 400;
    segments = grow_segments(cut);
    too_big = too_big || budget_ <= 0;
  }
  return emit_all(segments, cut, fail);
}

// A cell, after taking away what needs no test.
Cell Matcher::simplify(Row &r, MPat *p, CExpr v, size_t turn) {
  for (;;) {
    if (!p) return {nullptr, v, turn};
    switch (p->tag) {
      case MTag::Wild: return {nullptr, v, turn};
      case MTag::Bind:
        r.bound.push_back({p->var, p->fn, v});
        p = p->sub;
        continue;
      case MTag::Cast:
        v = mk_cast(v, subst_type(p->type, r.tvs, r.tv_types));
        p = p->sub;
        continue;
      case MTag::Lazy: {
        Bound b;
        b.value = v;
        b.lazy = p->src;
        r.bound.push_back(b);
        return {nullptr, v, turn};
      }
      case MTag::Bang: {
        const MPat *s = p->sub;
        while (s && (s->tag == MTag::Bind || s->tag == MTag::Cast) && !s->fn) s = s->sub;
        if (s && (s->tag == MTag::Con || s->tag == MTag::Lit || s->tag == MTag::Bang)) {
          p = p->sub;
          continue;
        }
        return {p, v, turn};
      }
      case MTag::Con:
      case MTag::Lit:
      case MTag::View: return {p, v, turn};
    }
  }
}

Tree *Matcher::make(TTag tag) {
  Tree *t = new Tree;
  t->tag = tag;
  budget_--;
  return t;
}

Tree *Matcher::use(Tree *t) {
  t->uses++;
  return t;
}

std::vector<std::pair<size_t, size_t>> Matcher::ranges_of(const std::vector<bool> &cut) const {
  std::vector<std::pair<size_t, size_t>> ranges;
  size_t from = 0;
  for (size_t i = 0; i < rows_.size(); i++)
    if (cut[i] || i + 1 == rows_.size()) {
      ranges.push_back({from, i + 1});
      from = i + 1;
    }
  return ranges;
}

std::vector<Tree *> Matcher::grow_segments(const std::vector<bool> &cut) {
  leaves_.assign(clauses_.size(), 0);
  root_ = make(TTag::Fail);
  root_->uses = 0;
  covered_ = 0;
  witnesses_.clear();
  const std::vector<std::pair<size_t, size_t>> ranges = ranges_of(cut);
  std::vector<Tree *> segments(ranges.size());
  Tree *fail = root_;
  for (size_t k = ranges.size(); k-- > 0;) {
    std::vector<Row> rows(rows_.begin() + long(ranges[k].first), rows_.begin() + long(ranges[k].second));
    segments[k] = grow(std::move(rows), fail);
    falls_[ranges[k].second - 1] = fail;
    fail = segments[k];
  }
  return segments;
}

// Whether matching p evaluates anything: a primitive literal is compared with what is there.
static bool evaluates(const MPat *p) { return p && p->tag != MTag::Lit; }

// Whether matching p, a constructor pattern, evaluates the value and nothing in it.
static bool only_evaluates(const MPat *p) {
  for (const MPat *a : p->args) {
    while (a && a->tag == MTag::Bind && !a->fn) a = a->sub;
    if (a && a->tag != MTag::Wild && a->tag != MTag::Lit && a->tag != MTag::Lazy) return false;
  }
  return true;
}

// What remains of r after a test of column c has ruled it out; false: nothing. See Note [Rows that fail]
bool Matcher::fail_row(const Row &r, size_t c, Row *out) {
  bool any = false;
  for (const Cell &cell : r.cells) any = any || (evaluates(cell.pat) && cell.turn < r.cells[c].turn);
  some_failed_ = some_failed_ || any;
  if (!any || !keep_failed_) return false;
  *out = r;
  out->failed = true;
  for (Cell &cell : out->cells)
    if (cell.turn >= r.cells[c].turn) cell.pat = nullptr;
  return true;
}

// Rows lose their first one from the front (`from`): there may be thousands, and as many calls on the stack.
Tree *Matcher::grow(std::vector<Row> rows, Tree *fail, size_t from) {
  while (fail == root_ && rows.size() > from && rows.back().failed) rows.pop_back();
  auto is_done = [](const Row &r) {
    return std::none_of(r.cells.begin(), r.cells.end(), [](const Cell &cell) { return evaluates(cell.pat); });
  };
  while (from < rows.size() && rows[from].failed && is_done(rows[from])) from++;
  if (from == rows.size() || budget_ <= 0) {
    if (fail == root_ && from == rows.size()) {
      if (is_covered()) covered_++;
      else witness();
    }
    return use(fail);
  }
  const Row first = rows[from];
  size_t c = first.cells.size();
  for (size_t i = 0; i < first.cells.size(); i++)
    if (first.cells[i].pat && (c == first.cells.size() || first.cells[i].turn < first.cells[c].turn)) c = i;
  if (c == first.cells.size()) {
    Tree *t = make(TTag::Leaf);
    leaves_[first.clause]++;
    t->row = new Row(first);
    if (clauses_[first.clause].rhs.can_fail) t->fall = grow(std::move(rows), fail, from + 1);
    return t;
  }
  MPat *p = first.cells[c].pat;
  if (from > 0 && (p->tag != MTag::View || p->synonym)) {
    rows.erase(rows.begin(), rows.begin() + long(from));
    from = 0;
  }
  if (first.failed && p->tag == MTag::Con && only_evaluates(p) && !is_unlifted(expr_type(first.cells[c].value)) &&
      std::all_of(first.cells.begin(), first.cells.end(), [p](const Cell &x) { return !x.pat || x.pat == p; })) {
    Tree *t = make(TTag::Force);
    t->value = first.cells[c].value;
    rows[0].cells[c].pat = nullptr;
    t->yes = grow(std::move(rows), fail);
    return t;
  }
  switch (p->tag) {
    case MTag::Con:
    case MTag::Lit: return grow_switch(rows, c, fail);
    case MTag::Bang: {
      Tree *t = make(TTag::Force);
      t->value = first.cells[c].value;
      for (Row &r : rows)
        while (r.cells[c].pat && r.cells[c].pat->tag == MTag::Bang)
          r.cells[c] = simplify(r, r.cells[c].pat->sub, r.cells[c].value, r.cells[c].turn);
      t->yes = grow(std::move(rows), fail);
      return t;
    }
    default: break;
  }
  Tree *t = make(TTag::View);
  t->row = new Row(first);
  t->view = p;
  t->value = first.cells[c].value;
  t->result = mk_core_var("view", subst_type(p->type, first.tvs, first.tv_types));
  if (p->synonym) {
    t->rest = fail;
    t->yes = grow_synonym(std::move(rows), c, t->result, fail);
    return t;
  }
  t->rest = rows.size() == from + 1 ? fail : grow(std::move(rows), fail, from + 1);
  Row next = first;
  next.cells[c] = simplify(next, p->sub, mk_var(t->result), first.cells[c].turn);
  t->yes = grow({std::move(next)}, t->rest);
  return t;
}

// The matcher of a pattern synonym has been called on column c: the rows that use the synonym there go on with a
// column for its result, which the others do not look at. Then it is a test of Just or Nothing like any other.
Tree *Matcher::grow_synonym(std::vector<Row> rows, size_t c, Var *result, Tree *fail) {
  PatSyn *synonym = rows[0].cells[c].pat->synonym;
  CExpr value = rows[0].cells[c].value;
  for (Row &r : rows) {
    const Cell old = r.cells[c];
    bool same = old.pat && old.pat->tag == MTag::View && old.pat->synonym == synonym &&
                value_var(old.value) == value_var(value);
    r.cells[c] = same ? simplify(r, old.pat->sub, mk_var(result), old.turn) : Cell{nullptr, mk_var(result), old.turn};
    r.cells.insert(r.cells.begin() + long(c) + 1, same ? Cell{nullptr, old.value, old.turn} : old);
  }
  tested_[result] = {value_var(value), synonym};
  return grow(std::move(rows), fail);
}

Tree *Matcher::grow_switch(std::vector<Row> &rows, size_t c, Tree *fail) {
  Tree *t = make(TTag::Switch);
  CExpr value = rows[0].cells[c].value;
  t->value = value;
  bool lits = rows[0].cells[c].pat->tag == MTag::Lit;
  TyCon *tc = lits ? nullptr : rows[0].cells[c].pat->con->tycon;
  for (const Row &r : rows) {
    const MPat *p = r.cells[c].pat;
    if (!p || (p->tag != MTag::Con && p->tag != MTag::Lit)) continue;
    bool known = false;
    for (const Branch &b : t->branches) known = known || (lits ? same_literal(b.lit, p->lit) : b.con == p->con);
    if (known) continue;
    Branch b;
    b.con = p->con;
    b.lit = p->lit;
    if (!lits) name_fields(&b, p, r);
    t->branches.push_back(std::move(b));
  }
  // Specialised rows of each branch.
  for (Branch &b : t->branches) {
    std::vector<Row> next;
    for (const Row &r : rows) {
      const MPat *p = r.cells[c].pat;
      bool tested = p && (p->tag == MTag::Con || p->tag == MTag::Lit);
      if (tested && !(lits ? same_literal(b.lit, p->lit) : b.con == p->con)) {
        Row failed;
        if (fail_row(r, c, &failed)) next.push_back(specialise(failed, c, b, false));
        continue;
      }
      next.push_back(specialise(r, c, b, tested));
    }
    drop_columns(&next, c, b.con ? b.fields.size() - b.con->theta.size() : 0);
    path_.push_back({value, b.con, b.lit, b.fields, {}});
    b.tree = grow(std::move(next), fail);
    path_.pop_back();
  }
  bool all = tc && t->branches.size() == tc->cons.size();
  if (!all) {
    std::vector<Row> next;
    for (const Row &r : rows) {
      const MPat *p = r.cells[c].pat;
      Row failed;
      if (!p || (p->tag != MTag::Con && p->tag != MTag::Lit)) next.push_back(r);
      else if (fail_row(r, c, &failed)) next.push_back(std::move(failed));
    }
    Vec<DataCon *> excluded;
    for (const Branch &b : t->branches) excluded.push_back(b.con);
    path_.push_back({value, nullptr, {core::LitTag::Int}, {}, excluded});
    t->other = grow(std::move(next), fail);
    path_.pop_back();
  }
  std::sort(t->branches.begin(), t->branches.end(), [lits](const Branch &a, const Branch &b) {
    return lits ? a.lit.i < b.lit.i : a.con->index < b.con->index;
  });
  return t;
}

// Columns from `first` on, the tested one and those of `fields` fields, that no row tests any more: without this rows
// grow with every level of a pattern.
void Matcher::drop_columns(std::vector<Row> *rows, size_t first, size_t fields) {
  for (size_t k = first + fields + 1; k-- > first;) {
    bool tested = false;
    for (const Row &r : *rows) tested = tested || r.cells[k].pat;
    if (tested) continue;
    for (Row &r : *rows) r.cells.erase(r.cells.begin() + long(k));
  }
}

// Variables for the fields of a constructor: the pattern's own where they are plain.
void Matcher::name_fields(Branch *b, const MPat *p, const Row &r) {
  Vec<TyVar *> from = p->con->univ.clone();
  CTypes to;
  for (const Type *t : p->con_types) to.push_back(subst_type(t, r.tvs, r.tv_types));
  from.append(p->con->exist);
  b->ex_tvs = p->ex_tvs;
  for (TyVar *v : b->ex_tvs) to.push_back(mk_tvar(v));
  CTypes types = con_field_types(p->con);
  size_t dicts = p->con->theta.size();
  for (size_t i = 0; i < types.size(); i++) {
    const Type *t = subst_type(types[i], from, to);
    const MPat *a = i < dicts ? nullptr : p->args[i - dicts];
    while (a && a->tag == MTag::Bang) a = a->sub;
    if (i < dicts && i < p->ex_evs.size()) b->fields.push_back(p->ex_evs[i]);
    else if (a && a->tag == MTag::Bind && !a->fn && r.tvs.empty()) b->fields.push_back(a->var);
    else b->fields.push_back(mk_core_var(a && a->tag == MTag::Bind ? a->var->occ.str() : "ds", t));
  }
}

Row Matcher::specialise(const Row &r, size_t c, const Branch &b, bool tested) {
  Row n;
  n.clause = r.clause;
  n.failed = r.failed;
  n.bound = r.bound;
  n.tvs = r.tvs.clone();
  n.tv_types = r.tv_types.clone();
  const MPat *p = r.cells[c].pat;
  size_t turn = r.cells[c].turn;
  n.cells = r.cells;
  size_t dicts = b.con ? b.con->theta.size() : 0;
  if (tested && b.con) {
    for (size_t i = 0; i < p->ex_tvs.size(); i++)
      if (p->ex_tvs[i] != b.ex_tvs[i]) {
        n.tvs.push_back(p->ex_tvs[i]);
        n.tv_types.push_back(mk_tvar(b.ex_tvs[i]));
      }
    for (size_t i = 0; i < p->ex_evs.size(); i++) n.bound.push_back({p->ex_evs[i], nullptr, mk_var(b.fields[i])});
    if (p->ev_binds && !p->ev_binds->binds.empty()) {
      Bound e;
      e.evs = p->ev_binds;
      n.bound.push_back(e);
    }
  }
  // The fields take the turn of what they are fields of.
  size_t fields = b.fields.size() - dicts;
  for (Cell &cell : n.cells)
    if (cell.turn > turn) cell.turn += fields;
  std::vector<Cell> inner;
  for (size_t i = 0; i < fields; i++) inner.push_back({nullptr, mk_var(b.fields[dicts + i]), turn});
  if (tested) {
    std::vector<size_t> order(fields);
    for (size_t i = 0; i < fields; i++) order[i] = i;
    if (!p->turns.empty())
      std::stable_sort(order.begin(), order.end(), [p](size_t x, size_t y) { return p->turns[x] < p->turns[y]; });
    for (size_t k = 0; k < fields; k++)
      inner[order[k]] = simplify(n, p->args[order[k]], inner[order[k]].value, turn + k);
    n.cells[c].pat = nullptr;
  }
  n.cells.insert(n.cells.begin() + long(c), inner.begin(), inner.end());
  return n;
}

CExpr Desugarer::match(const Vec<Var *> &scruts, const Vec<Clause> &clauses, const Type *result, CExpr fail,
                       const MatchInfo &info) {
  Matcher m(*this, clauses, result);
  return m.run(scruts, fail, info);
}

CExpr Desugarer::match_one(Var *scrut, const Pat *pat, CExpr body, const Type *result, CExpr fail,
                           const MatchInfo &info) {
  Vec<Clause> clauses;
  clauses.push_back({{const_cast<Pat *>(pat)}, {false, [body](CExpr) { return body; }}, pat->span});
  return match({scrut}, clauses, result, fail, info);
}

}  // namespace gphc::desugar
