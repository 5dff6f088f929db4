// prim.h: conventions of the primitives (rows of compiler/core/primops.def with impl = Runtime):
//
//   W gph_prim_X(GphReg *R, arguments without the tokens)
//
// They run on the worker's stack, called through gph_rtcall with the light thread's context saved in R. First component
// of the result is returned, the others go to R->ret[1..]. A function that may collect keeps its value words on R->rs
// meanwhile (ROOT, UNROOT).
#pragma once
#include "gph/abi.h"
#include "heap/remember.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "eval/hooks.h"
#define ROOT(x) (*--R->rs = (x))
#define UNROOT(x) ((x) = *R->rs++)
