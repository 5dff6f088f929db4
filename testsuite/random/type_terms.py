"""The types of random programs (generate.py): a name, or a list, Maybe, tuple, function or data type of types."""
INT, INTEGER, BOOL, DOUBLE, CHAR = 'Int', 'Integer', 'Bool', 'Double', 'Char'
SIGNED, UNSIGNED = ['Int8', 'Int16', 'Int32', 'Int64'], ['Word', 'Word8', 'Word16', 'Word32', 'Word64']
FIXED = SIGNED + UNSIGNED

def lst(t): return ('L', t)
def may(t): return ('M', t)
def tup(*ts): return ('T',) + ts
def fun(a, b): return ('F', a, b)
def functions_of(args, t):
    for a in reversed(args): t = fun(a, t)
    return t
def chain(t):
    """The arguments that a function takes one after the other, and for each number of them what is left."""
    args, left = [], []
    while not isinstance(t, str) and t[0] == 'F':
        args.append(t[1])
        t = t[2]
        left.append(t)
    return args, left

def show_type(t):
    if isinstance(t, str): return t
    if t[0] == 'L': return '[' + show_type(t[1]) + ']'
    if t[0] == 'M': return '(Maybe ' + show_type(t[1]) + ')'
    if t[0] == 'T': return '(' + ', '.join(show_type(x) for x in t[1:]) + ')'
    if t[0] == 'F': return '(' + show_type(t[1]) + ' -> ' + show_type(t[2]) + ')'
    if t[0] == 'D': return t[1]
    raise ValueError(t)
