// loader.c: a linker for the objects that the compiler makes, in the running program. The prompt has one process that
// evaluates; each input comes to it as objects.
//
// Note [Loading code]
// The compiler writes lines to our file descriptor: the paths of objects, then an empty line. An object is one of the
// compiler's relocatable ELF files: code without PIC, with five kinds of relocations. Its sections go below 2 GiB, as
// the executable itself is, so that each of them reaches. A symbol means what was first defined under it: the symbols
// of units have a hash of their code (docs/decisions/006), so that a definition that was loaded for an earlier input is
// the same one, CAF and value included. That is how `xs` of an earlier line stays evaluated. Of the objects only the
// sections that the statement reaches are loaded: one from the cache has much besides, and refers to what is nowhere.
// gph_program is each input's own: its field main is the statement. What a name of the session that is no more was
// evaluated to is forgotten: most are results of expressions, printed once. Static objects need no announcement: what
// is not in the heap is static (heap/block.h), and an entered CAF announces itself. Nothing is unloaded: values of the
// session may refer to any of it.
#define _GNU_SOURCE
#include "prim/loader.h"
#include "base/die.h"
#include "base/os.h"
#include "prim/ffi_io.h"
#include "heap/hooks.h"
#include "prim/misc.h"
#include "prim/prim.h"
#include "prim/stable.h"
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Only the thread that runs GPH.Prompt.serve is here: no locks.
typedef struct {
  const char *name;
  uint64_t at;
} Symbol;
static Symbol *table;
static size_t table_size, table_used;
// Code and data lie apart: pages of code are writable while an input is being loaded, and then executable and never
// writable again (other HECs may run what earlier inputs brought).
typedef struct {
  char *room, *end;
} Area;  // what is left of its last mapping
static Area code, data;
typedef struct {
  char *from, *to;
} Pages;
// of code, written in this input: whole mappings' rests, but for the last, which ends at code.room
static Pages *fresh;
static size_t fresh_count, fresh_room;
enum { PAGE = 4096 };

static size_t hash(const char *s) {
  size_t h = 5381;
  for (; *s; s++) h = h * 33 ^ (unsigned char)*s;
  return h;
}
static Symbol *slot(const char *name) {
  size_t i = hash(name) & (table_size - 1);
  while (table[i].name && strcmp(table[i].name, name) != 0) i = (i + 1) & (table_size - 1);
  return &table[i];
}
static void define(const char *name, uint64_t at) {
  if (2 * (table_used + 1) > table_size) {
    Symbol *old = table;
    size_t n = table_size;
    table_size = n ? 2 * n : 1 << 15;
    table = calloc(table_size, sizeof *table);
    if (!table) gph_fail(251, "out of memory");
    for (size_t i = 0; i < n; i++)
      if (old[i].name) *slot(old[i].name) = old[i];
    free(old);
  }
  Symbol *s = slot(name);
  if (s->name) return;
  *s = (Symbol){strdup(name), at};
  table_used++;
}

static char *map_file(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  char *p = fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0
                ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0)
                : MAP_FAILED;
  if (p == MAP_FAILED) gph_fail(1, "cannot read %s: %s", path, strerror(errno));
  close(fd);
  *size = (size_t)st.st_size;
  return p;
}

static void *grown(void *p, size_t n, size_t *room_for, size_t size) {
  if (n < *room_for) return p;
  *room_for = *room_for ? 2 * *room_for : 64;
  p = realloc(p, *room_for * size);
  if (!p) gph_fail(251, "out of memory");
  return p;
}

static char *aligned(char *p, size_t align) { return (char *)(((uintptr_t)p + align - 1) & ~(align - 1)); }
static char *allocate(Area *a, size_t n, size_t align) {
  char *p = aligned(a->room, align);
  if (!a->room || p + n > a->end) {
    const size_t size = (n + align > (1 << 20) ? n + align + PAGE - 1 : 1 << 20) & ~(size_t)(PAGE - 1);
    a->room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (a->room == MAP_FAILED) gph_fail(251, "no room for more code: %s", strerror(errno));
    a->end = a->room + size;
    if (a == &code) {
      fresh = grown(fresh, fresh_count, &fresh_room, sizeof *fresh);
      fresh[fresh_count++] = (Pages){a->room, a->end};
    }
    p = aligned(a->room, align);
  }
  a->room = p + n;
  return p;
}
// What was loaded is complete. The next input's code begins with the next page.
static void make_executable(void) {
  char *const next = aligned(code.room, PAGE);
  for (size_t k = 0; k < fresh_count; k++) {
    char *to = k + 1 == fresh_count ? next : fresh[k].to;
    if (to > fresh[k].from && !gph_os_make_code(fresh[k].from, (size_t)(to - fresh[k].from)))
      gph_fail(1, "the system refuses memory for code: %s", strerror(errno));
  }
  code.room = next;
  fresh_count = 0;
  if (!code.room || code.room == code.end) {
    code = (Area){NULL, NULL};
    return;
  }
  fresh[fresh_count++] = (Pages){code.room, code.end};
}

// The executable's own symbols.
static void define_own(void) {
  size_t size;
  char *file = map_file("/proc/self/exe", &size);
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)file;
  const Elf64_Shdr *sh = (const Elf64_Shdr *)(file + e->e_shoff);
  for (int i = 0; i < e->e_shnum; i++) {
    if (sh[i].sh_type != SHT_SYMTAB) continue;
    const Elf64_Sym *syms = (const Elf64_Sym *)(file + sh[i].sh_offset);
    const char *names = file + sh[sh[i].sh_link].sh_offset;
    for (size_t k = 0; k < sh[i].sh_size / sizeof *syms; k++)
      if (ELF64_ST_BIND(syms[k].st_info) != STB_LOCAL && syms[k].st_shndx != SHN_UNDEF)
        define(names + syms[k].st_name, syms[k].st_value);
  }
  munmap(file, size);
}

// The objects of one input.
typedef struct {
  const char *path;
  char *file;
  size_t size, sections, count;
  const Elf64_Shdr *sh;
  const Elf64_Sym *syms;
  const char *names;
  char **at;              // where a section was put; NULL: nobody refers to it
  uint32_t *relocations;  // the section that has them; 0: none
} Object;
static Object *objects;
static size_t object_count, object_room;
typedef struct {
  const char *name;
  uint32_t object, symbol;
} Offer;
static Offer *offers;  // what the input's objects define; a power of two, half empty
static size_t offer_size;
typedef struct {
  uint32_t object, section;
} Work;
static Work *work;  // sections that were put somewhere and are to be relocated
static size_t work_count, work_room;

static void *zeroed(size_t n, size_t size) {
  void *p = calloc(n ? n : 1, size);
  if (!p) gph_fail(251, "out of memory");
  return p;
}

static void open_object(const char *path) {
  objects = grown(objects, object_count, &object_room, sizeof *objects);
  Object *o = &objects[object_count++];
  *o = (Object){.path = strdup(path)};
  o->file = map_file(path, &o->size);
  const Elf64_Ehdr *e = (const Elf64_Ehdr *)o->file;
  if (memcmp(e->e_ident, ELFMAG, SELFMAG) != 0 || e->e_type != ET_REL || e->e_machine != EM_X86_64)
    gph_fail(1, "%s is no object of the compiler", path);
  o->sh = (const Elf64_Shdr *)(o->file + e->e_shoff);
  o->sections = e->e_shnum ? e->e_shnum : o->sh[0].sh_size;
  o->at = zeroed(o->sections, sizeof *o->at);
  o->relocations = zeroed(o->sections, sizeof *o->relocations);
  for (uint32_t i = 0; i < o->sections; i++) {
    if (o->sh[i].sh_type == SHT_RELA) o->relocations[o->sh[i].sh_info] = i;
    if (o->sh[i].sh_type != SHT_SYMTAB) continue;
    o->syms = (const Elf64_Sym *)(o->file + o->sh[i].sh_offset);
    o->count = o->sh[i].sh_size / sizeof *o->syms;
    o->names = o->file + o->sh[o->sh[i].sh_link].sh_offset;
  }
}

// The section of a symbol; 0: none of the object's. An object of more than 65,279 sections has their numbers in a
// table.
static uint32_t section_of(const Object *o, size_t symbol) {
  uint32_t in = o->syms[symbol].st_shndx;
  if (in == SHN_XINDEX)
    for (size_t i = 0; i < o->sections; i++)
      if (o->sh[i].sh_type == SHT_SYMTAB_SHNDX) return ((const uint32_t *)(o->file + o->sh[i].sh_offset))[symbol];
  return in == SHN_UNDEF || in >= SHN_LORESERVE ? 0 : in;
}

static Offer *offer(const char *name) {
  size_t i = hash(name) & (offer_size - 1);
  while (offers[i].name && strcmp(offers[i].name, name) != 0) i = (i + 1) & (offer_size - 1);
  return &offers[i];
}
static void collect_offers(void) {
  size_t n = 0;
  for (size_t k = 0; k < object_count; k++) n += objects[k].count;
  for (offer_size = 64; offer_size < 2 * n; offer_size *= 2) {}
  offers = zeroed(offer_size, sizeof *offers);
  for (uint32_t k = 0; k < object_count; k++)
    for (uint32_t i = 0; i < objects[k].count; i++) {
      const Elf64_Sym *s = &objects[k].syms[i];
      if (ELF64_ST_BIND(s->st_info) == STB_LOCAL || section_of(&objects[k], i) == 0) continue;
      Offer *f = offer(objects[k].names + s->st_name);
      if (!f->name) *f = (Offer){objects[k].names + s->st_name, k, i};
    }
}

static char *place(uint32_t object, uint32_t section) {
  Object *o = &objects[object];
  if (o->at[section]) return o->at[section];
  const Elf64_Shdr *h = &o->sh[section];
  char *p = o->at[section] = allocate(h->sh_flags & SHF_EXECINSTR ? &code : &data, h->sh_size ? h->sh_size : 1,
                                      h->sh_addralign ? h->sh_addralign : 1);
  if (h->sh_type == SHT_NOBITS) memset(p, 0, h->sh_size);
  else memcpy(p, o->file + h->sh_offset, h->sh_size);
  if (o->relocations[section]) {
    work = grown(work, work_count, &work_room, sizeof *work);
    work[work_count++] = (Work){object, section};
  }
  return p;
}

static uint64_t address_of(const char *name) {
  Symbol *s = slot(name);
  if (s->name) return s->at;
  Offer *f = offer(name);
  if (f->name) {
    uint64_t at = (uint64_t)place(f->object, section_of(&objects[f->object], f->symbol)) +
                  objects[f->object].syms[f->symbol].st_value;
    define(name, at);
    return at;
  }
  void *far = dlsym(RTLD_DEFAULT, name);
  if (!far) return 0;
  unsigned char *stub = (unsigned char *)allocate(&code, 16, 16);  // jmp *0(%rip)
  memcpy(stub, "\xff\x25\0\0\0\0", 6);
  memcpy(stub + 6, &far, 8);
  define(name, (uint64_t)stub);
  return (uint64_t)stub;
}

static void relocate(uint32_t object, uint32_t section) {
  const Object *o = &objects[object];
  const Elf64_Shdr *h = &o->sh[o->relocations[section]];
  const Elf64_Rela *r = (const Elf64_Rela *)(o->file + h->sh_offset);
  for (size_t k = 0; k < h->sh_size / sizeof *r; k++) {
    const size_t i = ELF64_R_SYM(r[k].r_info);
    const Elf64_Sym *s = &o->syms[i];
    const char *name = o->names + s->st_name;
    const uint32_t in = section_of(o, i);
    const bool local = ELF64_ST_BIND(s->st_info) == STB_LOCAL;
    uint64_t v = i == 0                   ? 0
                 : s->st_shndx == SHN_ABS ? s->st_value
                 : local                  ? (uint64_t)place(object, in) + s->st_value
                                          : address_of(name);
    if (v == 0 && i != 0 && ELF64_ST_BIND(s->st_info) == STB_GLOBAL) gph_fail(1, "nothing defines %s", name);
    char *p = o->at[section] + r[k].r_offset;
    v += (uint64_t)r[k].r_addend;
    const int64_t d = (int64_t)(v - (uint64_t)p);
    bool fits = true;
    switch (ELF64_R_TYPE(r[k].r_info)) {
      case R_X86_64_NONE: break;
      case R_X86_64_64: memcpy(p, &v, 8); break;
      case R_X86_64_32:
      case R_X86_64_32S:
        fits = v < (uint64_t)1 << 31;
        memcpy(p, &v, 4);
        break;
      case R_X86_64_PC32:
      case R_X86_64_PLT32:
        fits = d == (int32_t)d;
        memcpy(p, &d, 4);
        break;
      default: gph_fail(1, "%s has a relocation of kind %d", o->path, (int)ELF64_R_TYPE(r[k].r_info));
    }
    if (!fits) gph_fail(1, "%s is out of reach", name);
  }
}

// Loads what the statement of the objects reaches.
static const GphProgram *load_statement(void) {
  const GphProgram *program = NULL;
  collect_offers();
  Offer *f = offer("gph_program");
  if (f->name)
    program = (const GphProgram *)(place(f->object, section_of(&objects[f->object], f->symbol)) +
                                   objects[f->object].syms[f->symbol].st_value);
  while (work_count > 0) {
    Work w = work[--work_count];
    relocate(w.object, w.section);
  }
  make_executable();
  // What came with a section that was put somewhere is defined there for later inputs, too.
  for (uint32_t k = 0; k < object_count; k++) {
    Object *o = &objects[k];
    for (size_t i = 0; i < o->count; i++) {
      const uint32_t in = section_of(o, i);
      const char *name = o->names + o->syms[i].st_name;
      if (in == 0 || ELF64_ST_BIND(o->syms[i].st_info) == STB_LOCAL || !o->at[in] || strcmp(name, "gph_program") == 0)
        continue;
      define(name, (uint64_t)o->at[in] + o->syms[i].st_value);
    }
    munmap(o->file, o->size);
    free((char *)o->path);
    free(o->at);
    free(o->relocations);
  }
  object_count = 0;
  free(offers);
  return program;
}

// A line -NAME: no input of the session will refer to the top-level value NAME that was loaded.
static char **dropped;
static size_t dropped_count, dropped_room;
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void drop(const char *name) {
  dropped = grown(dropped, dropped_count, &dropped_room, sizeof *dropped);
  dropped[dropped_count] = strdup(name);
  if (dropped[dropped_count]) dropped_count++;
}
static void forget_dropped(void) {
  if (dropped_count == 0) return;
  qsort(dropped, dropped_count, sizeof *dropped, by_name);
  for (size_t i = 0; i < table_size; i++) {
    const char *name = table[i].name, *end = name ? strstr(name, "_cl.") : NULL;
    char bare[1024], *key = bare;
    if (!end || (size_t)(end - name) >= sizeof bare) continue;
    memcpy(bare, name, (size_t)(end - name));
    bare[end - name] = 0;
    if (!bsearch(&key, dropped, dropped_count, sizeof *dropped, by_name)) continue;
    W *caf = (W *)table[i].at;
    const GphInfo *info = (const GphInfo *)gph_load_acquire(&caf[0]);
    if (info == &gph_ind_info || info == &gph_blackhole_info) gph_caf_forget(caf);
  }
  for (size_t k = 0; k < dropped_count; k++) free(dropped[k]);
  dropped_count = 0;
}

static FILE *commands, *answers;

W gph_loader_next(I status) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  sigaction(SIGINT, &ignore, &before);  // between inputs it is the compiler's
  if (!commands) {
    const char *fds = getenv("GPHC_PROMPT");
    int in, out;
    if (!fds || sscanf(fds, "%d,%d", &in, &out) != 2) gph_fail(1, "this program is for gphc --interactive");
    fcntl(in, F_SETFD, FD_CLOEXEC);
    fcntl(out, F_SETFD, FD_CLOEXEC);
    unsetenv("GPHC_PROMPT");
    commands = fdopen(in, "r");
    answers = fdopen(out, "w");
    define_own();
    gph_stdin_shared = true;
  }
  fprintf(answers, "%d\n", (int)status);
  fflush(answers);
  char line[4096];
  const GphProgram *statement = NULL;
  while (fgets(line, sizeof line, commands)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] == '-') {
      drop(line + 1);
      continue;
    }
    forget_dropped();
    if (line[0]) {
      open_object(line);
      continue;
    }
    statement = load_statement();
    sigaction(SIGINT, &before, NULL);
    if (!statement) gph_fail(1, "no statement came");
    return gph_prim_MakeStablePtr(NULL, statement->main);
  }
  return 0;
}
