# Flags that single files of the runtime need. "Generated-style" files include gph/codegen.h: hp, rs and R are pinned registers there,
# and they are compiled as the C back end compiles its output.
# r12 is not preserved by calls of generated code: see Note [The LLVM convention] in compiler/backend/llvm/convention.cc.
RTS_PINNED = -DGPH_PINNED -O2 -mno-red-zone -fcall-used-r12 -fno-tree-slp-vectorize -fno-ipa-icf -fno-stack-protector -fcf-protection=none
RTS_EXTRA_eval/apply = $(RTS_PINNED)
RTS_EXTRA_eval/entry = $(RTS_PINNED)
RTS_EXTRA_eval/caf = $(RTS_PINNED)
RTS_EXTRA_sched/spark_push = $(RTS_PINNED)
RTS_EXTRA_eval/zones = $(RTS_PINNED)
# Those that are entered by jumps, and return to compiled code: Note [Returns by jumps] in compiler/backend/llvm/returns.cc. The others are called.
RTS_BY_JUMPS = $(if $(filter 1,$(shell sed -n 's/^\#define GPH_JUMP_RETURNS //p' runtime/include/gph/returns.h)),eval/apply eval/entry)
