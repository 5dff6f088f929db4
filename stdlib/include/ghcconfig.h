/* ghcconfig.h: the machine, for programs that #include it under CPP: sizes and alignments of C's types, in bytes. gphc compiles for x86-64 Linux. */
#ifndef GPHC_GHCCONFIG_H
#define GPHC_GHCCONFIG_H

#define SIZEOF_CHAR 1
#define ALIGNMENT_CHAR 1
#define SIZEOF_SHORT 2
#define ALIGNMENT_SHORT 2
#define SIZEOF_INT 4
#define ALIGNMENT_INT 4
#define SIZEOF_UNSIGNED_INT 4
#define ALIGNMENT_UNSIGNED_INT 4
#define SIZEOF_LONG 8
#define ALIGNMENT_LONG 8
#define SIZEOF_UNSIGNED_LONG 8
#define ALIGNMENT_UNSIGNED_LONG 8
#define SIZEOF_LONG_LONG 8
#define ALIGNMENT_LONG_LONG 8
#define SIZEOF_FLOAT 4
#define ALIGNMENT_FLOAT 4
#define SIZEOF_DOUBLE 8
#define ALIGNMENT_DOUBLE 8
#define SIZEOF_VOID_P 8
#define ALIGNMENT_VOID_P 8
#define SIZEOF_SIZE_T 8
#define ALIGNMENT_SIZE_T 8

#endif
