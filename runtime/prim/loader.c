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
// is not in the heap is static (heap/block.h), and an entered CAF announces itself.
//
// Note [Unloading]
// What one input brought is a BATCH, on pages of its own. The compiler sends the objects of everything that a statement
// may reach, each time; so a batch that is gone comes again when it is needed, and only what can be told apart keeps
// one:
//   - a word anywhere in the heap, in a stack or a table of the runtime that may be an address in it (gc/words.c): an
//     info table, a static closure, a literal, a return address
//   - an entered CAF with a name that later inputs may use: evaluated once is a promise (and it may be a variable).
//     Names of the session are told us as they come and go (+NAME, -NAME); those of modules stay. What the optimiser
//     made of a session's definition has no such name: it would be evaluated again, with the definition
//   - another batch that is kept, whose code refers to it.
// When a good part may be gone, GPH.Prompt.serve makes a major collection; the rest is done at its end, while the world
// is stopped. Pointers that C keeps in memory of its own are not seen; those to C's functions (stubs) stay for good.
// With reports that note places in the code (--spark-report, -p, ...), nothing is unloaded.
#define _GNU_SOURCE
#include "prim/loader.h"
#include "base/die.h"
#include "base/flags.h"
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
  char *from, *room, *end;
} Area;  // its last mapping, and what is left of it
static Area code, data, stubs;
typedef struct Batch Batch;
typedef struct {
  uintptr_t from, to;
  bool code;
  Batch *batch;  // NULL: stays for good
} Pages;
// See Note [Unloading]: what one input brought.
struct Batch {
  Batch *next;
  Batch **needs;  // whose code or data it refers to
  size_t need_count, need_room;
  bool kept;
};
static Batch *batches, *batch;  // batch: the one that is being loaded
// of all batches, in order of addresses
static Pages *loaded;
static size_t loaded_count, loaded_room;
static Pages *fresh;  // of this input
static size_t fresh_count, fresh_room;
static size_t loaded_bytes, kept_bytes;  // in batches; of these, after the last unloading
// whoever loads or unloads: all above, and the table. Who loads reads them without, inside a foreign call or not: they
// are changed by itself, or while the world is stopped.
static GphLock loading = GPH_LOCK_INIT;
enum { PAGE = 4096, PIECE = 1 << 16, LARGE_PIECE = 1 << 20, UNLOAD_FROM = 1 << 20 };

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
// The mapping of a is full, or the input complete: what is left of it goes back.
static void finish(Area *a) {
  if (!a->from) return;
  char *to = aligned(a->room, PAGE);
  if (to < a->end) munmap(to, (size_t)(a->end - to));
  if (to > a->from) {
    fresh = grown(fresh, fresh_count, &fresh_room, sizeof *fresh);
    fresh[fresh_count++] = (Pages){(uintptr_t)a->from, (uintptr_t)to, a != &data, a == &stubs ? NULL : batch};
  }
  *a = (Area){NULL, NULL, NULL};
}
static char *allocate(Area *a, size_t n, size_t align) {
  char *p = aligned(a->room, align);
  if (!a->room || p + n > a->end) {
    const size_t piece = a->from ? LARGE_PIECE : PIECE;
    finish(a);
    const size_t size = (n + align > piece ? n + align + PAGE - 1 : piece) & ~(size_t)(PAGE - 1);
    a->from = a->room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (a->room == MAP_FAILED) gph_fail(251, "no room for more code: %s", strerror(errno));
    a->end = a->room + size;
    p = aligned(a->room, align);
  }
  a->room = p + n;
  return p;
}

static int by_address(const void *a, const void *b) {
  const uintptr_t x = ((const Pages *)a)->from, y = ((const Pages *)b)->from;
  return x < y ? -1 : x > y;
}
// What was loaded is complete.
static void make_executable(void) {
  finish(&code);
  finish(&data);
  finish(&stubs);
  for (size_t k = 0; k < fresh_count; k++) {
    if (fresh[k].code && !gph_os_make_code((void *)fresh[k].from, fresh[k].to - fresh[k].from))
      gph_fail(1, "the system refuses memory for code: %s", strerror(errno));
    if (!fresh[k].batch) continue;
    loaded = grown(loaded, loaded_count, &loaded_room, sizeof *loaded);
    loaded[loaded_count++] = fresh[k];
    loaded_bytes += fresh[k].to - fresh[k].from;
  }
  fresh_count = 0;
  qsort(loaded, loaded_count, sizeof *loaded, by_address);
}
// The batch that x is an address in, of those that are complete; or NULL.
static Batch *batch_of(W x) {
  if (loaded_count == 0 || x < loaded[0].from || x >= loaded[loaded_count - 1].to) return NULL;
  size_t lo = 0, hi = loaded_count;  // the answer, if any, is in [lo, hi)
  while (hi - lo > 1) {
    const size_t mid = (lo + hi) / 2;
    if (x < loaded[mid].from) hi = mid;
    else lo = mid;
  }
  return x < loaded[lo].to ? loaded[lo].batch : NULL;
}
// What is being loaded refers to x.
static void need(W x) {
  Batch *b = batch_of(x);
  if (!b) return;
  for (size_t k = 0; k < batch->need_count; k++)
    if (batch->needs[k] == b) return;
  batch->needs = grown(batch->needs, batch->need_count, &batch->need_room, sizeof *batch->needs);
  batch->needs[batch->need_count++] = b;
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
  if (s->name) {
    need(s->at);
    return s->at;
  }
  Offer *f = offer(name);
  if (f->name) {
    uint64_t at = (uint64_t)place(f->object, section_of(&objects[f->object], f->symbol)) +
                  objects[f->object].syms[f->symbol].st_value;
    define(name, at);
    return at;
  }
  // The process starts without libm: few inputs need it.
  void *far = dlsym(RTLD_DEFAULT, name);
  if (!far && dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL)) far = dlsym(RTLD_DEFAULT, name);
  if (!far) return 0;
  unsigned char *stub = (unsigned char *)allocate(&stubs, 16, 16);  // jmp *0(%rip)
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
  batch = zeroed(1, sizeof *batch);
  batch->next = batches;
  batches = batch;
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

// ---- names of the session: +NAME: inputs may refer to a top-level value NAME from now on; ~NAME: they will not;
// -NAME: nor to what that is now, though there may be another one
typedef struct {
  char **names;
  size_t count, room;
} Names;
static Names dropped;         // -
static Names known, unknown;  // + and ~
static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static void add_name(Names *n, const char *name) {
  n->names = grown(n->names, n->count, &n->room, sizeof *n->names);
  n->names[n->count] = strdup(name);
  if (n->names[n->count]) n->count++;
}
static bool has_name(const Names *n, const char *name) {
  return n->count && bsearch(&name, n->names, n->count, sizeof *n->names, by_name);
}
static void sort_names(Names *n) {
  if (n->count) qsort(n->names, n->count, sizeof *n->names, by_name);
}
// MODULE_NAME of a CAF's symbol, MODULE_NAME_cl.HASH; NULL: it is none.
static const char *bare_name(const char *symbol, char bare[static 1024]) {
  const char *end = strstr(symbol, "_cl.");
  if (!end || (size_t)(end - symbol) >= 1024) return NULL;
  memcpy(bare, symbol, (size_t)(end - symbol));
  bare[end - symbol] = 0;
  return bare;
}
// Those of n are known no more; n is empty then.
static void known_without(Names *n) {
  if (n->count == 0) return;
  sort_names(n);
  size_t kept = 0;
  for (size_t k = 0; k < known.count; k++)
    if (has_name(n, known.names[k])) free(known.names[k]);
    else known.names[kept++] = known.names[k];
  known.count = kept;
  for (size_t k = 0; k < n->count; k++) free(n->names[k]);
  n->count = 0;
}
static void forget_dropped(void) {
  if (dropped.count == 0) return;
  sort_names(&dropped);
  for (size_t i = 0; i < table_size; i++) {
    char room[1024];
    const char *bare = table[i].name ? bare_name(table[i].name, room) : NULL;
    if (!bare || !has_name(&dropped, bare)) continue;
    W *caf = (W *)table[i].at;
    const GphInfo *info = (const GphInfo *)gph_load_acquire(&caf[0]);
    if (info == &gph_ind_info || info == &gph_blackhole_info) gph_caf_forget(caf);
  }
  known_without(&dropped);
}

// ---- See Note [Unloading]
static void keep(Batch *b) {
  if (b->kept) return;
  b->kept = true;
  for (size_t k = 0; k < b->need_count; k++) keep(b->needs[k]);
}
static void keep_word(W x) {
  Batch *b = batch_of(x);
  if (b && !b->kept) keep(b);
}
// Symbols of the module that the compiler makes of an input (kPromptModule in compiler/driver/prompt.h), and of the one
// that starts it.
#define SESSION "Interactive_"
#define START "ZCMain_"
static bool has_prefix(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }
// An entered CAF with that symbol: is it one that an input may ask for?
static bool may_be_asked_for(const char *symbol) {
  char room[1024];
  if (!has_prefix(symbol, SESSION) && !has_prefix(symbol, START)) return true;
  const char *bare = bare_name(symbol, room);
  return bare && has_name(&known, bare);
}
static const Symbol **by_place;  // while it unloads: the symbols in batches, in order of addresses
static size_t by_place_count;
static int by_at(const void *a, const void *b) {
  const uint64_t x = (*(const Symbol *const *)a)->at, y = (*(const Symbol *const *)b)->at;
  return x < y ? -1 : x > y;
}
static void keep_caf(const W *caf) {
  Batch *b = batch_of((W)caf);
  keep_word(caf[1]);
  if (!b || b->kept) return;
  size_t lo = 0, hi = by_place_count;
  while (lo < hi) {
    const size_t mid = (lo + hi) / 2;
    if (by_place[mid]->at < (uint64_t)caf) lo = mid + 1;
    else hi = mid;
  }
  bool named = false, asked = false;
  for (; lo < by_place_count && by_place[lo]->at == (uint64_t)caf; lo++) {
    named = true;
    asked |= may_be_asked_for(by_place[lo]->name);
  }
  if (asked || !named) keep(b);
}
static bool caf_goes(const W *caf) {
  const Batch *b = batch_of((W)caf);
  return b && !b->kept;
}

// Not while reports note places in the code.
static bool may_unload(void) {
  return !gph_flags.spark_report && !gph_flags.scaling && !gph_flags.time_profile && !gph_flags.heap_profile &&
         !gph_flags.trace_exceptions && !gph_flags.log_classes;
}
I gph_loader_full(void) { return may_unload() && loaded_bytes > 2 * kept_bytes + UNLOAD_FROM; }

static void forget_symbols(void) {
  Symbol *old = table;
  const size_t n = table_size;
  table = zeroed(n, sizeof *table);
  table_used = 0;
  for (size_t i = 0; i < n; i++) {
    if (!old[i].name) continue;
    const Batch *b = batch_of(old[i].at);
    if (b && !b->kept) {
      free((char *)old[i].name);
      continue;
    }
    *slot(old[i].name) = old[i];
    table_used++;
  }
  free(old);
}
// lock:loading
static void unload_now(GphEachWord each_word) {
  for (Batch *b = batches; b; b = b->next) b->kept = false;
  sort_names(&known);
  by_place = zeroed(table_used, sizeof *by_place);
  by_place_count = 0;
  for (size_t i = 0; i < table_size; i++)
    if (table[i].name && batch_of(table[i].at)) by_place[by_place_count++] = &table[i];
  qsort(by_place, by_place_count, sizeof *by_place, by_at);
  gph_cafs_each(keep_caf);
  free(by_place);
  if (each_word(keep_word)) {
    gph_cafs_drop(caf_goes);
    forget_symbols();
    size_t n = 0;
    kept_bytes = 0;
    for (size_t k = 0; k < loaded_count; k++) {
      const size_t size = loaded[k].to - loaded[k].from;
      if (loaded[k].batch->kept) {
        kept_bytes += size;
        loaded[n++] = loaded[k];
      } else munmap((void *)loaded[k].from, size);
    }
    loaded_count = n;
    loaded_bytes = kept_bytes;
    for (Batch **list = &batches, *b; (b = *list);) {
      if (b->kept) {
        list = &b->next;
        continue;
      }
      *list = b->next;
      free(b->needs);
      free(b);
    }
  }
}
// Who loads may be out in its foreign call: then another time.
static void unload(GphEachWord each_word) {
  if (!gph_try_lock(&loading)) return;
  if (gph_loader_full()) unload_now(each_word);
  gph_unlock(&loading);
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
    gph_in_prompt = true;
    gph_store_release((W *)&gph_unload, (W)unload);
  }
  fprintf(answers, "%d\n", (int)status);
  fflush(answers);
  char line[4096];
  while (fgets(line, sizeof line, commands)) {
    line[strcspn(line, "\n")] = 0;
    gph_lock(&loading);
    if (line[0] == '-') add_name(&dropped, line + 1);
    else if (line[0] == '~') add_name(&unknown, line + 1);
    else {
      forget_dropped();  // a name may go and come again
      known_without(&unknown);
      if (line[0] == '+') add_name(&known, line + 1);
      else if (line[0]) open_object(line);
    }
    W statement = 0;
    if (!line[0]) {
      const GphProgram *program = load_statement();
      sigaction(SIGINT, &before, NULL);
      if (!program) gph_fail(1, "no statement came");
      statement = gph_prim_MakeStablePtr(NULL, program->main);
    }
    gph_unlock(&loading);
    if (statement) return statement;
  }
  return 0;
}
