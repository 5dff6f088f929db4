// returns.h: does compiled code return by jumps? Note [Returns by jumps] in compiler/backend/llvm/returns.cc.
// Also for the assembler.
#pragma once
#define GPH_JUMP_RETURNS 1
