// stubs.S: the boundary between generated code (r15 = hp, r14 = rs, r13 = R, light stack) and the runtime (C, worker stack).
//
//   gph_enter(R)         C -> light thread: runs it until it leaves with R->status set
//   gph_rtcall           light thread -> C function on the worker stack, and back, or to the scheduler
//   gph_gc_stub, gph_update_slow, gph_box_slow, ...   the same with every register preserved
//   __morestack          moves a call to the next stack segment; also where a thread yields at a stack check
//   gph_..._body         where a thread goes on after a control primitive arranged its stack (eval/exception.c, prim/stm.c)
//
// Note [The resume frame]
// A light thread that is not running has, at its saved sp, four words: r12, rbx, rbp, return address. Whoever resumes it (gph_rtcall after
// its C function, gph_enter) reloads hp, rs, rsp from R, pops the three, and goes to the address with rax = the C function's result, or R->ret[0].
// C code redirects a thread by writing another such frame and changing R->sp.
#include "gph/returns.h"
#include "state/offsets.h"

// To compiled code, as it calls and returns. Note [Returns by jumps] in compiler/backend/llvm/returns.cc. ENTER: what is pushed is what `call` would push.
	.macro ENTER target:vararg
#if GPH_JUMP_RETURNS
	pushq	$98f
	jmp	\target
98:
#else
	call	\target
#endif
	.endm
	.macro RETURN
#if GPH_JUMP_RETURNS
	popq	%r11
	jmp	*%r11
#else
	ret
#endif
	.endm

	.text

// See Note [Private zones] in eval/blackhole.c. What has been allocated so far may be known to other HECs from here on: the zone begins anew, at
// hp; not in the middle of a block that is being allocated, whose objects lie above hp: there it ends.
	.macro BEGIN_ZONE tmp
#ifdef GPH_THREADED
	cmpb	$0, R_ZONES(%r13)
	je	99f
	movq	%r15, R_UPDATE_BASE(%r13)
	movq	R_ZONE_END(%r13), \tmp
	subq	%r15, \tmp
	movq	\tmp, R_UPDATE_SPAN(%r13)
99:
#endif
	.endm
	.macro END_ZONE
#ifdef GPH_THREADED
	cmpb	$0, R_ZONES(%r13)
	je	99f
	movq	$0, R_UPDATE_SPAN(%r13)
99:
#endif
	.endm
	// To \long if the thunk in rcx is updated the long way.
	.macro UNLESS_SHORT long
#ifdef GPH_THREADED
	movq	%rcx, %rdx
	subq	R_UPDATE_BASE(%r13), %rdx
	cmpq	R_UPDATE_SPAN(%r13), %rdx
#else
	cmpq	R_OLD_BASE(%r13), %rcx
#endif
	jae	\long
	.endm

	// The debug runtime: both stacks are in their halves of the segment, or in the reserves (Note [Frames and roots] in gph/codegen.h). rax becomes the segment.
	.macro WITHIN_BOUNDS
#ifdef GPH_DEBUG
	movq	R_SEG(%r13), %rax
	movq	SEG_RS_LIMIT(%rax), %rax
	subq	$GPH_ROOT_RESERVE, %rax
	cmpq	%rax, %r14
	jb	.Lbeyond
	movq	R_SEG(%r13), %rax
	movq	SEG_LIMIT(%rax), %rax
	subq	$GPH_STACK_RESERVE, %rax
	cmpq	%rax, %rsp
	jb	.Lbeyond
	movq	R_SEG(%r13), %rax
#endif
	.endm

	.macro ENTER_RTCALL
#ifdef GPH_DEBUG
	// From the worker's stack already: a C function that calls what is for compiled code. What it would save lies where the caller's frames are.
	movq	R_WSP(%r13), %rax
	subq	%rsp, %rax
	cmpq	$65536, %rax
	jb	gph_rtcall_nested
	WITHIN_BOUNDS
#endif
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	.endm

// W gph_rtcall(c, a1 .. a5): c(R, a1 .. a5) on the worker's stack.
	.globl	gph_rtcall
	.type	gph_rtcall, @function
	.p2align 4
gph_rtcall:
	.cfi_startproc
	.cfi_signal_frame
	ENTER_RTCALL
	movl	$1, %ebp
.Lrtcall:
	movq	%rsp, R_SP(%r13)
	movq	%r14, R_RS(%r13)
	movq	%r15, R_HP(%r13)
	END_ZONE
	movq	%rdi, %rax
	movq	%r13, %rdi
	movq	%rsp, %rbx			// for the unwinder, and to see below whether the thread goes on elsewhere
	.cfi_def_cfa rbx, 32
	.cfi_offset rbp, -16
	.cfi_offset rbx, -24
	.cfi_offset r12, -32
	movq	R_WSP(%r13), %rsp
	call	*%rax
	cmpq	$0, R_STATUS(%r13)
	jne	gph_leave
	cmpq	R_SP(%r13), %rbx
	jne	.Lresume
	movq	%rbx, %rsp
	movq	R_RS(%r13), %r14
	movq	R_HP(%r13), %r15
	testl	%ebp, %ebp
	je	1f
	BEGIN_ZONE %r11
1:	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	ret
	// A control primitive arranged the stack, or the thread was out: not by `ret`, which the processor would expect to go
	// to the caller. Where a catch#'s or atomically#'s body returns, it does go there, and is predicted.
.Lresume:
	.cfi_def_cfa rbx, 32
	movq	R_SP(%r13), %rsp
	movq	R_RS(%r13), %r14
	movq	R_HP(%r13), %r15
	BEGIN_ZONE %r11
	popq	%r12
	popq	%rbx
	.cfi_def_cfa rsp, 16
	popq	%rbp
	.cfi_def_cfa rsp, 8
	popq	%rcx
	.cfi_def_cfa rsp, 0
	.cfi_register rip, rcx
	jmp	*%rcx
	.cfi_endproc
	.size	gph_rtcall, .-gph_rtcall
// The same in the middle of a block that is being allocated: the zone does not begin anew.
	.type	gph_rtcall_middle, @function
	.p2align 4
gph_rtcall_middle:
	.cfi_startproc
	.cfi_signal_frame
	ENTER_RTCALL
	.cfi_adjust_cfa_offset 24
	xorl	%ebp, %ebp
	jmp	.Lrtcall
	.cfi_endproc
	.size	gph_rtcall_middle, .-gph_rtcall_middle
	.globl	gph_rtcall_end
gph_rtcall_end:
#ifdef GPH_DEBUG
.Lbeyond:
	movq	R_WSP(%r13), %rsp
	call	gph_rtcall_beyond
#endif

// void gph_enter(GphReg *R): called by the scheduler with R->sp, rs, hp, ret[0] set; returns when the thread has left.
	.globl	gph_enter
	.type	gph_enter, @function
	.p2align 4
gph_enter:
	.cfi_startproc
	pushq	%rbp
	.cfi_adjust_cfa_offset 8
	pushq	%rbx
	.cfi_adjust_cfa_offset 8
	pushq	%r12
	.cfi_adjust_cfa_offset 8
	pushq	%r13
	.cfi_adjust_cfa_offset 8
	pushq	%r14
	.cfi_adjust_cfa_offset 8
	pushq	%r15
	.cfi_adjust_cfa_offset 8
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	movq	%rsp, R_WSP(%rdi)
	movq	%rdi, %r13
	movq	R_RET(%r13), %rax
	jmp	.Lresume
gph_leave:
	movq	R_WSP(%r13), %rsp
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%r15
	.cfi_adjust_cfa_offset -8
	popq	%r14
	.cfi_adjust_cfa_offset -8
	popq	%r13
	.cfi_adjust_cfa_offset -8
	popq	%r12
	.cfi_adjust_cfa_offset -8
	popq	%rbx
	.cfi_adjust_cfa_offset -8
	popq	%rbp
	.cfi_adjust_cfa_offset -8
	// not by `ret`: what the processor would expect is where the thread last called from
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	.cfi_register rip, rcx
	jmp	*%rcx
	.cfi_endproc
	.size	gph_enter, .-gph_enter

	.macro SAVE_XMM
	subq	$256, %rsp
	.cfi_adjust_cfa_offset 256
	movups	%xmm0, (%rsp)
	movups	%xmm1, 16(%rsp)
	movups	%xmm2, 32(%rsp)
	movups	%xmm3, 48(%rsp)
	movups	%xmm4, 64(%rsp)
	movups	%xmm5, 80(%rsp)
	movups	%xmm6, 96(%rsp)
	movups	%xmm7, 112(%rsp)
	movups	%xmm8, 128(%rsp)
	movups	%xmm9, 144(%rsp)
	movups	%xmm10, 160(%rsp)
	movups	%xmm11, 176(%rsp)
	movups	%xmm12, 192(%rsp)
	movups	%xmm13, 208(%rsp)
	movups	%xmm14, 224(%rsp)
	movups	%xmm15, 240(%rsp)
	.endm
	.macro RESTORE_XMM
	movups	(%rsp), %xmm0
	movups	16(%rsp), %xmm1
	movups	32(%rsp), %xmm2
	movups	48(%rsp), %xmm3
	movups	64(%rsp), %xmm4
	movups	80(%rsp), %xmm5
	movups	96(%rsp), %xmm6
	movups	112(%rsp), %xmm7
	movups	128(%rsp), %xmm8
	movups	144(%rsp), %xmm9
	movups	160(%rsp), %xmm10
	movups	176(%rsp), %xmm11
	movups	192(%rsp), %xmm12
	movups	208(%rsp), %xmm13
	movups	224(%rsp), %xmm14
	movups	240(%rsp), %xmm15
	addq	$256, %rsp
	.cfi_adjust_cfa_offset -256
	.endm
	.macro PUSH1 r
	pushq	\r
	.cfi_adjust_cfa_offset 8
	.endm
	.macro POP1 r
	popq	\r
	.cfi_adjust_cfa_offset -8
	.endm
	.macro SAVE_GPR			// all caller-saved registers but rax
	PUSH1	%rcx
	PUSH1	%rdx
	PUSH1	%rsi
	PUSH1	%rdi
	PUSH1	%r8
	PUSH1	%r9
	PUSH1	%r10
	PUSH1	%r11
	.endm
	.macro RESTORE_GPR
	POP1	%r11
	POP1	%r10
	POP1	%r9
	POP1	%r8
	POP1	%rdi
	POP1	%rsi
	POP1	%rdx
	POP1	%rcx
	.endm

// Inline assembly in generated code: r11d = bytes wanted. Preserves everything but hp, rs.
	.globl	gph_gc_stub
	.type	gph_gc_stub, @function
	.p2align 4
gph_gc_stub:
	.cfi_startproc
	PUSH1	%rax
	SAVE_GPR
	SAVE_XMM
1:	movl	$gph_heap_check, %edi
	movl	256(%rsp), %esi			// r11d
	call	gph_rtcall
	.globl	gph_gc_stub_called
gph_gc_stub_called:
	cmpq	$1, %rax			// else the thread was out: look again
	jne	1b
	RESTORE_XMM
	RESTORE_GPR
	POP1	%rax
	ret
	.cfi_endproc
	.size	gph_gc_stub, .-gph_gc_stub

// Likewise for a check of no bytes, by the LLVM back end's polls: r11 is preserved, too.
	.globl	gph_poll_stub
	.type	gph_poll_stub, @function
	.p2align 4
gph_poll_stub:
	.cfi_startproc
	PUSH1	%rax
	SAVE_GPR
	SAVE_XMM
1:	movl	$gph_heap_check, %edi
	xorl	%esi, %esi
	call	gph_rtcall
	.globl	gph_poll_stub_called
gph_poll_stub_called:
	cmpq	$1, %rax
	jne	1b
	RESTORE_XMM
	RESTORE_GPR
	POP1	%rax
	ret
	.cfi_endproc
	.size	gph_poll_stub, .-gph_poll_stub

// void gph_safe_ccall(shim), gph_interruptible_ccall(shim), gph_unsafe_ccall(shim): arguments in R->args, result in R->ret[0].
	.globl	gph_safe_ccall, gph_interruptible_ccall, gph_unsafe_ccall
	.type	gph_safe_ccall, @function
	.type	gph_interruptible_ccall, @function
	.type	gph_unsafe_ccall, @function
gph_safe_ccall:
	movq	%rdi, %rsi
	movl	$gph_safe_ccall_c, %edi
	jmp	gph_rtcall
	.size	gph_safe_ccall, .-gph_safe_ccall
gph_interruptible_ccall:
	movq	%rdi, %rsi
	movl	$gph_interruptible_ccall_c, %edi
	jmp	gph_rtcall
	.size	gph_interruptible_ccall, .-gph_interruptible_ccall
// It may happen in the middle of a block.
gph_unsafe_ccall:
	movq	%rdi, %rsi
	movl	$gph_unsafe_ccall_c, %edi
	jmp	gph_rtcall_middle
	.size	gph_unsafe_ccall, .-gph_unsafe_ccall

// W f(a, b) -> c(R, a, b), every register but rax preserved.
	.macro PRESERVING name, c
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	SAVE_GPR
	SAVE_XMM
	movq	%rsi, %rdx
	movq	%rdi, %rsi
	movl	$\c, %edi
	call	gph_rtcall_middle
	RESTORE_XMM
	RESTORE_GPR
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm
// void f(a, b): likewise, rax preserved too. `done`: nothing is to do for an object with that info.
	.macro PRESERVING_VOID name, c, done=none
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	.ifnc	\done,none
	cmpq	$\done, (%rdi)
	jne	1f
	ret
1:
	.endif
	PUSH1	%rax
	SAVE_GPR
	SAVE_XMM
	movq	%rsi, %rdx
	movq	%rdi, %rsi
	movl	$\c, %edi
	call	gph_rtcall_middle
	RESTORE_XMM
	RESTORE_GPR
	POP1	%rax
	ret
	.cfi_endproc
	.size	\name, .-\name
	.endm

	PRESERVING gph_box_slow, gph_box_c
	// as gph_dirty_mutvar_c asks first; most stores are to one that has been stored to since the last collection
	PRESERVING_VOID gph_dirty_mutvar, gph_dirty_mutvar_c, gph_mutvar_dirty_info
	PRESERVING_VOID gph_dirty_array, gph_dirty_array_c
	PRESERVING_VOID gph_spark_wake, gph_spark_wake_c
	PRESERVING_VOID gph_spark_noted, gph_spark_noted_c
	PRESERVING_VOID gph_spark_watched, gph_spark_watched_c
	PRESERVING_VOID gph_spark_full, gph_spark_full_c
#ifdef GPH_TSAN_CODE
	PRESERVING_VOID gph_spark_at, gph_spark_at_c
#endif

#if defined(GPH_THREADED) && defined(GPH_DEBUG)
// --delay (base/delay.h): rax, r11 and flags are lost.
	.macro DELAY place
	cmpl	$0, gph_delaying
	je	9f
	PUSH1	%rdi
	PUSH1	%rsi
	movl	$\place, %edi
	call	gph_delay_stub
	POP1	%rsi
	POP1	%rdi
9:
	.endm
#else
	.macro DELAY place
	.endm
#endif

// gph_thunk_claim: rdi = a thunk, rsi = the info that it was entered by; rax = 0: it is the running thread's; 1: another HEC was faster. Every
// register but rax and r11 preserved. See Note [Claiming thunks] in blackhole.c.
#ifdef GPH_TSAN_CODE
	PRESERVING gph_thunk_claim, gph_thunk_claim_c
#else
	.globl	gph_thunk_claim
	.type	gph_thunk_claim, @function
	.p2align 4
gph_thunk_claim:
	.cfi_startproc
#ifdef GPH_THREADED
	DELAY	GPH_DELAY_ENTER
	cmpb	$2, R_EAGER(%r13)
	jne	3f
	cmpb	$0, R_ZONES(%r13)
	je	5f
	movq	%rdi, %rax
	subq	R_UPDATE_BASE(%r13), %rax
	cmpq	R_UPDATE_SPAN(%r13), %rax
#ifdef GPH_DEBUG
	jae	4f
	cmpq	%rsi, (%rdi)
	je	3f
	ud2
4:
#else
	jb	3f				// nobody else knows it: Note [Private zones]
#endif
#ifdef GPH_DEBUG
	call	gph_zone_check
#endif
5:	movq	%rsi, %rax
	movl	$gph_whitehole_info, %r11d
	lock cmpxchgq	%r11, (%rdi)
	jne	2f
	DELAY	GPH_DELAY_CLAIMED
	movq	R_OWNER(%r13), %r11
	movq	%r11, 8(%rdi)
	DELAY	GPH_DELAY_OWNED
	movq	$gph_eager_blackhole_info, (%rdi)
	xorl	%eax, %eax
	ret
2:	movl	$1, %eax
	ret
3:
#endif
	movq	R_OWNER(%r13), %r11
	movq	%r11, 8(%rdi)
	movq	$gph_eager_blackhole_info, (%rdi)
	xorl	%eax, %eax
	ret
	.cfi_endproc
	.size	gph_thunk_claim, .-gph_thunk_claim
#endif

#if defined(GPH_THREADED) && defined(GPH_DEBUG)
// edi: a place; everything but rax and r11 preserved. Never collects and never blocks.
	.globl	gph_delay_stub
	.type	gph_delay_stub, @function
	.p2align 4
gph_delay_stub:
	.cfi_startproc
	SAVE_GPR
	SAVE_XMM
	movl	%edi, %esi
	movl	$gph_delay_c, %edi
	call	gph_rtcall
	RESTORE_XMM
	RESTORE_GPR
	ret
	.cfi_endproc
	.size	gph_delay_stub, .-gph_delay_stub
#endif

// W gph_update_slow(W self, W value): the thunk, whose update entry was popped, is black-holed lazily, static, or old, or several HECs claim lazily
// (R->update_base is 0). The result is what the caller returns: value, or that of the thread that was faster. The common cases here: nobody waits, and there is
// room in the remembered set.
// gph_update_slow is called; gph_update_slow_return is jumped to.
	.macro UPDATE_SLOW name, return
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
#ifdef GPH_TSAN_CODE
	jmp	.Llong\@				// by C, which ThreadSanitizer sees
#endif
	BEGIN_ZONE %rax
	cmpq	gph_young_base, %rdi
	jb	.Llong\@				// a CAF
	movq	(%rdi), %rax
	cmpq	$gph_blackhole_info, %rax
	jne	1f
	movq	R_OWNER(%r13), %rax
	cmpq	%rax, 8(%rdi)
	jne	.Llong\@
	movq	R_THREAD(%r13), %rax
	cmpq	$0, (%rax)			// attention
	jne	.Llong\@
	jmp	3f
1:	cmpq	$0, R_UPDATE_BASE(%r13)
	jne	3f
	// Nobody claimed it before its thread stopped. Whoever changes the info pointer first, by a claim or an update, has the thunk.
#ifdef GPH_THREADED
	movzbl	INFO_KIND(%rax), %ecx
	cmpl	$KIND_BLACK_HOLE, %ecx
	je	.Llong\@
	cmpl	$KIND_IND, %ecx
	je	.Llong\@
#ifdef GPH_DEBUG
	PUSH1	%rax
	DELAY	GPH_DELAY_SLOW
	POP1	%rax
#endif
	movl	$gph_whitehole_info, %ecx
	lock cmpxchgq	%rcx, (%rdi)
	jne	.Llong\@
#endif
3:	cmpq	R_OLD_BASE(%r13), %rdi
	jb	2f
	cmpq	R_OLD_BASE(%r13), %rsi
	jae	2f				// so is the value, or it is static or an immediate: nothing to remember
	cmpq	gph_young_base, %rsi
	jb	2f
	movq	R_REM_FREE(%r13), %rax
	cmpq	R_REM_LIMIT(%r13), %rax
	jae	4f
	movq	%rdi, (%rax)
	addq	$8, %rax
	movq	%rax, R_REM_FREE(%r13)
2:	movq	%rsi, 8(%rdi)
	movq	$gph_ind_info, (%rdi)
	movq	%rsi, %rax
	\return
4:	PUSH1	%rsi
	movq	%rsi, %rdx
	movq	%rdi, %rsi
	movl	$gph_update_owned_c, %edi
	call	gph_rtcall
	POP1	%rax
	\return
.Llong\@:
	// The C function answers 1: updated, go on with value; 0: self has a value, or will have one. It never collects.
	PUSH1	%rdi
	PUSH1	%rsi
	movq	%rsi, %rdx
	movq	%rdi, %rsi
	movl	$gph_update_c, %edi
	call	gph_rtcall
	POP1	%rsi
	POP1	%rdi
	testq	%rax, %rax
	je	5f
	movq	%rsi, %rax
	\return
5:	movq	(%rdi), %rax
	jmp	*(%rax)
	.cfi_endproc
	.size	\name, .-\name
	.endm
	UPDATE_SLOW gph_update_slow, ret
	UPDATE_SLOW gph_update_slow_return, RETURN

// W gph_update_return(W value): GPH_UPDATE of gph/codegen.h and the return, for code of the LLVM back end, which jumps here.
	.globl	gph_update_return
	.type	gph_update_return, @function
	.p2align 4
gph_update_return:
	.cfi_startproc
	movq	(%r14), %rcx
	movq	%rdi, %rax
	addq	$8, %r14
	andq	$-8, %rcx
	cmpq	$gph_blackhole_info, (%rcx)
	je	1f
	UNLESS_SHORT 1f
	movq	%rax, 8(%rcx)
	movq	$gph_ind_info, (%rcx)
	RETURN
1:	movq	%rcx, %rdi
	movq	%rax, %rsi
	jmp	gph_update_slow_return
	.cfi_endproc
	.size	gph_update_return, .-gph_update_return

// W gph_update_enter(W x): x needs evaluation, and its value is that of the thunk whose update entry is on top. See gph/codegen.h.
//
// Note [Indirections to thunks]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// The thunk A becomes an indirection to x, untagged, and x is entered in A's place. Whoever enters A meanwhile enters x (enter_ind). The update
// is the usual one: to claims, duplicates and waiting threads x is A's value.
// Only when x is a thunk that nobody has claimed yet: no chain of indirections leads from it, so that no cycle can arise (a claim, or the update
// entry that is left in the other case, shows that a thunk needs itself). Two HECs that claim lazily may make a cycle all the same, each one half;
// enter_ind and the collector look out for that.
// Not when x is entered at most once (ThunkOnce): it is not updated, and A would be the only one to know its value.
#ifndef GPH_TSAN_CODE				// then it is in eval/entry.c
	.globl	gph_update_enter
	.type	gph_update_enter, @function
	.p2align 4
gph_update_enter:
	.cfi_startproc
	movq	(%rdi), %rax
	movzbl	INFO_KIND(%rax), %ecx
	movl	$(1 << KIND_THUNK | 1 << KIND_THUNK_AP | 1 << KIND_THUNK_SEL | 1 << KIND_THUNK_STATIC), %edx
	btl	%ecx, %edx
	jnc	.Lkeep_entry
	movq	(%r14), %rcx
	andq	$-8, %rcx
	cmpq	%rcx, %rdi
	je	.Lkeep_entry			// it needs itself
	addq	$8, %r14
	cmpq	$gph_blackhole_info, (%rcx)
	je	1f
	UNLESS_SHORT 1f
	movq	%rdi, 8(%rcx)
	movq	$gph_ind_info, (%rcx)
	jmp	*(%rax)
1:	movq	%rdi, %rsi
	movq	%rcx, %rdi
	subq	$8, %rsp			// aligned, as at every call: compiled code saves vector registers
	.cfi_adjust_cfa_offset 8
	call	gph_update_slow
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	testb	$7, %al
	jnz	2f
	movq	%rax, %rdi			// x, as a rule
	movq	(%rdi), %rax
	jmp	*(%rax)
2:	RETURN
.Lkeep_entry:
	subq	$8, %rsp			// aligned
	.cfi_adjust_cfa_offset 8
	ENTER	*(%rax)
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	movq	%rax, %rdi
	jmp	gph_update_return
	.cfi_endproc
	.size	gph_update_enter, .-gph_update_enter
#endif

// ---- stack segments ------------------------------------------------------------------------------------------------
// Reached by `jmp` from f_more: r10 = f, r11d = mask of its arguments that are value words; the return address of f's caller is on top.
// The name lets gdb cross segments.
	.macro MORESTACK name, room, rsroom, minsize, grow	// rsroom: bytes of root stack that the check asks for
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
0:	movq	R_SEG(%r13), %rax
	pushq	%rcx
	.cfi_adjust_cfa_offset 8
	leaq	8-(\room)(%rsp), %rcx
	cmpq	SEG_LIMIT(%rax), %rcx
	jb	1f
	leaq	-\rsroom(%r14), %rcx
	cmpq	SEG_RS_LIMIT(%rax), %rcx
	jb	1f
	popq	%rcx
	.cfi_adjust_cfa_offset -8
	jmp	.Lyield				// no overflow: somebody asked for attention
	.cfi_adjust_cfa_offset 8
1:	popq	%rcx
	.cfi_adjust_cfa_offset -8
	WITHIN_BOUNDS
	movq	SEG_NEXT(%rax), %rax
	testq	%rax, %rax
	jz	4f
	.if \minsize
	cmpq	$\minsize, SEG_SIZE(%rax)
	jb	4f
	.endif
	movq	SEG_LIMIT(%rax), %r11
	cmpq	$-1, R_SPLIM(%r13)		// keep a pending request
	je	2f
	movq	%r11, R_SPLIM(%r13)
2:	movq	%rsp, SEG_PREV_SP(%rax)
	movq	%r14, SEG_PREV_RS(%rax)
	movq	%rax, R_SEG(%r13)
	movl	$1, SEG_DIRTY(%rax)
	movq	SEG_RS_TOP(%rax), %r14
	movq	SEG_RS_LIMIT(%rax), %r11
	movq	%r11, R_RS_LIMIT(%r13)
	movq	%rsp, %r11
	movq	SEG_CTL_TOP(%rax), %rsp
	subq	$16, %rsp
	movq	%r11, (%rsp)
	.cfi_escape 0x0f,5,0x77,0,0x06,0x23,8	// CFA = *(rsp) + 8
	ENTER	*%r10
	movq	R_SEG(%r13), %r11
	movq	(%rsp), %rsp
	.cfi_def_cfa rsp, 8
	movq	SEG_PREV_RS(%r11), %r14
	movq	SEG_PREV(%r11), %r11
	movq	%r11, R_SEG(%r13)
	movq	SEG_RS_LIMIT(%r11), %rcx
	movq	%rcx, R_RS_LIMIT(%r13)
	movl	$1, SEG_DIRTY(%r11)
	movq	SEG_LIMIT(%r11), %rcx
	cmpq	$-1, R_SPLIM(%r13)
	je	3f
	movq	%rcx, R_SPLIM(%r13)
3:	RETURN
4:	SAVE_ARGS
	movl	$\grow, %edi
	call	gph_rtcall
	testq	%rax, %rax
	jz	.Loverflow
	RESTORE_ARGS
	jmp	0b
	.cfi_endproc
	.size	\name, .-\name
	.endm
	.macro SAVE_ARGS			// memory, upwards: xmm0-7 (low halves), r11, r10, r9, r8, rcx, rdx, rsi, rdi
	PUSH1	%rdi
	PUSH1	%rsi
	PUSH1	%rdx
	PUSH1	%rcx
	PUSH1	%r8
	PUSH1	%r9
	PUSH1	%r10
	PUSH1	%r11
	subq	$64, %rsp
	.cfi_adjust_cfa_offset 64
	movq	%xmm0, (%rsp)
	movq	%xmm1, 8(%rsp)
	movq	%xmm2, 16(%rsp)
	movq	%xmm3, 24(%rsp)
	movq	%xmm4, 32(%rsp)
	movq	%xmm5, 40(%rsp)
	movq	%xmm6, 48(%rsp)
	movq	%xmm7, 56(%rsp)
	.endm
	.macro RESTORE_ARGS
	movq	(%rsp), %xmm0
	movq	8(%rsp), %xmm1
	movq	16(%rsp), %xmm2
	movq	24(%rsp), %xmm3
	movq	32(%rsp), %xmm4
	movq	40(%rsp), %xmm5
	movq	48(%rsp), %xmm6
	movq	56(%rsp), %xmm7
	addq	$64, %rsp
	.cfi_adjust_cfa_offset -64
	POP1	%r11
	POP1	%r10
	POP1	%r9
	POP1	%r8
	POP1	%rcx
	POP1	%rdx
	POP1	%rsi
	POP1	%rdi
	.endm

	// gcc may have placed the check after its pushes: the frame (at most 512 bytes; GPH_FRAME_MAX) is gone again here, and must be reckoned with.
	MORESTACK __morestack, GPH_FRAME_MAX + 128, 512, 0, gph_stack_grow_c
	MORESTACK __morestack_big, GPH_FRAME_MAX + 16512, 8192, GPH_SEGMENT_BIG, gph_stack_grow_big_c
	MORESTACK __morestack_huge, GPH_FRAME_MAX + 983168, 524288, 2097152, gph_stack_grow_huge_c

// The same for code of the LLVM back end: r10 = f, the mask is 16 bytes before f.
	.globl	gph_morestack_jump, gph_morestack_big_jump, gph_morestack_huge_jump
	.type	gph_morestack_jump, @function
	.type	gph_morestack_big_jump, @function
	.type	gph_morestack_huge_jump, @function
gph_morestack_jump:
	movl	-16(%r10), %r11d
	jmp	__morestack
	.size	gph_morestack_jump, .-gph_morestack_jump
gph_morestack_big_jump:
	movl	-16(%r10), %r11d
	jmp	__morestack_big
	.size	gph_morestack_big_jump, .-gph_morestack_big_jump
gph_morestack_huge_jump:
	movl	-16(%r10), %r11d
	jmp	__morestack_huge
	.size	gph_morestack_huge_jump, .-gph_morestack_huge_jump

// A request met at a stack check, or the end of the stack. The arguments that are value words become roots while the thread is out (gph_yield_save,
// eval/stack.c). Whoever goes on after an overflow (Note [Freezing] in eval/exception.c) checks again.
	.p2align 4
.Loverflow:
	.cfi_startproc
	.cfi_adjust_cfa_offset 128		// SAVE_ARGS
	movl	$gph_stack_overflow_c, %edi
	jmp	3f
	.cfi_adjust_cfa_offset -128
.Lyield:
	SAVE_ARGS
	movl	$gph_heap_check, %edi
3:	subq	$192, %rsp
	.cfi_adjust_cfa_offset 192
	PUSH1	%rdi
	PUSH1	%rdi				// aligned
	leaq	16(%rsp), %rsi
	movl	$gph_yield_save, %edi
	call	gph_rtcall
	movq	(%rsp), %rdi
	xorl	%esi, %esi
	call	gph_rtcall
	leaq	16(%rsp), %rsi
	movl	$gph_yield_restore, %edi
	call	gph_rtcall
	addq	$208, %rsp
	.cfi_adjust_cfa_offset -208
	RESTORE_ARGS
	testl	$0x80, %r11d
	jnz	1f
	jmp	*%r10
1:	movq	%rdi, %rax			// a thunk's code: it may be something else by now
	testb	$7, %dil
	jnz	2f
	movq	(%rdi), %r10
	jmp	*(%r10)
2:	RETURN
	.cfi_endproc

// ---- where control primitives make a thread go on (rsp = 16-byte aligned, at a GphRec) -----------------------------
// What runs above a record checks the stack: the function that ends in the primitive need not (compiler/low/effects.cc), and records may be nested without end.
// The first frame of a thread: runs the IO action on the root stack; ends the thread.
	.globl	gph_thread_start
	.p2align 4
gph_thread_start:
	.cfi_startproc
	.cfi_undefined rip
	movq	(%r14), %rsi
	addq	$8, %r14
	movl	$7, %edi
	ENTER	gph_ap1
	movq	%rax, %rsi
	movl	$gph_thread_finish_c, %edi
	call	gph_rtcall
	ud2
	.cfi_endproc
// A thread that C asked for: root stack closure, frame (an Int). See Note [Calls from C].
	.globl	gph_thread_start_entry
	.p2align 4
gph_thread_start_entry:
	.cfi_startproc
	.cfi_undefined rip
	movq	(%r14), %rdx
	movq	8(%r14), %rdi
	addq	$16, %r14
	movl	$7, %esi
	ENTER	gph_ap2
	movq	%rax, %rsi
	movl	$gph_thread_finish_c, %edi
	call	gph_rtcall
	ud2
	.cfi_endproc
// Note [Calls from C]
// The stub of a foreign export, or one that prim/callback.c made for a "wrapper" import, arrives here by a jump, as the C function that C called:
// r10 is the closure, or the stable pointer. The argument registers are stored to a frame on the C stack, whatever the C type; the closure's own code
// (Note [Entries from C] in compiler/desugar/foreign.cc) knows which of them count, and that the arguments on the stack begin at word 16 of
// the frame. The result comes back in word 0.
	.globl	gph_export_enter, gph_callback_enter
	.type	gph_export_enter, @function
	.type	gph_callback_enter, @function
	.p2align 4
gph_export_enter:
	.cfi_startproc
	movl	$gph_export_run, %r11d
	jmp	1f
	.p2align 4
gph_callback_enter:
	movl	$gph_callback_run, %r11d
1:	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	subq	$112, %rsp
	movq	%rdi, (%rsp)
	movq	%rsi, 8(%rsp)
	movq	%rdx, 16(%rsp)
	movq	%rcx, 24(%rsp)
	movq	%r8, 32(%rsp)
	movq	%r9, 40(%rsp)
	movsd	%xmm0, 48(%rsp)
	movsd	%xmm1, 56(%rsp)
	movsd	%xmm2, 64(%rsp)
	movsd	%xmm3, 72(%rsp)
	movsd	%xmm4, 80(%rsp)
	movsd	%xmm5, 88(%rsp)
	movsd	%xmm6, 96(%rsp)
	movsd	%xmm7, 104(%rsp)
	movq	%r10, %rdi
	movq	%rsp, %rsi
	call	*%r11
	movq	(%rsp), %rax
	movsd	(%rsp), %xmm0
	leave
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
	.size	gph_export_enter, .-gph_export_enter
// A spark thread: gph_spark_loop (eval/entry.c) evaluates sparks until there are none.
	.globl	gph_spark_start
	.p2align 4
gph_spark_start:
	.cfi_startproc
	.cfi_undefined rip
	call	gph_spark_loop
	movl	$7, %esi
	movl	$gph_thread_finish_c, %edi
	call	gph_rtcall
	ud2
	.cfi_endproc
// W gph_new_bytes(n): newByteArray#. A small one is taken from the allocation area here: every operation on large Integers makes one.
	.globl	gph_new_bytes
	.type	gph_new_bytes, @function
	.p2align 4
gph_new_bytes:
	.cfi_startproc
#ifndef GPH_TSAN_CODE				// which must see the object made
	cmpq	$2048, %rdi			// as an unsigned number: what is negative is not small, either
	ja	1f
	leaq	16 + 7(%rdi), %rcx
	andq	$-8, %rcx
	addq	%r15, %rcx
	cmpq	R_HPLIM(%r13), %rcx
	ja	1f
	movq	$gph_mutable_bytes_info, (%r15)
	movq	%rdi, 8(%r15)
	leaq	1(%r15), %rax
	movq	%rcx, %r15
	ret
1:
#endif
	movq	%rdi, %rsi
	movl	$gph_prim_NewByteArray, %edi
	jmp	gph_rtcall
	.cfi_endproc
	.size	gph_new_bytes, .-gph_new_bytes

// W gph_take_mvar(m), gph_read_mvar(m), gph_put_mvar(m, x): what gph_prim_TakeMVar and its like do where nobody has to
// wait or to be woken, and there is one HEC, so no lock (prim/mvar.c). Else those are called.
	.macro MVAR_OPERATION name
	.globl	\name
	.type	\name, @function
	.p2align 4
\name:
	.cfi_startproc
	cmpl	$1, gph_hecs_used
	jne	1f
	movq	%rdi, %rcx
	andq	$-8, %rcx
	movq	MVAR_VALUE(%rcx), %rax
	.endm
	.macro MVAR_OTHERWISE name, c
1:	movq	%rsi, %rdx
	movq	%rdi, %rsi
	movl	$\c, %edi
	jmp	gph_rtcall
	.cfi_endproc
	.size	\name, .-\name
	.endm
	MVAR_OPERATION gph_take_mvar
	testq	%rax, %rax
	je	1f
	testq	$~OBJECT_REMEMBERED, MVAR_WAITING(%rcx)	// somebody waits to put
	jne	1f
	movq	$MVAR_EMPTY, MVAR_VALUE(%rcx)
	ret
	MVAR_OTHERWISE gph_take_mvar, gph_prim_TakeMVar
	MVAR_OPERATION gph_read_mvar
	testq	%rax, %rax
	je	1f
	ret
	MVAR_OTHERWISE gph_read_mvar, gph_prim_ReadMVar
	MVAR_OPERATION gph_put_mvar
	testq	%rax, %rax
	jne	1f
	movq	MVAR_WAITING(%rcx), %rdx
	testq	$~OBJECT_REMEMBERED, %rdx
	jne	1f
	testq	%rdx, %rdx			// gph_dirty_object
	jne	2f
	cmpq	R_OLD_BASE(%r13), %rcx
	jae	1f
2:	movq	%rsi, MVAR_VALUE(%rcx)
	movl	$7, %eax
	ret
	MVAR_OTHERWISE gph_put_mvar, gph_prim_PutMVar

// W gph_catch(io, handler): catch#. What gph_prim_Catch does, without the worker's stack.
	.globl	gph_catch
	.type	gph_catch, @function
	.p2align 4
gph_catch:
	.cfi_startproc
	cmpb	$0, gph_strands_on
	jne	1f
	PUSH1	%rbp
	PUSH1	%rbx
	PUSH1	%r12
	subq	$32, %rsp
	.cfi_adjust_cfa_offset 32
	subq	$8, %r14
	movq	%rsi, (%r14)
	movq	R_CATCH_TOP(%r13), %rax
	movq	%rax, REC_PREV(%rsp)
	movq	%r14, REC_RS(%rsp)
	movq	R_SEG(%r13), %rax
	movq	%rax, REC_SEG(%rsp)
	movl	$KIND_CATCH, REC_KIND(%rsp)
	movzbl	R_MASKED(%r13), %eax
	movl	%eax, REC_MASKED(%rsp)
	movq	%rsp, R_CATCH_TOP(%r13)
	movq	%rdi, %rsi
	jmp	2f
1:	.cfi_def_cfa rsp, 8
	movq	%rsi, %rdx
	movq	%rdi, %rsi
	movl	$gph_prim_Catch, %edi
	jmp	gph_rtcall
	.cfi_endproc
	.size	gph_catch, .-gph_catch
// Its body: the IO action is on the root stack, above the handler.
	.globl	gph_catch_body
	.p2align 4
gph_catch_body:
	.cfi_startproc
	.cfi_def_cfa rsp, 64
	movq	(%r14), %rsi
	addq	$8, %r14
2:	movl	$7, %edi
	ENTER	gph_ap1_checked
	movq	(%rsp), %rcx
	movq	%rcx, R_CATCH_TOP(%r13)
	addq	$8, %r14			// the handler
	addq	$32, %rsp
	.cfi_def_cfa rsp, 32
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
// A handler: exception and handler on the root stack. Afterwards the masking state of the record is restored; where it
// is what the handler runs with anyway, the handler is called last: a loop that goes on from its handler, masked, takes
// no stack.
	.globl	gph_handler_body
	.p2align 4
gph_handler_body:
	.cfi_startproc
	.cfi_def_cfa rsp, 64
	movq	(%r14), %rdi
	movl	$7, %esi
	movq	8(%r14), %rdx
	addq	$16, %r14
	movl	REC_MASKED(%rsp), %ecx
	cmpb	%cl, R_MASKED(%r13)
	je	2f
	ENTER	gph_ap2_checked
	movl	REC_MASKED(%rsp), %esi
	movb	%sil, R_MASKED(%r13)
	testl	%esi, %esi
	jne	1f
	movq	R_THREAD(%r13), %rcx
	cmpq	$0, THREAD_PENDING(%rcx)
	je	1f
	subq	$8, %r14
	movq	%rax, (%r14)
	movl	$gph_mask_restore_c, %edi
	call	gph_rtcall
	movq	(%r14), %rax
	addq	$8, %r14
1:	addq	$32, %rsp
	.cfi_def_cfa rsp, 32
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	ret
2:	.cfi_def_cfa rsp, 64
	addq	$32, %rsp
	.cfi_def_cfa rsp, 32
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	jmp	gph_ap2_checked
	.cfi_endproc
// An operation that was cut off while it blocked: See Note [Doing it again] in exception.c. r12: the C function; root stack: its arguments. Below: the
// resume frame of the call that it replaces.
	.globl	gph_redo_body
	.p2align 4
gph_redo_body:
	.cfi_startproc
	.cfi_def_cfa rsp, 32
	movq	%r12, %rdi
	movq	(%r14), %rsi
	movq	8(%r14), %rdx
	addq	$16, %r14
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	jmp	gph_rtcall
	.cfi_endproc
// STM records: run the action on the root stack, then gph_stm_done_c decides (prim/stm.c).
	.globl	gph_stm_body
	.p2align 4
gph_stm_body:
	.cfi_startproc
	.cfi_def_cfa rsp, 64
	movq	(%r14), %rsi
	addq	$8, %r14
	movl	$7, %edi
	ENTER	gph_ap1_checked
	movq	%rax, %rsi
	movl	$gph_stm_done_c, %edi
	call	gph_rtcall			// leaves the record and its roots behind
	addq	$32, %rsp
	.cfi_def_cfa rsp, 32
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
// The second alternative of orElse, on the root stack, in its place.
	.globl	gph_second_body
	.p2align 4
gph_second_body:
	.cfi_startproc
	.cfi_def_cfa rsp, 64
	movq	(%r14), %rsi
	addq	$8, %r14
	movl	$7, %edi
	addq	$32, %rsp
	.cfi_def_cfa rsp, 32
	popq	%r12
	popq	%rbx
	popq	%rbp
	.cfi_def_cfa rsp, 8
	jmp	gph_ap1_checked
	.cfi_endproc
	.section .note.GNU-stack,"",@progbits
