// print.cc: Low as text (-ddump-low).
#include "low/low.h"

namespace gphc::low {
namespace {

std::string show(const Local *l) { return l->hint.string() + "." + std::to_string(l->num); }
std::string show(const Operand &o) {
  switch (o.kind) {
    case Operand::Kind::Local: return show(o.local);
    case Operand::Kind::Int: return o.ty == Ty::Ptr ? "imm " + std::to_string(o.i >> 3) : std::to_string(o.i);
    case Operand::Kind::Double:
    case Operand::Kind::Float: return std::to_string(o.d);
    case Operand::Kind::Closure: return "&" + o.obj->name + (o.i ? "+" + std::to_string(o.i) : "");
    case Operand::Kind::Info: return o.info->name;
    case Operand::Kind::String: return "string";
  }
  return "";
}
template <class T>
std::string list(const T &v) {
  std::string s;
  for (const auto &x : v) s += (s.empty() ? "" : ", ") + show(x);
  return s;
}
std::string show(const Callee &c) {
  switch (c.kind) {
    case Callee::Kind::Known: return c.fn->name + (c.fn->self ? " with " + show(c.closure) : "");
    case Callee::Kind::Unknown: return "unknown " + show(c.closure);
    case Callee::Kind::Runtime: return std::string(c.stub ? "stub " : "runtime ") + c.symbol;
  }
  return "";
}
std::string roots(const Vec<Local *> &v) { return v.empty() ? "" : "   roots " + list(v); }

void block(const Block &b, int in, std::string *out);
void statement(Stmt *s, int in, std::string *out) {
  std::string pad(size_t(in) * 2, ' ');
  std::string t;
  switch (s->tag) {
    case Tag::Move: t = show(cast<SMove>(s).dst) + " = " + show(cast<SMove>(s).src); break;
    case Tag::Load:
      t = show(cast<SLoad>(s).dst) + " = " + show(cast<SLoad>(s).base) + "[" + std::to_string(cast<SLoad>(s).index) +
          "]";
      break;
    case Tag::Prim:
      t = list(cast<SPrim>(s).dsts) + " = " + cast<SPrim>(s).op->name + " " + list(cast<SPrim>(s).args);
      break;
    case Tag::Unbox: t = show(cast<SUnbox>(s).dst) + " = unbox " + show(cast<SUnbox>(s).src); break;
    case Tag::Box: t = show(cast<SBox>(s).dst) + " = box " + show(cast<SBox>(s).src); break;
    case Tag::ConIndex: t = show(cast<SConIndex>(s).dst) + " = con index " + show(cast<SConIndex>(s).x); break;
    case Tag::Spark: t = "spark " + show(cast<SSpark>(s).x); break;
    case Tag::Alloc:
      for (const Object &o : cast<SAlloc>(s).objects)
        *out += pad + show(o.dst) + " = alloc hp[" + std::to_string(o.offset) + "] " + o.info->name + " {" +
                list(o.payload) + "}\n";
      return;
    case Tag::HeapCheck:
      t = "heapcheck " + std::to_string(cast<SHeapCheck>(s).words) + roots(cast<SHeapCheck>(s).roots);
      break;
    case Tag::HeapBump: t = "hp += " + std::to_string(cast<SHeapBump>(s).words); break;
    case Tag::Eval: t = "eval " + show(cast<SEval>(s).x) + roots(cast<SEval>(s).roots); break;
    case Tag::Call:
      t = list(cast<SCall>(s).dsts) + " = call " + show(cast<SCall>(s).callee) + " (" + list(cast<SCall>(s).args) +
          ")" + roots(cast<SCall>(s).roots);
      break;
    case Tag::TailCall:
      t = "jump " + show(cast<STailCall>(s).callee) + " (" + list(cast<STailCall>(s).args) + ")";
      break;
    case Tag::Foreign:
      t = list(cast<SForeign>(s).dsts) + " = foreign " + cast<SForeign>(s).call->symbol.string() + " (" +
          list(cast<SForeign>(s).args) + ")" + roots(cast<SForeign>(s).roots);
      break;
    case Tag::Return: t = "return " + list(cast<SReturn>(s).values); break;
    case Tag::ReturnEval: t = "return eval " + show(cast<SReturnEval>(s).x); break;
    case Tag::Enter: t = "enter"; break;
    case Tag::UpdateEval: t = "update eval " + show(cast<SUpdateEval>(s).x); break;
    case Tag::Update: t = "update " + show(cast<SUpdate>(s).value); break;
    case Tag::If: {
      const SIf &i = cast<SIf>(s);
      const char *names[] = {"bit", "equal", "tag", "con"};
      *out += pad + "if " + names[int(i.test)] + " " + show(i.x) + " " + show(i.value) + "\n";
      block(i.then, in + 1, out);
      *out += pad + "else\n";
      block(i.otherwise, in + 1, out);
      return;
    }
    case Tag::Switch: {
      const SSwitch &w = cast<SSwitch>(s);
      const char *names[] = {"raw", "tag", "index", "con"};
      *out += pad + "switch " + names[int(w.on)] + " " + show(w.x) + "\n";
      for (const SwitchCase &c : w.cases) {
        *out += pad + "case";
        for (int64_t v : c.values) *out += " " + std::to_string(v);
        *out += "\n";
        block(c.body, in + 1, out);
      }
      if (w.has_default) {
        *out += pad + "default\n";
        block(w.otherwise, in + 1, out);
      }
      return;
    }
    case Tag::Join: {
      const SJoin &j = cast<SJoin>(s);
      block(j.body, in, out);
      for (const JoinBlock &p : j.joins) {
        *out += pad + "label " + std::to_string(p.label->num) + " (" + list(p.label->params) + ")" +
                (p.label->is_loop ? " loop" : "") + "\n";
        block(p.body, in + 1, out);
      }
      return;
    }
    case Tag::Goto:
      t = "goto " + std::to_string(cast<SGoto>(s).label->num) + " (" + list(cast<SGoto>(s).args) + ")";
      break;
    case Tag::Loop:
      *out +=
          pad + "loop " + std::to_string(cast<SLoop>(s).label->num) + " (" + list(cast<SLoop>(s).label->params) + ")\n";
      block(cast<SLoop>(s).body, in + 1, out);
      return;
    case Tag::Keep: t = "keep " + show(cast<SKeep>(s).x); break;
    case Tag::Stop: t = "stop"; break;
  }
  *out += pad + t + "\n";
}
void block(const Block &b, int in, std::string *out) {
  for (Stmt *s : b) statement(s, in, out);
}

}  // namespace

void print_program(const Program &p, std::string *out) {
  for (const Function *f : p.functions) {
    *out += f->name + " (" + list(f->params) + ")";
    if (f->self) *out += " self " + show(f->self);
    *out += std::string(f->may_gc ? "" : " simple") + (f->needs_check ? " checks" : "") +
            (f->tree_recursive ? " tree" : "") + "\n";
    block(f->body, 1, out);
    *out += "\n";
  }
  for (const Static *s : p.statics)
    *out += "static " + s->name + " = " + s->info->name + " {" + list(s->payload) + "}\n";
}

}  // namespace gphc::low
