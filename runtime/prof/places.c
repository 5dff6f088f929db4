// places.c: gphc -g: where in the source a return address stands, inlined functions apart.
//
// The table of lines in the executable (.debug_line, DWARF 2 to 5) has for each instruction a column: that of a call is
// a number, and GphProgram::functions says which place of the function has it (Note [Columns are places] in
// compiler/low/places.cc). Of the table only what is in such a function and has such a column is kept. It is read when
// the first stack is printed.
#define _GNU_SOURCE
#include "prof/places.h"
#include "gph/abi.h"
#include "prof/symbols.h"
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// the number of a place in the function of that name, of `base` bytes
typedef struct {
  const char *name;
  uint32_t base, number, length;
  bool own;
  GphPlace *chain;
} Entry;
typedef struct {
  uintptr_t start, end;
  const Entry *entry;
} Range;
// const after load
static Entry *entries;
static Range *ranges;
static uint32_t entries_used, ranges_used, ranges_room;

static int compare_entries(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  int c = memcmp(x->name, y->name, x->base < y->base ? x->base : y->base);
  if (c == 0) c = x->base < y->base ? -1 : x->base > y->base;
  return c ? c : x->number < y->number ? -1 : x->number > y->number;
}
static int compare_ranges(const void *a, const void *b) {
  const Range *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}

// Ends the field at *p, and goes behind it. *last: a newline ended it.
static char *field(char **p, bool *last) {
  char *const text = *p, *end = text + strcspn(text, "\t\n");
  *last = *end != '\t';
  *p = *end ? end + 1 : end;
  *end = 0;
  return text;
}

static void load_entries(void) {
  const char *text = gph_program.functions;
  while (text && *text && *text != '\n') text = strchr(text, '\n') + 1;
  if (!text || !*text) return;
  char *p = strdup(text + 1);
  size_t lines = 0, tabs = 0;
  for (const char *q = p; q && *q; q++) {
    lines += *q == '\n';
    tabs += *q == '\t';
  }
  entries = calloc(lines + 1, sizeof *entries);
  GphPlace *next = calloc(tabs / 3 + 1, sizeof *next);
  if (!p || !entries || !next) return;
  while (*p) {
    bool last;
    const char *name = field(&p, &last);
    Entry *e = &entries[entries_used++];
    *e = (Entry){.name = name, .base = (uint32_t)strlen(name), .chain = next};
    e->number = (uint32_t)strtoul(field(&p, &last), NULL, 10);
    e->own = *field(&p, &last) == '1';
    while (!last) {
      next->function = gph_source_name(field(&p, &last));
      next->local = gph_source_name(field(&p, &last));
      next->place = field(&p, &last);
      next++;
      e->length++;
    }
  }
  qsort(entries, entries_used, sizeof *entries, compare_entries);
}

static void add_range(uintptr_t start, uintptr_t end, uint64_t column) {
  uintptr_t text, size;
  gph_symbols_text(&text, &size);
  if (column < 2 || column > UINT32_MAX || start >= end || start - text >= size) return;
  const uint32_t s = gph_symbol_at(start + 1);
  if (s == 0) return;
  Entry key = {.number = (uint32_t)column - 1};
  key.name = gph_symbol_code(s, &key.base);
  const Entry *e = bsearch(&key, entries, entries_used, sizeof *entries, compare_entries);
  if (!e) return;
  if (ranges_used == ranges_room) {
    const uint32_t room = ranges_room ? 2 * ranges_room : 1024;
    Range *more = realloc(ranges, room * sizeof *ranges);
    if (!more) return;
    ranges = more;
    ranges_room = room;
  }
  ranges[ranges_used++] = (Range){start, end, e};
}

// ---- DWARF ----------------------------------------------------------------------------------------------------------
typedef struct {
  const uint8_t *at, *end;
} Reader;
static uint64_t fixed(Reader *r, size_t bytes) {  // little endian
  uint64_t v = 0;
  if ((size_t)(r->end - r->at) < bytes) {
    r->at = r->end;
    return 0;
  }
  memcpy(&v, r->at, bytes);
  r->at += bytes;
  return v;
}
static uint64_t leb(Reader *r, bool is_signed) {
  uint64_t v = 0;
  unsigned shift = 0;
  uint8_t b = 0x80;
  while (r->at < r->end && b & 0x80) {
    b = *r->at++;
    if (shift < 64) v |= (uint64_t)(b & 0x7f) << shift;
    shift += 7;
  }
  if (is_signed && shift < 64 && b & 0x40) v |= ~(uint64_t)0 << shift;
  return v;
}

// The program of one unit, behind its header. lengths[i]: the operands of the standard operation i.
static void run_lines(Reader r, uint8_t min_length, uint8_t line_range, uint8_t first_special, const uint8_t *lengths) {
  uint64_t address = 0, column = 0, row_address = 0, row_column = 0;
  bool open = false;  // a row was made that ends where the next one begins
#define ROW() (open ? add_range(row_address, address, row_column) : (void)0, row_address = address, row_column = column)
  while (r.at < r.end) {
    const uint8_t op = *r.at++;
    if (op >= first_special) {
      address += (uint64_t)((op - first_special) / line_range) * min_length;
      ROW();
      open = true;
    } else if (op == 0) {  // extended
      const uint64_t n = leb(&r, false);
      if (n == 0 || n > (uint64_t)(r.end - r.at)) return;
      Reader x = {r.at, r.at + n};
      r.at += n;
      const uint8_t what = (uint8_t)fixed(&x, 1);
      if (what == 1) {  // end of sequence
        ROW();
        open = false;
        address = column = 0;
      } else if (what == 2) {
        address = fixed(&x, n - 1 < 8 ? n - 1 : 8);
      }
    } else if (op == 1) {  // a row
      ROW();
      open = true;
    } else if (op == 2) {
      address += leb(&r, false) * min_length;
    } else if (op == 5) {
      column = leb(&r, false);
    } else if (op == 8) {  // as the special operation 255, but for the row
      address += (uint64_t)((255 - first_special) / line_range) * min_length;
    } else if (op == 9) {
      address += fixed(&r, 2);
    } else {  // lines, files, flags
      for (uint8_t i = 0; i < lengths[op]; i++) leb(&r, false);
    }
  }
#undef ROW
}

static void read_lines(Reader r) {
  while (r.end - r.at > 4) {
    uint64_t size = fixed(&r, 4);
    const size_t offset = size == 0xffffffff ? 8 : 4;
    if (offset == 8) size = fixed(&r, 8);
    if (size > (uint64_t)(r.end - r.at)) return;
    Reader u = {r.at, r.at + size};
    r.at += size;
    const uint64_t version = fixed(&u, 2);
    if (version < 2 || version > 5) continue;
    if (version == 5) fixed(&u, 2);  // sizes of addresses and of segments
    const uint64_t header = fixed(&u, offset);
    if (header > (uint64_t)(u.end - u.at)) continue;
    Reader program = {u.at + header, u.end};
    const uint8_t min_length = (uint8_t)fixed(&u, 1);
    if (version >= 4) fixed(&u, 1);  // operations in an instruction
    fixed(&u, 2);                    // is_stmt, line_base
    const uint8_t line_range = (uint8_t)fixed(&u, 1), first_special = (uint8_t)fixed(&u, 1);
    uint8_t lengths[256] = {0};
    for (unsigned i = 1; i < first_special; i++) lengths[i] = (uint8_t)fixed(&u, 1);
    if (line_range && first_special) run_lines(program, min_length, line_range, first_special, lengths);
  }
}

static void load(void) {
  load_entries();
  if (entries_used == 0) return;
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0) return;
  const bool fits = fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof(Elf64_Ehdr);
  const size_t size = fits ? (size_t)st.st_size : 0;
  const uint8_t *file = fits ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (file == MAP_FAILED) return;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)file;
  if (memcmp(e->e_ident, ELFMAG, SELFMAG) == 0 && e->e_ident[EI_CLASS] == ELFCLASS64 && e->e_shoff <= size &&
      e->e_shnum <= (size - e->e_shoff) / sizeof(Elf64_Shdr) && e->e_shstrndx < e->e_shnum) {
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + e->e_shoff), *names = &sections[e->e_shstrndx];
    for (int i = 0; i < e->e_shnum; i++) {
      const Elf64_Shdr *s = &sections[i];
      static const char name[] = ".debug_line";
      if (names->sh_offset > size || names->sh_size > size - names->sh_offset ||
          s->sh_name > names->sh_size - sizeof name || memcmp(file + names->sh_offset + s->sh_name, name, sizeof name))
        continue;
      if (s->sh_type != SHT_PROGBITS || s->sh_flags & SHF_COMPRESSED || s->sh_offset > size ||
          s->sh_size > size - s->sh_offset)
        continue;
      read_lines((Reader){file + s->sh_offset, file + s->sh_offset + s->sh_size});
    }
  }
  munmap((void *)(uintptr_t)file, size);
  qsort(ranges, ranges_used, sizeof *ranges, compare_ranges);
}

uint32_t gph_places_at(uintptr_t return_address, uint32_t symbol, const GphPlace **chain, bool *own) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  const uintptr_t pc = return_address - 1;  // in the call
  uint32_t lo = 0, hi = ranges_used;        // ranges[lo - 1]: the last that starts at pc or before it
  while (lo < hi) {
    const uint32_t mid = (lo + hi) / 2;
    if (ranges[mid].start <= pc) lo = mid + 1;
    else hi = mid;
  }
  if (lo == 0 || pc >= ranges[lo - 1].end) return 0;
  const Entry *e = ranges[lo - 1].entry;
  uint32_t base;
  const char *name = gph_symbol_code(symbol, &base);
  if (base != e->base || memcmp(name, e->name, base) != 0) return 0;
  *chain = e->chain;
  *own = e->own;
  return e->length;
}
