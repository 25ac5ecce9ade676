#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the loader says when the GPU cannot be used, and that it says so of the true cause. test-load.py PROBE, with
the built pieces named in the environment. Speaks TAP; what needs the real module skips where that was not built."""
import ctypes
import subprocess
import sys
import tempfile

from world import BARE, DRIVER, FAKE, REAL, STUB, YOUNG, run, tap


def answer(driver, module, **environment):
    status, said = run([sys.argv[1]], driver, module, **environment)
    return said.strip() if status == 0 else f'exit status {status}: {said}'


def says(words, driver, module, **environment):
    def check():
        if None in (driver, module):
            raise tap.Skip('the CUDA module was not built')
        said = answer(driver, module, **environment)
        right = words in said and '\n' not in said and '\ufffd' not in said
        return [] if right else [f'"{said}" does not say "{words}"']
    return check


def no_driver():
    try:
        ctypes.CDLL('libcuda.so.1')
    except OSError:
        return says('there is no NVIDIA driver (libcuda.so.1', '', FAKE, **YOUNG)()
    raise tap.Skip('there is a driver here')


def damaged_module():
    with tempfile.NamedTemporaryFile(suffix='.so') as file:
        file.write(b'not a library')
        file.flush()
        return says('the CUDA module cannot be loaded: ', DRIVER, file.name, **YOUNG)()


def cufft_is_not_opened_for_nothing():
    """cuFFT takes 290 MB: a driver without a GPU must be enough to know."""
    said = answer(DRIVER, BARE)
    return [] if said == 'no NVIDIA GPU was found' else [said]


def exports():
    if REAL is None:
        raise tap.Skip('the CUDA module was not built')
    done = subprocess.run(['nm', '-D', '--defined-only', REAL], check=True, stdout=subprocess.PIPE)
    names = [line.split()[-1] for line in done.stdout.decode().splitlines()]
    return [] if names == ['ond_backend_cuda'] else names


def libraries():
    """The runtime is inside; the driver is found at run time."""
    if REAL is None:
        raise tap.Skip('the CUDA module was not built')
    done = subprocess.run(['readelf', '-d', REAL], check=True, stdout=subprocess.PIPE)
    needed = [line for line in done.stdout.decode().splitlines() if '(NEEDED)' in line]
    unwanted = [line for line in needed if 'libcuda' in line or 'libstdc++' in line]
    return unwanted + ([] if any('libcufft' in line for line in needed) else ['it does not need cuFFT'])


NO_MODULE = 'built without the CUDA module' if REAL is None else 'is not installed: there is no '
tap.report([
    ('a-usable-gpu-is-used', says('yes', DRIVER, FAKE, **YOUNG)),
    ('no-driver', no_driver),
    ('a-driver-that-is-none', says('libcuda.so.1 is no NVIDIA driver: it has no cuInit', FAKE, FAKE, **YOUNG)),
    ('no-gpu', says('no NVIDIA GPU was found', DRIVER, FAKE, FAKE_CUDA_INIT='100')),
    ('no-gpu-but-a-driver-that-starts', says('no NVIDIA GPU was found', DRIVER, FAKE)),
    ('a-hidden-gpu', says('(CUDA_VISIBLE_DEVICES is "-1")', DRIVER, FAKE, CUDA_VISIBLE_DEVICES='-1')),
    ('the-toolkits-stub', says("the CUDA toolkit's stub", DRIVER, FAKE, FAKE_CUDA_INIT='34', **YOUNG)),
    ('the-real-stub', says("the CUDA toolkit's stub", STUB, REAL)),
    ('a-kernel-module-of-another-version', says('must be restarted', DRIVER, FAKE, FAKE_CUDA_INIT='803', **YOUNG)),
    ('an-unsuited-compatibility-package', says('compatibility package', DRIVER, FAKE, FAKE_CUDA_INIT='804', **YOUNG)),
    ('a-full-gpu', says('no memory left', DRIVER, FAKE, FAKE_CUDA_INIT='2', **YOUNG)),
    ('a-driver-that-does-not-start', says('does not start (error 999)', DRIVER, FAKE, FAKE_CUDA_INIT='999', **YOUNG)),
    ('a-driver-that-cannot-count', says('does not start (error 3)', DRIVER, FAKE, FAKE_CUDA_COUNT='3', **YOUNG)),
    ('an-old-gpu', says('Fake GPU is too old: it has compute capability 6.1, and 7.5 is needed', DRIVER, FAKE,
                        FAKE_CUDA_GPUS='61 70')),
    ('an-old-gpu-beside-a-young-one', says('yes', DRIVER, FAKE, FAKE_CUDA_GPUS='61 120')),
    ('no-module', says(NO_MODULE, DRIVER, '', **YOUNG)),
    ('a-damaged-module', damaged_module),
    ('a-library-that-is-no-module', says('belongs to another version', DRIVER, DRIVER, **YOUNG)),
    ('a-module-of-another-version', says('belongs to another version', DRIVER, FAKE, FAKE_MODULE_ABI='0', **YOUNG)),
    ('a-module-whose-probe-fails', says('the fan is off', DRIVER, FAKE, FAKE_MODULE_WHY='the fan is off', **YOUNG)),
    ('a-reason-that-is-not-utf-8', says('the fan', DRIVER, FAKE, FAKE_MODULE_WHY='the fan \udcff', **YOUNG)),
    ('no-cufft', says('cuFFT is not installed', DRIVER, BARE, **YOUNG)),
    ('no-gpu-opens-no-cufft', cufft_is_not_opened_for_nothing),
    ('the-real-module-and-an-old-driver', says('too old (it has CUDA 12.8, 13.0 is needed)', DRIVER, REAL,
                                               FAKE_CUDA_VERSION='12080', **YOUNG)),
    ('the-real-module-exports-one-symbol', exports),
    ('the-real-module-needs-cufft-alone', libraries),
])
