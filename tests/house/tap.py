# SPDX-License-Identifier: GPL-3.0-or-later
"""What the house's checks share: the tracked files, and results in the Test Anything Protocol."""
import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def tracked_files():
    """Paths of the project's files from its root. Asks git; an unpacked archive is walked instead."""
    # The checkout may belong to somebody else than who runs the tests.
    command = ['git', '-c', f'safe.directory={ROOT}', '-C', ROOT, 'ls-files', '-z']
    if os.path.exists(os.path.join(ROOT, '.git')):
        names = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().split('\0')
        return sorted(name for name in names if name and os.path.exists(os.path.join(ROOT, name)))
    return sorted(walked_files())


def walked_files():
    for folder, subfolders, names in os.walk(ROOT):
        subfolders[:] = [name for name in subfolders if not name.startswith(('build', 'demo-output', '__pycache__'))]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), ROOT)


def read(name):
    """A file's text, or None where it is not text."""
    with open(os.path.join(ROOT, name), 'rb') as file:
        content = file.read()
    return None if b'\0' in content else content.decode('utf-8')


class Skip(Exception):
    """Raised by a check that cannot be made here; says why."""


def report(checks):
    """Runs (name, function) pairs; a function returns the list of what is wrong, one line each."""
    print(f'1..{len(checks)}')
    for number, (name, check) in enumerate(checks, 1):
        try:
            complaints = check()
        except Skip as why:
            print(f'ok {number} {name} # SKIP {why}', flush=True)
            continue
        print(f"{'not ok' if complaints else 'ok'} {number} {name}")
        for line in complaints:
            print(f'# {line}', flush=True)
