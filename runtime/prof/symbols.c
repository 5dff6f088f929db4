// symbols.c: the program's functions by the address of their code, for reports.
//
// The names are those of the executable's symbol table (Note [Names in C] in compiler/stg/stable_names.cc): code is
// Module_function_hash__local_n_fn, and a suffix may follow. Which are the program's own, and where they are defined,
// GphProgram says. A program without a symbol table (strip) has no functions here.
//
// Note [Slow paths without a name]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// The slow path of a poll (compiler/backend/llvm/function.cc) stands in a section of its own, and belongs to no symbol:
// a call of the runtime, loads, and a jump back into the function. So an address of the text that is in no symbol
// belongs to the function that the first jump behind it goes to.
#define _GNU_SOURCE
#include "prof/symbols.h"
#include "base/atomic.h"
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// `base` bytes of `symbol` come before _fn or _info; 0: not a Haskell function.
typedef struct {
  uintptr_t start, end;
  const char *symbol;
  uint32_t base;
} Code;
typedef struct {
  const char *symbol, *place;
  uint32_t base;
} Own;  // the place ends with the line
// by address; [0] is none. const after gph_symbols_load, as all here
static Code *codes;
static Own *owns;  // the functions of GphProgram.functions, by name
static uint32_t codes_used = 1, owns_used;
static const Own *main_own;  // the program's main; NULL: none
static uintptr_t text_start, text_end;
// by symbol; atomic: filled when they are asked for
static const char **symbol_names, **symbol_places;

#define MAIN "ZCMain_main_"  // :Main.main

static int by_address(const void *a, const void *b) {
  const Code *x = a, *y = b;
  return x->start < y->start ? -1 : x->start > y->start;
}
static int compare_names(const char *a, uint32_t n, const char *b, uint32_t m) {
  int c = memcmp(a, b, n < m ? n : m);
  return c ? c : n < m ? -1 : n > m;
}
static int by_name(const void *a, const void *b) {
  const Own *x = a, *y = b;
  return compare_names(x->symbol, x->base, y->symbol, y->base);
}

// The place of _fn in a symbol, behind which nothing or a suffix comes; 0: it is not there.
static uint32_t base_of(const char *symbol) {
  const char *last = NULL;
  for (const char *p = symbol; (p = strstr(p, "_fn")); p++)
    if (p[3] == 0 || p[3] == '.' || strcmp(p + 3, "_more") == 0) last = p;
  return last ? (uint32_t)(last - symbol) : 0;
}

static void load_own(void) {
  size_t lines = 0;
  // up to an empty line: behind it are places (prof/places.c)
  for (const char *p = gph_program.functions; p && *p && *p != '\n'; p = strchr(p, '\n') + 1) lines++;
  owns = calloc(lines + 1, sizeof *owns);
  if (!owns) return;
  for (const char *p = gph_program.functions; owns_used < lines;) {
    const char *tab = strchr(p, '\t'), *end = strchr(p, '\n');
    owns[owns_used++] = (Own){p, tab + 1, (uint32_t)(tab - p)};
    p = end + 1;
  }
  qsort(owns, owns_used, sizeof *owns, by_name);
  for (uint32_t k = 0; k < owns_used && !main_own; k++)
    if (strncmp(owns[k].symbol, MAIN, strlen(MAIN)) == 0 && !memmem(owns[k].symbol, owns[k].base, "__", 2))
      main_own = &owns[k];
}

static void load(void) {
  load_own();
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat st;
  if (fd < 0) return;
  if (fstat(fd, &st) != 0 || st.st_size < (off_t)sizeof(Elf64_Ehdr)) {
    close(fd);
    return;
  }
  const size_t size = (size_t)st.st_size;
  const char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (file == MAP_FAILED) return;
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)file;
  // programs are linked non-PIE: addresses are as they stand there
  if (memcmp(e->e_ident, ELFMAG, SELFMAG) != 0 || e->e_ident[EI_CLASS] != ELFCLASS64 || e->e_type != ET_EXEC) return;
  if (e->e_shoff > size || e->e_shnum > (size - e->e_shoff) / sizeof(Elf64_Shdr)) return;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + e->e_shoff), *table = NULL;
  for (int i = 0; i < e->e_shnum; i++)
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < e->e_shnum) table = &sections[i];
  if (!table || table->sh_offset > size || table->sh_size > size - table->sh_offset) return;
  const Elf64_Shdr *strings = &sections[table->sh_link];
  if (strings->sh_offset > size || strings->sh_size > size - strings->sh_offset) return;
  const Elf64_Sym *symbols = (const Elf64_Sym *)(file + table->sh_offset);
  const size_t n = table->sh_size / sizeof *symbols;
  codes = calloc(n + 1, sizeof *codes);
  symbol_names = calloc(n + 1, sizeof *symbol_names);
  symbol_places = calloc(n + 1, sizeof *symbol_places);
  if (!codes || !symbol_names || !symbol_places) return;
  for (size_t i = 0; i < n; i++) {
    const Elf64_Sym *s = &symbols[i];
    if (s->st_name >= strings->sh_size || s->st_value == 0) continue;
    const char *name = file + strings->sh_offset + s->st_name;
    if (ELF64_ST_TYPE(s->st_info) == STT_FUNC)
      codes[codes_used++] = (Code){s->st_value, s->st_value + s->st_size, name, base_of(name)};
  }
  qsort(codes + 1, codes_used - 1, sizeof *codes, by_address);
  for (int i = 0; i < e->e_shnum; i++)
    if (sections[i].sh_flags & SHF_EXECINSTR && codes_used > 1 && sections[i].sh_addr <= codes[codes_used / 2].start &&
        codes[codes_used / 2].start - sections[i].sh_addr < sections[i].sh_size) {
      text_start = sections[i].sh_addr;
      text_end = text_start + sections[i].sh_size;
    }
}

void gph_symbols_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

// The symbol that pc is in, behind its first byte; 0: none. (A pointer to a function is no return address.)
static uint32_t symbol_around(uintptr_t pc) {
  uint32_t lo = 0, hi = codes_used;  // the last that starts before pc
  while (hi - lo > 1) {
    uint32_t mid = (lo + hi) / 2;
    if (codes[mid].start < pc) lo = mid;
    else hi = mid;
  }
  return lo > 0 && pc <= codes[lo].end ? lo : 0;  // behind its last instruction: a call that never returns
}

uint32_t gph_symbols_count(void) { return codes_used; }
void gph_symbols_text(uintptr_t *start, uintptr_t *size) {
  *start = text_start;
  *size = text_end - text_start;
}
bool gph_symbols_there(void) { return codes_used > 1; }

uint32_t gph_symbol_at(uintptr_t pc) {
  if (pc <= text_start || pc > text_end) return 0;
  uint32_t s = symbol_around(pc);
  // See Note [Slow paths without a name]
  for (uintptr_t at = pc; s == 0 && at < pc + 128 && at + 5 <= text_end; at++) {
    if (*(const uint8_t *)at != 0xe9) continue;
    int32_t offset;
    memcpy(&offset, (const char *)at + 1, sizeof offset);
    const uintptr_t to = at + 5 + (uintptr_t)(intptr_t)offset;
    if (to > text_start && to < text_end) s = symbol_around(to);
  }
  return codes[s].base ? s : 0;
}

static const Own *own_of(uint32_t s) {
  Own key = {codes[s].symbol, NULL, codes[s].base};
  return owns_used ? bsearch(&key, owns, owns_used, sizeof *owns, by_name) : NULL;
}

// What the optimiser made of parts of main, and gave names of its own (x_go, lvl, main_ret): it has main's place.
static bool is_part_of_main(uint32_t s) {
  const Own *own = own_of(s);
  if (!own || !main_own || strncmp(own->symbol, MAIN, strlen(MAIN)) == 0) return false;
  const size_t n = (size_t)(strchr(own->place, '\n') - own->place);
  return strncmp(own->place, main_own->place, n + 1) == 0;
}

uint32_t gph_symbol_of(const GphInfo *i) {
  const uintptr_t code = i->kind == GphKind_Fun ? (uintptr_t)i->call : (uintptr_t)i->whnf;
  return gph_symbol_at(code + 1);
}

// The inverse of z_encode in compiler/stg/from_core.cc, of n bytes; how many it wrote.
static size_t z_decode(char *to, const char *s, size_t n) {
  static const char lower[][2] = {{'z', 'z'}, {'u', '_'}, {'q', '\''}, {'i', '.'}, {'d', '$'}, {'h', '#'},
                                  {'p', '+'}, {'m', '-'}, {'t', '*'},  {'s', '/'}, {'l', '<'}, {'g', '>'},
                                  {'e', '='}, {'a', '&'}, {'b', '|'},  {'n', '!'}};
  static const char upper[][2] = {{'Z', 'Z'}, {'C', ':'}, {'L', '('}, {'R', ')'}, {'M', '['}, {'N', ']'}};
  char *const start = to;
  for (size_t i = 0; i < n; i++) {
    if ((s[i] != 'z' && s[i] != 'Z') || i + 1 == n) {
      *to++ = s[i];
      continue;
    }
    const char(*table)[2] = s[i] == 'z' ? lower : upper;
    size_t room = s[i] == 'z' ? sizeof lower / 2 : sizeof upper / 2, k = 0;
    i++;
    while (k < room && table[k][0] != s[i]) k++;
    if (k < room) *to++ = table[k][1];
    else if (s[i] == 'x' && i + 2 < n) {
      char hex[3] = {s[i + 1], s[i + 2], 0};
      *to++ = (char)strtol(hex, NULL, 16);
      i += 2;
    }
  }
  return (size_t)(to - start);
}

// The parts of a symbol: module, then the top-level name, then its hash and what is local to it.
static uint32_t module_end(const Code *c) {
  uint32_t i = 0;
  while (i < c->base && c->symbol[i] != '_') i++;
  return i;
}
static uint32_t top_end(const Code *c) {
  uint32_t i = module_end(c) + 1;
  while (i < c->base && c->symbol[i] != '_') i++;
  return i < c->base ? i : c->base;
}

size_t gph_module_length(const char *name) {
  const char *end = name;
  for (const char *p = *name == ':' ? name + 1 : name; *p >= 'A' && *p <= 'Z';) {
    const char *dot = strchr(p, '.');
    if (!dot || !dot[1]) break;
    end = dot;
    p = dot + 1;
  }
  return (size_t)(end - name);
}

// Note [Names at death]
// ~~~~~~~~~~~~~~~~~~~~~
// Functions are named by whoever ends the program, perhaps in the handler of a signal that came while its thread was in
// malloc: with malloc it would wait for itself (+RTS -p, and SIGTERM while the program started: it never ended). So
// names are kept in pages from the system, and those of functions once: one trace for each of a million exceptions
// (-xc) takes no more.
typedef struct {
  size_t used;  // atomic, relaxed: who adds to it owns what he added, if it is there
  char text[];
} Names;
enum { NAMES_SIZE = 1 << 16 };
static Names *names;  // atomic: acquire, its partner is the CAS below
static char *keep(size_t bytes) {
  const size_t room = NAMES_SIZE - sizeof(Names);
  for (;;) {
    Names *n = gph_load_acquire(&names);
    if (n && bytes <= room) {
      const size_t at = gph_add_relaxed(&n->used, bytes);
      if (at + bytes <= room) return n->text + at;
    }
    Names *more = mmap(NULL, bytes > room ? sizeof(Names) + bytes : NAMES_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED) return NULL;
    if (bytes > room) return more->text;
    if (!gph_cas(&names, n, more)) munmap(more, NAMES_SIZE);
  }
}
// slot: of a table by symbol; two may fill it with the same text.
static const char *once(const char **slot, const char *text) {
  gph_store_release(slot, text);
  return text;
}

static void clean_name(char *to, const char *name) {
  char *part = to;  // what is behind the last dot
  for (const char *p = name; *p;) {
    if (*p == '_' && p[1] == '$' && (p[2] == 'w' || p[2] == 's')) {  // f_$wgo: the loop go of f
      *to++ = '.';
      part = to;
      p++;
    } else if (*p == '$' && (p[1] == 'w' || p[1] == 's')) {  // $wf, eq$s$wf: f
      to = part;
      p += 2;
    } else {
      *to++ = *p++;
      if (to[-1] == '.') part = to;
    }
  }
  *to = 0;
}
const char *gph_source_name(const char *name) {
  if (*name == ':') name++;
  if (!strchr(name, '$')) return name;
  char *clean = keep(strlen(name) + 1);
  if (!clean) return name;
  clean_name(clean, name);
  return clean;
}

const char *gph_symbol_code(uint32_t s, uint32_t *length) {
  *length = codes[s].base;
  return codes[s].symbol;
}

const char *gph_symbol_name(uint32_t s) {
  const char *known = gph_load_acquire(&symbol_names[s]);
  if (known) return known;
  const Code *c = &codes[s];
  const uint32_t m = module_end(c), t = top_end(c);
  if (is_part_of_main(s)) return once(&symbol_names[s], "Main.main");
  char *name = m < t ? keep(t + 2) : NULL;
  if (!name) return c->symbol;
  char *to = name + z_decode(name, c->symbol, m);
  *to++ = '.';
  to += z_decode(to, c->symbol + m + 1, t - m - 1);
  *to = 0;
  return once(&symbol_names[s], gph_source_name(name));
}

void gph_symbol_whole_name(char *out, size_t room, uint32_t s) {
  const Code *c = &codes[s];
  size_t n = (size_t)snprintf(out, room, "%s", gph_symbol_name(s));
  if (is_part_of_main(s)) {  // and which
    char part[256], plain[sizeof part];
    const uint32_t m = module_end(c) + 1, t = top_end(c);
    if (t - m < sizeof part && n + 1 < room) {
      part[z_decode(part, c->symbol + m, t - m)] = 0;
      clean_name(plain, part);
      if (strcmp(plain, "main") != 0)
        n += (size_t)snprintf(out + n, room - n, ".%s", plain + (strncmp(plain, "main_", 5) == 0 ? 5 : 0));
    }
  }
  // module_function_hash__local_number: "__" stands in no name (local_name in compiler/low/from_stg.cc).
  const char *local = memmem(c->symbol, c->base, "__", 2), *end = c->symbol + c->base;
  if (!local || n + 1 >= room) return;
  for (const char *p = end; p > local + 2;)
    if (*--p == '_') {
      end = p;
      break;
    }
  char text[256], clean[sizeof text];
  size_t length = (size_t)(end - local - 2);
  if (length >= sizeof text) length = sizeof text - 1;
  text[z_decode(text, local + 2, length)] = 0;
  clean_name(clean, *text == ':' ? text + 1 : text);
  snprintf(out + n, room - n, ".%s", clean);
}

const char *gph_code_name(const GphInfo *i) {
  const char *name = gph_source_name(i->name);
  gph_symbols_load();
  const uint32_t s = i->kind == GphKind_ThunkAp ? 0 : gph_symbol_of(i);
  if (!s || !is_part_of_main(s)) return name;
  const char *rest = name + gph_module_length(name);
  if (strncmp(rest, ".main", 5) == 0) return name;  // main_go: as it is
  char *whole = keep(strlen(rest) + sizeof "Main.main");
  if (!whole) return name;
  strcpy(whole, "Main.main");
  return strcat(whole, rest);
}

bool gph_symbol_is_own(uint32_t s) { return own_of(s) != NULL; }

const char *gph_symbol_place(uint32_t s) {
  const char *known = gph_load_acquire(&symbol_places[s]);
  if (known) return known;
  const Own *own = own_of(s);
  if (!own) return "";
  const size_t n = (size_t)(strchr(own->place, '\n') - own->place);
  char *place = keep(n + 1);
  if (!place) return "";
  memcpy(place, own->place, n);
  place[n] = 0;
  return once(&symbol_places[s], place);
}
