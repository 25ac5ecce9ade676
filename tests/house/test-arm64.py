#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The core compiles for 64-bit ARM without a warning. Clang can, with this machine's headers but for the few lines in
which its C library's depend on the processor; nothing is linked or run."""
import glob
import os
import platform
import shutil
import subprocess
import tempfile

import tap

LIBRARIES = ['glib-2.0', 'gio-2.0', 'gio-unix-2.0', 'fftw3f', 'cfitsio', 'wcslib', 'zlib', 'json-glib-1.0']
EM_AARCH64 = 183  # e_machine of an ELF file

# What the C library of arm64 has in place of this machine's.
HEADERS = {
    'bits/wordsize.h': '#define __WORDSIZE 64\n#define __WORDSIZE_TIME64_COMPAT32 0\n',
    'gnu/stubs.h': '',
}
OPTIONS = ['--target=aarch64-linux-gnu', '-std=gnu11', '-D_GNU_SOURCE', '-D__regparm__(n)=', '-DG_LOG_DOMAIN="house"',
           '-DOND_VERSION="0"', '-DOND_KERNELS=ond_kernels_baseline', '-DOND_KERNELS_TITLE="baseline"', '-Wall',
           '-Wextra', '-Wstrict-prototypes', '-Wmissing-prototypes', '-Wvla', '-Werror', '-Wno-psabi', '-I', tap.ROOT]
PLAIN = '#include <glib.h>\n#include <fftw3.h>\n#include <math.h>\n#include <stdio.h>\nextern int a;\nint a;\n'
FOR_X86 = '#include <immintrin.h>\nextern __m128 a;\n__m128 a;\n'


def includes(folder):
    """Options that find the headers of this machine, the replaced ones first."""
    flags = subprocess.run(['pkg-config', '--cflags-only-I', *LIBRARIES], check=True, stdout=subprocess.PIPE)
    found = [flag[2:] for flag in flags.stdout.decode().split()]
    for name, text in HEADERS.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)
    multiarch = f'/usr/include/{platform.machine()}-linux-gnu'
    return [word for path in [folder, *found, multiarch] for word in ('-isystem', path)]


class Compiler:
    def __init__(self, folder):
        self.folder = folder
        self.options = includes(folder)

    def complaints(self, source, *options):
        done = subprocess.run(['clang', *OPTIONS, *self.options, *options, source], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode().splitlines() or ['failed'] if done.returncode else []

    def complaints_of_text(self, text):
        path = os.path.join(self.folder, 'text.c')
        with open(path, 'w', encoding='ascii') as file:
            file.write(text)
        return self.complaints(path, '-fsyntax-only')


def make_compiler(folder):
    """Skips when there is no clang or it makes nothing of this machine's headers, whatever is in the core."""
    if not shutil.which('clang'):
        raise tap.Skip('clang is not installed')
    if not shutil.which('pkg-config'):
        raise tap.Skip('pkg-config is not installed')
    compiler = Compiler(folder)
    complaints = compiler.complaints_of_text(PLAIN)
    if complaints:
        raise tap.Skip("this machine's headers do not serve for arm64: " + complaints[0])
    return compiler


def kernels():
    """Code is made, too: vectors that the processor does not have must become ones that it has."""
    with tempfile.TemporaryDirectory() as folder:
        compiler = make_compiler(folder)
        source, made = os.path.join(tap.ROOT, 'core/kernels.c'), os.path.join(folder, 'kernels.o')
        complaints = compiler.complaints(source, '-O3', '-ffast-math', '-c', '-o', made)
        if complaints:
            return complaints
        with open(made, 'rb') as file:
            machine = int.from_bytes(file.read(20)[18:], 'little')
    return [] if machine == EM_AARCH64 else [f'code is made for machine {machine}']


def core():
    with tempfile.TemporaryDirectory() as folder:
        compiler = make_compiler(folder)
        return [line for source in sorted(glob.glob(os.path.join(tap.ROOT, 'core/*.c')))
                for line in compiler.complaints(source, '-fsyntax-only')]


def blind():
    with tempfile.TemporaryDirectory() as folder:
        return [] if make_compiler(folder).complaints_of_text(FOR_X86) else ['code for x86 is not refused']


tap.report([('kernels-compile-for-arm64', kernels), ('core-compiles-for-arm64', core),
            ('code-for-x86-is-refused', blind)])
