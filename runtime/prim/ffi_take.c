// ffi_take.c: what has been read of a handle is taken, as text or as bytes.
//
// Reading is gph_handle_fill in ffi_io.c. Text comes as whole characters in UTF-8, decoded and checked, with \r\n as
// the handle has it.
#include "prim/ffi_file.h"
#include <string.h>

// The longest prefix of p[0..n) that consists of whole valid characters.
static I valid_prefix(const unsigned char *p, I n) {
  I i = 0;
  while (i < n) {
    while (i + 8 <= n) {
      uint64_t w;
      memcpy(&w, p + i, 8);
      if (w & 0x8080808080808080ull) break;
      i += 8;
    }
    if (i >= n) break;
    int k = gph_utf8_length(p + i, n - i);
    if (k <= 0) break;
    i += k;
  }
  return i;
}

// take for the encodings that are not bytes and not plain UTF-8.
static I take_decoded(GphFile *f, unsigned char *out, I max, int line) {
  const unsigned char *p = f->rbuf + f->rpos;
  I n = f->rend - f->rpos, i = 0, m = 0;
  int k = 0;
  while (i < n && m + 4 <= max) {
    int32_t c, next;
    if ((k = gph_codec_decode(&f->codec, p + i, n - i, f->at_eof, &c)) <= 0) break;
    if (f->crlf_in && c == '\r') {
      int after = i + k < n ? gph_codec_decode(&f->codec, p + i + k, n - i - k, f->at_eof, &next) : 0;
      if (after == 0 && !f->at_eof) break;  // decide with the next character
      if (after > 0 && next == '\n') c = -1;
    }
    i += k;
    if (c >= 0) m += gph_utf8_put(out + m, c);
    if (line && c == '\n') break;
  }
  f->rpos += i;
  return m == 0 && k < 0 ? -ERR_ILLEGAL_BYTES : m;
}

static I take(GphFile *f, unsigned char *out, I max, int line) {
  I n = f->rend - f->rpos;
  if (n == 0) return 0;
  int utf8 = gph_codec_is_utf8(&f->codec);
  if (!utf8 && !gph_codec_is_bytes(&f->codec)) return take_decoded(f, out, max, line);
  const unsigned char *p = f->rbuf + f->rpos;
  if (n > max) n = max;
  if (line) {
    const unsigned char *nl = memchr(p, '\n', (size_t)n);
    if (nl) n = nl - p + 1;
  }
  if (utf8) {
    I v = valid_prefix(p, n);
    if (v == 0) return gph_utf8_length(p, f->rend - f->rpos) == 0 ? 0 : -ERR_ILLEGAL_BYTES;
    n = v;
  }
  I m = n;
  if (f->crlf_in) {
    m = 0;
    for (I i = 0; i < n; i++) {
      if (p[i] == '\r') {
        if (i + 1 == n && (i > 0 || (f->rend - f->rpos == 1 && !f->at_eof))) {
          n = i;
          break;
        }  // decide with the next byte
        if (i + 1 < n && p[i + 1] == '\n') continue;
      }
      out[m++] = p[i];
    }
  } else memcpy(out, p, (size_t)n);
  f->rpos += n;
  return m;
}
// Takes up to max bytes of whole characters (max >= 4): their number; 0: more must be read first; negative: malformed.
I gph_handle_take(GphFile *f, unsigned char *out, I max) {
  gph_file_lock(f);
  I r = take(f, out, max, 0);
  gph_file_unlock(f);
  return r;
}
// The same, but not beyond the first newline, which is taken too.
I gph_handle_take_line(GphFile *f, unsigned char *out, I max) {
  gph_file_lock(f);
  I r = take(f, out, max, 1);
  gph_file_unlock(f);
  return r;
}
// The length, with its newline, of a line that is there, for who has not the turn to read (Note [Turns of readers] in
// ffi_io.c): 0 if there is none, or somebody has the turn.
static I whole_line(GphFile *f) {
  if (!gph_file_free(f) || f->rpos == f->rend) return 0;
  const unsigned char *p = f->rbuf + f->rpos, *nl = memchr(p, '\n', (size_t)(f->rend - f->rpos));
  return nl ? nl + 1 - p : 0;
}
// Takes such a line as text: 2 * its number of bytes, and 1 if each is a character. Negative: it needs so much room. 0:
// there is none, or it is for who has the turn to say what is wrong with it.
I gph_handle_take_whole_line(GphFile *f, unsigned char *out, I max) {
  gph_file_lock(f);
  const I n = whole_line(f);
  const bool bytes = gph_codec_is_bytes(&f->codec);
  I r = 0;
  if (n > max) r = -n;
  else if (n > 0 && (bytes || (gph_codec_is_utf8(&f->codec) && valid_prefix(f->rbuf + f->rpos, n) == n))) {
    if (f->crlf_in) r = take(f, out, n, 0);
    else memcpy(out, f->rbuf + f->rpos, (size_t)n), f->rpos += n, r = n;
    r = 2 * r + bytes;
  }
  gph_file_unlock(f);
  return r;
}
// Likewise for Data.ByteString: the number of bytes, or as above.
I gph_handle_take_raw_line(GphFile *f, unsigned char *out, I max) {
  gph_file_lock(f);
  const I n = whole_line(f);
  if (n > 0 && n <= max) memcpy(out, f->rbuf + f->rpos, (size_t)n), f->rpos += n;
  gph_file_unlock(f);
  return n <= max ? n : -n;
}
// The next character's bytes as take does. how: 1 without taking them, and \r before \n as itself, as GHC has it; 2 for
// who has the turn to read: else 0 if another has, or the handle is not open.
I gph_handle_take_char(GphFile *f, unsigned char *out, I how) {
  const bool peek = how & 1;
  gph_file_lock(f);
  I n = (how & 2) || gph_file_free(f) ? f->rend - f->rpos : 0, r = 0;
  if (n > 0 && !gph_codec_is_utf8(&f->codec) && !gph_codec_is_bytes(&f->codec)) {
    for (int32_t c = -1; c < 0 && f->rpos < f->rend;) {
      const unsigned char *p = f->rbuf + f->rpos;
      n = f->rend - f->rpos;
      int len = gph_codec_decode(&f->codec, p, n, f->at_eof, &c);
      if (len <= 0) {
        r = len < 0 ? -ERR_ILLEGAL_BYTES : 0;
        break;
      }
      if (c == '\r' && f->crlf_in && !peek) {
        int32_t next;
        int after = len < n ? gph_codec_decode(&f->codec, p + len, n - len, f->at_eof, &next) : 0;
        if (after == 0 && !f->at_eof) break;
        if (after > 0 && next == '\n') c = '\n', len += after;
      }
      if (c >= 0) r = gph_utf8_put(out, c);
      if (c < 0 || !peek) f->rpos += len;
    }
  } else if (n > 0) {
    const unsigned char *p = f->rbuf + f->rpos;
    int len = gph_codec_is_utf8(&f->codec) ? gph_utf8_length(p, n) : 1;
    if (len < 0) r = -ERR_ILLEGAL_BYTES;
    else if (len > 0 && (peek || !f->crlf_in || p[0] != '\r' || n > 1 || f->at_eof)) {
      if (f->crlf_in && !peek && p[0] == '\r' && n > 1 && p[1] == '\n') {
        out[0] = '\n';
        r = 1;
        len = 2;
      } else {
        memcpy(out, p, (size_t)len);
        r = len;
      }
      if (!peek) f->rpos += len;
    }
  }
  gph_file_unlock(f);
  return r;
}
// Raw bytes, for hGetBuf.
I gph_handle_take_bytes(GphFile *f, unsigned char *out, I max) {
  gph_file_lock(f);
  I n = f->rend - f->rpos;
  if (n > max) n = max;
  if (n > 0) memcpy(out, f->rbuf + f->rpos, (size_t)n), f->rpos += n;
  gph_file_unlock(f);
  return n;
}
// Raw bytes for Data.ByteString, to an offset of the array; with `line` not beyond the first newline, which is taken
// too.
I gph_handle_take_raw(GphFile *f, unsigned char *out, I off, I max, I line) {
  gph_file_lock(f);
  I n = f->rend - f->rpos;
  if (n > max) n = max;
  if (n > 0) {
    const unsigned char *p = f->rbuf + f->rpos, *nl = line ? memchr(p, '\n', (size_t)n) : NULL;
    if (nl) n = nl + 1 - p;
    memcpy(out + off, p, (size_t)n);
    f->rpos += n;
  }
  gph_file_unlock(f);
  return n;
}
