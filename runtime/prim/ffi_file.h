// ffi_file.h: a handle, for ffi_io.c and ffi_take.c.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "text_codec.h"

typedef int64_t I;

// beside errno values; GPH.Handle knows them
enum { ERR_LOCKED = 10001, ERR_ILLEGAL_BYTES = 10002, ERR_ILLEGAL_CHAR = 10003 };

enum { STATE_OPEN, STATE_CLOSED, STATE_SEMI_CLOSED };

// Who waits for the turn to read: see Note [Turns of readers] in ffi_io.c.
typedef struct GphReader {
  void *mvar;  // a StablePtr
  I ticket;    // not by mvar: that of who has been given the turn is free, and may be a new reader's
  struct GphReader *next;
} GphReader;

typedef struct GphFile {
  pthread_mutex_t lock;
  int fd;
  uint8_t readable, writable, append, state, buf_mode, is_tty, crlf_in, crlf_out, at_eof, regular, pipe;
  GphCodec codec;
  I buf_size;  // as set by hSetBuffering (BlockBuffering (Just n)); 0: default
  char *name;
  unsigned char *rbuf;  // [rpos, rend) has been read and not taken
  I rpos, rend;
  bool reading;         // somebody has the turn
  bool resumed;         // who has it is a frozen thread
  I fills;              // how often something was read
  GphReader *readers;   // oldest first
  I tickets;            // given so far
  unsigned char *wbuf;  // [wbeg, wpos) has been written and not flushed
  I wbeg, wpos, wcap;
  dev_t dev;  // regular files: who has it open, for the single-writer rule
  ino_t ino;
  struct GphFile *next;  // lock: g_files_lock (ffi_io.c)
} GphFile;

static inline void gph_file_lock(GphFile *f) { pthread_mutex_lock(&f->lock); }
static inline void gph_file_unlock(GphFile *f) { pthread_mutex_unlock(&f->lock); }
// Whether one may take what has been read without the turn.
static inline bool gph_file_free(const GphFile *f) { return !f->reading && f->state == STATE_OPEN; }
