// backtrace.c: which functions a light thread's stack goes back to: for reports (prof/phases.c, gc/retainers.c) and
// stack traces.
//
// Note [Reading a control stack]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A word of a control stack counts as a return address if it points behind a call in a Haskell function.
// Frames have no maps, so what a call left behind in a slot that a later frame has not written yet is taken for one,
// too. That is rare, and does no harm: what is reported was seen in many samples, as the innermost function or by a
// share of the time. Tail calls leave no frame: who jumped away is not seen.
// With -g a stack trace shows lines, and a wrong one would mislead. There frames have sizes (prof/frames.c): behind a
// return address the next one is where the frame ends, and what is between is not looked at. If what is there is none,
// or a size is not known (code of the runtime's), words are looked at one by one up to the next return address.
//    wrong alternative: unwinding by .eh_frame alone, which programs without -g do not have
#include "prof/backtrace.h"
#include "prof/frames.h"
#include "prof/hooks.h"
#include "prof/symbols.h"

#include <string.h>

enum { WORDS = 4096, NEAR_WORDS = 1024, OUTER_WORDS = 64 };  // looked at in a stack

// Behind a call: e8 and an offset, ff /2 with a register or an address in memory. Or behind a push of this very address
// (68 and its 32 bits) and a jump: Note [Returns by jumps] in compiler/backend/llvm/returns.cc.
static bool is_behind_call(const uint8_t *p) {
  if (p[-5] == 0xe8) return true;
  for (int n = 2; n <= 9; n++) {
    uint32_t pushed;
    memcpy(&pushed, p - n - 4, sizeof pushed);
    if (p[-n - 5] == 0x68 && pushed == (uintptr_t)p) return true;
  }
  for (int n = 2; n <= 7; n++)
    if (p[-n] == 0xff && (p[1 - n] & 0x38) == 0x10) {
      const int mod = p[1 - n] >> 6, rm = p[1 - n] & 7, sib = mod != 3 && rm == 4;
      const int offset = mod == 1 ? 1 : mod == 2 || (mod == 0 && rm == 5) ? 4 : 0;
      if (n == 2 + sib + offset) return true;
    }
  return false;
}

static bool is_return_address(uintptr_t word, uintptr_t text, uintptr_t size) {
  return word - text < size && word - text >= 16 && is_behind_call((const uint8_t *)word);
}

// From where on a stack is looked through. What a heap check or a poll saves is no frame, though a register may well
// hold the return address of something that has returned. sp may be anything: a handler takes it from a register.
static uintptr_t first_frame(uintptr_t sp, const GphSegment *seg) {
  if (!seg || sp <= (uintptr_t)seg || sp >= seg->ctl_top - GPH_STUB_SAVED) return sp;
  const uintptr_t back = ((const uintptr_t *)sp)[3];
  return back == (uintptr_t)gph_gc_stub_called || back == (uintptr_t)gph_poll_stub_called ? sp + GPH_STUB_SAVED : sp;
}

int gph_backtrace(const GphThread *t, uintptr_t sp, GphSegment *seg, uint32_t *codes, int room) {
  uintptr_t top = 0, text, size;
  gph_symbols_text(&text, &size);
  int words = 0, used = 0;
  sp = first_frame(sp, seg);
  GphSegment *const base = t->apart ? t->first.next : (GphSegment *)&t->first;
  for (; seg && sp; sp = seg->prev_sp, seg = seg->prev) {
    if (words > WORDS && seg != base) {  // a stack may have ten thousand: what is between is left out
      seg = base->next;
      continue;
    }
    for (const uintptr_t *p = (const uintptr_t *)sp; p < (const uintptr_t *)seg->ctl_top; p++) {
      if (words++ > WORDS) {  // of a deep recursion the outermost part, too
        const uintptr_t *outermost = (const uintptr_t *)seg->ctl_top - WORDS / 8;
        if (p < outermost) p = outermost;
      }
      const uint32_t code = is_return_address(*p, text, size) ? gph_symbol_at(*p) : 0;
      if (code == 0 || code == top) continue;
      top = code;
      bool there = false;
      for (int i = 0; i < used && !there; i++) there = codes[i] == code;
      if (!there && used < room) codes[used++] = code;
    }
  }
  return used;
}

uint32_t gph_return_addresses(uintptr_t *at, uint32_t n, uint32_t room, const GphThread *t, uintptr_t sp,
                              const GphSegment *seg) {
  uintptr_t text, size;
  gph_symbols_text(&text, &size);
  const GphSegment *const base = t->apart ? t->first.next : &t->first;
  int words = 0;
  sp = first_frame(sp, seg);
  for (; seg && sp > (uintptr_t)seg && sp < seg->ctl_top && n < room; sp = seg->prev_sp, seg = seg->prev)
    for (const uintptr_t *p = (const uintptr_t *)sp; p < (const uintptr_t *)seg->ctl_top && n < room; p++) {
      if (words++ == NEAR_WORDS) {
        const uintptr_t *outer = (const uintptr_t *)base->ctl_top - OUTER_WORDS;
        if (seg != base || p < outer) p = outer;
        seg = base;
      }
      if (!is_return_address(*p, text, size)) continue;
      if (n == 0 || at[n - 1] != *p) at[n++] = *p;
      // See Note [Reading a control stack].
      const uint32_t frame = gph_frame_bytes(*p) / sizeof *p;
      const uintptr_t *next = p + frame;
      if (frame == 0 || next >= (const uintptr_t *)seg->ctl_top || !is_return_address(*next, text, size)) continue;
      words += (int)frame - 1;
      if (words > NEAR_WORDS && words - (int)frame < NEAR_WORDS) words = NEAR_WORDS;
      p = next - 1;
    }
  return n;
}

uint32_t gph_backtrace_own(const uint32_t *codes, int n) {
  for (int i = 0; i < n; i++)
    if (gph_symbol_is_own(codes[i])) return codes[i];
  return n > 0 ? codes[0] : 0;
}
