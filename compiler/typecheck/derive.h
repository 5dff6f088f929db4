// derive.h: derived instances as source. For each deriving clause and standalone deriving declaration of a module,
// derive_instances builds an instance Decl whose methods are ordinary, already renamed bindings; the type checker finds
// the context, then checks the methods as if the user had written them.
//
// Contract with the type checker:
//  - Call derive_instances(m, convert) when the module's type and class declarations are checked (kinds, field types,
//    method types known; the declared instances of m need not be registered yet). It appends nothing: the caller pushes
//    each decl to m.instances.
//  - d.inst is complete but for context (when infer_context) and dfun; it has vars, args, cls, module, span, derived.
//    d.decl->inst == d.inst, d.decl->tvs == d.inst->vars, d.decl->body holds the methods (Bind::name.ent = method
//    selector), d.decl->head == nullptr.
//  - infer_context: start from the empty context for all derived instances of the program's current module, then
//    repeat: simplify each d.wanted (with the contexts so far) down to constraints on type variables (C a, C (f a)),
//    until nothing changes. What cannot be simplified (no instance for a field's type) is a NoInstance error at d.span:
//    "no instance for (Show (Int -> Int)) arising from the deriving of Show for Handler".
//  - !infer_context (standalone): the context is d.decl->context, to be converted; `wanted` only documents.
//  - via_newtype: d.decl->via_newtype and newtype_rep are set, body is empty; d.wanted is the class at the
//    representation type. The instance's superclasses must hold at the new type as usual.
#pragma once
#include <vector>

#include "syntax/ast.h"

namespace gphc {

struct DerivedInstance {
  Decl *decl = nullptr;
  Instance *inst = nullptr;
  TyCon *tycon = nullptr;  // the data type
  Span span;               // of the class in the deriving clause, or the standalone declaration's head
  Span declared;           // of the class in the deriving clause, or the whole standalone declaration
  bool infer_context = true;
  Vec<Pred> wanted;  // constraints on the fields' types, over inst->vars, not simplified, maybe repeated
};

// The type checker's conversion of a renamed type (used for the heads of standalone and multi-parameter derivings).
using ConvertType = const Type *(*)(HsType *);
std::vector<DerivedInstance> derive_instances(Module &m, ConvertType convert);

}  // namespace gphc
