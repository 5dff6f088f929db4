// tsan.S: ThreadSanitizer for generated code (testsuite/sanitized GPHC thread-code DIR); empty in every other build.
//
// Note [Instrumented generated code]
// gcc -fsanitize=thread puts calls of __tsan_read8(address) and the like before accesses. These are C functions that may need much stack (a report), so
// they run on the worker's stack as every C function does: gph/codegen.h makes the calls of generated code calls of the functions here,
// which change stacks. That costs 16 bytes of a light stack, and a light stack's alignment does not matter. Registers: they are ordinary calls to gcc, which
// saves what it needs; r13 is R in all code that is instrumented with the pinned registers, and no such code runs on the worker's stack (the shims of
// foreign calls do, and are not instrumented: GPH_SHIM). Generated code is compiled with --param tsan-instrument-func-entry-exit=0: a tail call stays a jump,
// and a light thread that moves to another OS thread leaves nothing behind. So the stack of a report is that of the worker, and on top the place of the access.
#ifdef GPH_TSAN_CODE
#include "state/offsets.h"
	.text

	.macro ON_WORKER
	.cfi_startproc
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	.cfi_offset rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	movq	R_WSP(%r13), %rsp
	.endm
	.macro BACK
	leave
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
	.endm
	// A function that is told the place of the access.
	.macro WITH_PC name, reg
	.globl	gph_tsan_\name
	.type	gph_tsan_\name, @function
	.p2align 4
gph_tsan_\name:
	ON_WORKER
	movq	8(%rbp), %\reg
	call	__tsan_\name\()_pc
	BACK
	.size	gph_tsan_\name, .-gph_tsan_\name
	.endm
	// One that is not: it finds it as the caller in its shadow call stack.
	.macro WITHOUT_PC name, function
	.globl	gph_tsan_\name
	.type	gph_tsan_\name, @function
	.p2align 4
gph_tsan_\name:
	ON_WORKER
	pushq	%rdi
	pushq	%rsi
	pushq	%rdx
	pushq	%rcx
	pushq	%r8
	subq	$8, %rsp
	movq	8(%rbp), %rdi
	call	__tsan_func_entry
	addq	$8, %rsp
	popq	%r8
	popq	%rcx
	popq	%rdx
	popq	%rsi
	popq	%rdi
	call	\function
	pushq	%rax
	subq	$8, %rsp
	call	__tsan_func_exit
	movq	8(%rsp), %rax
	BACK
	.size	gph_tsan_\name, .-gph_tsan_\name
	.endm

	.irp	n, 1, 2, 4, 8, 16
	WITH_PC	read\n, rsi
	WITH_PC	write\n, rsi
	.endr
	.irp	n, 16
	WITHOUT_PC unaligned_read\n, __tsan_unaligned_read\n
	WITHOUT_PC unaligned_write\n, __tsan_unaligned_write\n
	.endr
	.irp	n, read_range, write_range, atomic_thread_fence
	WITHOUT_PC \n, __tsan_\n
	.endr
	.irp	n, 8, 16, 32, 64
	.irp	op, load, store, exchange, fetch_add, fetch_sub, fetch_and, fetch_or, fetch_xor, fetch_nand, compare_exchange_strong, compare_exchange_weak
	WITHOUT_PC atomic\n\()_\op, __tsan_atomic\n\()_\op
	.endr
	.endr
	.irp	n, memcpy, memmove, memset, memcmp
	WITHOUT_PC \n, \n
	.endr
#endif
	.section .note.GNU-stack,"",@progbits
