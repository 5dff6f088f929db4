#!/usr/bin/env python3
"""gen-unicode.py [UnicodeData.txt] > unicode_tables.h: the tables of runtime/prim/ffi_unicode.c.

Reads Unicode's character data (Debian: package unicode-data) and writes a two-level table: unicode_index maps the upper
bits of a code point to a block of unicode_blocks, which maps the lower bits to a record of unicode_records.
"""
import sys

SHIFT = 7
CATEGORIES = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split()


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/unicode/UnicodeData.txt"
    unassigned = (CATEGORIES.index("Cn"), 0, 0, 0)
    table = [unassigned] * 0x110000
    range_start = None
    with open(path, encoding="ascii") as data:
        for line in data:
            field = line.rstrip("\n").split(";")
            code = int(field[0], 16)
            mapped = lambda text, default: int(text, 16) if text else default
            upper = mapped(field[12], code)
            record = (CATEGORIES.index(field[2]), upper - code, mapped(field[13], code) - code, mapped(field[14], upper) - code)
            if field[1].endswith(", First>"):
                range_start = code
            elif field[1].endswith(", Last>"):
                table[range_start:code + 1] = [record] * (code + 1 - range_start)
            else:
                table[code] = record
    records = sorted(set(table))
    number = {record: i for i, record in enumerate(records)}
    blocks, block_number, index = [], {}, []
    for start in range(0, 0x110000, 1 << SHIFT):
        block = tuple(number[r] for r in table[start:start + (1 << SHIFT)])
        if block not in block_number:
            block_number[block] = len(blocks)
            blocks.append(block)
        index.append(block_number[block])
    print("// Made by scripts/gen-unicode.py from Unicode's character data.")
    print(f"enum {{ UNICODE_SHIFT = {SHIFT} }};")
    print(f"static const UnicodeRecord unicode_records[{len(records)}] = {{")
    for record in records:
        print("  {%d, %d, %d, %d}," % record)
    print("};")
    for name, values in (("unicode_index", index), ("unicode_blocks", [n for block in blocks for n in block])):
        print(f"static const uint16_t {name}[{len(values)}] = {{")
        for i in range(0, len(values), 24):
            print("  " + ",".join(map(str, values[i:i + 24])) + ",")
        print("};")


main()
