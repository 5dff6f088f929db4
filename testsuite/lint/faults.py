"""The faults that are put into the runtime to prove the model checker and the forced interleavings (testsuite/model/run --mutate, testsuite/parallel-random/mutations and stack-mutations): the text that each
replaces is in the sources. Else one that a change has moved away would be missed first by those who run everything."""
import importlib.machinery, importlib.util, os, sys

def load(path):
    loader = importlib.machinery.SourceFileLoader(os.path.basename(path) + '_faults', path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module

model, forced, stacks = load('testsuite/model/run'), load('testsuite/parallel-random/mutations'), load('testsuite/parallel-random/stack-mutations')
bad = []
def source(file): return open(next(p for p in ('runtime/' + file, 'testsuite/model/' + file) if os.path.exists(p)), encoding='utf-8').read()
for what, _, file, old, new, *_ in model.BROKEN:
    if model.with_fault(source(file), old, new) is None: bad.append(f'testsuite/model/run: {what}: {file} has no such text')
for f in forced.faults():
    texts = {}
    for file, old, new in f.edits:
        text = model.with_fault(texts.get(file) or source(file), old, new)
        if text is None:
            bad.append(f'testsuite/parallel-random/mutations: {f.what}: {file} has no such text')
            break
        texts[file] = text
for what, file, old, *_ in stacks.FAULTS:
    if old not in source(file): bad.append(f'testsuite/parallel-random/stack-mutations: {what}: {file} has no such text')
if bad: print('\n'.join(bad))
sys.exit(1 if bad else 0)
