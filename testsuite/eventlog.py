#!/usr/bin/env python3
"""Reads an event log (+RTS -l of gphc or GHC) and checks that it is one: a second reader, written from the format's description, beside ghc-events.

  testsuite/eventlog.py FILE            checks, then prints how many there are of each event: `NUMBER NAME COUNT`
  testsuite/eventlog.py --dump FILE     prints the events, in order of time: `TIME HEC NAME ARGUMENTS`
  testsuite/eventlog.py --truncated ... the end mark may be missing and the last block incomplete
  testsuite/eventlog.py --killed ...    the program died by kill -9: the end mark is there, a block that was being written may stand behind it

What is checked (the last four only in logs of gphc, GHC's are not so strict): the header and its markers; every event is declared there and has the declared size; blocks have the size that they say; the end mark is the
end of the file; text is UTF-8; times do not go backwards in a HEC; on each HEC run and stop, start and end of a collection alternate and name the same thread; no thread runs on two HECs at a
time; spark counters do not decrease.
"""
import struct, sys

NAMES = {0: 'create-thread', 1: 'run-thread', 2: 'stop-thread', 3: 'thread-runnable', 4: 'migrate-thread', 8: 'thread-wakeup', 9: 'gc-start', 10: 'gc-end', 11: 'request-seq-gc',
         12: 'request-par-gc', 15: 'create-spark-thread', 16: 'log-msg', 18: 'block-marker', 19: 'user-msg', 20: 'gc-idle', 21: 'gc-work', 22: 'gc-done', 25: 'capset-create',
         26: 'capset-delete', 27: 'capset-assign-cap', 28: 'capset-remove-cap', 29: 'rts-identifier', 30: 'program-args', 31: 'program-env', 32: 'pid', 33: 'ppid',
         34: 'spark-counters', 35: 'spark-create', 36: 'spark-dud', 37: 'spark-overflow', 38: 'spark-run', 39: 'spark-steal', 40: 'spark-fizzle', 41: 'spark-gc',
         43: 'wall-clock', 44: 'thread-label', 45: 'cap-create', 46: 'cap-delete', 47: 'cap-disable', 48: 'cap-enable', 49: 'heap-allocated', 50: 'heap-size', 51: 'heap-live',
         52: 'heap-info', 53: 'gc-stats', 54: 'gc-sync', 55: 'task-create', 56: 'task-migrate', 57: 'task-delete', 58: 'user-marker',
         160: 'heap-prof-begin', 162: 'heap-prof-sample-begin', 164: 'heap-prof-sample-string', 165: 'heap-prof-sample-end', 300: 'spark-site', 301: 'spark-site-counts', 302: 'scaling', 303: 'scaling-site'}
LAYOUT = {0: '>I', 1: '>I', 2: '>IHI', 3: '>I', 4: '>IH', 8: '>IH', 15: '>I', 25: '>IH', 26: '>I', 27: '>IH', 28: '>IH', 32: '>II', 33: '>II', 34: '>7Q', 39: '>H', 43: '>IQI',
          45: '>H', 46: '>H', 47: '>H', 48: '>H', 49: '>IQ', 50: '>IQ', 51: '>IQ', 52: '>IHQQQQ', 53: '>IHQQQIQQQ', 55: '>QHQ', 56: '>QHH', 57: '>Q', 162: '>Q', 165: '>Q', 301: '>I11Q'}
TEXT_AT = {16: 0, 19: 0, 29: 4, 30: 4, 31: 4, 44: 4, 58: 0, 300: 4, 302: 136, 303: 32}

class Bad(Exception): pass

def read_log(data, truncated=False, killed=False):
    """(declared sizes, [(time, hec, number, payload)]) in order of blocks."""
    at = 0
    def mark(m):
        nonlocal at
        if data[at:at + 4] != m: raise Bad(f'byte {at}: {m!r} wanted, there is {data[at:at + 4]!r}')
        at += 4
    mark(b'hdrb'), mark(b'hetb')
    sizes = {}
    while data[at:at + 4] != b'hete':
        mark(b'etb\0')
        number, size, n = struct.unpack_from('>HHI', data, at)
        at += 8 + n
        extra, = struct.unpack_from('>I', data, at)
        at += 4 + extra
        mark(b'ete\0')
        if number in sizes: raise Bad(f'event {number} is declared twice')
        sizes[number] = None if size == 0xffff else size
    mark(b'hete'), mark(b'hdre'), mark(b'datb')
    events, hec, block_end, block_time = [], None, None, 0
    last, ours = {}, False
    try:
        while True:
            if at == block_end: hec = block_end = None
            if at + 2 > len(data): raise EOFError
            number, = struct.unpack_from('>H', data, at)
            if number == 0xffff:
                if block_end is not None: raise Bad(f'byte {at}: the end mark is inside a block')
                if at + 2 != len(data) and not killed: raise Bad(f'byte {at}: {len(data) - at - 2} bytes behind the end mark')
                return sizes, events
            if number not in sizes: raise Bad(f'byte {at}: event {number} is not declared')
            if at + 10 > len(data): raise EOFError
            time, = struct.unpack_from('>Q', data, at + 2)
            begin = at
            at += 10
            size = sizes[number]
            if size is None:
                if at + 2 > len(data): raise EOFError
                size, = struct.unpack_from('>H', data, at)
                at += 2
            if at + size > len(data): raise EOFError
            payload = data[at:at + size]
            at += size
            if block_end is not None and at > block_end: raise Bad(f'byte {begin}: the event goes past the end of its block')
            if number == 18:
                if block_end is not None: raise Bad(f'byte {begin}: a block inside a block')
                length, block_time, hec = struct.unpack('>IQH', payload)
                block_end = begin + length
                if block_end > len(data): raise EOFError
            else:
                if block_end is not None and time > block_time: raise Bad(f'byte {begin}: event at {time} in a block that ends at {block_time}')
                if time < last.get(hec, 0) and ours: raise Bad(f'byte {begin}: time goes back on HEC {hec}: {last[hec]} to {time}')
                last[hec] = time
                if number == 29: ours = payload[4:].startswith(b'gphc')
                events.append((time, hec, number, payload))
    except (EOFError, struct.error):
        if truncated: return sizes, events
        raise Bad(f'byte {at}: the file ends without an end mark') from None

def arguments(number, payload):
    if number == 160: return struct.unpack('>BQI', payload[:13]) + (payload[13:].decode('utf-8'),)
    if number == 164: return struct.unpack('>BQ', payload[:9]) + (payload[9:].rstrip(b'\0').decode('utf-8'),)
    if number in TEXT_AT:
        k = TEXT_AT[number]
        head = struct.unpack('>I', payload[:4]) if k else ()
        return head + (payload[k:].decode('utf-8'),)
    if number in LAYOUT and len(payload) == struct.calcsize(LAYOUT[number]): return struct.unpack(LAYOUT[number], payload)
    return (payload,) if payload else ()

def check(sizes, events, truncated=False):
    running, in_gc, counters, created, ours = {}, set(), {}, set(), False
    for time, hec, number, payload in sorted(events, key=lambda e: e[0]):
        try: a = arguments(number, payload)
        except UnicodeDecodeError: raise Bad(f'at {time}: text of event {number} is not UTF-8') from None
        if number == 29: ours = a[1].startswith('gphc')
        if not ours: continue
        def bad(what): raise Bad(f'at {time} on HEC {hec}: {what}')
        if number == 0:
            if a[0] in created: bad(f'thread {a[0]} is created twice')
            created.add(a[0])
        elif number == 1:
            if hec in running: bad(f'thread {a[0]} runs, but {running[hec]} has not stopped')
            if a[0] in running.values(): bad(f'thread {a[0]} runs on two HECs')
            if a[0] not in created: bad(f'thread {a[0]} runs and was not created')
            running[hec] = a[0]
        elif number == 2:
            if running.pop(hec, None) != a[0]: bad(f'thread {a[0]} stops and was not running')
        elif number == 9:
            if hec in in_gc: bad('a collection starts inside one')
            in_gc.add(hec)
        elif number == 10:
            if hec not in in_gc: bad('a collection ends that did not start')
            in_gc.remove(hec)
        elif number == 34:
            if any(x < y for x, y in zip(a[:6], counters.get(hec, a[:6]))): bad('spark counters decrease')
            counters[hec] = a[:6]
    if not truncated and running: raise Bad(f'threads run at the end: {running}')
    if not truncated and in_gc: raise Bad(f'collections go on at the end: {in_gc}')

def main(args):
    truncated, killed, dump = '--truncated' in args, '--killed' in args, '--dump' in args
    files = [a for a in args if not a.startswith('--')]
    if len(files) != 1: sys.exit(__doc__)
    try:
        sizes, events = read_log(open(files[0], 'rb').read(), truncated, killed)
        check(sizes, events, truncated or killed)
    except Bad as e: sys.exit(f'{files[0]}: {e}')
    if dump:
        for time, hec, number, payload in sorted(events, key=lambda e: e[0]):
            print(time, '-' if hec in (None, 0xffff) else hec, NAMES.get(number, number), *(str(x).replace('\0', '|').replace('\n', ' ') for x in arguments(number, payload)))
    else:
        counts = {}
        for e in events: counts[e[2]] = counts.get(e[2], 0) + 1
        for n in sorted(counts): print(n, NAMES.get(n, '?'), counts[n])

if __name__ == '__main__': main(sys.argv[1:])
