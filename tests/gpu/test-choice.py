#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which backend ondelette-cli takes, how it is told, and what it says where that cannot be had. test-choice.py PROGRAM.
Speaks TAP."""
import os
import sys
import tempfile

import numpy as np
from astropy.io import fits

from world import DRIVER, FAKE, ON_CPU, REAL, YOUNG, run, tap

NO_GPU = {'FAKE_CUDA_INIT': '100'}


def respond(*options, **environment):
    """Exit status, and what a response said, of a volume of its own."""
    with tempfile.TemporaryDirectory() as folder:
        volume, response = os.path.join(folder, 's.fits'), os.path.join(folder, 'W.fits')
        run([sys.argv[1], 'sample', '-o', volume, '--size', '16'], DRIVER, FAKE, **NO_GPU)
        status, said = run([sys.argv[1], 'respond', volume, '-o', response, *options], DRIVER, FAKE, **environment)
        return status, said, os.path.exists(response)


def expect(words, wanted, got):
    status, said, written = got
    right = words in said and status == wanted and written == (wanted == 0)
    return [] if right else [f'status {status}, output {written}', *said.splitlines()]


def devices(words, module, **environment):
    def check():
        if module is None and REAL is None:
            raise tap.Skip('the CUDA module was not built')
        status, said = run([sys.argv[1], 'devices'], DRIVER, module, **environment)
        lines = [line for line in said.splitlines() if line.startswith('cuda ')]
        return [] if status == 0 and len(lines) == 1 and words in lines[0] else said.splitlines()
    return check


def same_response():
    """The whole way: the loader, the engine, and the module's code, compiled for the CPU."""
    if ON_CPU is None:
        raise tap.Skip('there is no C++ compiler')
    with tempfile.TemporaryDirectory() as folder:
        volume, *outputs = (os.path.join(folder, name) for name in ('s.fits', 'cuda.fits', 'fftw.fits'))
        run([sys.argv[1], 'sample', '-o', volume, '--size', '16'], DRIVER, ON_CPU, **NO_GPU)
        told, responses = [], []
        for output, options in zip(outputs, ([], ['--backend', 'fftw'])):
            command = [sys.argv[1], 'respond', volume, '-o', output, '--theta', '40', '--xi', '3', *options]
            told.append(run(command, DRIVER, ON_CPU, **YOUNG))
            responses.append(fits.getdata(output) if told[-1][0] == 0 else np.full((1, 1, 1), np.nan))
    far = np.abs(responses[0] - responses[1]).max() / np.abs(responses[1]).max()
    right = far <= 1e-5 and 'shim' in told[0][1] and 'CPU' in told[1][1]
    return [] if right else [f'they differ by {far}', *told[0][1].splitlines(), *told[1][1].splitlines()]


REFUSAL = 'The backend cuda is not available: no NVIDIA GPU was found'
tap.report([
    ('devices-names-the-gpu', devices('  Fake GPU', FAKE, **YOUNG)),
    ('devices-says-what-is-missing', devices('missing: no NVIDIA GPU was found', FAKE, **NO_GPU)),
    ('the-module-of-the-build-is-found', devices('too old (it has CUDA 12.8', None,
                                                  FAKE_CUDA_VERSION='12080', **YOUNG)),
    ('gpu-and-cpu-respond-alike', same_response),
    ('without-a-gpu-the-cpu-computes', lambda: expect('CPU', 0, respond(**NO_GPU))),
    ('an-option-that-insists-is-refused', lambda: expect(REFUSAL, 1, respond('--backend', 'cuda', **NO_GPU))),
    ('a-variable-that-insists-is-refused', lambda: expect(REFUSAL, 1, respond(ONDELETTE_BACKEND='cuda', **NO_GPU))),
    ('an-option-keeps-off-the-gpu', lambda: expect('CPU', 0, respond('--backend', 'fftw', **YOUNG))),
    ('a-variable-keeps-off-the-gpu', lambda: expect('CPU', 0, respond(ONDELETTE_BACKEND='fftw', **YOUNG))),
    ('an-option-goes-before-a-variable', lambda: expect('CPU', 0, respond('--backend', 'fftw', ONDELETTE_BACKEND='cuda',
                                                                        **NO_GPU))),
])
