#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""core/wavelet-formula.h is compiled by gcc, clang and nvcc, as C99 and as C++: one arithmetic for CPU and GPU."""
import os
import shutil
import subprocess
import tempfile

import tap

# Takes the formula's functions in so that they are compiled, not only parsed.
PROGRAM = '''#include "core/wavelet-formula.h"
#include "core/backend.h"
double use (const OndWavelet *wavelet);
double use (const OndWavelet *wavelet)
{
  double n[OND_N_AXES];
  ond_wavelet_direction (wavelet, 3, n);
  return n[OND_X];
}
'''
STRICT = ['-Wall', '-Wextra', '-Werror', '-Wno-unused-function']
COMPILERS = [
    ('gcc', 'gcc', ['-std=c99', '-pedantic', *STRICT, '-x', 'c']),
    ('clang', 'clang', ['-std=c99', '-pedantic', *STRICT, '-x', 'c']),
    ('g++', 'g++', ['-std=c++11', *STRICT, '-x', 'c++']),
    ('clang++', 'clang++', ['-std=c++11', *STRICT, '-x', 'c++']),
    ('nvcc', 'nvcc', ['--Werror', 'cross-execution-space-call', '-x', 'cu']),
]


def compiler_path(name):
    return shutil.which(name) or shutil.which(name, path='/usr/local/cuda/bin')


def compiled(name, options):
    compiler = compiler_path(name)
    if not compiler:
        raise tap.Skip(f'{name} is not installed')
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'use')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(PROGRAM)
        command = [compiler, *options, '-I', tap.ROOT, '-c', source, '-o', os.path.join(folder, 'use.o')]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode().splitlines() or ['failed'] if done.returncode else []


tap.report([(f'formula-compiles-with-{name}', lambda compiler=compiler, options=options: compiled(compiler, options))
            for name, compiler, options in COMPILERS])
