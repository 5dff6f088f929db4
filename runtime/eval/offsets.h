// offsets.h: offsets of GphReg, GphSegment and GphThread fields, for stubs.S; eval/stack.c checks them against the structures.
#pragma once
// Bit 6 of the mask of a stack check: see GPH_MORE in codegen.h.
#define GPH_MORE_RUNS_ON 0x40
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
#define R_MASKED 97
#define R_CATCH_TOP 104
#define R_OWNER 112
#define R_RS_LIMIT 120
#define R_REM_FREE 128
#define R_REM_LIMIT 136
#define R_RET 144
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
#define REC_MASKED 28
