# SPDX-License-Identifier: GPL-3.0-or-later
"""A world for a program: which file is libcuda.so.1 there and which is the CUDA module."""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'house'))
import tap

DRIVER, FAKE, BARE = (os.environ[name] for name in ('FAKE_DRIVER', 'FAKE_MODULE', 'MODULE_WITHOUT_CUFFT'))
REAL, STUB = os.environ.get('CUDA_MODULE'), os.environ.get('CUDA_STUB')  # None where the module was not built
ON_CPU = os.environ.get('CUDA_ON_CPU')  # None without a C++ compiler
YOUNG = {'FAKE_CUDA_GPUS': '75'}  # a GPU that is new enough


def run(command, driver, module, **environment):
    """(exit status, everything it said). An empty name: that file is missing; module None: the folder is not named."""
    with tempfile.TemporaryDirectory() as folder:
        for source, name in ((driver, 'libcuda.so.1'), (module, 'ondelette-cuda.so')):
            if source:
                shutil.copy(source, os.path.join(folder, name))
        world = {**os.environ, 'LD_LIBRARY_PATH': folder, **environment}
        if module is not None:
            world['ONDELETTE_MODULES'] = folder
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False,
                              env=world)
    return done.returncode, done.stdout.decode(errors='replace')
