// text_codec.c: see text_codec.h. What is malformed, and how much of it is one replacement character, is as in GHC's
// codecs: a byte at a time.
#include "text_codec.h"

int gph_utf8_length(const unsigned char *p, int64_t n) {
  unsigned c = p[0];
  if (c < 0x80) return 1;
  int len = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : -1;
  if (len < 0) return -1;
  for (int i = 1; i < len && i < n; i++) {
    unsigned d = p[i];
    if ((d & 0xc0) != 0x80) return -1;
    if (i == 1 &&
        ((c == 0xe0 && d < 0xa0) || (c == 0xed && d >= 0xa0) || (c == 0xf0 && d < 0x90) || (c == 0xf4 && d >= 0x90)))
      return -1;
  }
  return n < len ? 0 : len;
}

// The character of a whole sequence.
static int32_t utf8_char(const unsigned char *p, int len) {
  static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  int32_t c = p[0] & first[len];
  for (int i = 1; i < len; i++) c = c << 6 | (p[i] & 0x3f);
  return c;
}

int gph_utf8_put(unsigned char *out, int32_t c) {
  if (c < 0x80) {
    out[0] = (unsigned char)c;
    return 1;
  }
  int len = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  static const unsigned char mark[] = {0, 0, 0xc0, 0xe0, 0xf0};
  for (int i = len - 1; i > 0; i--, c >>= 6) out[i] = (unsigned char)(0x80 | (c & 0x3f));
  out[0] = (unsigned char)(mark[len] | c);
  return len;
}

// ---- Reading --------------------------------------------------------------------------------------------------------
static uint32_t unit(const unsigned char *p, int size, int little) {
  uint32_t u = 0;
  for (int i = 0; i < size; i++) u = u << 8 | p[little ? size - 1 - i : i];
  return u;
}

// Units of `size` bytes; order: 0 when a mark decides.
static int decode_units(GphCodec *c, const unsigned char *p, int64_t n, int size, int order, int32_t *ch) {
  if (n < size) return 0;
  if (!order) {
    if (c->read_order == ORDER_UNKNOWN) {
      int big = unit(p, size, 0) == 0xfeff, little = unit(p, size, 1) == 0xfeff;
      c->read_order = little ? ORDER_LITTLE : ORDER_BIG;
      if (big || little) {
        *ch = -1;
        return size;
      }
    }
    order = c->read_order;
  }
  int little = order == ORDER_LITTLE;
  uint32_t u = unit(p, size, little);
  if (size == 2 && u >= 0xd800 && u < 0xdc00) {
    if (n < 4) return 0;
    uint32_t v = unit(p + 2, 2, little);
    if (v < 0xdc00 || v > 0xdfff) return -1;
    *ch = (int32_t)(0x10000 + ((u - 0xd800) << 10) + (v - 0xdc00));
    return 4;
  }
  if (u > 0x10ffff || (u >= 0xd800 && u <= 0xdfff)) return -1;
  *ch = (int32_t)u;
  return size;
}

static int decode_one(GphCodec *c, const unsigned char *p, int64_t n, int at_end, int32_t *ch) {
  switch (c->encoding) {
    case ENC_ASCII: *ch = p[0]; return p[0] < 0x80 ? 1 : -1;
    case ENC_UTF16: return decode_units(c, p, n, 2, 0, ch);
    case ENC_UTF16LE: return decode_units(c, p, n, 2, ORDER_LITTLE, ch);
    case ENC_UTF16BE: return decode_units(c, p, n, 2, ORDER_BIG, ch);
    case ENC_UTF32: return decode_units(c, p, n, 4, 0, ch);
    case ENC_UTF32LE: return decode_units(c, p, n, 4, ORDER_LITTLE, ch);
    case ENC_UTF32BE: return decode_units(c, p, n, 4, ORDER_BIG, ch);
    case ENC_UTF8_BOM:
      if (c->read_order == ORDER_UNKNOWN) {
        static const unsigned char mark[] = {0xef, 0xbb, 0xbf};
        int same = 0;
        while (same < 3 && same < n && p[same] == mark[same]) same++;
        if (same < 3 && same == n && !at_end) return 0;
        c->read_order = ORDER_BIG;
        if (same == 3) {
          *ch = -1;
          return 3;
        }
      }
      // fallthrough
    case ENC_UTF8: {
      int len = gph_utf8_length(p, n);
      if (len > 0) *ch = utf8_char(p, len);
      return len;
    }
    default: *ch = p[0]; return 1;
  }
}

int gph_codec_decode(GphCodec *c, const unsigned char *p, int64_t n, int at_end, int32_t *ch) {
  int k = decode_one(c, p, n, at_end, ch);
  if (k > 0 || c->on_bad == BAD_FAILS || (k == 0 && !at_end)) return k;
  *ch = c->on_bad == BAD_IGNORED ? -1 : c->on_bad == BAD_REPLACED ? 0xfffd : p[0] < 0x80 ? p[0] : 0xdc00 + p[0];
  return 1;
}

// ---- Writing --------------------------------------------------------------------------------------------------------
static int put_unit(unsigned char *out, uint32_t u, int size, int little) {
  for (int i = 0; i < size; i++) out[little ? i : size - 1 - i] = (unsigned char)(u >> 8 * i);
  return size;
}

// 0: the encoding does not have it.
static int encode_one(const GphCodec *c, int32_t ch, unsigned char *out) {
  int surrogate = ch >= 0xd800 && ch <= 0xdfff, little = c->encoding == ENC_UTF16LE || c->encoding == ENC_UTF32LE;
  switch (c->encoding) {
    case ENC_LATIN1:
    case ENC_ASCII:
      if (ch >= (c->encoding == ENC_ASCII ? 0x80 : 0x100)) return 0;
      // fallthrough
    case ENC_BINARY:
    case ENC_CHAR8: out[0] = (unsigned char)ch; return 1;
    case ENC_UTF8:
    case ENC_UTF8_BOM: return surrogate ? 0 : gph_utf8_put(out, ch);
    case ENC_UTF16:
    case ENC_UTF16LE:
    case ENC_UTF16BE:
      if (surrogate) return 0;
      if (ch < 0x10000) return put_unit(out, (uint32_t)ch, 2, little);
      put_unit(out, 0xd800 + ((uint32_t)(ch - 0x10000) >> 10), 2, little);
      put_unit(out + 2, 0xdc00 + ((uint32_t)(ch - 0x10000) & 0x3ff), 2, little);
      return 4;
    default: return surrogate ? 0 : put_unit(out, (uint32_t)ch, 4, little);
  }
}

static int64_t encode_mark(GphCodec *c, unsigned char *out) {
  int wanted = gph_codec_wants_mark(c);
  c->mark_written = 1;
  return wanted ? encode_one(c, 0xfeff, out) : 0;
}

int64_t gph_codec_encode(GphCodec *c, const unsigned char *p, int64_t n, int crlf, unsigned char *out, int *bad) {
  int64_t m = n == 0 ? encode_mark(c, out) : 0;
  *bad = 0;
  for (int64_t i = 0; i < n;) {
    unsigned b = p[i];
    int len = b < 0x80 ? 1 : b < 0xe0 ? 2 : b < 0xf0 ? 3 : 4;
    int32_t ch = utf8_char(p + i, len);
    unsigned char one[4];
    int k = encode_one(c, ch, one);
    if (k == 0 && c->on_bad == BAD_REPLACED) k = encode_one(c, ch = '?', one);
    if (k == 0 && c->on_bad == BAD_ROUND_TRIPS && ch >= 0xdc80 && ch <= 0xdcff)
      one[0] = (unsigned char)(ch - 0xdc00), k = 1;
    if (k == 0 && c->on_bad != BAD_IGNORED) {
      *bad = 1;
      break;
    }
    m += encode_mark(c, out + m);
    if (crlf && ch == '\n') m += encode_one(c, '\r', out + m);
    for (int j = 0; j < k; j++) out[m++] = one[j];
    i += len;
  }
  return m;
}
