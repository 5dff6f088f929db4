// ffi_unicode.c: general category and simple case mappings of characters, for stdlib/GPH/Char.hs. The tables are made
// by scripts/gen-unicode.py at build time: a two-level table from code point to a record, which holds the category (in
// the order of Data.Char.GeneralCategory) and the distances to the upper, lower and title case mappings.
#include <stdint.h>

typedef int64_t I;
typedef struct {
  uint8_t category;
  int32_t upper, lower, title;
} UnicodeRecord;
#include "unicode_tables.h"  // unicode_index[0x110000 >> UNICODE_SHIFT], unicode_blocks[], unicode_records[]

static const UnicodeRecord *record(I c) {
  if (c < 0 || c > 0x10ffff) c = 0x10ffff;
  return &unicode_records[unicode_blocks[((I)unicode_index[c >> UNICODE_SHIFT] << UNICODE_SHIFT) +
                                         (c & ((1 << UNICODE_SHIFT) - 1))]];
}
I gph_unicode_category(I c) { return record(c)->category; }
I gph_unicode_upper(I c) { return c + record(c)->upper; }
I gph_unicode_lower(I c) { return c + record(c)->lower; }
I gph_unicode_title(I c) { return c + record(c)->title; }
