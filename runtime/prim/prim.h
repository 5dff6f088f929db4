// prim.h: conventions of the primitives (rows of compiler/core/primops.def with impl = Runtime):
//
//   W gph_prim_X(GphReg *R, arguments without the tokens)
//
// They run on the worker's stack, called through gph_rtcall with the light thread's context saved in R. First component of the result is
// returned, the others go to R->ret[1..]. A function that may collect keeps its value words on R->rs meanwhile (ROOT, UNROOT).
#pragma once
#include "gph/abi.h"
#include "heap/remember.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "state/hecs.h"
#define ROOT(x) (*--R->rs = (x))
#define UNROOT(x) ((x) = *R->rs++)

// What blocks, for Note [Doing it again] in eval/exception.c: (R, value word, value word). Numbers are immediates.
#define GPH_NUMBER(n) ((W)(n) << 3 | 7)
#define GPH_NUMBER_OF(x) ((I)(x) >> 3)
W gph_prim_TakeMVar(GphReg *R, W v);
W gph_prim_ReadMVar(GphReg *R, W v);
W gph_prim_PutMVar(GphReg *R, W v, W x);
W gph_prim_KillThread(GphReg *R, W id, W exception);
W gph_prim_Delay(GphReg *R, I microseconds);
W gph_prim_WaitRead(GphReg *R, I fd);
W gph_prim_WaitWrite(GphReg *R, I fd);
W gph_redo_delay(GphReg *R, W microseconds);
W gph_redo_read(GphReg *R, W fd);
W gph_redo_write(GphReg *R, W fd);

// Stable pointers (stable.c), for calls from C. Neither uses R nor collects.
W gph_prim_DeRefStablePtr(GphReg *R, W p);
W gph_prim_FreeStablePtr(GphReg *R, W p);
