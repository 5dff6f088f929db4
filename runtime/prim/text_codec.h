// text_codec.h: the text encodings of handles, for ffi_io.c. Text outside of a file is UTF-8 here in which surrogates
// may occur, as single characters of three bytes.
#pragma once
#include <stdint.h>

// stdlib/GPH/Handle.hs has the same numbers: an encoding's is ENC + 16 * BAD.
enum {
  ENC_UTF8,
  ENC_BINARY /* a byte is a character, a character its low byte */,
  ENC_LATIN1,
  ENC_ASCII,
  ENC_UTF8_BOM,
  ENC_UTF16,
  ENC_UTF16LE,
  ENC_UTF16BE,
  ENC_UTF32,
  ENC_UTF32LE,
  ENC_UTF32BE,
  ENC_CHAR8 /* as ENC_BINARY, by another name */
};
// What is done with what the encoding does not have: an error; it is left out; '?' or U+FFFD; a byte is read as U+DC80
// to U+DCFF and written as itself.
enum { BAD_FAILS, BAD_IGNORED, BAD_REPLACED, BAD_ROUND_TRIPS };

typedef struct {
  uint8_t encoding, on_bad;
  uint8_t read_order;  // of UTF-16 and UTF-32, and whether UTF-8's mark was looked for: 0 at the beginning
  uint8_t mark_written;
} GphCodec;
enum { ORDER_UNKNOWN, ORDER_BIG, ORDER_LITTLE };

static inline int gph_codec_is_bytes(const GphCodec *c) {
  return c->encoding == ENC_BINARY || c->encoding == ENC_CHAR8;
}
static inline int gph_codec_is_utf8(const GphCodec *c) { return c->encoding == ENC_UTF8 && c->on_bad == BAD_FAILS; }
// A byte order mark is written before anything else, also before nothing.
static inline int gph_codec_wants_mark(const GphCodec *c) {
  return !c->mark_written && (c->encoding == ENC_UTF16 || c->encoding == ENC_UTF32 || c->encoding == ENC_UTF8_BOM);
}

// Length of the UTF-8 sequence at p (n bytes are there): 0 when it is cut off, -1 when it is malformed.
int gph_utf8_length(const unsigned char *p, int64_t n);
// A character as UTF-8, a surrogate, too: the number of bytes.
int gph_utf8_put(unsigned char *out, int32_t c);
// The character at p, of n > 0 bytes; at_end: no more will follow. The number of its bytes; 0: more are needed; -1:
// malformed. *ch is -1 when those bytes are no character (a byte order mark, what is ignored).
int gph_codec_decode(GphCodec *c, const unsigned char *p, int64_t n, int at_end, int32_t *ch);
// Encodes n bytes of text to out, which has room for 8 * n + 4, with crlf newlines as \r\n: the number of bytes; *bad:
// a character stopped it.
int64_t gph_codec_encode(GphCodec *c, const unsigned char *p, int64_t n, int crlf, unsigned char *out, int *bad);
