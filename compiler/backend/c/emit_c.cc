// emit_c.cc: prints Low as C for gcc: functions, and what belongs to the whole program. Every decision has been taken;
// here is only how it is spelled with the macros of runtime/include/gph/codegen.h, and which declarations a unit needs.
// units.cc groups units to files and names their symbols.
#include "backend/c/emit_c.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "backend/c/writer.h"
#include "backend/foreign.h"
#include "support/check.h"

namespace gphc::backend_c {

void hash_units(std::vector<Unit> *units);  // units.cc

void Writer::function(const Function *f) {
  fn_ = f;
  file_ = lines_ && !debug_file(f).empty() ? c_string(debug_file(f)) : "";
  need_fn(f);
  Vec<Ty> tys = param_types(f);
  ArgLayout l = layout_args(tys, f->self != nullptr);
  // The check, with its out-of-line half. See GPH_STKCHK in codegen.h.
  StackCheck check = stack_check(f, f->locals.size() > kVeryManyLocals ? Frame::Huge : Frame::Small);
  bool huge = check.frame == Frame::Huge, big = check.frame == Frame::Big;
  std::string body = std::move(body_);
  body_.clear();
  indent_ = 1;
  std::string header;
  if (check.needed) {
    uint32_t mask = check_mask(f, tys, l);
    std::string args;
    for (size_t i = 0; i < tys.size(); i++)
      if (l.args[i].where != ArgPlace::Memory) args += ", " + local(f->params[i]);
    if (f->self) args += ", " + local(f->self);
    declare(f->name + "_fn_more", "__attribute__((cold)) " + prototype(f, "_fn_more"), f->unit, "fn");
    out_->checked.push_back(f->name + "_fn");
    header += std::string(huge  ? "GPH_MORE_HUGE_AS(A_"
                          : big ? "GPH_MORE_BIG_AS(A_"
                                : "GPH_MORE_AS(A_") +
              f->name + "_fn, " + std::to_string(mask) + ");\n";
    if (args.empty()) args = ", ";
    if (huge) line("GPH_STKCHK_HUGE(" + f->name + "_fn" + args + ");");
    else if (big) line("GPH_STKCHK_BIG(" + f->name + "_fn" + args + ");");
    else if (f->max_roots > 2)
      line("GPH_STKCHK_ROOTS(" + f->name + "_fn, " + std::to_string(f->max_roots) + args + ");");
    else line("GPH_STKCHK(" + f->name + "_fn" + args + ");");
    if (f->call_roots > 2) line("GPH_FRAME_OF(" + std::to_string(f->call_roots) + ");");
  }
  for (size_t i = 0; i < tys.size(); i++)
    if (l.args[i].where == ArgPlace::Memory)
      line(local(f->params[i]) + " = " + from_bits(tys[i], "R->args[" + std::to_string(l.args[i].index) + "]") + ";");
  indent_ = 0;
  block(f->body);
  std::string code = std::move(body_);
  // Only the locals that are mentioned.
  std::unordered_set<const Local *> in_signature;
  for (size_t i = 0; i < tys.size(); i++)
    if (l.args[i].where != ArgPlace::Memory) in_signature.insert(f->params[i]);
  if (f->self) in_signature.insert(f->self);
  std::string decls;
  for (Ty t : {Ty::Ptr, Ty::Int, Ty::Double, Ty::Float}) {
    std::string list;
    for (Local *v : f->locals) {
      Ty vt = v->ty == Ty::Word ? Ty::Ptr : v->ty;
      if (vt != t || in_signature.count(v) || !names_.count(v)) continue;
      list += (list.empty() ? "" : ", ") + local(v);
    }
    if (!list.empty()) decls += std::string("  ") + c_type(t) + " " + list + ";\n";
  }
  body_ = std::move(body);
  body_ += "\n" + header;
  if (!file_.empty()) body_ += "#line " + std::to_string(debug_line(f, 0)) + " " + file_ + "\n";
  body_ += prototype(f, "_fn") + " {\n" + decls + code + "}\n";
  if (needs_call_wrapper(f)) body_ += call_wrapper(f);
  names_.clear();
  file_.clear();
  fn_ = nullptr;
}

void Writer::program_constant(const EmitOptions &o) {
  const Program &p = prog_;
  std::string t = "const GphProgram gph_program = { " + (p.main ? static_ref(p.main) : "0");
  size_t n = 0;
#define KNOWN_CLOSURE(field, module, name) \
  t += ", " + (n < p.known.size() && p.known[n] ? static_ref(p.known[n]) : std::string("0")); \
  n++;
#include "gph/known_closures.def"
#undef KNOWN_CLOSURE
  t += ", " + c_string(p.main_module.str()) + ", " + c_string(o.rtsopts) + ", " +
       (o.with_rtsopts.empty() ? "0" : c_string(o.with_rtsopts)) + ", " + c_string(functions_text(p)) + ", " +
       std::to_string(p.exports.size()) + ", " + (o.lines ? "1" : "0") + ", " + (p.once ? "1" : "0") +
       ", GPH_ABI_HASH };\n";
  body_ += t;
}

// The info tables of constructors with their twins, stronger than the weak ones of other units: Note [Normal form] in
// abi.h. They have the same symbols.
void Writer::twins() {
  if (!prog_.marks_normal) return;
  for (const Info *i : prog_.infos) {
    if (i->kind != ObjKind::Con || i->nf == 0) continue;
    need_info(i);
    for (SharedDef &d : out_->shared)
      if (d.symbol == i->name + "_info") d.definition = info_def(i, true);
    out_->twins.push_back(i);
  }
}

// A function that C may call: a stub that leaves the closure to gph_export_enter (eval/stubs.S).
void Writer::exported(const Program::Export &x) {
  body_ += "const W " + export_closure(x) + " = " + static_ref(x.closure) + ";\n";
  body_ += "__asm__(" + c_string(export_stub(x)) + ");\n";
}

void Writer::finish() {
  out_->body = strings_text_ + shims_ + body_;
  std::unordered_set<int> seen;
  for (const Decl &d : out_->decls)
    if (seen.insert(d.unit).second) out_->refs.push_back(d.unit);
}

std::vector<Unit> emit(const Program &p, const EmitOptions &o) {
  // What belongs to each unit, in program order.
  struct Parts {
    std::vector<const Function *> functions;
    std::vector<const Static *> statics;
    std::vector<const StringLit *> strings;
    Symbol module;
  };
  std::map<uint32_t, Parts> parts;
  for (const Function *f : p.functions) {
    parts[f->unit].functions.push_back(f);
    parts[f->unit].module = f->module;
  }
  for (const Static *s : p.statics)
    if (s->module) {
      parts[s->unit].statics.push_back(s);
      parts[s->unit].module = s->module;
    }
  for (const StringLit *s : p.strings) {
    parts[s->unit].strings.push_back(s);
    parts[s->unit].module = s->module;
  }
  std::unordered_map<uint32_t, int> index;
  for (auto &[number, part] : parts) index.emplace(number, int(index.size()));
  // Info tables that something refers to: those of allocated and of static objects, and of what updates.
  std::unordered_set<const Info *> used;
  for (const Static *s : p.statics) used.insert(s->info);
  struct Scan {
    std::unordered_set<const Info *> *used;
    void block(const Block &b) {
      for (Stmt *s : b) {
        if (SAlloc *a = dyn_cast<SAlloc>(s))
          for (const Object &x : a->objects) used->insert(x.info);
        if (SEnter *e = dyn_cast<SEnter>(s)) used->insert(e->info);
        for_each_block(s, [&](Block &inner) { block(inner); });
      }
    }
  } scan{&used};
  for (const Function *f : p.functions) scan.block(f->body);
  std::vector<Unit> units(parts.size() + 1);
  size_t k = 0;
  for (auto &[number, part] : parts) {
    Unit &u = units[k++];
    u.module = part.module.string();
    u.name = !part.statics.empty()     ? part.statics[0]->name
             : !part.functions.empty() ? part.functions[0]->name
                                       : part.strings[0]->name;
    Writer w(p, index, &u, o.lines);
    u.number = number;
    u.functions = part.functions;
    u.statics = part.statics;
    u.strings = part.strings;
    for (const Function *f : part.functions)
      if (used.count(f->info)) {
        u.infos.push_back(f->info);
        w.info(f->info);
      }
    for (const Static *s : part.statics) w.static_object(s);
    for (const StringLit *s : part.strings) w.named_string(s);
    for (const Function *f : part.functions) {
      u.huge |= f->huge;
      w.function(f);
    }
    w.finish();
  }
  Unit &u = units.back();
  u.name = "program";
  u.module = p.main_module.string();
  Writer w(p, index, &u);
  for (const Program::Export &x : p.exports) w.exported(x);
  w.program_constant(o);
  w.twins();
  w.finish();
  hash_units(&units);
  return units;
}

}  // namespace gphc::backend_c
