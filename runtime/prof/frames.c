// frames.c: gphc -g: the sizes of frames, from the tables for unwinding (.eh_frame, by its index .eh_frame_hdr), which
// generated code has with -g. What is understood is what gcc, LLVM and the assembler write for code that finds its
// frame by the stack pointer.
#define _GNU_SOURCE
#include "prof/frames.h"
#include "gph/abi.h"
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct {
  int32_t code, entry;  // from the index on
} Row;
// const after load
static const uint8_t *frame_index;
static const Row *rows;
static uint32_t rows_used;

static int find_index(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const uint8_t *p = (const uint8_t *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    static const uint8_t expected[] = {1, 0x1b, 0x03, 0x3b};  // offsets of four bytes, from here
    if (info->dlpi_phdr[i].p_type != PT_GNU_EH_FRAME || memcmp(p, expected, sizeof expected) != 0) continue;
    memcpy(&rows_used, p + 8, sizeof rows_used);
    rows = (const Row *)(p + 12);
    frame_index = p;
  }
  return 1;  // the program is the first
}
static void load(void) {
  if (gph_program.debug_info) dl_iterate_phdr(find_index, NULL);
}
void gph_frames_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

static uint32_t word32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, sizeof v);
  return v;
}
static uint64_t uleb(const uint8_t **p) {
  uint64_t v = 0;
  for (unsigned shift = 0;; shift += 7) {
    const uint8_t b = *(*p)++;
    if (shift < 64) v |= (uint64_t)(b & 0x7f) << shift;
    if (!(b & 0x80)) return v;
  }
}

enum { STACK_POINTER = 7 };
typedef struct {
  uint64_t reg, offset;
} Cfa;
// Goes through the instructions up to `pc`; false: there is one that is not understood.
static bool run(const uint8_t *p, const uint8_t *end, uintptr_t at, uintptr_t pc, Cfa *cfa) {
  Cfa saved[4];
  uint32_t depth = 0;
  while (p < end) {
    const uint8_t op = *p++;
    uintptr_t by = 0;
    switch (op >> 6) {
      case 1: by = op & 0x3f; break;  // advance
      case 2: uleb(&p); continue;     // a register is saved
      case 3: continue;               // ... and restored
      default:
        switch (op) {
          case 0x00: continue;
          case 0x02: by = *p++; break;
          case 0x03:
            by = p[0] | (uintptr_t)p[1] << 8;
            p += 2;
            break;
          case 0x04:
            by = word32(p);
            p += 4;
            break;
          case 0x05:            // register, number
          case 0x09: uleb(&p);  // fall through
          case 0x06:            // register
          case 0x07:
          case 0x08:
          case 0x2e: uleb(&p); continue;
          case 0x0a:
            if (depth == sizeof saved / sizeof *saved) return false;
            saved[depth++] = *cfa;
            continue;
          case 0x0b:
            if (depth == 0) return false;
            *cfa = saved[--depth];
            continue;
          case 0x0c:
            cfa->reg = uleb(&p);
            cfa->offset = uleb(&p);
            continue;
          case 0x0d: cfa->reg = uleb(&p); continue;
          case 0x0e: cfa->offset = uleb(&p); continue;
          default: return false;
        }
    }
    at += by;
    if (at > pc) return true;
  }
  return true;
}

uint32_t gph_frame_bytes(uintptr_t return_address) {
  const uintptr_t pc = return_address - 1;
  uint32_t lo = 0, hi = rows_used;  // rows[lo - 1]: the last that starts at pc or before it
  while (lo < hi) {
    const uint32_t mid = (lo + hi) / 2;
    if ((uintptr_t)(frame_index + rows[mid].code) <= pc) lo = mid + 1;
    else hi = mid;
  }
  if (lo == 0) return 0;
  const uint8_t *fde = frame_index + rows[lo - 1].entry, *end = fde + 4 + word32(fde);
  const uint8_t *cie = fde + 4 - word32(fde + 4), *cie_end = cie + 4 + word32(cie);
  const uintptr_t start = (uintptr_t)(frame_index + rows[lo - 1].code);
  if (pc - start >= word32(fde + 12)) return 0;
  const char *kind = (const char *)cie + 9;
  if (cie[8] != 1 || kind[0] != 'z' || kind[1] != 'R' || (kind[2] && (kind[2] != 'S' || kind[3]))) return 0;
  const uint8_t *p = cie + 9 + strlen(kind) + 1;
  const uint64_t unit = uleb(&p);
  uleb(&p);  // units of what is saved
  p++;       // the return address's column
  uint64_t n = uleb(&p);
  if (unit != 1 || n != 1 || *p != 0x1b) return 0;
  Cfa cfa = {0, 0};
  if (!run(p + n, cie_end, start, UINTPTR_MAX, &cfa)) return 0;
  p = fde + 16;
  n = uleb(&p);
  if (!run(p + n, end, start, pc, &cfa)) return 0;
  return cfa.reg == STACK_POINTER && cfa.offset % 8 == 0 && cfa.offset < 1 << 20 ? (uint32_t)cfa.offset : 0;
}
