# Flags that single files of the runtime need. "Generated-style" files include gph/codegen.h: hp, rs and R are pinned registers there,
# and they are compiled as the C back end compiles its output.
RTS_PINNED = -O2 -mno-red-zone -fno-tree-slp-vectorize -fno-ipa-icf -fno-stack-protector -fcf-protection=none
RTS_EXTRA_eval/apply = $(RTS_PINNED)
RTS_EXTRA_eval/entry = $(RTS_PINNED)
RTS_EXTRA_eval/caf = $(RTS_PINNED)
RTS_EXTRA_prim/array_copy = $(RTS_PINNED)
RTS_EXTRA_sched/spark_push = $(RTS_PINNED)
