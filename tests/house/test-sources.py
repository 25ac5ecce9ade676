#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every tracked file owes the house: a licence line, a bearable size, nothing of one machine or unfinished."""
import os
import re
import shutil
import subprocess

import tap

SOURCE = re.compile(r'\.(c|h|cpp|cu|cuh|py|sh|build|ui|css|frag|vert|glsl|xml|desktop|yml|yaml|svg|supp)$')
PROGRAM = re.compile(r'\.(c|h|cpp|cu|cuh|py|sh|build|frag|vert|glsl)$')
C = ('.c', '.h', '.cpp', '.cu', '.cuh')
SCRIPTS = ('run', '.ci/run')
SPDX = 'SPDX-License-Identifier: GPL-3.0-or-later'
MAX_LINES = 700
MAX_FUNCTION = 60
MAX_COLUMNS = 100  # of C; scripts and build files may have 120, and the generated tables are read by nobody
MAX_SCRIPT_COLUMNS = 120
TABLES = 'core/draw/colormap-tables.c'
# Spelt in two pieces so that this file does not hold what it looks for.
MACHINE_PATH = re.compile('|'.join(['/wo' + 'rk/', '/ro' + r'ot\b', '/ho' + r'me/\w', '/t' + r'mp/\w', 'pye' + 'nv']))
UNFINISHED = re.compile(r'\b(' + '|'.join(['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X']) + r')\b')
FOLDERS = ('core', 'core/draw', 'gpu', 'gpu/cuda', 'ui', 'app', 'resources', 'tests', 'tests/bench', 'flatpak')

FILES = {name: text for name in tap.tracked_files() if (text := tap.read(name)) is not None}


def is_source(name):
    return bool(SOURCE.search(name)) or name in SCRIPTS


def is_program(name):
    return bool(PROGRAM.search(name)) or name in SCRIPTS


def lines_that(matches, wanted, files):
    return [f'{name}:{number}: {line.strip()[:80]}' for name, text in files.items() if wanted(name)
            for number, line in enumerate(text.splitlines(), 1) if matches(line)]


def without_licence(files):
    """The first line, or the second under #! or <?xml."""
    return [name for name, text in files.items()
            if is_source(name) and not any(SPDX in line for line in text.splitlines()[:2])]


def too_long(files):
    return [f'{name}: {n} lines, {MAX_LINES} are allowed' for name, text in files.items()
            if is_program(name) and (n := text.count('\n')) > MAX_LINES]


def long_functions(files):
    """Bodies between braces in the first column, as the house lays them out; lists of a class apart."""
    body = re.compile(r'^(\w+) \([^;{}]*\)\n\{\n(.*?)^\}$', re.MULTILINE | re.DOTALL)
    return [f'{name}: {match[1]} has {n} lines, {MAX_FUNCTION} are allowed' for name, text in files.items()
            if name.endswith(C) for match in body.finditer(text)
            if (n := match[2].count('\n')) > MAX_FUNCTION and not match[1].endswith('_class_init')]


def too_wide(files):
    def is_c(name):
        return name.endswith(C) and name != TABLES

    def is_script(name):
        return is_program(name) and not name.endswith(C)

    return (lines_that(lambda line: len(line) > MAX_COLUMNS, is_c, files)
            + lines_that(lambda line: len(line) > MAX_SCRIPT_COLUMNS, is_script, files))


def of_one_machine(files):
    return lines_that(MACHINE_PATH.search, lambda name: True, files)


def unfinished(files):
    return lines_that(UNFINISHED.search, is_source, files)


def ragged(files):
    """Blanks at the end of a line, tabs, or no newline at the end of the file."""
    return (lines_that(lambda line: line != line.rstrip() or '\t' in line, is_program, files)
            + [f'{name}: no newline at the end' for name, text in files.items()
               if is_program(name) and text and not text.endswith('\n')])


def unguarded(files):
    return [name for name, text in files.items() if name.endswith('.h') and '\n#pragma once\n' not in text]


# name, the check, and a file that it has to complain of
RULES = [
    ('every-source-names-its-licence', without_licence, 'a.c', 'int a;\n'),
    (f'no-file-over-{MAX_LINES}-lines', too_long, 'a.c', '\n' * (MAX_LINES + 1)),
    (f'no-function-over-{MAX_FUNCTION}-lines', long_functions, 'a.c',
     'int\nf (int a,\n   int b)\n{\n' + '  a++;\n' * (MAX_FUNCTION + 1) + '}\n'),
    (f'no-line-over-{MAX_COLUMNS}-columns', too_wide, 'a.c', 'a' * (MAX_COLUMNS + 1) + '\n'),
    ('no-path-of-one-machine', of_one_machine, 'a.md', 'see /ho' + 'me/somebody/x\n'),
    ('nothing-unfinished', unfinished, 'a.c', '/* TO' + 'DO */\n'),
    ('no-ragged-lines', ragged, 'a.c', 'int a; \n'),
    ('headers-can-be-included-twice', unguarded, 'a.h', 'int a;\n'),
]


def folders_without_readme():
    return [folder for folder in FOLDERS if f'{folder}/README.md' not in FILES]


def shell_scripts():
    if not shutil.which('shellcheck'):
        raise tap.Skip('shellcheck is not installed')
    done = subprocess.run(['shellcheck', *SCRIPTS], cwd=tap.ROOT, stdout=subprocess.PIPE, check=False)
    return done.stdout.decode().splitlines() if done.returncode else []


def scripts_not_executable():
    return [name for name in SCRIPTS if not os.access(os.path.join(tap.ROOT, name), os.X_OK)]


def blind_rules():
    return [name for name, check, file, text in RULES if not check({file: text})]


tap.report([(rule[0], lambda rule=rule: rule[1](FILES)) for rule in RULES]
           + [('every-rule-sees-its-breach', blind_rules),
              ('every-folder-has-a-readme', folders_without_readme),
              ('shell-scripts-pass-shellcheck', shell_scripts),
              ('scripts-are-executable', scripts_not_executable)])
