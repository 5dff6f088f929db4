// same_code.cc: of functions with the same code one stays, and stands for the others.
//
//   f_t_0: x = self[0]; eval x; update x             f_t_0 = g_t_3: x = self[0]; eval x; update x
//   f:     t = alloc f_t_0 {a}; return t     ==>     f = g:         t = alloc f_t_0 {a}; return t
//   g_t_3: x = self[0]; eval x; update x
//   g:     t = alloc g_t_3 {a}; return t
//
// Specialisation and inlining make copies, of which many come out the same again, with all the thunks in them: of
// public programs a sixth to a quarter of all code. What is not there takes no time to compile, and no room in the
// caches.
//
// Two functions are the same if they differ only in names, and what they refer to is the same or the same function, in
// this sense again: classes of functions whose text is the same but for references to functions are split until
// references at the same place lead to the same class. So functions of a recursion are found, too.
//
// Note [Whose name it is]
// ~~~~~~~~~~~~~~~~~~~~~~~
// A profile, a stack trace and a heap profile then say the name of the one that stays. So only functions whose source
// is the same are put together: the copies of one definition, and thunks within it. What a spark or an error says of
// its place is data that the code refers to, and must be equal. With -g everything keeps its own code.
//
// Note [The same code in every program]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// The object cache finds the stdlib's code by what it is and refers to (Note [Hashes in symbols] in
// backend/c/units.cc). If a function of List could stand for one of another top-level binding of List, it would depend
// on what else of List the program uses, and little would be found. So there only what belongs to one top-level binding
// is put together; in the program's own modules, what belongs to a module.
//
// Static objects stay as they are, but closures of functions that are put together, which nothing can write to; a CAF
// is an object of its own even if its code is another's. What the runtime or C knows by its name stays.
#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"
#include "support/check.h"

namespace gphc::low {
namespace {

// Goes through what a function is made of: numbers and bytes, and what it refers to. What becomes of these says
// Walker, who derives from it.
template <class Walker>
class Walk {
 public:
  void function(Function *f);

 private:
  const Function *fn_ = nullptr;

  Walker &walker() { return *static_cast<Walker *>(this); }
  void number(uint64_t n) { walker().number(n); }
  void bytes(std::string_view s) { walker().bytes(s); }
  void code(Function *&f) { walker().code(f); }
  void info(Info *&i) { walker().info(i); }
  void object(Static *&s) { walker().object(s); }

  void address(const void *p) { number(reinterpret_cast<uintptr_t>(p)); }
  void local(const Local *l) { number(l ? l->num : UINT64_MAX); }
  void locals(const Vec<Local *> &v) {
    number(v.size());
    for (const Local *l : v) local(l);
  }
  void info_or_none(Info *&i) {
    number(i != nullptr);
    if (i) info(i);
  }
  void operand(Operand &o);
  void operands(Vec<Operand> &v) {
    number(v.size());
    for (Operand &o : v) operand(o);
  }
  void callee(Callee &c);
  void block(Block &b) {
    number(b.size());
    for (Stmt *s : b) statement(s);
  }
  void label(const Label *l) {
    number(l->num), number(l->is_loop), number(l->is_short);
    locals(l->params);
  }
  void statement(Stmt *s);
};

template <class Walker>
void Walk<Walker>::operand(Operand &o) {
  number(uint64_t(o.kind)), number(uint64_t(o.ty));
  switch (o.kind) {
    case Operand::Kind::Local: local(o.local); break;
    case Operand::Kind::Int: number(uint64_t(o.i)); break;
    case Operand::Kind::Double:
    case Operand::Kind::Float: {
      uint64_t n;  // not the value: zeros differ, and what is not a number is itself
      memcpy(&n, &o.d, sizeof n);
      number(n);
      break;
    }
    case Operand::Kind::Closure:
      number(uint64_t(o.i));
      object(o.obj);
      break;
    case Operand::Kind::Info: info(o.info); break;
    case Operand::Kind::String:
      if (o.str->name.empty()) bytes(o.str->bytes);
      else address(o.str);
      break;
  }
}

template <class Walker>
void Walk<Walker>::callee(Callee &c) {
  number(uint64_t(c.kind));
  switch (c.kind) {
    case Callee::Kind::Known:
      number(c.fn->self != nullptr);
      code(c.fn);
      if (c.fn->self) operand(c.closure);
      break;
    case Callee::Kind::Unknown:
      number(c.evald);
      operand(c.closure);
      break;
    case Callee::Kind::Runtime:
      number(c.stub);
      bytes(c.symbol);
      break;
  }
}

template <class Walker>
void Walk<Walker>::statement(Stmt *s) {
  number(uint64_t(s->tag));
  switch (s->tag) {
    case Tag::Move: {
      SMove &m = cast<SMove>(s);
      local(m.dst), operand(m.src);
      break;
    }
    case Tag::Load: {
      SLoad &l = cast<SLoad>(s);
      local(l.dst), operand(l.base), number(uint64_t(l.ptr_tag)), number(l.index);
      break;
    }
    case Tag::Prim: {
      SPrim &p = cast<SPrim>(s);
      locals(p.dsts), address(p.op), operands(p.args);
      break;
    }
    case Tag::Unbox: {
      SUnbox &u = cast<SUnbox>(s);
      local(u.dst), operand(u.src), number(uint64_t(u.ptr_tag)), number(u.is_signed), number(u.small);
      break;
    }
    case Tag::Box: {
      SBox &b = cast<SBox>(s);
      local(b.dst), operand(b.src), info_or_none(b.info), number(b.is_signed), number(b.small);
      break;
    }
    case Tag::ConIndex: {
      SConIndex &c = cast<SConIndex>(s);
      local(c.dst), operand(c.x), number(uint64_t(c.where)), number(uint64_t(c.imm));
      break;
    }
    case Tag::Spark:  // its place: Note [Whose name it is]
      operand(cast<SSpark>(s).x), bytes(cast<SSpark>(s).loc.str()), bytes(fn_->info->shown);
      break;
    case Tag::Alloc:
      number(cast<SAlloc>(s).objects.size());
      for (Object &o : cast<SAlloc>(s).objects)
        local(o.dst), info(o.info), number(o.tag), operands(o.payload), number(o.offset);
      break;
    case Tag::HeapCheck: {
      SHeapCheck &h = cast<SHeapCheck>(s);
      number(h.words), locals(h.roots), locals(h.reloads);
      break;
    }
    case Tag::HeapBump: number(cast<SHeapBump>(s).words); break;
    case Tag::Eval: {
      SEval &e = cast<SEval>(s);
      local(e.x), number(e.obj != nullptr);
      if (e.obj) object(e.obj);
      locals(e.roots), locals(e.reloads);
      break;
    }
    case Tag::Call: {
      SCall &c = cast<SCall>(s);
      locals(c.dsts), callee(c.callee), operands(c.args), locals(c.roots), locals(c.reloads);
      break;
    }
    case Tag::TailCall: callee(cast<STailCall>(s).callee), operands(cast<STailCall>(s).args); break;
    case Tag::Foreign: {
      SForeign &f = cast<SForeign>(s);
      locals(f.dsts), address(f.call), operands(f.args);
      for (Rep r : f.arg_reps) number(uint64_t(r));
      locals(f.roots), locals(f.reloads);
      break;
    }
    case Tag::Return: operands(cast<SReturn>(s).values); break;
    case Tag::ReturnEval: operand(cast<SReturnEval>(s).x); break;
    case Tag::Enter: info_or_none(cast<SEnter>(s).info); break;
    case Tag::Update: info_or_none(cast<SUpdate>(s).info), operand(cast<SUpdate>(s).value); break;
    case Tag::UpdateEval: info_or_none(cast<SUpdateEval>(s).info), operand(cast<SUpdateEval>(s).x); break;
    case Tag::If: {
      SIf &i = cast<SIf>(s);
      number(uint64_t(i.test)), operand(i.x), operand(i.value), block(i.then), block(i.otherwise);
      break;
    }
    case Tag::Switch: {
      SSwitch &w = cast<SSwitch>(s);
      number(uint64_t(w.on)), operand(w.x), number(w.cases.size());
      for (SwitchCase &c : w.cases) {
        number(c.values.size());
        for (int64_t v : c.values) number(uint64_t(v));
        block(c.body);
      }
      number(w.has_default);
      if (w.has_default) block(w.otherwise);
      break;
    }
    case Tag::Join:
      block(cast<SJoin>(s).body);
      number(cast<SJoin>(s).joins.size());
      for (JoinBlock &j : cast<SJoin>(s).joins) label(j.label), block(j.body);
      break;
    case Tag::Goto: number(cast<SGoto>(s).label->num), operands(cast<SGoto>(s).args); break;
    case Tag::Loop: label(cast<SLoop>(s).label), block(cast<SLoop>(s).body); break;
    case Tag::Keep: operand(cast<SKeep>(s).x); break;
    case Tag::Stop: break;
  }
}

template <class Walker>
void Walk<Walker>::function(Function *f) {
  fn_ = f;
  number(uint64_t(f->kind)), number(f->locals.size());
  for (const Local *l : f->locals) number(uint64_t(l->ty)), number(l->ptr_index), number(uint64_t(l->from_self));
  locals(f->params), local(f->self);
  for (bool token : f->param_is_token) number(token);
  number(f->ret.size()), number(f->ret_tuple);
  for (Ty t : f->ret) number(uint64_t(t));
  number(f->huge), number(f->never_returns), number(f->may_gc), number(f->is_leaf), number(f->needs_check);
  number(f->max_roots), number(f->call_roots);
  block(f->body);
}

// What the code of an info table is, if it has any of its own: those of string literals share one piece.
Function *code_of(const Info *i) { return i->code && i->code->info == i ? i->code : nullptr; }

// The closure of a function without free variables, which is as constant as its code.
Function *function_of(const Static *s) {
  return s->info && s->info->kind == ObjKind::Fun && s->payload.empty() && !s->writable ? code_of(s->info) : nullptr;
}

// What a function is, but for the functions that it refers to, which are listed beside.
class Shape : public Walk<Shape> {
 public:
  std::string text;
  std::vector<Function *> refs;

  Shape(Function *f, bool whole_module) {
    const Info &i = *f->info;
    bytes(i.source), bytes(f->module.str());
    if (!whole_module) number(f->unit);
    number(uint64_t(i.kind)), number(i.tag), number(i.arity), number(i.con), number(i.home), number(i.ptrs);
    number(i.nptrs), number(i.arg_mask), number(i.nf), number(uint64_t(i.sel));
    function(f);
  }

  // The lengths of what follows are said before, so texts are equal only if all in them is.
  void number(uint64_t n) {
    for (; n >= 128; n >>= 7) text += char(n | 128);
    text += char(n);
  }
  void bytes(std::string_view s) {
    number(s.size());
    text += s;
  }
  void code(Function *&f) { refs.push_back(f); }
  void info(Info *&i) { refer(code_of(i), i); }
  void object(Static *&s) { refer(function_of(s), s); }

 private:
  void refer(Function *f, const void *itself) {
    number(f != nullptr);
    if (f) refs.push_back(f);
    else number(reinterpret_cast<uintptr_t>(itself));
  }
};

class Rename : public Walk<Rename> {
 public:
  std::unordered_map<const Function *, Function *> stays;   // of each that goes
  std::unordered_map<const Function *, Static *> closures;  // of those that stay

  Function *of(Function *f) const {
    auto at = stays.find(f);
    return at == stays.end() ? f : at->second;
  }
  void info(Info *&i) {
    if (Function *f = code_of(i)) i = of(f)->info;
  }
  void object(Static *&s) {
    Function *f = function_of(s);
    if (!f || !stays.count(f)) return;
    s = closures.at(of(f));
  }
  void number(uint64_t) {}
  void bytes(std::string_view) {}
  void code(Function *&f) { f = of(f); }
};

// The class of each function, by the partition that the head of this file describes. Few rounds are enough for code
// that is copied; one that needs more (a list of thousands of thunks, each of which makes the next) is left alone, or
// the time would be quadratic.
constexpr int kMostRounds = 40;
std::vector<uint32_t> classes(const std::vector<std::string> &texts, const std::vector<std::vector<uint32_t>> &refs) {
  std::vector<uint32_t> of(texts.size());
  std::unordered_map<std::string_view, uint32_t> by_text;
  for (size_t k = 0; k < texts.size(); k++) of[k] = by_text.try_emplace(texts[k], by_text.size()).first->second;
  size_t count = by_text.size();
  for (int round = 0; round < kMostRounds; round++) {
    std::map<std::vector<uint32_t>, uint32_t> by_refs;
    std::vector<uint32_t> next(of.size()), key;
    for (size_t k = 0; k < of.size(); k++) {
      key.assign(1, of[k]);
      for (uint32_t r : refs[k]) key.push_back(of[r]);
      next[k] = by_refs.try_emplace(key, by_refs.size()).first->second;
    }
    of.swap(next);
    if (by_refs.size() == count) return of;
    count = by_refs.size();
  }
  for (size_t k = 0; k < of.size(); k++) of[k] = uint32_t(k);
  return of;
}

template <class T, class Goes>
void drop(Vec<T> *v, Goes goes) {
  Vec<T> kept;
  for (const T &x : *v)
    if (!goes(x)) kept.push_back(x);
  *v = kept;
}

}  // namespace

void merge_same_code(Program *p) {
  std::unordered_set<Symbol> own(p->modules.begin(), p->modules.end());
  std::unordered_map<const Function *, Static *> closures;
  for (Static *s : p->statics)
    if (const Function *f = function_of(s)) closures[f] = s;
  std::unordered_set<const Function *> known_by_name;
  auto named = [&](const Static *s) {
    if (const Function *f = s ? function_of(s) : nullptr) known_by_name.insert(f);
  };
  named(p->main);
  for (const Static *s : p->known) named(s);
  for (const Program::Export &x : p->exports) named(x.closure);

  std::unordered_map<const Function *, uint32_t> index;
  for (size_t k = 0; k < p->functions.size(); k++) index[p->functions[k]] = uint32_t(k);
  std::vector<std::string> texts;
  std::vector<std::vector<uint32_t>> refs;
  for (size_t k = 0; k < p->functions.size(); k++) {
    Function *f = p->functions[k];
    refs.emplace_back();
    if (!f->info || code_of(f->info) != f || known_by_name.count(f)) {
      texts.push_back("alone " + std::to_string(k));
      continue;
    }
    Shape s(f, own.count(f->module) != 0);
    texts.push_back("shape " + s.text);
    for (const Function *r : s.refs) refs.back().push_back(index.at(r));
  }

  std::vector<uint32_t> of = classes(texts, refs);
  std::unordered_map<uint32_t, Function *> first;
  Rename r;
  for (size_t k = 0; k < p->functions.size(); k++) {
    Function *f = p->functions[k], *stays = first.try_emplace(of[k], f).first->second;
    if (stays != f) r.stays[f] = stays;
  }
  if (r.stays.empty()) return;
  for (const auto &x : closures)
    if (!r.stays.count(x.first)) r.closures.insert(x);
  // One that stays may have no closure, for lack of use: it takes that of one that goes.
  for (const auto &x : r.stays)
    if (auto at = closures.find(x.first); at != closures.end() && !r.closures.count(x.second)) {
      at->second->info = x.second->info;
      r.closures[x.second] = at->second;
    }
  std::unordered_set<const Static *> kept;
  for (const auto &x : r.closures) kept.insert(x.second);

  auto goes = [&](const Function *f) { return r.stays.count(f) != 0; };
  drop(&p->statics, [&](Static *s) { return function_of(s) && goes(function_of(s)) && !kept.count(s); });
  for (Static *s : p->statics) {
    if (s->info) r.info(s->info);
    for (Operand &o : s->payload) {
      if (o.kind == Operand::Kind::Closure) r.object(o.obj);
      if (o.kind == Operand::Kind::Info) r.info(o.info);
    }
  }
  drop(&p->infos, [&](Info *i) { return code_of(i) && goes(code_of(i)); });
  drop(&p->functions, [&](Function *f) { return goes(f); });
  for (Function *f : p->functions) r.function(f);
}

}  // namespace gphc::low
