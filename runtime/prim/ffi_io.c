// ffi_io.c: files and handles, for stdlib/GPH/Handle.hs. Plain C functions; no heap access.
//
// A handle is a malloc'ed GphFile that is never freed (a closed one answers that it is closed); it owns its read and
// write buffers. Every operation takes the handle's mutex, so one call is atomic: a write of one block of text, or
// taking one block of it. Text is UTF-8 here: it is validated, or made of the handle's encoding (text_codec.c), when
// bytes are taken (ffi_take.c), so that the stdlib can decode without checks; only of binary handles bytes are taken as
// they are.
//
// Only `gph_handle_fill` may block for long; it is called as a safe foreign call. Functions that can fail return a
// negative errno.
//
// Note [Pipes to children]
// ~~~~~~~~~~~~~~~~~~~~~~~~
// Who feeds a child and reads what it says has two threads, and no write may keep the other one from running: a child
// that waits until its output is read reads no input. So writing to a pipe of System.Process never blocks. What the
// pipe does not take stays in the handle's buffer, which grows for it, and the function returns WAITS: its light
// thread waits for the descriptor, and then flushes (settle in GPH.Handle). An exception that interrupts the wait
// loses nothing: the next one who writes, flushes or closes goes on.
//
// Note [Turns of readers]
// ~~~~~~~~~~~~~~~~~~~~~~~
// An operation that may wait for input, or that takes its text in several parts, has the handle's turn to read, from
// its beginning to its end, as GHC's operations hold the handle. Else two readers of one handle would tear a line that
// is longer than what has been read of it; and of two that wait for the file one may read what is enough for both, and
// the other waits for ever for a file that has no more. A line or a character that is there is taken without a turn, if
// nobody has it. The others wait in a queue, each with an MVar (GPH.Handle, beginRead), to whom the turn is given in
// that order. What changes what a reader meets (closing, seeking, encodings, writing to what can be read) needs the
// turn, too.
//
// Who has the turn is masked: an exception can only come while he waits, for input or for the turn itself. Then he
// gives the turn away, or leaves the queue, throws the exception to himself as an asynchronous one, which freezes what
// of him is a lazy value, and when that is needed after all goes on from there, with a new turn.
//    example:  s <- unsafeInterleaveIO (hGetLine h); timeout 1000 (evaluate s); ...; evaluate s
//    wrong alternative: onException, which throws what it has caught: s would raise Timeout from then on
// It may be needed by nobody again at any time, and then it does nothing, not even give back the turn. So it has the
// turn only while there is something to read, and neither waits in the queue nor for input with it: it looks now and
// then. Lazy reading (hGetContents, which takes the turn to semi-close the handle, and Data.ByteString.Lazy's) has no
// turn at all.
#include "prim/ffi_io.h"
#include "prim/ffi_file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

bool gph_in_prompt;
I gph_process_goes_on(void) { return gph_in_prompt; }

enum { MODE_READ, MODE_WRITE, MODE_APPEND, MODE_READ_WRITE };
enum { BUF_NONE, BUF_LINE, BUF_BLOCK };
enum { RBUF = 32768, WBUF = 8192 };
enum { PIPE_NONE, PIPE_OURS, PIPE_SHARED };  // shared: a child has the same end, which must find it blocking
enum { WAITS = 1 };

static pthread_mutex_t g_files_lock = PTHREAD_MUTEX_INITIALIZER;
static GphFile *g_files;
static GphFile *g_std[3];  // lock: g_files_lock

static GphFile *new_file(int fd, const char *name, int readable, int writable) {
  GphFile *f = calloc(1, sizeof *f);
  pthread_mutex_init(&f->lock, NULL);
  f->fd = fd, f->name = strdup(name), f->readable = (uint8_t)readable, f->writable = (uint8_t)writable;
  f->is_tty = (uint8_t)isatty(fd);
  f->buf_mode = f->is_tty ? BUF_LINE : BUF_BLOCK;
  struct stat st;
  if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) f->regular = 1, f->dev = st.st_dev, f->ino = st.st_ino;
  f->next = g_files;
  g_files = f;
  return f;
}

GphFile *gph_handle_std(I n) {
  static const char *const names[] = {"<stdin>", "<stdout>", "<stderr>"};
  pthread_mutex_lock(&g_files_lock);
  if (!g_std[n]) {
    g_std[n] = new_file((int)n, names[n], n == 0, n != 0);
    g_std[n]->regular = 0;
    if (n == 2) g_std[n]->buf_mode = BUF_NONE;
  }
  pthread_mutex_unlock(&g_files_lock);
  return g_std[n];
}
const char *gph_handle_name(GphFile *f) { return f->name; }

// ---- Opening and closing --------------------------------------------------------------------------------------------
// 0 and the handle in *out, or a negative errno.
I gph_handle_open(const char *path, I mode, I binary, GphFile **out) {
  int flags = O_NOCTTY | O_CLOEXEC;
  flags |= mode == MODE_READ ? O_RDONLY : mode == MODE_READ_WRITE ? O_RDWR | O_CREAT : O_WRONLY | O_CREAT;
  if (mode == MODE_APPEND) flags |= O_APPEND;
  int fd;
  do fd = open(path, flags, 0666);
  while (fd < 0 && errno == EINTR);
  if (fd < 0) return -errno;
  struct stat st;
  if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
    close(fd);
    return -EISDIR;
  }
  pthread_mutex_lock(&g_files_lock);
  if (S_ISREG(st.st_mode))  // several readers or one writer
    for (GphFile *g = g_files; g; g = g->next)
      if (g->regular && g->state != STATE_CLOSED && g->ino == st.st_ino && g->dev == st.st_dev &&
          (mode != MODE_READ || g->writable)) {
        pthread_mutex_unlock(&g_files_lock);
        close(fd);
        return -ERR_LOCKED;
      }
  if (mode == MODE_WRITE && S_ISREG(st.st_mode) && ftruncate(fd, 0) < 0) {
    int e = errno;
    pthread_mutex_unlock(&g_files_lock);
    close(fd);
    return -e;
  }
  GphFile *f = new_file(fd, path, mode == MODE_READ || mode == MODE_READ_WRITE, mode != MODE_READ);
  f->append = mode == MODE_APPEND;
  f->codec.encoding = binary ? ENC_BINARY : ENC_UTF8;
  pthread_mutex_unlock(&g_files_lock);
  *out = f;
  return 0;
}

// ---- Pipes of System.Process. See Note [Pipes to children] ----------------------------------------------------------
// A handle of an end of a pipe.
GphFile *gph_handle_of_pipe(I fd, I writes, const char *name) {
  fcntl((int)fd, F_SETFL, fcntl((int)fd, F_GETFL) | O_NONBLOCK);
  pthread_mutex_lock(&g_files_lock);
  GphFile *f = new_file((int)fd, name, writes == 0, writes != 0);
  pthread_mutex_unlock(&g_files_lock);
  f->pipe = PIPE_OURS;
  return f;
}
// The descriptor, for a child: programs expect that reading and writing block, which both ends of a fork share.
I gph_handle_share(GphFile *f) {
  gph_file_lock(f);
  I r = f->state == STATE_CLOSED ? -EBADF : f->fd;
  if (r >= 0 && f->pipe == PIPE_OURS) {
    fcntl(f->fd, F_SETFL, fcntl(f->fd, F_GETFL) & ~O_NONBLOCK);
    f->pipe = PIPE_SHARED;
  }
  gph_file_unlock(f);
  return r;
}

// How many bytes can be written, without waiting to a pipe of ours.
static I write_some(GphFile *f, const unsigned char *p, I n) {
  I done = 0;
  while (done < n) {
    struct pollfd pf = {f->fd, POLLOUT, 0};
    size_t most = (size_t)(n - done);
    if (f->pipe == PIPE_SHARED) {  // a pipe that has room takes PIPE_BUF bytes at once
      if (poll(&pf, 1, 0) == 0) return done;
      if (most > PIPE_BUF) most = PIPE_BUF;
    }
    ssize_t k = write(f->fd, p + done, most);
    if (k < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) return -errno;
      if (f->pipe) return done;
      poll(&pf, 1, -1);
      continue;
    }
    done += k;
  }
  return done;
}
// The size that the program asked for, or would have; wcap is larger where a pipe did not take what it should.
static I buffer_limit(const GphFile *f) { return f->buf_size > 0 ? f->buf_size : WBUF; }
static void append(GphFile *f, const unsigned char *p, I n) {
  if (f->wpos + n > f->wcap && f->wbeg > 0) {
    memmove(f->wbuf, f->wbuf + f->wbeg, (size_t)(f->wpos - f->wbeg));
    f->wpos -= f->wbeg, f->wbeg = 0;
  }
  if (f->wpos + n > f->wcap || !f->wbuf) {
    f->wcap = f->wpos + n > buffer_limit(f) ? f->wpos + n : buffer_limit(f);
    f->wbuf = realloc(f->wbuf, (size_t)f->wcap);
  }
  memcpy(f->wbuf + f->wpos, p, (size_t)n);
  f->wpos += n;
}
// Nothing is in the buffer.
static I write_out(GphFile *f, const unsigned char *p, I n) {
  I k = write_some(f, p, n);
  if (k < 0 || k == n) return k < 0 ? k : 0;
  append(f, p + k, n - k);
  return WAITS;
}
static I flush(GphFile *f) {
  I n = f->wpos - f->wbeg, k = n ? write_some(f, f->wbuf + f->wbeg, n) : 0;
  if (k >= 0 && k < n) {
    f->wbeg += k;
    return WAITS;
  }
  f->wbeg = f->wpos = 0;  // what cannot be written is dropped: the next operation must not fail again for it
  if (f->wcap > buffer_limit(f)) free(f->wbuf), f->wbuf = NULL, f->wcap = 0;
  return k < 0 ? k : 0;
}
// Before switching from reading to writing, or seeking: give back what was read ahead.
static void drop_read_ahead(GphFile *f) {
  if (f->rend > f->rpos && f->regular) lseek(f->fd, f->rpos - f->rend, SEEK_CUR);
  f->rpos = f->rend = 0;
}

I gph_handle_flush(GphFile *f) {
  gph_file_lock(f);
  I r = f->state == STATE_CLOSED ? 0 : flush(f);
  gph_file_unlock(f);
  return r;
}

I gph_handle_close(GphFile *f) {
  gph_file_lock(f);
  I r = 0;
  if (f->state != STATE_CLOSED) {
    r = flush(f);
    if (r == WAITS) {
      gph_file_unlock(f);
      return r;
    }
    f->state = STATE_CLOSED;
    if (close(f->fd) < 0 && r == 0) r = -errno;
    free(f->rbuf), free(f->wbuf);
    f->rbuf = f->wbuf = NULL;
    f->rpos = f->rend = f->wbeg = f->wpos = f->wcap = 0;
  }
  gph_file_unlock(f);
  pthread_mutex_lock(&g_files_lock);
  if (f != g_std[0] && f != g_std[1] && f != g_std[2])
    for (GphFile **p = &g_files; *p; p = &(*p)->next)
      if (*p == f) {
        *p = f->next;
        break;
      }
  pthread_mutex_unlock(&g_files_lock);
  return r;
}
// ---- Duplicates -----------------------------------------------------------------------------------------------------
// A handle of the same file, whose position it shares: nothing remains buffered. As with GHC the duplicate has the
// buffering of a file that has just been opened, and its encoding is the locale's unless it is binary.
I gph_handle_duplicate(GphFile *f, GphFile **out) {
  gph_file_lock(f);
  I r = f->state == STATE_CLOSED ? -EBADF : flush(f);
  drop_read_ahead(f);
  int fd = r == 0 ? fcntl(f->fd, F_DUPFD_CLOEXEC, 3) : -1;
  if (r == 0 && fd < 0) r = -errno;
  if (r == 0) {
    pthread_mutex_lock(&g_files_lock);
    GphFile *g = new_file(fd, f->name, f->readable, f->writable);
    pthread_mutex_unlock(&g_files_lock);
    g->append = f->append, g->pipe = f->pipe, g->crlf_in = f->crlf_in, g->crlf_out = f->crlf_out;
    g->codec.encoding = f->codec.encoding == ENC_BINARY ? ENC_BINARY : ENC_UTF8;
    *out = g;
  }
  gph_file_unlock(f);
  return r;
}
// The second handle becomes a duplicate of the first; its name and descriptor stay.
I gph_handle_duplicate_to(GphFile *f, GphFile *to) {
  GphFile *g = NULL;
  I r = f == to ? 0 : gph_handle_duplicate(f, &g);
  if (!g) return r;
  gph_file_lock(to);
  r = to->state == STATE_CLOSED ? -EBADF : flush(to);
  if (r == 0 && dup2(g->fd, to->fd) < 0) r = -errno;
  if (r == 0 && to->fd > 2) fcntl(to->fd, F_SETFD, FD_CLOEXEC);
  if (r == 0) {
    to->readable = g->readable, to->writable = g->writable, to->append = g->append, to->pipe = g->pipe;
    to->crlf_in = g->crlf_in, to->crlf_out = g->crlf_out, to->codec = g->codec, to->state = STATE_OPEN;
    to->is_tty = g->is_tty, to->buf_mode = g->buf_mode, to->buf_size = 0, to->at_eof = 0;
    to->rpos = to->rend = 0;
    if (to->fd > 2) to->regular = g->regular, to->dev = g->dev, to->ino = g->ino;
  }
  gph_file_unlock(to);
  gph_handle_close(g);
  return r;
}

// At exit: everything that is still buffered.
void gph_io_flush_all(void) {
  pthread_mutex_lock(&g_files_lock);
  for (GphFile *f = g_files; f; f = f->next)
    if (f->writable && pthread_mutex_trylock(&f->lock) == 0) {
      if (f->state != STATE_CLOSED) flush(f);
      gph_file_unlock(f);
    }
  pthread_mutex_unlock(&g_files_lock);
}

// ---- State ----------------------------------------------------------------------------------------------------------
I gph_handle_state(GphFile *f) { return f->state; }
void gph_handle_semi_close(GphFile *f) {
  gph_file_lock(f);
  if (f->state == STATE_OPEN) f->state = STATE_SEMI_CLOSED;
  gph_file_unlock(f);
}
I gph_handle_readable(GphFile *f) { return f->readable; }
I gph_handle_writable(GphFile *f) { return f->writable; }
I gph_handle_appends(GphFile *f) { return f->append; }
// For a beginning of writing: -1 if it cannot be done, else the mode of buffering, 4 if characters are bytes, 8 if it
// needs the turn to read, as it drops what has been read, and 16 if a byte order mark is to come first.
I gph_handle_writing(GphFile *f) {
  if (f->state != STATE_OPEN || !f->writable) return -1;
  return f->buf_mode | (gph_codec_is_bytes(&f->codec) ? 4 : 0) | (f->readable ? 8 : 0) |
         (gph_codec_wants_mark(&f->codec) ? 16 : 0);
}
I gph_handle_encoding(GphFile *f) { return f->codec.encoding + 16 * f->codec.on_bad; }
void gph_handle_set_encoding(GphFile *f, I e) {
  gph_file_lock(f);
  f->codec = (GphCodec){.encoding = (uint8_t)(e & 15), .on_bad = (uint8_t)(e >> 4)};
  gph_file_unlock(f);
}
I gph_handle_newline_in(GphFile *f) { return f->crlf_in; }
void gph_handle_set_newline(GphFile *f, I in, I out) {
  gph_file_lock(f);
  f->crlf_in = (uint8_t)in, f->crlf_out = (uint8_t)out;
  gph_file_unlock(f);
}
I gph_handle_is_tty(GphFile *f) { return f->is_tty; }
// Low two bits: the mode; the rest: the size, 0 for the default.
I gph_handle_buffering(GphFile *f) { return f->buf_mode | f->buf_size << 2; }
I gph_handle_set_buffering(GphFile *f, I mode, I size) {
  gph_file_lock(f);
  I r = flush(f);
  f->buf_mode = (uint8_t)mode, f->buf_size = size;
  if (r != WAITS) free(f->wbuf), f->wbuf = NULL, f->wcap = 0;
  gph_file_unlock(f);
  return r;
}
I gph_handle_echo(GphFile *f) {
  struct termios t;
  return tcgetattr(f->fd, &t) == 0 && (t.c_lflag & ECHO) != 0;
}
void gph_handle_set_echo(GphFile *f, I on) {
  struct termios t;
  if (tcgetattr(f->fd, &t) == 0) {
    if (on) t.c_lflag |= ECHO;
    else t.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(f->fd, TCSANOW, &t);
  }
}

// ---- Position -------------------------------------------------------------------------------------------------------
// What is open for appending has no position of its own.
I gph_handle_seekable(GphFile *f) { return !f->append && (f->regular || lseek(f->fd, 0, SEEK_CUR) >= 0); }
I gph_handle_seek(GphFile *f, I whence, I offset) {
  gph_file_lock(f);
  I r = flush(f);
  if (r == 0) {
    drop_read_ahead(f);
    f->at_eof = 0;
    off_t at = lseek(f->fd, offset, whence == 0 ? SEEK_SET : whence == 1 ? SEEK_CUR : SEEK_END);
    r = at < 0 ? -errno : 0;
  }
  gph_file_unlock(f);
  return r;
}
I gph_handle_tell(GphFile *f) {
  gph_file_lock(f);
  I r = flush(f);
  if (r == 0) {
    off_t at = lseek(f->fd, 0, SEEK_CUR);
    r = at < 0 ? -errno : at - (f->rend - f->rpos);
  }
  gph_file_unlock(f);
  return r;
}
I gph_handle_size(GphFile *f) {
  gph_file_lock(f);
  I r = flush(f);
  struct stat st;
  if (r >= 0) r = fstat(f->fd, &st) < 0 ? -errno : S_ISREG(st.st_mode) ? st.st_size : -EINVAL;
  gph_file_unlock(f);
  return r;
}
I gph_handle_set_size(GphFile *f, I n) {
  gph_file_lock(f);
  I r = flush(f);
  if (r >= 0 && ftruncate(f->fd, n) < 0) r = -errno;
  gph_file_unlock(f);
  return r;
}

// ---- Writing --------------------------------------------------------------------------------------------------------
static I put(GphFile *f, const unsigned char *p, I n, int nl) {
  if (f->readable) drop_read_ahead(f);
  if (f->buf_mode == BUF_NONE && f->wpos == 0) return write_out(f, p, n);
  I limit = buffer_limit(f), r = 0;
  if (f->wpos - f->wbeg + n > limit) r = flush(f);
  if (r < 0) return r;
  if (f->wpos == 0 && n >= limit) return write_out(f, p, n);
  append(f, p, n);
  return r == 0 && (f->buf_mode == BUF_NONE || (f->buf_mode == BUF_LINE && nl)) ? flush(f) : r;
}
// Bytes as they are, but for newlines.
static I write_bytes(GphFile *f, const unsigned char *p, I n) {
  int nl = n > 0 && f->buf_mode == BUF_LINE && memchr(p, '\n', (size_t)n) != NULL;
  if (f->state != STATE_OPEN) return -EBADF;
  if (!f->crlf_out) return put(f, p, n, nl);
  unsigned char *t = malloc((size_t)n * 2 + 1);
  I m = 0;
  for (I i = 0; i < n; i++) {
    if (p[i] == '\n') t[m++] = '\r';
    t[m++] = p[i];
  }
  I r = put(f, t, m, nl);
  free(t);
  return r;
}
I gph_handle_write(GphFile *f, const unsigned char *p, I n) {
  gph_file_lock(f);
  I r = write_bytes(f, p, n);
  gph_file_unlock(f);
  return r;
}
// How many bytes of text stand before the first surrogate.
static I before_surrogate(const unsigned char *p, I n) {
  for (I i = 0; i < n;) {
    const unsigned char *q = memchr(p + i, 0xed, (size_t)(n - i));
    if (!q) break;
    i = q - p;
    if (i + 1 < n && p[i + 1] >= 0xa0) return i;
    i++;
  }
  return n;
}
// Text, in UTF-8 with surrogates, as the handle encodes it. What stands before a character that cannot be encoded is
// written.
I gph_handle_write_text(GphFile *f, const unsigned char *p, I n) {
  gph_file_lock(f);
  I r;
  int bad;
  if (gph_codec_is_utf8(&f->codec)) {
    I good = before_surrogate(p, n);
    r = write_bytes(f, p, good);
    bad = good < n;
  } else if (f->state != STATE_OPEN) {
    r = -EBADF, bad = 0;
  } else {
    int nl = n > 0 && f->buf_mode == BUF_LINE && memchr(p, '\n', (size_t)n) != NULL;
    unsigned char *t = malloc((size_t)n * 8 + 4);
    I m = gph_codec_encode(&f->codec, p, n, f->crlf_out, t, &bad);
    r = put(f, t, m, nl);
    free(t);
  }
  gph_file_unlock(f);
  return r < 0 || !bad ? r : -ERR_ILLEGAL_CHAR;
}
// Text of Data.Text, from an offset.
I gph_handle_write_text_at(GphFile *f, const unsigned char *p, I off, I n) {
  return gph_handle_write_text(f, p + off, n);
}
// Bytes of Data.ByteString, never translated.
I gph_handle_write_at(GphFile *f, const unsigned char *p, I off, I n) {
  gph_file_lock(f);
  int nl = n > 0 && f->buf_mode == BUF_LINE && memchr(p + off, '\n', (size_t)n) != NULL;
  I r = f->state != STATE_OPEN ? -EBADF : put(f, p + off, n, nl);
  gph_file_unlock(f);
  return r;
}

// ---- Reading --------------------------------------------------------------------------------------------------------
// Makes more bytes available: 1, or 0 at the end of the file, or a negative errno; 2: one would have to wait for
// gph_handle_fd; 3: as gph_handle_resume_read does.
I gph_handle_fill(GphFile *f) {
  gph_file_lock(f);
  I r;
  if (f->state == STATE_CLOSED) {
    gph_file_unlock(f);
    return 0;
  }
  flush(f);
  if (!f->rbuf) f->rbuf = malloc(RBUF);
  if (f->rpos > 0) {
    memmove(f->rbuf, f->rbuf + f->rpos, (size_t)(f->rend - f->rpos));
    f->rend -= f->rpos, f->rpos = 0;
  }
  if (f->rend == RBUF) {
    gph_file_unlock(f);
    return 1;
  }
  struct pollfd pf = {f->fd, POLLIN, 0};
  // a light thread waits, which exceptions can interrupt: GPH.Handle
  const I wait = f->resumed ? 3 : 2;
  if (poll(&pf, 1, 0) == 0) {
    gph_file_unlock(f);
    return wait;
  }
  for (;;) {
    ssize_t k =
        read(f->fd, f->rbuf + f->rend, gph_in_prompt && f->fd == 0 && !f->is_tty ? 1 : (size_t)(RBUF - f->rend));
    if (k < 0 && errno == EINTR) continue;
    if (k < 0 && errno == EAGAIN) {
      gph_file_unlock(f);
      return wait;
    }
    r = k < 0 ? -errno : k > 0;
    f->fills++;
    if (k > 0) f->rend += k, f->at_eof = 0;
    if (k == 0) {  // what is cut off is malformed now, which is no error with some encodings, nor is \r without \n
      r = f->rend > 0 && !f->at_eof && (f->codec.on_bad != BAD_FAILS || f->crlf_in);
      f->at_eof = 1;
    }
    break;
  }
  gph_file_unlock(f);
  return r;
}
// 1: the turn is the caller's. 0: it must queue.
I gph_handle_begin_read(GphFile *f) {
  gph_file_lock(f);
  const bool mine = !f->reading;
  f->reading = true;
  gph_file_unlock(f);
  return mine;
}
// 0: the turn is the caller's after all. Else its ticket: it will be when somebody fills mvar.
I gph_handle_queue_reader(GphFile *f, void *mvar) {
  GphReader *r = malloc(sizeof *r);
  gph_file_lock(f);
  const I ticket = f->reading ? ++f->tickets : 0;
  f->reading = true;
  if (ticket > 0) {
    *r = (GphReader){.mvar = mvar, .ticket = ticket};
    GphReader **at = &f->readers;
    while (*at) at = &(*at)->next;
    *at = r;
  }
  gph_file_unlock(f);
  if (ticket == 0) free(r);
  return ticket;
}
// 1: who has the ticket waits no more. 0: it has been given the turn.
I gph_handle_leave_queue(GphFile *f, I ticket) {
  gph_file_lock(f);
  GphReader **at = &f->readers;
  while (*at && (*at)->ticket != ticket) at = &(*at)->next;
  GphReader *r = *at;
  if (r) *at = r->next;
  gph_file_unlock(f);
  free(r);
  return r != NULL;
}
I gph_handle_fills(GphFile *f) {
  gph_file_lock(f);
  I n = f->fills;
  gph_file_unlock(f);
  return n;
}
// For a frozen thread that goes on reading: 1: it has the turn. 0: somebody has it, or nothing was read since `seen`
// and nothing can be.
I gph_handle_resume_read(GphFile *f, I seen) {
  gph_file_lock(f);
  struct pollfd pf = {f->fd, POLLIN, 0};
  const bool mine = !f->reading && (f->fills != seen || f->state == STATE_CLOSED || poll(&pf, 1, 0) != 0);
  if (mine) f->reading = f->resumed = true;
  gph_file_unlock(f);
  return mine;
}
// The mvar of whoever has the turn now, or NULL.
void *gph_handle_end_read(GphFile *f) {
  gph_file_lock(f);
  GphReader *r = f->readers;
  void *mvar = r ? r->mvar : NULL;
  f->resumed = false;
  if (r) f->readers = r->next;
  else f->reading = false;
  gph_file_unlock(f);
  free(r);
  return mvar;
}
// As gph_handle_available, but 0 while somebody has the turn, or when the handle is not open.
I gph_handle_untaken(GphFile *f) {
  gph_file_lock(f);
  I n = gph_file_free(f) ? f->rend - f->rpos : 0;
  gph_file_unlock(f);
  return n;
}
I gph_handle_fd(GphFile *f) {
  gph_file_lock(f);
  I fd = f->fd;
  gph_file_unlock(f);
  return fd;
}
I gph_handle_available(GphFile *f) {
  gph_file_lock(f);
  I n = f->rend - f->rpos;
  gph_file_unlock(f);
  return n;
}
// Waits up to ms for input: 1 or 0.
I gph_handle_wait(GphFile *f, I ms) {
  gph_file_lock(f);
  I n = f->rend - f->rpos;
  int fd = f->fd;
  gph_file_unlock(f);
  if (n > 0) return 1;
  struct pollfd pf = {fd, POLLIN, 0};
  int k = poll(&pf, 1, (int)ms);
  return k > 0;
}
