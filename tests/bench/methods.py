# SPDX-License-Identifier: GPL-3.0-or-later
"""The peers: what people write today to convolve an image with the wavelet, one function each.

Run by peers.py, one method a process, so that each has its own peak of memory and nothing of another in its caches:
reads a request as JSON on stdin, writes times and statistics as JSON. A request names the method, the FITS file, the
wavelets (theta and phi in degrees, xi, scale), the threads of those who take them, `warm`: responses before the ones
that count, and `box`: voxels along an edge of the sampled kernel (null: the wavelet's own reach).

Every method gets the image as float32 and gives energy, standard deviation and maximum, as the sweep does.
"""
import json
import sys

import numpy as np

from meter import Span

REACH = 5  # half widths along an axis that a sampled kernel holds: 1e-4 of its peak is left beyond


def direction(rank, theta, phi):
    """The long axis along x, y, z; angles in degrees (core/wavelet-formula.h)."""
    theta, phi = np.radians(theta), np.radians(phi if rank == 3 else 0)
    return np.array([np.cos(phi) * np.cos(theta), -np.sin(theta), np.sin(phi) * np.cos(theta)][:rank])


def open_grid(lines):
    """Lines along x, y, z as arrays that broadcast to [z][y][x]."""
    rank = len(lines)
    return [np.asarray(line, np.float32).reshape([-1 if k == rank - 1 - i else 1 for k in range(rank)])
            for i, line in enumerate(lines)]


def psi(axes, wavelet):
    """(D - q) exp (-q/2) at the places of `axes`."""
    rank, (theta, phi, xi, scale) = len(axes), wavelet
    n = direction(rank, theta, phi)
    along = sum(np.float32(n[i]) * axes[i] for i in range(rank))
    q = sum(axis * axis for axis in axes) + np.float32(1 / (xi * xi) - 1) * along * along
    q /= np.float32(scale * scale)
    return (rank - q) * np.exp(-0.5 * q)


def boxed_kernel(rank, wavelet, box):
    """The kernel in a box with an odd number of voxels along each axis, its centre in the middle."""
    theta, phi, xi, scale = wavelet
    extent = scale * np.sqrt(1 + (xi * xi - 1) * direction(rank, theta, phi) ** 2)
    half = [int(np.ceil(REACH * e)) if box is None else box // 2 for e in extent]
    return psi(open_grid([np.arange(-h, h + 1) for h in half]), wavelet)


def periodic_kernel(shape, wavelet):
    """The kernel sampled on the whole grid with its centre at voxel 0."""
    return psi(open_grid([np.fft.fftfreq(n, 1 / n) for n in reversed(shape)]), wavelet)


class Spectrum:
    """(2 pi)^(D/2) xi a^D k2 exp (-k2/2) on the half spectrum; what no wavelet changes is kept."""

    def __init__(self, shape):
        lines = [2 * np.pi * np.fft.fftfreq(n) for n in reversed(shape)]
        lines[0] = 2 * np.pi * np.fft.rfftfreq(shape[-1])
        self.axes = open_grid(lines)
        self.square = sum(axis * axis for axis in self.axes)

    def __call__(self, wavelet):
        rank, (theta, phi, xi, scale) = len(self.axes), wavelet
        n = direction(rank, theta, phi)
        k2 = sum(np.float32(n[i]) * self.axes[i] for i in range(rank))
        k2 *= k2
        k2 *= np.float32(xi * xi - 1)
        k2 += self.square
        k2 *= np.float32(scale * scale)
        value = np.exp(np.float32(-0.5) * k2)
        value *= k2
        value *= np.float32((2 * np.pi) ** (rank / 2) * xi * scale ** rank)
        return value


def statistics(response):
    """Sums pair by pair: np.dot would be faster and lose the fourth digit of float32."""
    return [float(np.square(response).sum()), float(response.std()), float(response.max())]


class Method:
    """A peer with what it keeps from one wavelet to the next."""

    def __init__(self, image, request):
        self.image, self.threads, self.box = image, request["threads"], request["box"]


class FFTConvolve(Method):
    def __call__(self, wavelet):
        from scipy.signal import fftconvolve
        return statistics(fftconvolve(self.image, boxed_kernel(self.image.ndim, wavelet, self.box), mode="same"))


class OAConvolve(Method):
    def __call__(self, wavelet):
        from scipy.signal import oaconvolve
        return statistics(oaconvolve(self.image, boxed_kernel(self.image.ndim, wavelet, self.box), mode="same"))


class Astropy(Method):
    boundary = "wrap"

    def __call__(self, wavelet):
        from astropy.convolution import convolve_fft
        kernel = boxed_kernel(self.image.ndim, wavelet, self.box)
        return statistics(convolve_fft(self.image, kernel, boundary=self.boundary, normalize_kernel=False,
                                       nan_treatment="fill", allow_huge=True))


class AstropyZero(Astropy):
    boundary = "fill"


class Cached(Method):
    """Those who know that the image's transform need not be made again."""

    def __init__(self, image, request):
        super().__init__(image, request)
        self.prepare()
        self.transform = self.forward(image)

    def prepare(self):
        import scipy.fft
        self.fft = scipy.fft

    def forward(self, samples):
        return self.fft.rfftn(samples, workers=self.threads)

    def factor(self, wavelet):
        return self.forward(periodic_kernel(self.image.shape, wavelet))

    def __call__(self, wavelet):
        factor = self.factor(wavelet)
        product = np.multiply(factor, self.transform, out=factor if np.iscomplexobj(factor) else None)
        return statistics(self.fft.irfftn(product, s=self.image.shape, workers=self.threads))


class CachedPyFFTW(Cached):
    def prepare(self):
        from pyfftw.interfaces import cache, scipy_fft
        cache.enable()
        self.fft = scipy_fft


class Analytic(Cached):
    """And that the wavelet's spectrum has a formula."""

    def prepare(self):
        super().prepare()
        self.factor = Spectrum(self.image.shape)


class Parseval(Analytic):
    """And that the energy needs no transform back (Parseval's theorem); the mean of a response is 0."""

    def __init__(self, image, request):
        super().__init__(image, request)
        width = image.shape[-1]
        weight = np.full(width // 2 + 1, 2, np.float32)
        weight[0] = 1
        if width % 2 == 0:
            weight[-1] = 1
        self.power = (self.transform.real ** 2 + self.transform.imag ** 2) * weight / image.size

    def __call__(self, wavelet):
        factor = self.factor(wavelet)
        factor *= factor
        factor *= self.power
        energy = float(factor.sum())
        return [energy, (energy / self.image.size) ** 0.5]


METHODS = {
    "scipy fftconvolve": FFTConvolve,
    "scipy oaconvolve": OAConvolve,
    "astropy convolve_fft": Astropy,
    "astropy convolve_fft (fill)": AstropyZero,
    "rfftn kept, kernel sampled": Cached,
    "the same with pyFFTW": CachedPyFFTW,
    "rfftn kept, spectrum by formula": Analytic,
    "power kept, Parseval": Parseval,
}


def main():
    from astropy.io import fits

    request = json.load(sys.stdin)
    image = np.ascontiguousarray(fits.getdata(request["path"]), np.float32)
    method = METHODS[request["method"]](image, request)
    result = {"seconds": [], "cpu": [], "joules": [], "statistics": []}
    for wavelet in request["wavelets"][:1] * request["warm"]:
        method(wavelet)
    for wavelet in request["wavelets"]:
        with Span() as span:
            statistic = method(wavelet)
        for name in ("seconds", "cpu", "joules"):
            result[name].append(getattr(span, name))
        result["statistics"].append(statistic)
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
