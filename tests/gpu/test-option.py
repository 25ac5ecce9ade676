#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the build does where nvcc fails: goes without the module and says why, or stops when the module was asked for.
Configures the project with an nvcc of our choice. Speaks TAP."""
import os
import subprocess
import tempfile

from world import tap


def configure(nvcc, option, wanted_failure, wanted_words):
    def check():
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, 'native.ini')
            with open(file, 'w', encoding='utf-8') as native:
                native.write(f"[binaries]\nnvcc = {nvcc!r}\n")
            build = os.path.join(folder, 'build')
            done = subprocess.run(['meson', 'setup', build, tap.ROOT, '--native-file', file, f'-Dcuda={option}'],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            said = done.stdout.decode()
            if done.returncode == 0:
                with open(os.path.join(build, 'gpu', 'cuda.txt'), encoding='utf-8') as told:
                    said = told.read()
        if (done.returncode != 0) == wanted_failure and wanted_words in said:
            return []
        return [f'status {done.returncode}', *said.splitlines()[-5:]]
    return check


tap.report([
    ('nvcc-that-fails-no-module', configure('false', 'auto', False, 'CUDA module: not built (nvcc fails')),
    ('asked-for-and-nvcc-fails', configure('false', 'enabled', True, 'cannot be built: nvcc fails')),
    ('disabled', configure('false', 'disabled', False, 'CUDA module: not built (disabled)')),
])
