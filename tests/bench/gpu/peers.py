#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same statistics by CuPy and PyTorch: `peers.py FOLDER`, where `gpu-bench time ... FOLDER` left image and results.

Each peer is timed a point, with what does not depend on the wavelet kept, and compared with our numbers. Prints JSON,
an object a line. With --numpy the peers' formulas run on NumPy, so that they can be tried without a GPU.
"""
import json
import os
import sys
import time

import numpy as np

ROUNDS = 5


def load(folder):
    def read(name, kind):
        return np.fromfile(os.path.join(folder, name), kind)
    nx, ny, nz, n = read('head', np.int32)
    return (read('samples', np.float32).reshape(nz, ny, nx), read('wavelets', np.float64).reshape(n, 4),
            read('results', np.float64).reshape(n, 3))


def direction(theta, phi):
    return np.cos(phi) * np.cos(theta), -np.sin(theta), np.sin(phi) * np.cos(theta)


def norm(xi, scale):
    """Of L2: the integral of psi^2 is 1."""
    return 1 / np.sqrt(3.75 * np.pi ** 1.5 * xi * scale ** 3)


def open_grid(shape, spacing):
    """Coordinates along x, y, z that broadcast to [z][y][x]; x is halved for wavenumbers."""
    nz, ny, nx = shape
    x = np.fft.fftfreq(nx, 1 / nx) if spacing == 'places' else 2 * np.pi * np.fft.rfftfreq(nx)
    y, z = (np.fft.fftfreq(n, 1 / n if spacing == 'places' else 1 / (2 * np.pi)) for n in (ny, nz))
    return [a.astype(np.float32) for a in (x.reshape(1, 1, -1), y.reshape(1, -1, 1), z.reshape(-1, 1, 1))]


def sampled(xp, axes, wavelet):
    """psi = (3 - q) exp (-q/2) on the whole grid."""
    theta, phi, xi, scale = (float(v) for v in wavelet)
    along = sum(float(n) * axis for n, axis in zip(direction(theta, phi), axes))
    q = (sum(axis * axis for axis in axes) + (1 / (xi * xi) - 1) * along * along) / (scale * scale)
    return (3 - q) * xp.exp(-0.5 * q) * float(norm(xi, scale))


def spectrum(xp, axes, wavelet):
    """psi^ = (2 pi)^(3/2) xi a^3 k2 exp (-k2/2) on the half spectrum."""
    theta, phi, xi, scale = (float(v) for v in wavelet)
    along = sum(float(n) * axis for n, axis in zip(direction(theta, phi), axes))
    k2 = (sum(axis * axis for axis in axes) + (xi * xi - 1) * along * along) * (scale * scale)
    return k2 * xp.exp(-0.5 * k2) * float((2 * np.pi) ** 1.5 * xi * scale ** 3 * norm(xi, scale))


def sampled_method(xp, fft, image, places):
    """As people write it: everything anew for every wavelet."""
    def run(wavelet):
        product = fft.rfftn(image) * fft.rfftn(sampled(xp, places, wavelet))
        response = fft.irfftn(product, image.shape)
        return response.sum(), (response * response).sum(), response.max()
    return run


def formula_method(xp, fft, image, wavenumbers):
    """The image's transform kept, the spectrum by its formula."""
    kept = fft.rfftn(image)

    def run(wavelet):
        response = fft.irfftn(kept * spectrum(xp, wavenumbers, wavelet), image.shape)
        return response.sum(), (response * response).sum(), response.max()
    return run


FUSED = '''
  float along = nx * kx + ny * ky + nz * kz;
  float k2 = a2 * (kx * kx + ky * ky + kz * kz + s * along * along);
  float w = gain * k2 * expf (-0.5f * k2);
  product = kept * w;'''


def fused_method(cp, image, wavenumbers):
    """One kernel for spectrum and product, a plan that is kept, one reduction for both sums: CuPy's best."""
    import cupyx.scipy.fft
    import cupyx.scipy.fftpack
    kept = cp.fft.rfftn(image).astype(cp.complex64)
    product = cp.empty_like(kept)
    multiply = cp.ElementwiseKernel('complex64 kept, float32 kx, float32 ky, float32 kz, float32 nx, float32 ny, '
                                    'float32 nz, float32 a2, float32 s, float32 gain', 'complex64 product', FUSED)
    # Sum and sum of squares as a complex number: two passes over the response with the maximum, not three.
    sums = cp.ReductionKernel('float32 x', 'complex128 y', 'complex<double> (x, (double) x * x)', 'a + b', 'y = a', '0',
                              'sums')
    plan = cupyx.scipy.fftpack.get_fft_plan(kept, shape=image.shape, axes=(0, 1, 2), value_type='C2R')

    def run(wavelet):
        theta, phi, xi, scale = (float(v) for v in wavelet)
        n = [np.float32(v) for v in direction(theta, phi)]
        gain = (2 * np.pi) ** 1.5 * xi * scale ** 3 * norm(xi, scale)
        multiply(kept, *wavenumbers, *n, np.float32(scale * scale), np.float32(xi * xi - 1), np.float32(gain), product)
        response = cupyx.scipy.fft.irfftn(product, s=image.shape, axes=(0, 1, 2), overwrite_x=True, plan=plan)
        both = sums(response)
        return both.real, both.imag, response.max()
    return run


def agreement(run, wavelets, results, shape):
    """The largest relative difference of energy and maximum, of wavelets that a sampled kernel can hold."""
    worst = None
    for wavelet, (_, sum2, largest) in zip(wavelets, results):
        if 5 * wavelet[2] * wavelet[3] < min(shape) / 2:
            _, theirs2, theirs = (float(v) for v in run(wavelet))
            worst = max(worst or 0, abs(theirs2 / sum2 - 1), abs(theirs / largest - 1))
    return worst


def measure(name, run, synchronize, wavelets, results, shape):
    """Seconds a point: the median of rounds over all wavelets."""
    difference = agreement(run, wavelets, results, shape)
    times = []
    for _ in range(ROUNDS):
        synchronize()
        begun = time.perf_counter()
        for wavelet in wavelets:
            run(wavelet)
        synchronize()
        times.append((time.perf_counter() - begun) / len(wavelets))
    print(json.dumps({'peer': name, 'us': round(sorted(times)[ROUNDS // 2] * 1e6, 2), 'agrees_to': difference}),
          flush=True)


def run_library(name, make, image, wavelets, results):
    """A library that is missing, or a method that fails, is said and does not end the rest."""
    try:
        for method, run, synchronize in make(image):
            measure(f'{name}, {method}', run, synchronize, wavelets, results, image.shape)
    except Exception as error:  # pylint: disable=broad-except
        print(json.dumps({'peer': name, 'failed': f'{type(error).__name__}: {error}'}), flush=True)


def cupy_methods(image):
    import cupy as cp
    device = cp.asarray(image)
    places, wavenumbers = ([cp.asarray(a) for a in open_grid(image.shape, kind)] for kind in ('places', 'wavenumbers'))
    synchronize = cp.cuda.Stream.null.synchronize
    yield 'kernel sampled', sampled_method(cp, cp.fft, device, places), synchronize
    yield 'transform kept, formula', formula_method(cp, cp.fft, device, wavenumbers), synchronize
    yield 'transform kept, fused kernel', fused_method(cp, device, wavenumbers), synchronize


def torch_methods(image):
    import torch
    device = torch.from_numpy(image).cuda()
    places, wavenumbers = ([torch.from_numpy(a).cuda() for a in open_grid(image.shape, kind)]
                           for kind in ('places', 'wavenumbers'))
    yield 'kernel sampled', sampled_method(torch, torch.fft, device, places), torch.cuda.synchronize
    yield 'transform kept, formula', formula_method(torch, torch.fft, device, wavenumbers), torch.cuda.synchronize


def numpy_methods(image):
    places, wavenumbers = (open_grid(image.shape, kind) for kind in ('places', 'wavenumbers'))
    yield 'kernel sampled', sampled_method(np, np.fft, image, places), lambda: None
    yield 'transform kept, formula', formula_method(np, np.fft, image, wavenumbers), lambda: None


def main():
    arguments = [a for a in sys.argv[1:] if a != '--numpy']
    image, wavelets, results = load(arguments[0])
    libraries = {'numpy': numpy_methods} if '--numpy' in sys.argv else {'CuPy': cupy_methods, 'PyTorch': torch_methods}
    for name, make in libraries.items():
        run_library(name, make, image, wavelets, results)


if __name__ == '__main__':
    main()
