// offsets.h: offsets of GphReg, GphSegment and GphThread fields, for stubs.S; eval/stack.c (of MVars, prim/mvar.c)
// checks them against the structures.
#pragma once
#define R_HPLIM 0
#define R_SPLIM 8
#define R_HP 16
#define R_RS 24
#define R_SEG 32
#define R_SP 40
#define R_WSP 48
#define R_STATUS 56
#define R_OLD_BASE 64
#define R_HEC 72
#define R_THREAD 80
#define R_EAGER 96
#define R_MASKED 97
#define R_ZONES 98
#define R_CATCH_TOP 104
#define R_OWNER 112
#define R_RS_LIMIT 120
#define R_REM_FREE 128
#define R_REM_LIMIT 136
#define R_UPDATE_BASE 144
#define R_UPDATE_SPAN 152
#define R_ZONE_END 160
#define R_RET 168
#define THREAD_PENDING 8
#define INFO_KIND 24
#define KIND_THUNK 3
#define KIND_THUNK_AP 5
#define KIND_THUNK_SEL 6
#define KIND_THUNK_STATIC 7
#define KIND_IND 8
#define KIND_BLACK_HOLE 9
// Places where the debug runtime waits, +RTS --delay=: base/delay.h
#define GPH_DELAY_ENTER 0
#define GPH_DELAY_CLAIMED 1
#define GPH_DELAY_OWNED 2
#define GPH_DELAY_SLOW 3
#define GPH_DELAY_HOLE 4
#define GPH_DELAY_IND 5
#define GPH_DELAY_SELECTOR 6
#define GPH_DELAY_AP 7
#define GPH_DELAY_FIELD 8
#define SEG_PREV_SP 0
#define SEG_PREV_RS 8
#define SEG_PREV 16
#define SEG_NEXT 24
#define SEG_LIMIT 32
#define SEG_CTL_TOP 40
#define SEG_RS_LIMIT 48
#define SEG_RS_TOP 56
#define SEG_DIRTY 64
#define SEG_SIZE 72
// prim/mvar.c; heap/remember.h
#define MVAR_VALUE 8
#define MVAR_WAITING 16
#define MVAR_EMPTY 0
#define OBJECT_REMEMBERED 1
#define REC_PREV 0
#define REC_RS 8
#define REC_SEG 16
#define REC_KIND 24  // and strands
#define REC_MASKED 28
#define KIND_CATCH 1
// Frames of functions with an ordinary check, and the least segment for one with GPH_STKCHK_BIG. Instrumented code
// (eval/tsan.S) spills more.
#ifdef GPH_TSAN_CODE
#define GPH_FRAME_MAX 4096
#define GPH_SEGMENT_BIG 131072
#else
#define GPH_FRAME_MAX 512
#define GPH_SEGMENT_BIG 65536
#endif
#define GPH_STACK_RESERVE (GPH_FRAME_MAX + 512)  // below a segment's limit: one unchecked frame, libm, the stubs
#define GPH_ROOT_RESERVE 512                     // below its rs_limit: what unchecked functions and stubs push
