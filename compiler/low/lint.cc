// lint.cc: checks Low: locals belong to the function, types of moved words agree (pointer words and raw words never
// mix), gotos are inside the scope of their label with the right number of arguments, objects have the words that their
// info says, every call has the arguments that its callee takes.
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {
namespace {

class Lint {
 public:
  Lint(const Function *f, std::vector<std::string> *out) : fn_(f), out_(out) {
    for (Local *l : f->locals) locals_.insert(l);
    block(f->body);
  }

 private:
  void problem(const std::string &what) { out_->push_back("in " + fn_->name + ": " + what); }
  void check(const Operand &o) {
    if (o.kind == Operand::Kind::Local && !locals_.count(o.local)) problem("foreign local " + o.local->hint.string());
  }
  void check(const Vec<Operand> &v) {
    for (const Operand &o : v) check(o);
  }
  void def(const Local *l) {
    if (!locals_.count(l)) problem("foreign local " + l->hint.string());
  }
  bool mixes(Ty a, Ty b) { return (a == Ty::Ptr) != (b == Ty::Ptr); }
  void callee(const Callee &c, size_t args) {
    if (c.kind == Callee::Kind::Known && c.fn->params.size() != args)
      problem("call of " + c.fn->name + " with " + std::to_string(args) + " arguments");
    if (c.kind == Callee::Kind::Unknown && (args == 0 || args > 5))
      problem("unknown call with " + std::to_string(args) + " arguments");
  }
  void block(const Block &b) {
    for (Stmt *s : b) statement(s);
  }
  void statement(Stmt *s) {
    switch (s->tag) {
      case Tag::Move:
        def(cast<SMove>(s).dst);
        check(cast<SMove>(s).src);
        if (cast<SMove>(s).src.kind == Operand::Kind::Local && mixes(cast<SMove>(s).dst->ty, cast<SMove>(s).src.ty))
          problem("move between a pointer and a raw word: " + cast<SMove>(s).dst->hint.string());
        break;
      case Tag::Load:
        def(cast<SLoad>(s).dst);
        check(cast<SLoad>(s).base);
        break;
      case Tag::Prim:
        for (Local *d : cast<SPrim>(s).dsts) def(d);
        check(cast<SPrim>(s).args);
        break;
      case Tag::ConIndex:
        def(cast<SConIndex>(s).dst);
        check(cast<SConIndex>(s).x);
        break;
      case Tag::Spark: check(cast<SSpark>(s).x); break;
      case Tag::Alloc:
        for (const Object &o : cast<SAlloc>(s).objects) {
          check(o.payload);
          const Info &i = *o.info;
          size_t want = i.ptrs + i.nptrs + (i.kind == ObjKind::Thunk || i.kind == ObjKind::ThunkOnce ? 1 : 0);
          bool fixed = i.kind == ObjKind::Con || i.kind == ObjKind::Fun || i.kind == ObjKind::Thunk ||
                       i.kind == ObjKind::ThunkOnce;
          if (fixed && o.payload.size() != want)
            problem("object of " + i.name + " with " + std::to_string(o.payload.size()) + " words");
          if (fixed && i.kind != ObjKind::Thunk && i.kind != ObjKind::ThunkOnce)
            for (size_t k = 0; k < o.payload.size(); k++)
              if ((k < i.ptrs) != (o.payload[k].ty == Ty::Ptr))
                problem("word " + std::to_string(k) + " of " + i.name + " is of the wrong kind");
        }
        break;
      case Tag::Call:
        check(cast<SCall>(s).args);
        callee(cast<SCall>(s).callee, cast<SCall>(s).args.size());
        break;
      case Tag::TailCall:
        check(cast<STailCall>(s).args);
        callee(cast<STailCall>(s).callee, cast<STailCall>(s).args.size());
        break;
      case Tag::Return:
        check(cast<SReturn>(s).values);
        if (cast<SReturn>(s).values.size() != fn_->ret.size())
          problem("return of " + std::to_string(cast<SReturn>(s).values.size()) + " values");
        break;
      case Tag::Goto: {
        SGoto &g = cast<SGoto>(s);
        if (!labels_.count(g.label)) problem("goto to a label out of scope");
        if (g.args.size() != g.label->params.size())
          problem("goto with " + std::to_string(g.args.size()) + " arguments");
        else
          for (size_t i = 0; i < g.args.size(); i++)
            if (g.args[i].kind == Operand::Kind::Local && mixes(g.args[i].ty, g.label->params[i]->ty))
              problem("goto mixes pointers and raw words: " + g.label->params[i]->hint.string());
        check(g.args);
        break;
      }
      case Tag::Join:
        for (JoinBlock &j : cast<SJoin>(s).joins) labels_.insert(j.label);
        break;
      case Tag::Loop: labels_.insert(cast<SLoop>(s).label); break;
      default: break;
    }
    for_each_block(s, [&](Block &b) { block(b); });
  }

  const Function *fn_;
  std::vector<std::string> *out_;
  std::unordered_set<const Local *> locals_;
  std::unordered_set<const Label *> labels_;
};

}  // namespace

std::vector<std::string> lint_program(const Program &p) {
  std::vector<std::string> out;
  for (const Function *f : p.functions) Lint(f, &out);
  return out;
}

}  // namespace gphc::low
