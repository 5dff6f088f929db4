// numa.h: the nodes of the machine (processors with memory of their own), where the heap is placed on them, and where
// workers run.
//
// Node numbers here are 0 .. gph_nodes - 1, whatever the system calls them; HEC i belongs to node i mod gph_nodes.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GPH_MAX_NODES = 16 };
typedef enum { GPH_PLACE_LOCAL, GPH_PLACE_INTERLEAVE, GPH_PLACE_ONE } GphPlace;

// const after init
// that the heap is divided among; 1 without --numa, or where there is one only
extern int gph_nodes;

void gph_numa_init(void);  // after the flags, before the heap
static inline int gph_node_of_hec(int hec) { return hec % gph_nodes; }
// The node that a group of blocks is taken from which the calling OS thread asks for: --numa-place.
int gph_numa_place_here(void);
int gph_numa_place_for(int hec);  // ... which is for a HEC
// pages of [p, p + size) come from node; they have not been touched
void gph_numa_bind(void *p, size_t size, int node);
// The calling OS thread animates HEC `hec` from here on. Under --numa and -qa it is pinned, if it is one of ours.
void gph_numa_enter(int hec);
void gph_numa_foreign(void);      // the calling OS thread was made by C: it is never pinned
const char *gph_numa_kind(void);  // for -s
