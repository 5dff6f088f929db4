// addresses.h: global addresses: what this PE has given names to that others know (exports), and what it knows of
// others (imports). See addresses.c.
#pragma once
#include "heap/visit.h"
#include "state/hecs.h"

// for all tables of this room, and for turning a FetchMe into a black hole. Not held where a collection may begin
extern GphLock gph_dist_lock;

typedef struct {
  uint32_t pe, slot;
  uint64_t weight;
} GphAddress;  // one reference, worth its weight

// ---- exports
GphAddress gph_export(W x);  // another reference to x
W gph_exported(uint32_t slot);
// of a thunk, until it came here; 0: it was made here, or nobody refers to it any more
uint32_t gph_moves_of(W x);
// it came from pe now, in a packet behind the thunk of slot `before` (itself: as the first)
void gph_export_moved(uint32_t slot, uint32_t moves, int pe, uint32_t before);
// Of those that came from pe in one packet, and that are still referred to, the one behind slot: to *next; false: none.
bool gph_export_behind(uint32_t slot, int pe, uint32_t *next);
// slot is what comes next, after so many were sent ahead. And: is it, or one that came a little before it?
void gph_export_turn(uint32_t slot, uint32_t ahead);
bool gph_export_in_turn(uint32_t slot, int pe, uint32_t *ahead);
// Has slot its value, *x, and is nobody owed it or waiting for it?
bool gph_export_has_value(uint32_t slot, W *x);
bool gph_is_demanded(W x);                             // do others wait for its value?
void gph_export_demanded(uint32_t slot, bool begins);  // a demand for it begins, or has been answered
void gph_export_set(uint32_t slot, W x);               // from here on it is x (its value)
void gph_export_returned(uint32_t slot, uint64_t weight);
// ---- sparks that came from elsewhere: Note [Results go home] in fetch.c
void gph_result_owe(uint32_t slot, int pe);      // pe sent the spark there, and has its value coming
void gph_result_settled(uint32_t slot, int pe);  // pe asks for it itself
// Of those the next one that has its value: the slot; false: none at the moment. Each once
bool gph_result_next(uint32_t *slot, int *pe, W *x);

// ---- values that were sent, and of which the other side keeps its copy: Note [Values sent once]
bool gph_any_held(void);
bool gph_export_held(W x, int pe, uint32_t *slot);                         // does pe keep a copy of x?
void gph_export_hold(uint32_t slot, int pe);                               // from here on it does
void gph_export_dropped(uint32_t slot, int pe);                            // it will not
void gph_exports_unhold(void);                                             // the program is over: nobody does
void gph_copy_put(uint32_t pe, uint32_t slot, uint64_t weight, W object);  // its copy of pe's object
W gph_copy_find(uint32_t pe, uint32_t slot);                               // 0: there is none
void gph_copy_drop(uint32_t pe, uint32_t slot);                            // pe knows that there is none any more
// what has not been referred to for long: one after the other, each once
bool gph_copies_unused(uint32_t *pe, uint32_t *slot);
size_t gph_copies_count(void);

// ---- imports
enum { GPH_NO_IMPORT = UINT32_MAX };
typedef enum { GPH_IMPORT_FREE, GPH_IMPORT_IN_TRANSIT, GPH_IMPORT_KNOWN, GPH_IMPORT_ANSWERED } GphImportState;
typedef struct {
  // weak, but where it is fetched: the FetchMe, or the black hole that it has become; 0: it has died
  W object;
  uint32_t pe, slot;
  uint64_t weight;
  // GphImportState. IN_TRANSIT: a thunk that was sent to pe, which has not said its slot yet; ANSWERED: its value is
  // here, unasked, and the answer to our FETCH is still on its way
  uint8_t state;
  bool wanted, asked;   // it is to be fetched; FETCH has been sent
  GphThread *fetching;  // the owner of the black hole; NULL: nobody has entered it
  int64_t since;        // and since when (ns)
  uint32_t next;        // free list; the chain of its address
} GphImport;
GphImport *gph_import(uint32_t n);
uint32_t gph_import_new(W object, int pe);             // IN_TRANSIT
void gph_import_known(uint32_t n, GphAddress a);       // now it is
uint32_t gph_import_find(uint32_t pe, uint32_t slot);  // or GPH_NO_IMPORT
void gph_import_done(uint32_t n);                      // its value is here, or it has died: the weight goes home
void gph_import_answered(uint32_t n);                  // likewise, but its number is not free yet
void gph_import_forget(uint32_t n);                    // now it is
bool gph_import_wanted(uint32_t n);                    // is it to be fetched, and has not been asked for?
void gph_return(GphAddress a);                         // weight that is not needed here
bool gph_returns_next(GphAddress *a);                  // what is to go home, one after the other

void gph_imports_held(void (*each)(GphAddress a));  // all weight of others that is here
void gph_addresses_count(size_t *exports, size_t *imports);
