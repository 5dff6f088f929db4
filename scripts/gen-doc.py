#!/usr/bin/env python3
"""Writes the pages of docs/, README, CHANGELOG and CONTRIBUTING as HTML: scripts/gen-doc.py DIR, from the root of the sources, into DIR/html.

Links between pages become links between the HTML pages; links to sources, which are not there, become plain text. Needs Debian's python3-markdown.
"""
import glob, html, os, re, shutil, sys

try: import markdown
except ImportError:
    # Debian's package belongs to Debian's python3, which need not be the first one.
    if sys.executable != '/usr/bin/python3' and os.path.exists('/usr/bin/python3'): os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])
    sys.exit('gen-doc.py needs the Debian package python3-markdown')

STYLE = '''body { max-width: 60em; margin: 2em auto; padding: 0 1em; font: 16px/1.5 sans-serif; color: #222 }
pre, code { font-family: monospace; background: #f4f4f4 } pre { padding: .6em; overflow-x: auto } pre code { background: none }
table { border-collapse: collapse; display: block; overflow-x: auto } td, th { border: 1px solid #ccc; padding: .2em .6em; vertical-align: top; text-align: left }
img { max-width: 100% } nav { font-size: 90% }'''

def main():
    if len(sys.argv) != 2: sys.exit(__doc__)
    to = os.path.join(sys.argv[1], 'html')
    shutil.rmtree(to, ignore_errors=True)
    pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'] + sorted(glob.glob('docs/*.md') + glob.glob('docs/*/*.md'))
    out_of = {p: 'index.html' if p == 'README.md' else p[:-3].replace('docs/', '', 1) + '.html' for p in pages}
    for page, out in out_of.items():
        with open(page, encoding='utf-8') as f: text = f.read()
        body = markdown.markdown(text, extensions=['tables', 'fenced_code', 'sane_lists', 'toc'])
        here, depth = os.path.dirname(page), out.count('/')
        def link(m):
            target, _, anchor = html.unescape(m[2]).partition('#')
            if re.match(r'\w+:', target) or not target: return m[0]
            path = os.path.normpath(os.path.join(here, target))
            if path in out_of: to_page = os.path.relpath(out_of[path], os.path.dirname(out) or '.') + ('#' + anchor if anchor else '')
            elif path.startswith('docs/') and os.path.isfile(path): to_page = os.path.relpath(path[5:], os.path.dirname(out) or '.')
            elif path == 'docs/decisions': to_page = os.path.relpath('decisions', os.path.dirname(out) or '.') + '/' + os.path.basename(out_of[min(p for p in pages if p.startswith('docs/decisions/'))])
            else: return m[3] if m[1].startswith('<a') else m[0]
            return m[1] + html.escape(to_page) + '">' + m[3] + '</a>' if m[1].startswith('<a') else m[1] + html.escape(to_page) + '"'
        body = re.sub(r'(<a href=")([^"]*)">(.*?)</a>', link, body, flags=re.S)
        body = re.sub(r'(<img alt="[^"]*" src=")([^"]*)"()', link, body)
        title = re.search(r'^# (.*)$', text, re.M)
        os.makedirs(os.path.dirname(os.path.join(to, out)) or to, exist_ok=True)
        with open(os.path.join(to, out), 'w', encoding='utf-8') as f:
            f.write(f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title[1] if title else page)} - gphc</title><style>{STYLE}</style></head>\n'
                    f'<body><nav><a href="{"../" * depth}index.html">gphc</a></nav>\n{body}\n</body></html>\n')
    for folder in ('figures', 'pictures'):
        if os.path.isdir('docs/' + folder): shutil.copytree('docs/' + folder, os.path.join(to, folder), dirs_exist_ok=True)

main()
