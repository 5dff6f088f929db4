// Searches in bytes, for Data.ByteString and Data.Text: libc's memchr and memmem are many times faster than a loop over
// single bytes. Called from the stdlib as unsafe foreign calls: they neither block nor allocate. A byte array comes as
// the address of its payload, which does not move during the call, and every function takes the offset itself, so that
// no address has to be computed outside. Indices are relative to the offset; -1 means that there is none.
#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>

typedef int64_t I;
typedef const unsigned char *Bytes;

I gph_bytes_index(Bytes p, I off, I n, I byte) {
  Bytes q = n > 0 ? memchr(p + off, (int)byte, (size_t)n) : NULL;
  return q ? q - (p + off) : -1;
}
I gph_bytes_last_index(Bytes p, I off, I n, I byte) {
  Bytes q = n > 0 ? memrchr(p + off, (int)byte, (size_t)n) : NULL;
  return q ? q - (p + off) : -1;
}
I gph_bytes_count(Bytes p, I off, I n, I byte) {
  I k = 0;
  for (I i = 0; i < n; i++) k += p[off + i] == (unsigned char)byte;
  return k;
}
// Where the m bytes of q from qoff occur first in the n bytes of p from off.
I gph_bytes_find(Bytes p, I off, I n, Bytes q, I qoff, I m) {
  Bytes r = memmem(p + off, (size_t)n, q + qoff, (size_t)m);
  return r ? r - (p + off) : -1;
}
// Whether the bytes are well-formed UTF-8: -1, or the index of the first byte that is not part of a whole character
// (no surrogates, no overlong forms, nothing above U+10FFFF; Unicode, table 3-7).
I gph_bytes_utf8_error(Bytes base, I off, I n) {
  Bytes p = base + off;
  for (I i = 0; i < n;) {
    if (p[i] < 0x80) {
      i++;
      continue;
    }
    I len = p[i] >= 0xC2 && p[i] < 0xE0 ? 2 : p[i] >= 0xE0 && p[i] < 0xF0 ? 3 : p[i] >= 0xF0 && p[i] < 0xF5 ? 4 : 0;
    if (len == 0 || i + len > n) return i;
    unsigned lo = p[i] == 0xE0   ? 0xA0
                  : p[i] == 0xF0 ? 0x90
                                 : 0x80,
             hi = p[i] == 0xED   ? 0x9F
                  : p[i] == 0xF4 ? 0x8F
                                 : 0xBF;
    if (p[i + 1] < lo || p[i + 1] > hi) return i;
    for (I k = 2; k < len; k++)
      if ((p[i + k] & 0xC0) != 0x80) return i;
    i += len;
  }
  return -1;
}
// Characters in well-formed UTF-8: the bytes that do not continue one.
I gph_bytes_utf8_length(Bytes p, I off, I n) {
  I k = 0;
  for (I i = 0; i < n; i++) k += (p[off + i] & 0xC0) != 0x80;
  return k;
}
