#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine against NumPy and SciPy in double precision, written from the formulas and not from our code.

usage: test-oracle.py ENGINE-PROBE        writes TAP

Continuous responses: psi^ on the full grid of wavenumbers, the mean over both signs at every Nyquist index.
Sampled responses: scipy.ndimage.convolve with the kernel sampled on the grid, in SciPy's mode of each boundary.
"""
import itertools
import os
import subprocess
import sys
import tempfile

import numpy as np
from scipy import ndimage

CONTINUOUS, SAMPLED = 1e-6, 2e-6  # of the largest response
MODES = {"mirror": "reflect", "nearest": "nearest", "zero": "constant", "mean": "constant", "periodic": "wrap"}


def direction(rank, theta, phi):
    theta, phi = np.radians(theta), np.radians(phi if rank == 3 else 0)
    return np.array([np.cos(phi) * np.cos(theta), -np.sin(theta), np.sin(phi) * np.cos(theta)])


def norm_factor(rank, xi, a, norm):
    if norm == "raw":
        return 1.0
    if norm == "l2":
        return ((15 / 4 * np.pi**1.5 * a**3 if rank == 3 else 2 * np.pi * a**2) * xi) ** -0.5
    if norm == "l1":
        return 1 / ((24 * np.sqrt(3) * np.pi * np.exp(-1.5) * a**3 if rank == 3 else 8 * np.pi / np.e * a**2) * xi)
    return (xi**2 + (rank - 1) * a**2) ** -0.5


def continuous(f, edge, theta, phi, xi, a, norm):
    """f[z, y, x]; edge along x, y, z."""
    rank = 2 if f.shape[0] == 1 else 3
    n = direction(rank, theta, phi)
    k = [2 * np.pi * np.fft.fftfreq(m, d) for m, d in zip(f.shape[::-1], edge)]
    choices = []
    for m in f.shape[::-1]:
        choices.append((1, -1) if m % 2 == 0 else (1,))
    psi, terms = 0, 0
    for signs in itertools.product(*choices):
        s = []
        for axis, sign in enumerate(signs):
            values = k[axis].copy()
            m = f.shape[2 - axis]
            if sign < 0:
                values[m // 2] *= -1
            s.append(values)
        x, y, z = s[0][None, None, :], s[1][None, :, None], s[2][:, None, None]
        k2 = a**2 * (x**2 + y**2 + z**2 + (xi**2 - 1) * (n[0] * x + n[1] * y + n[2] * z) ** 2)
        psi = psi + k2 * np.exp(-k2 / 2)
        terms += 1
    psi = psi / terms * (2 * np.pi) ** (rank / 2) * xi * a**rank * norm_factor(rank, xi, a, norm)
    return np.fft.ifftn(np.fft.fftn(f) * psi).real


def sampled(f, edge, theta, phi, xi, a, norm, boundary):
    rank = 2 if f.shape[0] == 1 else 3
    n = direction(rank, theta, phi)
    reach = [int(np.ceil(7.5 * a * np.sqrt(1 + (xi**2 - 1) * n[i] ** 2) / edge[i])) for i in range(3)]
    if rank == 2:
        reach[2] = 0
    x, y, z = (np.arange(-r, r + 1) * d for r, d in zip(reach, edge))
    x, y, z = x[None, None, :], y[None, :, None], z[:, None, None]
    q = (x**2 + y**2 + z**2 + (1 / xi**2 - 1) * (n[0] * x + n[1] * y + n[2] * z) ** 2) / a**2
    kernel = (rank - q) * np.exp(-q / 2) * norm_factor(rank, xi, a, norm)
    voxel = edge[0] * edge[1] * (edge[2] if rank == 3 else 1)
    return voxel * ndimage.convolve(f, kernel, mode=MODES[boundary], cval=f.mean() if boundary == "mean" else 0.0)


class Tap:
    def __init__(self, probe):
        self.probe, self.count, self.failed = probe, 0, 0

    def run(self, f, edge, boundary, sampling, theta, phi, xi, a, norm):
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
            f.astype("<f4").tofile(source)
            shape = ",".join(map(str, f.shape[::-1]))
            line = [self.probe, source, target, shape, ",".join(map(str, edge)), boundary, sampling]
            done = subprocess.run(line + [str(v) for v in (theta, phi, xi, a)] + [norm], capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(done.stderr)
            data = np.fromfile(target, "<f4").astype(float)
        return data[: f.size].reshape(f.shape), data[f.size :], [float(v) for v in done.stdout.split()]

    def check(self, what, f, edge, boundary, sampling, *wavelet):
        f = f.astype(np.float32).astype(float)
        got, slices, moments = self.run(f, edge, boundary, sampling, *wavelet)
        if sampling == "continuous":
            expected, tolerance = continuous(f, edge, *wavelet), CONTINUOUS
        else:
            expected, tolerance = sampled(f, edge, *wavelet, boundary), SAMPLED
        largest = np.abs(expected).max()
        nz, ny, nx = f.shape
        parts = [expected[:, :, nx // 2], expected[:, ny // 2, :], expected[nz // 2]] if nz > 1 else [expected[0]]
        error = np.abs(got - expected).max() / largest
        slice_error = np.abs(slices - np.concatenate([p.ravel() for p in parts])).max() / largest
        energy_error = abs(moments[1] / (expected**2).sum() - 1)
        ok = error <= tolerance and slice_error <= tolerance and energy_error <= 2e-6
        self.count += 1
        self.failed += not ok
        print(f"{'ok' if ok else 'not ok'} {self.count} {what} # error {error:.1e}, slices {slice_error:.1e}, "
              f"energy {energy_error:.1e}", flush=True)


def main():
    tap = Tap(sys.argv[1])
    rng = np.random.default_rng(1)
    sizes = [(40, 48, 64), (53, 59, 61), (17, 64, 31), (30, 7, 50), (1, 90, 101), (1, 64, 48)]  # z, y, x
    wavelets = [(30, 45, 5, 1.5, "l2"), (75, 160, 0.3, 2, "l1"), (120, 100, 20, 1, "frobenius"), (10, 20, 1, 3, "raw")]
    edges = [(1, 1, 1), (1, 1.3, 2)]
    for shape in sizes:
        for i, wavelet in enumerate(wavelets):
            edge = edges[(i + shape[1]) % 2] if shape[0] > 1 else (1, 1.3, 1)
            tap.check(f"continuous response of {shape} to {wavelet}, edges {edge}", rng.standard_normal(shape), edge,
                      "periodic", "continuous", *wavelet)

    wavelets = [(30, 45, 2.5, 0.8, "l2"), (100, 130, 0.4, 1.1, "raw"), (60, 10, 4, 0.5, "l1")]
    for boundary in MODES:
        for i, wavelet in enumerate(wavelets):
            for shape in [(14, 19, 16), (1, 40, 37)]:
                edge = (1, 1.2, 1.5) if i == 1 and shape[0] > 1 else (1, 1, 1)
                tap.check(f"sampled response of {shape} to {wavelet}, {boundary}", 3 + rng.standard_normal(shape), edge,
                          boundary, "sampled", *wavelet)
        # A kernel that reaches beyond the opposite face.
        tap.check(f"sampled response, kernel wider than the volume, {boundary}", rng.standard_normal((6, 7, 5)),
                  (1, 1, 1), boundary, "sampled", 40, 60, 3, 1.2, "l2")
    print(f"1..{tap.count}")
    return tap.failed > 0


if __name__ == "__main__":
    sys.exit(main())
